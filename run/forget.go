package run

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/store"
	"sitegraph/site"
	"sitegraph/wording"
)

// Forgetting has what is known of some sites, which can be forgotten. It keeps
// crawls out of the state folder until Close.
type Forgetting struct {
	// Sites are in the order in which they were named.
	Sites  []Forgotten
	config Config
	store  *store.Store // nil without a state
}

// Forgotten is what there is of a site.
type Forgotten struct {
	// Site is its origin, Line that of the line of hosts.txt by which the state has it, "" if it has not.
	Site, Line string
	// Status is how far its crawl was.
	Status Status
	// Folders are those of results, of earlier moments and of reports.
	Folders []string
}

// BeginForget looks for what is known of sites. One that nothing is known of is a usage error.
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
			err = nil // files without a state
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

// lines returns the lines that the state has, with the sites that they led to.
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
		if reached, _, err := extractor.SiteOf(journal); err == nil { // a damaged one can be forgotten, too
			lines[line] = reached
		}
	}
	return lines, nil
}

func (f *Forgetting) find(origin string, lines map[string]string) error {
	s := Forgotten{Site: origin}
	if site, known := lines[origin]; known {
		s.Site, s.Line = site, origin
	}
	for _, line := range site.Names(lines) {
		if s.Line == "" && lines[line] == origin { // its home page led there
			s.Line = line
		}
	}
	own := []string{s.Site, s.Line}
	if _, another := lines[s.Site]; another && s.Line != s.Site {
		own = own[1:] // the line of that site has its files
	}
	for _, u := range urlsOf(append(own, origin)) {
		s.Folders = append(s.Folders, foldersOf(f.config, u, own)...)
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

func urlsOf(origins []string) (all []site.URL) {
	for _, o := range origins {
		if u, err := site.Parse(o); err == nil && o != "" {
			all = append(all, u)
		}
	}
	return all
}

// foldersOf returns the folders of results and reports that have the files of one of some sites, of which u is one.
func foldersOf(c Config, u site.URL, sites []string) (found []string) {
	results := []string{c.Path(c.Export.ResultFolder), c.Path(beforeFolder)}
	for _, folder := range []string{"as-of", "what-if"} {
		more, _ := filepath.Glob(filepath.Join(globbed(c.Path(folder)), "*")) // the only error is that of a pattern
		results = append(results, more...)
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

// globbed is a path as a pattern that finds it alone.
func globbed(path string) string {
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`).Replace(path)
}

// reportedIn returns the site that a folder of reports is about, "-" if it is about no site.
func reportedIn(dir string) string {
	text, err := config.ReadRegular(filepath.Join(dir, filepath.Base(dir)+".stats.json"))
	var of struct{ Site string }
	if err != nil || json.Unmarshal(text, &of) != nil || of.Site == "" {
		return "-"
	}
	return of.Site
}

// Do removes the results and reports of the sites, their rows in the logs and, last,
// their states: what a kill leaves can be forgotten again. Web archives stay.
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

// UnknownSite is the error about a site that was never crawled, with the known one that may be meant.
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
