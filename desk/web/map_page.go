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
	From          string // the address of this map, "" if nobody asked for it
	Open          string // the prefix of the addresses of URLs' pages
	At            string // identifies the state that the map shows, "" for none
	Waits         bool   // a newer map is being drawn or will be
	Grows         bool   // the site is being crawled
	View          desk.View
	HTML          template.HTML // the map, "" if the reader's copy is current
	Message       string        // why there is no map
}

func mapOf(project, line string) mapBody {
	return mapBody{Project: project, Line: line, Open: pageAt(project, line, ""),
		From: ofProject(project, "/map?site=", line)}
}

// mapOfSearch returns the map of a search before it is drawn. Its URLs have no pages at the desk.
func mapOfSearch(project string) mapBody {
	return mapBody{Project: project, Line: "Search by topics", From: ofProject(project, "/search/map", "")}
}

// mapPage shows the map of a site. With part=state it shows only the site's state, with after=… only a newer map.
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

// fill renders the map unless the reader's copy is current. when is the message while there is no map.
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
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, desk.ErrBuilding) { // a newer one exists or will
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

// chooseMap chooses the map of a project: the requested one, or that of a site being crawled, or any other.
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
	if c := b.Overview.Crawl; asked == "" && (c == nil || c.Searching) { // nobody has asked for it
		b.Map.From = ""
	}
	return nil
}

// hasMap reports whether something is or soon will be known about a site. Workers report only at their end.
func hasMap(s desk.Site) bool {
	return s.Worker == "" && (s.State == desk.Crawling || !s.Started.IsZero())
}
