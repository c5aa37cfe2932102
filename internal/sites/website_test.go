package sites

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

type clock struct{ at time.Time }

func newClock() *clock { return &clock{time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time { return c.at }

const period = 6 * time.Hour

func (c *clock) wait() { c.at = c.at.Add(period) }

type sitePage struct {
	path  string
	words []string // visible text
	links []string // targets of links without a text
	body  string   // sent as is; "" means words and links
	moved string   // redirect target; "" for none
	gone  bool
	// edits counts the changes of the text so far; edited is the time of the last one.
	edits  int
	edited time.Time

	// The program's copy of the page, as the server knows it: last fetched words, and the time of the last answer.
	fetched []string
	checked time.Time
}

func (p *sitePage) here() bool { return !p.gone && p.moved == "" }

func (p *sitePage) html() string {
	if p.body != "" {
		return p.body
	}
	var b strings.Builder
	b.WriteString("<!doctype html><title>" + p.path + "</title><p>")
	for _, word := range p.words {
		b.WriteString(word + " ")
	}
	for _, link := range p.links {
		b.WriteString("<a href=\"" + link + "\"></a>\n")
	}
	return b.String()
}

// website is a site that changes. Its first page is the home page.
type website struct {
	origin  string
	clock   *clock
	manners manners
	// onChecked is called for each page that was sent or reported as unchanged.
	onChecked func(*sitePage)

	mu     sync.Mutex
	pages  []*sitePage
	byPath map[string]*sitePage
	asked  []string // paths of all requests except for robots.txt and sitemaps
}

func newWebsite(t testing.TB, c *clock) *website {
	t.Helper()
	s := &website{clock: c, byPath: map[string]*sitePage{}, onChecked: func(*sitePage) {}}
	s.origin = serving(t, s.serve)
	return s
}

// add adds a page, and a link to it from an existing page.
func (s *website) add(path, from string, words ...string) *sitePage {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &sitePage{path: path, words: words, edited: s.clock.now()}
	s.pages = append(s.pages, p)
	s.byPath[path] = p
	if from != "" {
		parent := s.byPath[from]
		parent.links = append(parent.links, path)
	}
	return p
}

func (s *website) edit(path string, words ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byPath[path].edit(s.clock.now(), words)
}

func (p *sitePage) edit(now time.Time, words []string) {
	p.words, p.edited = words, now
	p.edits++
}

// remove makes a page vanish, and with unlink also the links to it.
func (s *website) remove(path string, unlink bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byPath[path].gone = true
	if unlink {
		s.relink(path, "")
	}
}

// move gives a page another path. The old path redirects there, and links lead to the new one.
func (s *website) move(path, to string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.byPath[path]
	p := &sitePage{path: to, words: old.words, links: slices.Clone(old.links), edited: old.edited}
	s.pages, s.byPath[to] = append(s.pages, p), p
	old.moved = to
	s.relink(path, to)
}

// relink makes links to a path lead to another one, or removes them.
func (s *website) relink(from, to string) {
	for _, p := range s.pages {
		if i := slices.Index(p.links, from); i >= 0 && to != "" {
			p.links = slices.Clone(p.links)
			p.links[i] = to
		} else if i >= 0 {
			p.links = slices.Delete(slices.Clone(p.links), i, i+1)
		}
	}
}

// settle synchronizes the memory of the test and the server.
func (s *website) settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
}

func (s *website) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if path := r.URL.RequestURI(); path != "/robots.txt" && !strings.Contains(path, "sitemap") {
		s.asked = append(s.asked, path)
	}
	if s.manners.answer(w, r) {
		return
	}
	p := s.byPath[r.URL.RequestURI()]
	switch {
	case p == nil:
		http.NotFound(w, r)
	case p.gone:
		http.NotFound(w, r)
	case p.moved != "":
		http.Redirect(w, r, p.moved, http.StatusMovedPermanently)
	default:
		s.send(w, r, p)
	}
}

// send sends an existing page, or reports it as unchanged.
func (s *website) send(w http.ResponseWriter, r *http.Request, p *sitePage) {
	p.checked = s.clock.now()
	same := validate(w, r, p)
	if same {
		w.WriteHeader(http.StatusNotModified)
	} else {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(p.html())) // ignores clients that went away
		p.fetched = p.words
	}
	s.onChecked(p)
}

// manners says how a site speaks HTTP, for all its pages.
type manners struct {
	// robots is the text of robots.txt; "" is 404.
	robots string
	// outage, unless it is 0, is the status of all answers but robots.txt. If it is a redirect, it leads to elsewhere.
	outage    int
	elsewhere string
	// other may answer a request before all else.
	other func(w http.ResponseWriter, r *http.Request) (done bool)
}

// answer answers requests that need no page.
func (m *manners) answer(w http.ResponseWriter, r *http.Request) (done bool) {
	path := r.URL.RequestURI()
	switch {
	case m.other != nil && m.other(w, r):
	case path == "/robots.txt" && m.robots != "":
		fmt.Fprint(w, m.robots)
	case path == "/robots.txt":
		http.NotFound(w, r)
	case m.outage != 0 && m.elsewhere != "":
		http.Redirect(w, r, m.elsewhere+path, m.outage)
	case m.outage != 0:
		http.Error(w, "out of order", m.outage)
	default:
		return false
	}
	return true
}

// validate sends a page's validators, and reports whether the request names them.
func validate(w http.ResponseWriter, r *http.Request, p *sitePage) (same bool) {
	tag, date := fmt.Sprintf("%q", fmt.Sprint(p.edits)), p.edited.Format(http.TimeFormat)
	w.Header().Set("ETag", tag)
	w.Header().Set("Last-Modified", date)
	if asked := r.Header.Get("If-None-Match"); asked != "" {
		return asked == tag
	}
	return r.Header.Get("If-Modified-Since") == date
}
