package run

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/store"
	"sitegraph/site"
	"sitegraph/wording"
)

// Forgetting removes everything known about some sites. It keeps crawls out of the state folder until Close.
type Forgetting struct {
	Sites  []Forgotten // in the user's order
	config Config
	store  *store.Store // nil without a state
}

// Forgotten is everything known about a site.
type Forgotten struct {
	Site    string   // origin of the site
	Line    string   // origin of its line, its name in the state; "" if it is not there
	Status  Status   // progress of its crawl
	Folders []string // folders of results, of earlier moments and of reports
}

// BeginForget finds everything known about sites. An unknown site is a usage error.
func (c Config) BeginForget(hosts []config.Host) (f *Forgetting, err error) {
	f = &Forgetting{config: c}
	if _, err := os.Stat(c.StateDir()); err == nil && c.Store.Store != "memory" {
		if f.store, err = store.Open(store.Options{Dir: c.StateDir(), Sync: c.Store.Sync}); err != nil {
			return nil, err
		}
	}
	lines, err := f.lines()
	for _, h := range hosts {
		if err != nil {
			break
		}
		err = f.find(h.URL.Origin(), lines)
		if err != nil && h.SchemeOpen && f.find(overHTTP(h).URL.Origin(), lines) == nil {
			err = nil // there are files but no state
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Close lets crawls use the state folder again.
func (f *Forgetting) Close() error {
	if f.store == nil {
		return nil
	}
	return f.store.Close()
}

// lines returns the lines in the state and the sites that they led to.
func (f *Forgetting) lines() (map[string]string, error) {
	lines := map[string]string{}
	if f.store == nil {
		return lines, nil
	}
	known, err := f.store.Sites()
	if err != nil {
		return nil, err
	}
	for _, line := range known {
		journal, err := f.store.Journal(line)
		if err != nil {
			return nil, err
		}
		lines[line] = line
		if reached, _, err := extractor.SiteOf(journal); err == nil { // a damaged one can be forgotten too
			lines[line] = reached
		}
	}
	return lines, nil
}

func (f *Forgetting) find(origin string, lines map[string]string) error {
	s := Forgotten{Site: origin}
	if at, known := lines[origin]; known {
		s.Site, s.Line = at, origin
	}
	for _, line := range site.Names(lines) {
		if s.Line == "" && lines[line] == origin { // its home page led there
			s.Line = line
		}
	}
	own := []string{s.Site, s.Line}
	if _, another := lines[s.Site]; another && s.Line != s.Site {
		own = own[1:] // that site's own line keeps its files
	}
	for _, o := range append(own, origin) {
		if u, err := site.Parse(o); err == nil && o != "" {
			s.Folders = append(s.Folders, foldersOf(f.config, u, own)...)
		}
	}
	slices.Sort(s.Folders)
	s.Folders = slices.Compact(s.Folders)
	if s.Line == "" && len(s.Folders) == 0 {
		return UnknownSite(origin, site.Names(lines))
	}
	if s.Line != "" {
		all, err := ReadStatus(f.config.StateDir(), s.Line)
		if err != nil {
			return err
		}
		s.Status = all[s.Line]
	}
	f.Sites = append(f.Sites, s)
	return nil
}

// foldersOf returns the folders of results and reports with files about any of the sites. u is the URL of one of them.
func foldersOf(c Config, u site.URL, sites []string) (found []string) {
	results := []string{c.Path(c.Export.ResultFolder), c.Path(beforeFolder)}
	for _, folder := range []string{"as-of", "what-if"} {
		more, _ := os.ReadDir(c.Path(folder)) // most projects have none
		for _, entry := range more {
			results = append(results, filepath.Join(c.Path(folder), entry.Name()))
		}
	}
	for _, name := range folderNames(u) {
		for _, parent := range results {
			dir := filepath.Join(parent, name)
			m, err := export.ReadManifest(filepath.Join(dir, name+".manifest.json"))
			if err == nil && slices.Contains(sites, m.Site) {
				found = append(found, dir)
			}
		}
		if dir := filepath.Join(c.Path(reportsFolder), name); slices.Contains(sites, reportedIn(dir)) {
			found = append(found, dir)
		}
	}
	return found
}

// reportedIn returns the site that a folder of reports is about, or "-".
func reportedIn(dir string) string {
	text, err := config.ReadRegular(filepath.Join(dir, filepath.Base(dir)+".stats.json"))
	var of struct{ Site string }
	if err != nil || json.Unmarshal(text, &of) != nil || of.Site == "" {
		return "-"
	}
	return of.Site
}

// Do removes results, reports, log rows and, last, states. It can be repeated after a kill. Web archives stay.
func (f *Forgetting) Do() error {
	var lines, sites []string
	for _, s := range f.Sites {
		for _, dir := range s.Folders {
			remove := export.RemoveFolder
			if filepath.Dir(dir) == filepath.Clean(f.config.Path(reportsFolder)) {
				remove = export.RemoveNamed
			}
			if err := remove(dir); err != nil {
				return err
			}
		}
		sites = append(sites, s.Site)
		if s.Line != "" {
			lines, sites = append(lines, s.Line), append(sites, s.Line)
		}
	}
	for _, path := range []string{f.config.Logs.CommonLog, f.config.Logs.ErrorLog} {
		if err := removeFromLog(f.config.Path(path), sites); err != nil {
			return err
		}
	}
	if f.store == nil || len(lines) == 0 {
		return nil
	}
	return f.store.Forget(lines...)
}

const maxKnown = 10

// UnknownSite returns the error for a site that was never crawled. It suggests a known site that the user may mean.
func UnknownSite(origin string, known []string) error {
	hint := wording.Nearest(origin, known)
	for _, k := range known {
		if site.HostIn(k) == site.HostIn(origin) { // the other scheme
			hint = k
		}
	}
	text := origin + " was never crawled here"
	if hint != "" {
		text += "; did you mean " + hint + "?"
	}
	if len(known) > 0 {
		text += " (known: " + wording.ListFirst(known, maxKnown) + ")"
	}
	return Usage("%s", text)
}
