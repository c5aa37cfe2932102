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

// accessLogs finds the access logs of the settings by name or pattern. A name without a file is a usage error.
func accessLogs(c Config) (all []visits.File, err error) {
	for _, log := range c.Export.Hits {
		path := c.InputPath(log.Path)
		found, err := filepath.Glob(path)
		if _, missing := os.Stat(path); missing == nil {
			found, err = []string{path}, nil // a file's name may look like a pattern
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

// checkHits refuses, before any request, unreadable access logs and, for several sites, lines without a host.
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
			return Usage("[export] hits: %s: %w, and there are several sites: name the host with HOST=%[1]s", f.Name,
				visits.ErrNoHost)
		}
	}
	return nil
}

// Visited returns a crawl with the visits in the access logs of the settings, which are all of its site.
func (c Config) Visited(crawl *site.Crawl, line config.Host) (*site.Crawl, error) {
	with, _, err := withHits(c, crawl, line, &claims{})
	return with, err
}

// withHits returns a crawl with its visits, and remarks. The first crawl that asks gets the lines without a host.
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

// hostsOf returns a function that finds a site's origin for a host in a log, with or without a port.
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

const maxLogHosts = 10_000 // hosts to remember, since clients can make up any number

// insideOf returns a function that reports whether the crawl would fetch a URL if a link led to it.
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

// hitNotes returns remarks on a site's visits in the access logs.
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
