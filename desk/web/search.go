package web

import (
	"errors"
	"fmt"
	"net/http"

	"sitegraph/desk"
	"sitegraph/site"
	"sitegraph/wording"
)

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
