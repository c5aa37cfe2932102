// Package replayed makes sites from finished crawls. They answer as the real sites did. The same engine that crawls
// the web crawls them again in any order, and so decides as it would have decided then.
//
//	site.go   the URLs of a finished crawl and their answers
//	links.go  the links on each page
//	parts.go  a site as the parts of a crawl
//	crawl.go  crawling sites again and recording decisions
//	best.go   the order of references, which know more than policies
package replayed

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"net/http"
	"slices"

	"sitegraph/site"
)

// Site is a finished crawl. It allows concurrent crawls.
type Site struct {
	Name  string      // prefix of its files
	Graph *site.Graph // pages and their arcs
	// External has the distinct external URLs of each page, as ascending numbers below Kinds. URLs count as equal if
	// their normalized forms agree but for case and a final slash, as in BeeBot. It is nil if they were not kept.
	External [][]int32
	Kinds    int

	starts     []site.URL
	home       string // normalized URL that the first start page leads to
	members    *site.Members
	normaliser *site.Normaliser
	answers    map[string]site.Response // by normalized URL
	forbidden  map[string]bool          // normalized URLs that robots.txt forbids
	links      [][]*site.AnchorText     // each page's links to URLs of the site
	outside    []*site.AnchorText       // substitutes for external URLs, by number
}

// New returns the site of a crawl. profile is the one that normalized its URLs; "" means the default. Without a ledger
// the site has only pages.
func New(c *site.Crawl, profile string) (*Site, error) {
	n := len(c.Graph.Pages)
	if n == 0 {
		return nil, fmt.Errorf("the crawl of %s has no page", c.Site)
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
	for p, page := range c.Graph.Pages {
		s.answers[page.Key] = content(p)
	}
	if c.Searched != nil { // agents visited several hosts
		if s.members, err = site.ReadMembers(originsOf(c.Graph)); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return s, s.read(c)
}

func originsOf(g *site.Graph) []string {
	var all []string
	for _, page := range g.Pages {
		all = append(all, site.OriginIn(page.Key))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// read reads a crawl's ledger and links.
func (s *Site) read(c *site.Crawl) error {
	var level0 []string
	l := newLinker(s, c)
	if c.Ledger != nil {
		for e, err := range c.Ledger {
			if err != nil {
				return fmt.Errorf("ledger of %s: %w", c.Site, err)
			}
			if e.Level == 0 {
				level0 = append(level0, e.Key)
			}
			s.answer(e)
			l.take(e)
		}
	}
	if err := l.end(); err != nil {
		return err
	}
	for key, r := range s.answers {
		if r.Location != "" && s.target(key) == "" { // to another site or a URL that the crawl left out
			r.Location = ""
			s.answers[key] = r
		}
	}
	return s.begin(level0, c.Site+"/")
}

// content returns the answer for a page and its duplicates. The page's number takes the place of the body.
func content(page int) site.Response {
	return site.Response{Status: http.StatusOK, ContentType: "text/html",
		Body: binary.BigEndian.AppendUint32(nil, uint32(page))}
}

// Page returns the index of the page that has the same content as a normalized URL.
func (s *Site) Page(key string) (page int, ok bool) {
	body := s.answers[key].Body
	if body == nil {
		return 0, false
	}
	return int(binary.BigEndian.Uint32(body)), true
}

// answer records the response for a URL, if the crawl requested it.
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
		if !r.Failure.Failed() { // from an older version
			r.Failure.Class = site.FailOther
		}
	default:
		return
	}
	s.answers[e.Key] = r
}

// requested reports whether the crawl requested a URL or robots.txt forbade it.
func (s *Site) requested(key string) bool {
	_, ok := s.answers[key]
	return ok || s.forbidden[key]
}

// target returns the normalized URL that a URL redirects to, or "" if the crawl did not request it.
func (s *Site) target(key string) string {
	u, err := site.Parse(key)
	if err != nil || s.answers[key].Location == "" {
		return ""
	}
	to, err := u.Resolve(s.answers[key].Location, nil)
	if target := s.normaliser.Key(to); err == nil && s.requested(target) {
		return target
	}
	return ""
}

// begin sets the start pages, those URLs at depth 0 to which no other one redirects. The crawl's origin comes first,
// and home is the end of its redirects.
func (s *Site) begin(level0 []string, origin string) error {
	led := map[string]bool{"": true}
	for _, key := range level0 {
		if to := s.target(key); to != key {
			led[to] = true
		}
	}
	keys := slices.DeleteFunc(level0, func(key string) bool { return led[key] || !s.requested(key) })
	if len(keys) == 0 { // no ledger
		keys = []string{s.Graph.Pages[0].Key}
	}
	for _, key := range keys {
		u, err := site.Parse(key)
		switch {
		case err != nil:
			return fmt.Errorf("%s: the start page %s: %w", s.Name, key, err)
		case key == origin:
			s.starts = slices.Insert(s.starts, 0, u)
		default:
			s.starts = append(s.starts, u)
		}
	}
	s.home = s.normaliser.Key(s.starts[0])
	for range maxRedirects {
		s.home = cmp.Or(s.target(s.home), s.home)
	}
	return nil
}

// Free reports whether a URL costs no budget, since it redirects or robots.txt forbids it.
func (s *Site) Free(key string) bool {
	return s.forbidden[key] || site.IsRedirect(s.answers[key].Status)
}

// WithExternal returns a copy of the site with other external URLs on its pages.
func (s *Site) WithExternal(external [][]int32) *Site {
	other := *s
	other.External = external
	return &other
}
