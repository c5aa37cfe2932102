package web

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"sitegraph/desk"
)

func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) error {
	all, err := overviews(s.desk)
	if err != nil {
		return err
	}
	states, searches, visited := map[desk.State]int{}, map[desk.State]int{}, 0
	for _, o := range all {
		if o.Search != nil {
			searches[o.Search.State]++
		}
		if o.State == desk.Searching && o.Search != nil && o.Search.Progress != nil {
			visited += o.Search.Progress.Visited
		}
		for state, n := range o.Counts {
			states[state] += n
		}
	}
	fetched, pages := underWay(s.desk)
	var b strings.Builder
	head := func(name, help string) { fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name) }
	gauge := func(name, help string, n int) {
		head(name, help)
		fmt.Fprintf(&b, "%s %d\n", name, n)
	}
	gauge("sitegraph_projects", "Projects of the desk.", len(all))
	gauge("sitegraph_projects_crawling", "Projects that are being crawled.", len(s.desk.Crawling()))
	byState := func(name, help string, counts map[desk.State]int) {
		head(name, help)
		for _, state := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&b, "%s{state=%q} %d\n", name, state, counts[state])
		}
	}
	byState("sitegraph_sites", "Sites by state.", states)
	byState("sitegraph_searches", "Searches by agents, by state.", searches)
	gauge("sitegraph_searching_visited", "Pages visited by the searches under way.", visited)
	gauge("sitegraph_crawling_fetched", "URLs fetched of the sites that are being crawled.", fetched)
	gauge("sitegraph_crawling_pages", "Pages, at closed depths, of the sites that are being crawled.", pages)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	io.WriteString(w, b.String())
	return nil
}

func underWay(d *desk.Desk) (fetched, pages int) {
	for _, name := range d.Crawling() {
		p, err := d.Project(name)
		if err != nil {
			continue
		}
		sites, err := p.Sites(desk.Part{State: desk.Crawling, Sites: mostSites})
		if err != nil {
			continue
		}
		for _, site := range sites.Sites {
			if site.Progress != nil {
				fetched += site.Progress.Fetched
				pages += site.Progress.Pages
			}
		}
	}
	return fetched, pages
}

func healthz(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok\n") }

func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	if s.ending.Err() != nil {
		http.Error(w, "stopping", http.StatusServiceUnavailable)
		return
	}
	if _, err := s.desk.Projects(); err != nil {
		http.Error(w, "the folder of projects cannot be read", http.StatusServiceUnavailable)
		return
	}
	io.WriteString(w, "ready\n")
}
