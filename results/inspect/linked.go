package inspect

import (
	"cmp"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
)

func (s *Site) withMentions() (*site.Crawl, error) {
	said := map[string]string{} // by page; "" is for the pages with arcs to it
	read := false
	for e, err := range s.Ledger {
		if err != nil {
			return nil, err
		}
		if e.LinkedFrom != "" || e.State == site.StatePage {
			said[e.Key] = e.LinkedFrom
		}
		read = read || e.LinkedFrom != ""
	}
	if !read { // the crawl is from the state, or nothing is known
		return s.Crawl, nil
	}
	linked, sources, pages := *s.Crawl, sources(s.Graph), s.Graph.ByKey()
	linked.Mentions = func(key string) []int {
		text, known := said[key]
		if page, ok := pages.Find(key); ok && known && text == "" {
			return sources[page]
		}
		return slices.Collect(site.IDs(text))
	}
	return &linked, nil
}

// sources returns the ids of the pages with arcs to each page, ascending.
func sources(g *site.Graph) [][]int {
	all := make([][]int, len(g.Pages))
	for i := range all {
		targets, _ := g.Out(i)
		for _, t := range targets {
			all[t] = append(all[t], i+1)
		}
	}
	return all
}

// Anchor is a link as written.
type Anchor struct {
	// These fields are as in links.csv.
	Text  string `json:"text"`
	Href  string `json:"href"`
	Place string `json:"place,omitempty"`
	Rel   string `json:"rel,omitempty"`
}

const maxAnchors = 10 // maximum ways listed to write the links of one page to another

func appendAnchor(all []Anchor, l *site.Occurrence) []Anchor {
	a := Anchor{Text: l.Text, Href: l.Href, Place: l.Place, Rel: l.Rel}
	if len(all) == maxAnchors || slices.Contains(all, a) {
		return all
	}
	return append(all, a)
}

func (s *Site) keepsLinks() bool { return s.LinksOf != nil || s.Links != nil }

// eachLink calls f for the links of pages, whose ids ascend, if the crawl kept links.
func (s *Site) eachLink(ids []int, f func(*site.Occurrence)) error {
	for l, err := range s.LinksOn(ids) {
		if err != nil {
			return err
		}
		f(&l)
	}
	return nil
}

// addAnchors adds to links, sorted by page, how the links accepted by meant are written.
func (s *Site) addAnchors(list *List[Link], meant func(*site.Occurrence) bool) error {
	ids := site.Each(list.Items, func(l Link) int { return l.ID })
	return s.eachLink(ids, func(l *site.Occurrence) {
		if at, ok := slices.BinarySearch(ids, l.Source); ok && meant(l) {
			list.Items[at].Anchors = appendAnchor(list.Items[at].Anchors, l)
		}
	})
}

func (s *Site) leadsTo(l *site.Occurrence, e site.Entry) bool {
	if l.Key != "" || l.URL == "" {
		return l.Key == e.Key
	}
	if l.URL == e.URL {
		return true
	}
	u, err := site.Parse(l.URL)
	return err == nil && s.Key(u) == e.Key
}

// Problem is a URL or page with a problem.
type Problem struct {
	// The fields up to Detail are as in problems.csv.
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	URL      string `json:"url"`
	Status   int    `json:"status,omitempty"`
	Detail   string `json:"detail,omitempty"`
	// SourceCount counts the pages that link there or have the bad link or title. Sources has the first of them.
	SourceCount int      `json:"source_count"`
	Sources     []string `json:"sources,omitempty"`
}

// Asked selects problems by its non-empty fields.
type Asked struct {
	// These fields are as in a problem.
	Kind, Severity, URL string
}

// Problems returns the kinds of problems of the crawl, and the problems that were asked for.
func (s *Site) Problems(a Asked, limits Limits) (kinds []stats.Problem, some List[Problem], err error) {
	c := collect[Problem](limits)
	if s.Searched != nil {
		some = c.list()
		some.Note = "a search by agents looks for no problems"
		return nil, some, nil
	}
	linked, err := s.Linked()
	if err != nil {
		return nil, some, err
	}
	found, kinds, err := stats.FindProblems(linked)
	if err != nil {
		return nil, some, err
	}
	severity := stats.Severities(kinds)
	for o, err := range found {
		if err != nil {
			return nil, some, err
		}
		wanted := (a.Kind == "" || a.Kind == o.Kind) && (a.URL == "" || a.URL == o.URL) &&
			(a.Severity == "" || a.Severity == severity[o.Kind])
		if wanted {
			c.add(func() Problem { return s.problem(o, severity[o.Kind]) })
		}
	}
	return kinds, c.list(), nil
}

func (s *Site) problem(o stats.Occurrence, severity string) Problem {
	p := Problem{Kind: o.Kind, Severity: severity, URL: o.URL, Status: o.Status, Detail: o.Detail,
		SourceCount: cmp.Or(o.SourceCount, len(o.Sources))}
	p.Sources = site.Each(o.Sources, func(id int) string { return s.Graph.Pages[id-1].URL })
	return p
}
