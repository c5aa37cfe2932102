// Package replayed makes sites of finished crawls. They answer as the sites did, and the engine that crawls the web
// crawls them again, in any order: what it decides is what it would have decided then.
//
//	site.go   the URLs of a finished crawl, and what is there
//	links.go  which page links to what
//	parts.go  a site as the parts of a crawl
//	crawl.go  crawling sites again, and the decisions made
//	best.go   the order of references that know more than policies
package replayed

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"slices"

	"sitegraph/schedule/lab"
	"sitegraph/site"
)

// Site is a finished crawl. Several crawls may go on in it at once.
type Site struct {
	Name  string      // the prefix of its files
	Graph *site.Graph // the pages and their arcs
	// External has the distinct external URLs of each page, ascending numbers below Kinds. They are known by their
	// normalized URLs in lower case without the slash at the end, as in BeeBot. It is nil where they were not kept.
	External [][]int32
	Kinds    int

	starts     []site.URL
	home       string // the normalized URL that the first start page leads to
	members    *site.Members
	normaliser *site.Normaliser
	answers    map[string]site.Response // by normalized URL
	forbidden  map[string]bool          // by robots.txt
	links      [][]*site.AnchorText     // of each page, to URLs of the site
	outside    []*site.AnchorText       // external URLs by number
}

// New returns the site of a crawl, whose URLs were normalized by a profile; "" is the default one. Without a ledger
// there are only pages.
func New(c *site.Crawl, profile string) (*Site, error) {
	n := len(c.Graph.Pages)
	if n == 0 {
		return nil, lab.Invalid("the crawl of %s has no page", c.Site)
	}
	s := &Site{Name: c.Name, Graph: c.Graph, members: c.Members, answers: make(map[string]site.Response, n),
		forbidden: map[string]bool{}, links: make([][]*site.AnchorText, n)}
	if profile == "" {
		profile = site.ProfileDefault
	}
	var err error
	if s.normaliser, err = site.NewNormaliser(profile, nil); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	for p := range n {
		s.answers[c.Graph.Pages[p].Key] = content(p)
	}
	l := newLinker(s, c)
	begin := beginning{origin: c.Site + "/", led: map[string]bool{}}
	if c.Ledger != nil {
		for e, err := range c.Ledger {
			if err != nil {
				return nil, fmt.Errorf("ledger of %s: %w", c.Site, err)
			}
			begin.take(s, e)
			s.answer(e)
			l.take(e)
		}
	}
	if err := l.end(); err != nil {
		return nil, err
	}
	if s.starts, err = begin.starts(s); err != nil {
		return nil, err
	}
	s.settle()
	return s, nil
}

// content is the answer of a page and its duplicates. The body stands for what they show.
func content(page int) site.Response {
	return site.Response{Status: http.StatusOK, ContentType: "text/html",
		Body: binary.BigEndian.AppendUint32(nil, uint32(page))}
}

// Page returns the place of the page that a normalized URL has the content of.
func (s *Site) Page(key string) (page int, ok bool) {
	body := s.answers[key].Body
	if body == nil {
		return 0, false
	}
	return int(binary.BigEndian.Uint32(body)), true
}

// answer takes what the request of a URL brought, if there was one.
func (s *Site) answer(e site.Entry) {
	r := site.Response{Status: e.Status}
	switch {
	case site.IsRedirect(e.Status):
		if r.Location = e.Location; r.Location == "" {
			r.Location = e.Reason.Target
		}
	case e.State == site.StateDuplicate, e.State == site.StateCanonical:
		page, ok := s.Page(e.Page)
		if !ok {
			return
		}
		r = content(page)
	case e.State == site.StateRobots:
		s.forbidden[e.Key] = true
		return
	case e.State == site.StateStatus:
	case e.State == site.StateRefused:
		r.Refused = site.RefusalRepeated
	case e.State == site.StateNotHTML:
		r.ContentType = "application/octet-stream"
	case e.State == site.StateFailed:
		r = site.Response{Failure: e.Reason.Failure}
		if !r.Failure.Failed() { // a folder of an older version
			r.Failure.Class = site.FailOther
		}
	default:
		return
	}
	s.answers[e.Key] = r
}

// requested reports whether the crawl requested a URL, or was forbidden to.
func (s *Site) requested(key string) bool {
	_, ok := s.answers[key]
	return ok || s.forbidden[key]
}

// beginning finds the start pages of a crawl: what is at depth 0, and not for a redirect of another one.
type beginning struct {
	origin string
	keys   []string // at depth 0
	led    map[string]bool
}

func (b *beginning) take(s *Site, e site.Entry) {
	if e.Level != 0 {
		return
	}
	b.keys = append(b.keys, e.Key)
	if to, err := site.Parse(e.Reason.Target); err == nil && site.IsRedirect(e.Status) && s.normaliser.Key(to) != e.Key {
		b.led[s.normaliser.Key(to)] = true
	}
}

// starts are the start pages, the home page first.
func (b *beginning) starts(s *Site) (all []site.URL, err error) {
	b.keys = slices.DeleteFunc(b.keys, func(key string) bool { return b.led[key] || !s.requested(key) })
	if len(b.keys) == 0 { // there is no ledger
		b.keys = []string{s.Graph.Pages[0].Key}
	}
	for _, key := range b.keys {
		u, err := site.Parse(key)
		if err != nil {
			return nil, fmt.Errorf("%s: the start page %s: %w", s.Name, key, err)
		}
		if all = append(all, u); key == b.origin {
			all[0], all[len(all)-1] = all[len(all)-1], all[0]
		}
	}
	return all, nil
}

// settle follows the redirects of the home page: they belong to its decision.
func (s *Site) settle() {
	at := s.starts[0]
	for range maxRedirects {
		s.home = s.normaliser.Key(at)
		to, err := at.Resolve(s.answers[s.home].Location, nil)
		if s.answers[s.home].Location == "" || err != nil || !s.requested(s.normaliser.Key(to)) {
			break
		}
		at = to
	}
}

// Free reports whether the request of a URL does not count as a page: a redirect, or what robots.txt forbids.
func (s *Site) Free(key string) bool {
	return s.forbidden[key] || site.IsRedirect(s.answers[key].Status)
}

// WithExternal returns the site with other external URLs on its pages.
func (s *Site) WithExternal(external [][]int32) *Site {
	other := *s
	other.External = external
	return &other
}
