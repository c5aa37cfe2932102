package web

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"os"

	"sitegraph/desk"
)

type mapBody struct {
	Project, Line string
	From          string // the address that has the map as it is now, "" for a map that nobody has asked for
	Open          string // what the addresses of the pages of URLs begin with
	// At tells apart the states that maps are of, "" for none; Waits: a newer one is or will be drawn.
	At    string
	Waits bool
	Grows bool // says that the site is being crawled
	View  desk.View
	// HTML is the map, "" if the reader has it; Message says why there is none.
	HTML    template.HTML
	Message string
}

// mapOf is the map of a site before it is drawn.
func mapOf(project, line string) mapBody {
	return mapBody{Project: project, Line: line, Open: pageAt(project, line, ""),
		From: ofProject(project, "/map?site=", line)}
}

// mapOfSearch is the map of the search of a project before it is drawn; its URLs have no pages at the desk.
func mapOfSearch(project string) mapBody {
	return mapBody{Project: project, Line: "Search by topics", From: ofProject(project, "/search/map", "")}
}

// mapPage shows the map of a site; with part=state only its state, with after=… the map if it is newer than that.
func mapPage(c call) (p page, err error) {
	b, err := siteAsked(c)
	if err != nil {
		return p, err
	}
	b.Map.Grows = b.Site.State == desk.Crawling || b.Site.State == desk.Stopping
	live := b.Map.From + "&part=state"
	if c.r.URL.Query().Get("part") == "" {
		view := func(ctx context.Context) (desk.View, error) { return c.View(ctx, b.Site.Line) }
		b.Map.fill(c.r, view, whenDrawn(b.Site, c.Overview()))
	}
	return page{Title: "Map of " + b.Site.Line, Live: live, Body: b}, nil
}

func searchMapPage(c call) (p page, err error) {
	now, err := c.Search()
	if err != nil {
		return p, err
	}
	b := searchBody{Project: c.Name, Search: &now, Map: mapOfSearch(c.Name)}
	b.Map.Grows = now.State == desk.Searching || now.State == desk.Stopping
	b.Map.fill(c.r, c.SearchView, "No page was visited yet. The map is drawn here while the agents search.")
	return page{Title: "Map of the search of " + c.Name, Live: ofProject(c.Name, "/search?part=state", ""),
		Body: b}, nil
}

// fill adds the map, unless the reader has it; when says when there will be one.
func (b *mapBody) fill(r *http.Request, view func(context.Context) (desk.View, error), when string) {
	waiting, cancel := context.WithTimeout(r.Context(), pageWithin)
	defer cancel()
	has := r.URL.Query().Get("after")
	v, err := view(waiting)
	b.View, b.At, b.Waits = v, moments(v.At), v.Building || v.Stale && b.Grows
	if err == nil && b.At != has {
		var text []byte
		text, err = os.ReadFile(v.Map)
		b.HTML = template.HTML(text) // package atlas has escaped the texts
	}
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, desk.ErrBuilding) { // there is a newer one, or there will be
		b.At, b.HTML, b.Waits, b.Message = "", "", true, "The map is being drawn."
	} else if errors.Is(err, desk.ErrNothingYet) {
		b.Message = when
	} else if err != nil {
		_, why := explain(err)
		b.Message = why.Error
	}
}

func atWorkers(o desk.Overview) bool {
	return o.Crawl != nil && o.Crawl.Job != nil && o.Crawl.Ended.IsZero()
}

// whenDrawn says why a site has no map yet, and when it will have one.
func whenDrawn(s desk.Site, o desk.Overview) string {
	switch {
	case s.GivenUp != "":
		return "Workers gave this site up. Its map is drawn when it is crawled here, or given to workers again."
	case atWorkers(o):
		return "Workers crawl this site. Its map is drawn here when they are done with it."
	}
	return "Nothing is known of the site yet. Its map is drawn here while it is crawled."
}

// chooseMap chooses the map of a project, the one asked for or that of a site being crawled, and others.
func (b *projectBody) chooseMap(p *desk.Project, asked string) error {
	for _, s := range b.List.Sites {
		if hasMap(s) {
			b.Maps = append(b.Maps, s.Line)
		}
	}
	line := asked
	if line == "" {
		now, err := p.Sites(desk.Part{State: desk.Crawling, Sites: 1})
		if err != nil {
			return err
		}
		for _, s := range append(now.Sites, b.List.Sites...) {
			if line == "" && hasMap(s) {
				line = s.Line
			}
		}
	}
	if line == "" {
		if atWorkers(b.Overview) {
			b.Map.Message = "Workers crawl this project. The map of a site is drawn here when they are done with it."
		}
		return nil
	}
	b.Map = mapOf(p.Name, line)
	if c := b.Overview.Crawl; asked == "" && (c == nil || c.Searching) { // nobody has asked for the work
		b.Map.From = ""
	}
	return nil
}

// hasMap reports whether something is known of a site, or will soon be: what workers find comes when they are done.
func hasMap(s desk.Site) bool {
	return s.Worker == "" && (s.State == desk.Crawling || !s.Started.IsZero())
}
