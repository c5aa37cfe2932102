// Package inspect answers questions about URLs of a finished crawl for the command line, the desk and programs: what
// became of a URL and why, which pages link to it, and which links lead there.
//
//	s, err := inspect.New(crawl, profile)
//	entries, err := s.Find("example.com/gone")
//	page, err := s.Page(entries[0], inspect.Limits{Items: 20})
//
// A crawl of the state knows all pages that link to a URL. A crawl of a result folder knows what its files say. Answers
// say in words what is unknown.
package inspect

import (
	_ "embed"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Site is a crawl that answers questions. Goroutines may share it.
type Site struct {
	*site.Crawl
	normal *site.Normaliser
	ranks  func() []Measure // of all pages
	// Linked returns the crawl with Mentions from its ledger if it lacks them, such as after reading a result folder.
	Linked func() (*site.Crawl, error)
}

// New wraps a crawl whose normalized URLs follow the rules of profile, as in [walk] url_profile.
func New(c *site.Crawl, profile string) (*Site, error) {
	n, err := site.NewNormaliser(profile, nil) // asks no DNS with any profile
	if err != nil {
		return nil, err
	}
	s := &Site{Crawl: c, normal: n}
	s.ranks, s.Linked = sync.OnceValue(func() []Measure { return measure(c.Graph) }), sync.OnceValues(s.withMentions)
	return s, nil
}

// URLs returns the URL of a text, or both possible URLs if it has no scheme.
func URLs(text string) ([]site.URL, error) {
	urls, err := parse(text)
	if err != nil {
		advice := "include http:// or https://"
		if fault, ok := errors.AsType[site.LinkFault](err); ok && fault.Kind == site.FaultBadPort {
			advice = "a port is a number up to 65535"
		}
		return nil, fmt.Errorf("%q is not a URL (%w): %s", text, err, advice)
	}
	return urls, nil
}

func parse(text string) ([]site.URL, error) {
	secure, err := site.Parse("https://" + text)
	if strings.Contains(text, "://") {
		secure, err = site.Parse(text)
		return []site.URL{secure}, err
	}
	open, _ := site.Parse("http://" + text) // wrong in the same way
	return []site.URL{secure, open}, err
}

// Key returns the normalized URL of u in the crawl.
func (s *Site) Key(u site.URL) string {
	if s.Former == u.Origin() {
		u.Scheme = "https"
	}
	return s.normal.Key(u)
}

// Find returns the ledger's entries for URLs. Without a ledger it finds only pages.
func (s *Site) Find(urls []site.URL) (found []site.Entry, err error) {
	keys := site.Each(urls, s.Key)
	for e, err := range s.Ledger {
		if err != nil {
			return nil, err
		}
		if slices.Contains(keys, e.Key) {
			found = append(found, e)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	for i := range s.Graph.Pages {
		if p := &s.Graph.Pages[i]; slices.Contains(keys, p.Key) {
			found = append(found, site.Entry{Key: p.Key, URL: p.URL, State: site.StatePage, Level: p.Level,
				Status: p.Status, Page: p.Key})
		}
	}
	return found, nil
}

// ErrUnknown says that the crawl does not know a URL.
var ErrUnknown = errors.New("no page of the site links to it, and the crawl did not find it in another way")

// Look is like Find for a text, which is a URL, perhaps without a scheme, or a path. It also returns the likeliest URL.
func (s *Site) Look(text string) (found []site.Entry, likely site.URL, err error) {
	isPath := strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//")
	if !isPath {
		urls, err := URLs(text)
		if err == nil {
			found, err = s.Find(urls)
		}
		if err != nil || len(found) > 0 || strings.Contains(text, "://") {
			return found, append(urls, likely)[0], err
		}
		likely = urls[0]
	}
	u, wrong := site.Parse(s.Crawl.Site + "/" + strings.TrimPrefix(text, "/"))
	if wrong == nil {
		found, err = s.Find([]site.URL{u})
	}
	if isPath || len(found) > 0 {
		likely = u
	}
	return found, likely, err
}

// One returns one of the entries that Look finds, or ErrUnknown.
func (s *Site) One(text string) (e site.Entry, err error) {
	found, likely, err := s.Look(text)
	if err != nil {
		return e, err
	}
	if len(found) == 0 {
		return e, fmt.Errorf("%s is unknown to the crawl of %s: %w", s.Key(likely), s.Crawl.Site, ErrUnknown)
	}
	if i := slices.IndexFunc(found, func(e site.Entry) bool { return e.State != site.StateExternal }); i > 0 {
		return found[i], nil
	}
	return found[0], nil
}

func (s *Site) pageOf(key string) int {
	return slices.IndexFunc(s.Graph.Pages, func(p site.Page) bool { return p.Key == key })
}

// Measure is a number of a page with its rank. Rank 1 is the highest, and equal numbers share a rank.
type Measure struct {
	Name  string  `json:"name"` // pagerank, in_degree or out_degree
	Value float64 `json:"value"`
	Rank  int     `json:"rank"`

	all    []float64 // the values of all pages
	places []int     // their ranks
}

// measure computes measures that need only a few passes over the arcs.
func measure(g *site.Graph) []Measure {
	in, out := make([]float64, len(g.Pages)), make([]float64, len(g.Pages))
	for i, n := range g.InDegrees() {
		in[i], out[i] = float64(n), float64(g.OutDegree(i))
	}
	_, rank := stats.PageRank(g)
	for i := range rank {
		rank[i] = stats.Round(rank[i])
	}
	return []Measure{{Name: "pagerank", all: rank, places: stats.Ranks(rank)},
		{Name: "in_degree", all: in, places: stats.Ranks(in)}, {Name: "out_degree", all: out, places: stats.Ranks(out)}}
}

// List is a part of a longer list.
type List[T any] struct {
	// Total counts all items, and Cut those that were cut. Items is never nil.
	Total int `json:"total"`
	Cut   int `json:"cut"`
	From  int `json:"from,omitempty"` // the index of the first item
	Items []T `json:"items"`
	// Note says what the list or its items may lack, or is "".
	Note string `json:"note,omitempty"`
}

// Limits bounds the lists of an answer.
type Limits struct {
	// From is the index of the first item wanted, and Items the number of items wanted of each list.
	From, Items int
	// Content leaves out links in menus, headers, footers and side boxes.
	Content bool
}

// collector makes a List of items as they come.
type collector[T any] struct {
	List[T]
	limits Limits
}

func collect[T any](limits Limits) *collector[T] {
	return &collector[T]{List: List[T]{From: limits.From, Items: []T{}}, limits: limits}
}

func (c *collector[T]) add(item func() T) {
	if c.Total >= c.limits.From && len(c.Items) < c.limits.Items {
		c.Items = append(c.Items, item())
	}
	c.Total++
}

func (c *collector[T]) list() List[T] {
	c.Cut = c.Total - len(c.Items)
	return c.List
}

// Take makes a List of the rows that wanted accepts, or of all if it is nil.
func Take[R, T any](rows iter.Seq2[R, error], limits Limits, wanted func(R) bool, item func(R) T) (List[T], error) {
	c := collect[T](limits)
	for row, err := range rows {
		if err != nil {
			return c.list(), err
		}
		if wanted == nil || wanted(row) {
			c.add(func() T { return item(row) })
		}
	}
	return c.list(), nil
}

// Meaning explains the state of an entry.
func (s *Site) Meaning(e site.Entry) string {
	if u, err := site.Parse(e.Key); e.State == site.StateExternal && err == nil &&
		(u.Origin() == s.Crawl.Site || s.Members.Has(u)) { // a host of the site
		return "outside the section that was crawled"
	}
	return meanings()[string(e.State)]
}

// states says what each state means.
//
//go:embed states.txt
var states string

var meanings = sync.OnceValue(func() map[string]string { return maps.Collect(wording.Lines(states)) })
