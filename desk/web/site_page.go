package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sitegraph/desk"
	"sitegraph/export"
	"sitegraph/site"
)

type siteBody struct {
	Project string
	Site    desk.Site
	Shown   tableBody
	Map     mapBody
	Files   []file
	// Iterations are the last ones of a site that is watched, the newest first.
	Iterations []site.Iteration
}

type file struct {
	export.File
	URL    string
	Report bool
	Gephi  string // the address that opens it in Gephi Lite, or ""
}

func isReport(name string) bool { return strings.HasSuffix(name, ".html") }

// siteAsked returns the site that is asked for, with its map not yet drawn.
func siteAsked(c call) (siteBody, error) {
	known, err := c.Site(c.r.URL.Query().Get("site"))
	return siteBody{Project: c.Name, Site: known, Map: mapOf(c.Name, known.Line)}, err
}

// sitePage shows a site; with part=state only what changes while it is crawled.
func (s *Server) sitePage(c call) (p page, err error) {
	b, err := siteAsked(c)
	if err != nil {
		return p, err
	}
	live := "/projects/" + url.PathEscape(c.Name) + "/site?part=state&site=" + url.QueryEscape(b.Site.Line)
	b.Shown = ofSite(c.Project, b.Site.Line).body(c.r, url.Values{"site": {b.Site.Line}},
		"/api/projects/"+url.PathEscape(c.Name)+"/tables/")
	s.addFiles(&b, c.Project, c.r)
	return page{Title: b.Site.Line, Live: live, Body: b}, nil
}

// mostIterations is how many iterations are shown; iterations.csv has all of them.
const mostIterations = 10

func (s *Server) addFiles(b *siteBody, p *desk.Project, r *http.Request) {
	result, err := p.Result(b.Site.Line)
	if err != nil {
		return
	}
	all, _ := result.Iterations() // tables that cannot be read are among the files all the same
	slices.Reverse(all)
	b.Iterations = all[:min(len(all), mostIterations)]
	for _, f := range result.Manifest.Files {
		at := "/api/projects/" + url.PathEscape(p.Name) + "/files/" + escapedPath(f.Name) +
			"?site=" + url.QueryEscape(b.Site.Line)
		b.Files = append(b.Files, s.fileAt(r, f, at))
	}
}

// fileAt is a file with its address, and the one that opens it in Gephi Lite.
func (s *Server) fileAt(r *http.Request, f export.File, at string) file {
	one := file{File: f, URL: at, Report: isReport(f.Name)}
	if g := s.options.GephiLite; g != nil && strings.HasSuffix(f.Name, ".gexf") {
		scheme, and := "http://", "?"
		if r.TLS != nil {
			scheme = "https://"
		}
		if strings.Contains(at, "?") {
			and = "&"
		}
		open := *g // the address ends with the name: by that a file's format is known
		open.RawQuery = url.Values{"file": {scheme + r.Host + at + and + "name=" + url.QueryEscape(f.Name)}}.Encode()
		one.Gephi = open.String()
	}
	return one
}

func escapedPath(path string) string {
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}
