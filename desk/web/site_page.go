package web

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sitegraph/desk"
	"sitegraph/export"
	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/wording"
)

type siteBody struct {
	Project    string
	Site       desk.Site
	Shown      tableBody
	Map        mapBody
	Files      []file
	Iterations []site.Iteration // the last iterations of a watched site, newest first
}

type file struct {
	export.File
	URL    string
	Report bool
	Gephi  string // the address that opens it in Gephi Lite, "" if it cannot
}

func isReport(name string) bool { return strings.HasSuffix(name, ".html") }

func siteAsked(c call) (siteBody, error) {
	known, err := c.Site(c.r.URL.Query().Get("site"))
	return siteBody{Project: c.Name, Site: known, Map: mapOf(c.Name, known.Line)}, err
}

// sitePage shows a site. With part=state it shows only what changes during a crawl.
func (s *Server) sitePage(c call) (p page, err error) {
	b, err := siteAsked(c)
	if err != nil {
		return p, err
	}
	live := ofProject(c.Name, "/site?part=state&site=", b.Site.Line)
	b.Shown = ofSite(c.Project, b.Site.Line).body(c.r, url.Values{"site": {b.Site.Line}},
		"/api"+ofProject(c.Name, "/tables/", ""))
	s.addFiles(&b, c.Project, c.r)
	return page{Title: b.Site.Line, Live: live, Body: b}, nil
}

const maxIterations = 10 // shown; iterations.csv has all

func (s *Server) addFiles(b *siteBody, p *desk.Project, r *http.Request) {
	result, err := p.Result(b.Site.Line)
	if err != nil {
		return
	}
	all, _ := result.Iterations() // the files are listed even if a table cannot be read
	slices.Reverse(all)
	b.Iterations = all[:min(len(all), maxIterations)]
	for _, f := range result.Manifest.Files {
		at := "/api" + ofProject(p.Name, "/files/"+escapedPath(f.Name)+"?site=", b.Site.Line)
		b.Files = append(b.Files, s.fileAt(r, f, at))
	}
}

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
		open := *g // the name at the end gives Gephi Lite the format
		open.RawQuery = url.Values{"file": {scheme + r.Host + at + and + "name=" + url.QueryEscape(f.Name)}}.Encode()
		one.Gephi = open.String()
	}
	return one
}

func escapedPath(path string) string {
	return strings.Join(site.Each(strings.Split(path, "/"), url.PathEscape), "/")
}

func jobText(j desk.Job) string {
	text := fmt.Sprintf("Workers have it as job %s: %s of %s done", j.Name, wording.Grouped(j.Done),
		wording.Count(j.Groups, "group of sites", "groups of sites"))
	if j.Failed > 0 {
		text += fmt.Sprintf(", %s given up", wording.Grouped(j.Failed))
	}
	for i, name := range j.Names() {
		lead := ", "
		if i == 0 {
			lead = "; under way at "
		}
		text += fmt.Sprintf("%s%s (%s)", lead, name, wording.Grouped(j.Workers[name]))
	}
	return text + "."
}

type figure struct {
	Title        string
	Wide, Narrow template.HTML
}

// foundChart draws S(N), the external URLs found after N pages, as the report does; nil if there are no pages.
func foundChart(points []desk.Point) *figure {
	if len(points) == 0 {
		return nil
	}
	curve := chart.Curve{Name: "found", Points: []chart.Point{{}}} // the curve begins at 0
	for _, p := range points {
		curve.Points = append(curve.Points, chart.Point{X: float64(p.Pages), Y: float64(p.Found)})
	}
	w := chart.Words{Title: "External links found by pages processed", X: "pages processed", Y: "external links found"}
	last := points[len(points)-1]
	w.Description = fmt.Sprintf("%s after %s.", wording.Count(last.Found, "external link", "external links"),
		wording.Count(last.Pages, "page", "pages"))
	c := chart.Counts(w, []chart.Curve{curve})
	return &figure{w.Title, c.Wide("found-wide"), c.Narrow("found-narrow")}
}

func budgetText(b *site.BudgetProgress) string {
	text := wording.Grouped(b.Spent)
	if b.Budget > 0 {
		text += " of " + wording.Grouped(b.Budget)
	}
	text += " pages processed: " + wording.Count(b.Found, "external link", "external links") + " found"
	if b.Late > 0 && b.Late < b.Spent {
		text += fmt.Sprintf(", %s on the last %d pages", wording.Grouped(b.LateFound), b.Late)
	}
	return text + "."
}

func getSearch(c call) (any, error) { return c.Search() }

func actSearch(c call, in struct{ Action desk.Action }) (any, error) {
	if err := c.DoSearch(in.Action); err != nil {
		return nil, err
	}
	return c.Search()
}

func listSearchFiles(c call) (any, error) {
	result, err := c.SearchFiles()
	return listed(result), err
}

type searchBody struct {
	Project string
	Search  *desk.Search // nil if the project has no agents
	Crawl   *desk.Crawl  // the last run, if it was a search
	Topics  string       // the text of topics.ini
	Shown   tableBody
	Map     mapBody
	Files   []file
}

func (s *Server) searchPage(c call) (page, error) {
	p, r := c.Project, c.r
	b, trouble := searchBody{Project: p.Name, Map: mapOfSearch(p.Name)}, ""
	now, err := p.Search()
	switch {
	case err == nil:
		b.Search = &now
		b.Shown = ofSearch(p).body(r, nil, "/api"+ofProject(p.Name, "/search/tables/", ""))
	case !errors.Is(err, desk.ErrNotFound):
		trouble = err.Error()
	}
	if b.Topics, err = p.Topics(); err != nil {
		trouble = err.Error()
	}
	if o := p.Overview(); o.Crawl != nil && o.Crawl.Searching {
		b.Crawl = o.Crawl
	}
	if result, err := p.SearchFiles(); err == nil {
		b.Files = s.searchFiles(r, p, result)
	}
	return page{Title: "Search of " + p.Name, Trouble: trouble,
		Live: r.URL.EscapedPath() + "?part=state", Body: b}, nil
}

// searchFiles returns the files of a search with their addresses, reports first.
func (s *Server) searchFiles(r *http.Request, p *desk.Project, result desk.Result) (files []file) {
	at := "/api" + ofProject(p.Name, "/folder/"+result.Name+"/", "")
	for _, f := range result.Manifest.Files {
		files = append(files, s.fileAt(r, f, at+escapedPath(f.Name)))
	}
	site.Sort(files, func(a, b file) int {
		return map[bool]int{true: 1}[b.Report] - map[bool]int{true: 1}[a.Report]
	})
	return files
}

func searchText(s *desk.Search) string {
	if s == nil || s.Progress == nil {
		return ""
	}
	p := s.Progress
	text := wording.Count(p.Visited, "page", "pages")
	if p.Budget > 0 {
		text = wording.Grouped(p.Visited) + " of " + wording.Count(p.Budget, "page", "pages")
	}
	return fmt.Sprintf("%s visited, %s of them relevant; %s waiting; %s sold %s.", text,
		wording.Grouped(s.Stored), wording.Count(s.Waiting, "URL", "URLs"),
		wording.Count(p.Markets, "market", "markets"), wording.Count(p.Sold, "URL", "URLs"))
}
