package inspect

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

// Path is a shortest path of links between two pages, or from a page to a URL.
type Path struct {
	Clicks int `json:"clicks"` // number of links on the way
	// Steps begins with the first page. Each later step says how the page before links to it.
	Steps []Step `json:"steps"`
}

// Step is a page of a path, or the URL at its end, which need not be a page.
type Step struct {
	Ref
	// State is the state of a URL that is not a page. Place is the best place of the links from the page before.
	State   site.State `json:"state,omitempty"`
	Place   string     `json:"place,omitempty"`
	Anchors []Anchor   `json:"anchors,omitempty"` // how these links are written, if known
}

var ErrNoPath = errors.New("no links lead") // the error that no links lead from one page to another

// Path returns a shortest path to a URL, the first by ids. The path to a URL that is not a page has one more click.
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
		return Path{}, fmt.Errorf("to %s %w: only redirects do%s", to.URL, ErrNoPath, unseen(s.Complete))
	}
	pages := s.search(begin, ends)
	if pages == nil {
		return Path{}, fmt.Errorf("from %s to %s %w%s", from.URL, to.URL, ErrNoPath, unseen(s.Complete))
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

// ends returns the pages at which a path may end, before the last click if the URL is not a page.
func (s *Site) ends(to site.Entry) (pages []int, err error) {
	if page := s.pageOf(to.Key); page >= 0 {
		return []int{page}, nil
	}
	ids, _, err := s.linking(to)
	return site.Each(ids, func(id int) int { return id - 1 }), err
}

// Start returns the page at which the crawl began.
func (s *Site) Start() (e site.Entry, err error) {
	if len(s.Graph.Pages) == 0 {
		return e, fmt.Errorf("the crawl of %s has no pages", s.Crawl.Site)
	}
	p := &s.Graph.Pages[0]
	return site.Entry{Key: p.Key, URL: p.URL, State: site.StatePage, Page: p.Key}, nil
}

// unseen ends a sentence about something that was not found. It says so if the crawl is incomplete.
func unseen(complete bool) string {
	if complete {
		return ""
	}
	return "; the crawl is incomplete, so there may be links that it did not see"
}

// standing returns the index of the page that represents an entry, or -1.
func (s *Site) standing(e site.Entry) int {
	if page := s.pageOf(e.Key); page >= 0 || e.Page == "" {
		return page
	}
	return s.pageOf(e.Page)
}

// search returns a shortest path to the nearest of some pages, or nil.
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

// Pair says whether two URLs are the same page.
type Pair struct {
	First   Verdict `json:"first"`    // of the first URL
	Second  Verdict `json:"second"`   // of the second
	OnePage bool    `json:"one_page"` // they are one URL, or one page represents both
	// Differ lists differences between two pages, as far as known.
	Differ []Difference `json:"differ,omitempty"`
}

// Difference is a trait in which two pages differ.
type Difference struct {
	Of     string `json:"of"` // title, description, h1, words, links or content
	First  string `json:"first"`
	Second string `json:"second"`
}

// Pair compares what [Site.One] finds for two texts.
func (s *Site) Pair(first, second string) (p Pair, err error) {
	a, err := s.One(first)
	if err != nil {
		return p, err
	}
	b, err := s.One(second)
	if err != nil {
		return p, err
	}
	p = Pair{First: s.Verdict(a), Second: s.Verdict(b)}
	p.OnePage = a.Key == b.Key || a.Page != "" && a.Page == b.Page
	if at, other := s.pageOf(a.Page), s.pageOf(b.Page); !p.OnePage && at >= 0 && other >= 0 {
		p.Differ = s.differ(at, other)
	}
	return p, nil
}

func (s *Site) differ(a, b int) (all []Difference) {
	add := func(of, first, second string) {
		if first != second {
			all = append(all, Difference{of, first, second})
		}
	}
	p, q := &s.Graph.Pages[a], &s.Graph.Pages[b]
	add("title", p.Title, q.Title)
	if p.Facts != nil && q.Facts != nil {
		add("description", p.Facts.Description, q.Facts.Description)
		add("h1", p.Facts.H1, q.Facts.H1)
		add("words", fmt.Sprint(p.Facts.Words), fmt.Sprint(q.Facts.Words))
	}
	add("links", s.linksWithout(a, b), s.linksWithout(b, a))
	if len(all) == 0 {
		add("content", p.Hash, q.Hash)
	}
	return all
}

// linksWithout names pages, other than itself, to which only the first page links.
func (s *Site) linksWithout(page, other int) string {
	var urls []string
	targets, _ := s.Graph.Out(page)
	for _, to := range targets {
		if _, both := s.Graph.Arc(other, int(to)); !both && int(to) != page {
			urls = append(urls, s.Graph.Pages[to].URL)
		}
	}
	return wording.ListFirst(urls, 3)
}
