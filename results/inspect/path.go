package inspect

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"sitegraph/site"
)

// Path is a shortest path of links between two pages, or from a page to a URL.
type Path struct {
	Clicks int `json:"clicks"` // counts the links on the way
	// Steps begin with the first page; each other one says how the page before links to it.
	Steps []Step `json:"steps"`
}

// Step is a page of a path, or the URL at its end, which may be no page.
type Step struct {
	Ref
	// State is that of a URL that is not a page, Place the best one where a link of the page before is.
	State   site.State `json:"state,omitempty"`
	Place   string     `json:"place,omitempty"`
	Anchors []Anchor   `json:"anchors,omitempty"` // how the page before links here, if the crawl kept that
}

var ErrNoPath = errors.New("no links lead") // the error that no links lead from one page to another

// Path returns the shortest path to a URL, of several the first by ids; one click more if it is no page.
func (s *Site) Path(from, to site.Entry) (Path, error) {
	begin, end := s.standing(from), s.pageOf(to.Key)
	if begin < 0 {
		return Path{}, fmt.Errorf("%s is %s, not a page: a path begins at a page", from.URL, from.State)
	}
	ends, err := s.ends(to)
	if err != nil {
		return Path{}, err
	}
	if len(ends) == 0 {
		return Path{}, fmt.Errorf("to %s %w: only redirects do%s", to.URL, ErrNoPath, s.unseen())
	}
	pages := s.search(begin, ends)
	if pages == nil {
		return Path{}, fmt.Errorf("from %s to %s %w%s", from.URL, to.URL, ErrNoPath, s.unseen())
	}
	p := Path{Clicks: len(pages) - 1}
	for i, page := range pages {
		step := Step{Ref: refTo(s.Graph, page)}
		if i > 0 {
			at, _ := s.Graph.Arc(pages[i-1], page)
			step.Place = s.arc(page, at).Place
		}
		p.Steps = append(p.Steps, step)
	}
	if end < 0 {
		p.Clicks++
		depth := s.Graph.Pages[pages[len(pages)-1]].Level + 1
		p.Steps = append(p.Steps, Step{Ref: Ref{URL: to.URL, Depth: depth}, State: to.State})
	}
	return p, s.writtenOn(&p, to)
}

func (s *Site) writtenOn(p *Path, to site.Entry) error {
	after := map[int]*Step{} // by the id of the page before
	for i := 1; i < len(p.Steps); i++ {
		after[p.Steps[i-1].ID] = &p.Steps[i]
	}
	return s.eachLink(slices.Sorted(maps.Keys(after)), func(l *site.Occurrence) {
		step := after[l.Source]
		if step.ID > 0 && l.Target == step.ID || step.ID == 0 && s.leadsTo(l, to) {
			step.Anchors = appendAnchor(step.Anchors, l)
		}
	})
}

// ends are the pages at which a path to a URL ends, but for the click on the URL itself if it is not a page.
func (s *Site) ends(to site.Entry) (pages []int, err error) {
	if page := s.pageOf(to.Key); page >= 0 {
		return []int{page}, nil
	}
	ids, _, err := s.linking(to)
	for _, id := range ids {
		pages = append(pages, id-1)
	}
	return pages, err
}

// Start is the page at which the crawl began; there is none in a crawl without pages.
func (s *Site) Start() (e site.Entry, err error) {
	if len(s.Graph.Pages) == 0 {
		return e, fmt.Errorf("the crawl of %s has no pages", s.Crawl.Site)
	}
	p := &s.Graph.Pages[0]
	return site.Entry{Key: p.Key, URL: p.URL, State: site.StatePage, Page: p.Key}, nil
}

// unseen ends the sentence on something that was not found, of a crawl that is not complete.
func (s *Site) unseen() string {
	if s.Complete {
		return ""
	}
	return "; the crawl is incomplete, so there may be links that it did not see"
}

// standing returns the place in the graph of the page that is, or represents, the URL of an entry; -1 if there is none.
func (s *Site) standing(e site.Entry) int {
	if page := s.pageOf(e.Key); page >= 0 || e.Page == "" {
		return page
	}
	return s.pageOf(e.Page)
}

// search returns the pages of a shortest path from one page to the nearest of others, nil if there is none.
func (s *Site) search(from int, to []int) (path []int) {
	before, reached := s.Graph.PathsFrom(from)
	wanted := map[int]bool{}
	for _, page := range to {
		wanted[page] = true
	}
	if at := slices.IndexFunc(reached, func(page int32) bool { return wanted[int(page)] }); at >= 0 {
		for page := reached[at]; page >= 0; page = before[page] {
			path = append(path, int(page))
		}
	}
	slices.Reverse(path)
	return path
}
