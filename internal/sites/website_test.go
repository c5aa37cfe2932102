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
	words []string // the visible text
	links []string // what it links to, without a text
	body  string   // what is sent; "" is the words and the links
	moved string   // where its answer leads; "" is nowhere
	gone  bool
	// edits counts the changes of its text so far; the last one was at edited.
	edits  int
	edited time.Time

	// What the program has of it, as the server knows: the words last fetched, and when the page last gave an answer.
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

// website is a site that changes; its home page is the first.
type website struct {
	origin  string
	clock   *clock
	manners manners
	// onChecked is told of each page that was sent, or said to be as before.
	onChecked func(*sitePage)

	mu     sync.Mutex
	pages  []*sitePage
	byPath map[string]*sitePage
	asked  []string // the paths of all requests but those for robots.txt and sitemaps
}

func newWebsite(t testing.TB, c *clock) *website {
	t.Helper()
	s := &website{clock: c, byPath: map[string]*sitePage{}, onChecked: func(*sitePage) {}}
	s.origin = serving(t, s.serve)
	return s
}

// add adds a page, and a link to it from a page that is there.
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

// remove lets a page vanish, with the links to it if unlink says so.
func (s *website) remove(path string, unlink bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byPath[path].gone = true
	if unlink {
		s.relink(path, "")
	}
}

// move gives a page another path; its old one redirects there, and links lead to the new one.
func (s *website) move(path, to string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.byPath[path]
	p := &sitePage{path: to, words: old.words, links: slices.Clone(old.links), edited: old.edited}
	s.pages, s.byPath[to] = append(s.pages, p), p
	old.moved = to
	s.relink(path, to)
}

// relink lets the links to a path lead to another, or nowhere.
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

// settle lets the server see what the test did, and the test what the server did.
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

// send sends a page that is there, or says that it is as before.
func (s *website) send(w http.ResponseWriter, r *http.Request, p *sitePage) {
	p.checked = s.clock.now()
	same := validate(w, r, p)
	if same {
		w.WriteHeader(http.StatusNotModified)
	} else {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(p.html())) // a client that goes away is no concern of the site
		p.fetched = p.words
	}
	s.onChecked(p)
}

// manners are how a site speaks HTTP, whatever its pages are.
type manners struct {
	// robots is the text of robots.txt; "" is 404.
	robots string
	// outage, unless 0, is the status of all answers but robots.txt; a redirect leads to the site elsewhere.
	outage    int
	elsewhere string
	// other answers what it likes before all else.
	other func(w http.ResponseWriter, r *http.Request) (done bool)
}

// answer gives the answers that are no page's own.
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

// validate sends the validators of a page, and reports whether they are those that the request names.
func validate(w http.ResponseWriter, r *http.Request, p *sitePage) (same bool) {
	tag, date := fmt.Sprintf("%q", fmt.Sprint(p.edits)), p.edited.Format(http.TimeFormat)
	w.Header().Set("ETag", tag)
	w.Header().Set("Last-Modified", date)
	if asked := r.Header.Get("If-None-Match"); asked != "" {
		return asked == tag
	}
	return r.Header.Get("If-Modified-Since") == date
}
