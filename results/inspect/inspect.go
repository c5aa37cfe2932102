package inspect

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"sitegraph/site"
	"sitegraph/stats"
)

// Site is a crawl that is asked questions. Several goroutines may ask.
type Site struct {
	*site.Crawl
	normal *site.Normaliser
	ranks  func() []Measure // of all pages
	linked func() (*site.Crawl, error)
}

// New returns a crawl to be asked. profile is its rules for normalized URLs, as in [walk] url_profile.
func New(c *site.Crawl, profile string) (*Site, error) {
	n, err := site.NewNormaliser(profile, nil) // asks no DNS, whatever the profile
	if err != nil {
		return nil, err
	}
	s := &Site{Crawl: c, normal: n}
	s.ranks, s.linked = sync.OnceValue(func() []Measure { return measure(c.Graph) }), sync.OnceValues(s.withMentions)
	return s, nil
}

// URLs are the URL of a text, or the two that it may be without a scheme. The error says what to write.
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
	if strings.Contains(text, "://") {
		u, err := site.Parse(text)
		return []site.URL{u}, err
	}
	secure, err := site.Parse("https://" + text)
	if err != nil {
		return nil, err
	}
	open, err := site.Parse("http://" + text)
	return []site.URL{secure, open}, err
}

// Key returns the normalized URL that the crawl has for a URL.
func (s *Site) Key(u site.URL) string {
	if s.Former == u.Origin() {
		u.Scheme = "https"
	}
	return s.normal.Key(u)
}

// Find returns the lines of the ledger of URLs; none is unknown, be there a ledger or not. A crawl that was read
// without its ledger knows pages alone.
func (s *Site) Find(urls []site.URL) (found []site.Entry, err error) {
	var keys []string
	for _, u := range urls {
		keys = append(keys, s.Key(u))
	}
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

// ErrUnknown is the error that the crawl knows nothing of a URL.
var ErrUnknown = errors.New("no page of the site links to it, and the crawl did not find it in another way")

// One returns the line of the ledger of one URL; of two that a text without a scheme may be, the one of the site. A
// path is one of the site. The error is that of [URLs], or ErrUnknown with the URL.
func (s *Site) One(text string) (e site.Entry, err error) {
	if strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") {
		text = s.Crawl.Site + text
	}
	urls, err := URLs(text)
	if err != nil {
		return e, err
	}
	found, err := s.Find(urls)
	if err != nil {
		return e, err
	}
	if len(found) == 0 {
		return e, fmt.Errorf("%s is unknown to the crawl of %s: %w", s.Key(urls[0]), s.Crawl.Site, ErrUnknown)
	}
	if i := slices.IndexFunc(found, func(e site.Entry) bool { return e.State != site.StateExternal }); i > 0 {
		return found[i], nil
	}
	return found[0], nil
}

func (s *Site) pageOf(key string) int {
	return slices.IndexFunc(s.Graph.Pages, func(p site.Page) bool { return p.Key == key })
}

// Measure is a number of a page, and the place it gives the page among all: 1 is the greatest, equal numbers share one.
type Measure struct {
	// Name is pagerank, in_degree or out_degree.
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Rank  int     `json:"rank"`

	// all are the values of all pages.
	all []float64
}

// measure takes the measures that need no more than some passes over the arcs.
func measure(g *site.Graph) []Measure {
	in, out := make([]float64, len(g.Pages)), make([]float64, len(g.Pages))
	for i, n := range g.InDegrees() {
		in[i], out[i] = float64(n), float64(g.OutDegree(i))
	}
	_, rank := stats.PageRank(g)
	for i := range rank {
		rank[i] = stats.Round(rank[i])
	}
	return []Measure{{Name: "pagerank", all: rank}, {Name: "in_degree", all: in}, {Name: "out_degree", all: out}}
}

func (s *Site) measuresOf(page int) (all []Measure) {
	for _, m := range s.ranks() {
		m.Value, m.Rank = m.all[page], 1
		for _, v := range m.all {
			if v > m.Value {
				m.Rank++
			}
		}
		all = append(all, m)
	}
	return all
}
