package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sitegraph/config"
	"sitegraph/extractor/scope"
	"sitegraph/site"
	"sitegraph/stats/visits"
	"sitegraph/wording"
)

// accessLogs are the access logs of the settings; names may be patterns. That there is none of a name is the user's
// error.
func accessLogs(c Config) (all []visits.File, err error) {
	for _, log := range c.Export.Hits {
		path := c.InputPath(log.Path)
		found, err := filepath.Glob(path)
		if _, missing := os.Stat(path); missing == nil {
			found, err = []string{path}, nil // the name of a file may look like a pattern
		}
		if err != nil || len(found) == 0 {
			return nil, Usage("[export] hits: there is no file %s: name access logs of the site's server", log.Path)
		}
		for _, path := range found {
			all = append(all, visits.File{Path: path, Name: shownInput(c.InputDir, path), Host: log.Host})
		}
	}
	return all, nil
}

func shownInput(dir, path string) string {
	if dir == "" {
		return path
	}
	return strings.TrimPrefix(path, dir+string(filepath.Separator))
}

// checkHits reports access logs that cannot be read, and of a run that may have several sites those whose lines do not
// say whose they are: before anything is fetched.
func checkHits(c Config, several bool) error {
	files, err := accessLogs(c)
	if err != nil {
		return err
	}
	for _, f := range files {
		named, err := visits.NamesHosts(f)
		if err != nil {
			return Usage("[export] hits: %w", err)
		}
		if several && !named {
			return whoseLog(f.Name)
		}
	}
	return nil
}

// whoseLog is the error of an access log whose lines do not say whose they are.
func whoseLog(name string) error {
	return Usage("[export] hits: %s: %w, and there are several sites: name the host: HOST=%s", name,
		visits.ErrNoHost, name)
}

// withHits returns a crawl with what the access logs say of it, and remarks. Lines that name no host are those of the
// first crawl that asks.
func withHits(c Config, crawl *site.Crawl, line config.Host, hostless *claims) (*site.Crawl, []string, error) {
	if len(c.Export.Hits) == 0 {
		return crawl, nil, nil
	}
	files, err := accessLogs(c)
	if err != nil {
		return nil, nil, err
	}
	u, err := site.Parse(crawl.Site)
	if err != nil {
		return nil, nil, fmt.Errorf("access logs: %w", err)
	}
	own := ""
	if hostless.claim(crawl.Site, "lines without a host") {
		own = crawl.Site
	}
	log, err := visits.Read(files, own, hostsOf(u, crawl.Members))
	if err != nil {
		return nil, nil, Usage("[export] hits: %w", err)
	}
	normaliser, err := site.NewNormaliser(c.Walk.URLProfile, nil)
	if err != nil {
		return nil, nil, err
	}
	h, err := log.View(crawl, visits.Rules{Key: normaliser.Key, Inside: insideOf(c, u, crawl, line)})
	if err != nil {
		return nil, nil, err
	}
	with := *crawl
	with.Hits = h
	notes := hitNotes(h, crawl.Site)
	with.Notes = append(with.Notes[:len(with.Notes):len(with.Notes)], notes...)
	return &with, notes, nil
}

// hostsOf returns the origins of the URLs of hosts, as lines of logs name them: with a port or without.
func hostsOf(u site.URL, members *site.Members) func(host string) string {
	known := map[string]string{}
	find := func(host string) string {
		for _, scheme := range []string{u.Scheme, "https", "http"} {
			at, err := site.Parse(scheme + "://" + host + "/")
			if err != nil {
				continue
			}
			if at.Host == u.Host && (at.Port == u.Port || at.Port == "" || at.Port == "80" || at.Port == "443") {
				return u.Origin()
			}
			if at.Port == "80" || at.Port == "443" {
				at.Port = ""
			}
			if members.Has(at) {
				return at.Origin()
			}
		}
		return ""
	}
	return func(host string) string {
		origin, found := known[host]
		if !found {
			origin = find(host)
			if len(known) < maxLogHosts {
				known[strings.Clone(host)] = origin
			}
		}
		return origin
	}
}

// maxLogHosts bounds the hosts of logs that are remembered: clients write them.
const maxLogHosts = 10_000

// insideOf returns what reports whether a crawl would fetch a URL if a link led to it.
func insideOf(c Config, u site.URL, crawl *site.Crawl, line config.Host) func(url, key string) bool {
	limits := c.LimitsOf(line, Details{})
	var sections []string
	if strings.Contains(crawl.Scope, site.ScopeSection) {
		for i := range crawl.Graph.Pages {
			if p := &crawl.Graph.Pages[i]; p.Level == 0 {
				sections = append(sections, site.HostIn(p.Key)+site.Section(site.PathIn(p.Key)))
			}
		}
	}
	whole := site.NewScope(u, crawl.Members, sections)
	return func(url, key string) bool { return whole.Has(url, key) && limits.JudgeURL(url, key) == scope.InScope }
}

// hitNotes are remarks on what the access logs say of a site.
func hitNotes(h *site.Hits, of string) (notes []string) {
	for _, f := range h.Files {
		if f.Bad > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s of %s could not be read; the first: %s", f.Name,
				wording.Grouped(f.Bad), wording.Count(f.Lines, "line", "lines"), f.Fault))
		}
	}
	switch {
	case h.Requests == 0:
		notes = append(notes, "the access logs have no request for pages of "+site.Show(of))
	case !h.Agents:
		notes = append(notes, "the access logs do not name user agents, so robots count as people")
	}
	return notes
}
