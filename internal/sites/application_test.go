package sites

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"html"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

type application struct {
	seed    uint64
	visit   uint64 // draws sessions and all else that varies with each request
	session sessionKind
	returns returns
	boxes   bool // some parts of a page vary with each request
	few     bool // leave some pages out
	route   func(a *application, path string, q url.Values) *shown

	mu      sync.Mutex
	asks    map[string]int // number of requests for each URL
	log     []string       // requests in order
	left    int            // number of requests until reached is closed
	reached chan struct{}

	address string // address of the site, without the last slash
}

// shown is the content of a URL.
type shown struct {
	identity string // URLs with the same identity show the same page
	title    string
	text     string // subject of the page, which decides its text
	body     []any  // texts and links
	bare     bool   // printer version, without the frame
}

type link struct {
	path, query, text string
}

// box makes a part of a page that varies with each request.
type box func(now *rand.Rand) []any

// sessionKind says where an application without cookies keeps its session.
type sessionKind int

const (
	noSession         sessionKind = iota
	sessionInQuery                // ?sid=0123...
	sessionInMatrix               // /path;jsessionid=0123...
	sessionInPath                 // /(S(0123...))/path
	sessionByRedirect             // as sessionInPath, after a redirect; answers keep it
)

// returns says how the login link encodes the address to return to.
type returns int

const (
	noReturn returns = iota
	percent
	percentTwice
	base64Standard
	base64URL
	absolute // with scheme and host, percent-encoded
	pathOnly // without the session
)

var hexadecimal = "0123456789abcdef"

func token(r *rand.Rand) string {
	b := make([]byte, 32)
	for i := range b {
		b[i] = hexadecimal[r.IntN(16)]
	}
	return string(b)
}

// writtenPage is a request and the answer to it so far.
type writtenPage struct {
	a       *application
	b       strings.Builder
	session string // value that links carry on
	own     string // path and query as requested
	bareOwn string // without the session
	host    string
	now     *rand.Rand
}

// split separates the session from a request's address.
func (a *application) split(u *url.URL) (path string, q url.Values, session string) {
	path, q = u.Path, parameters(u.RawQuery)
	switch a.session {
	case sessionInQuery:
		session = q.Get("sid")
		q.Del("sid")
	case sessionInMatrix:
		path, session, _ = strings.Cut(path, ";jsessionid=")
	case sessionInPath, sessionByRedirect:
		if rest, found := strings.CutPrefix(path, "/(S("); found {
			if id, after, whole := strings.Cut(rest, "))"); whole {
				path, session = after, id
			}
		}
	}
	return path, q, session
}

// parameters parses a query separated by ampersands or semicolons.
func parameters(query string) url.Values {
	q, err := url.ParseQuery(strings.ReplaceAll(query, ";", "&"))
	if err != nil {
		return nil
	}
	return q
}

// identity returns the page behind a URL, or "" if there is none.
func (a *application) identity(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	path, q, _ := a.split(u)
	if s := a.route(a, path, q); s != nil {
		return s.identity
	}
	return ""
}

func (a *application) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, q, session := a.split(r.URL)
	s := a.route(a, path, q)
	if s == nil {
		http.NotFound(w, r)
		return
	}
	a.mu.Lock()
	a.asks[r.RequestURI]++
	a.log = append(a.log, r.RequestURI)
	if a.left--; a.left == 0 {
		close(a.reached)
	}
	now := rand.New(rand.NewPCG(hashOf(r.RequestURI, a.asks[r.RequestURI]), a.seed^a.visit<<32))
	a.mu.Unlock()
	if a.session == sessionByRedirect && session == "" {
		http.Redirect(w, r, "/(S("+token(now)+"))"+r.RequestURI, http.StatusFound)
		return
	}
	p := &writtenPage{a: a, session: session, own: r.RequestURI, host: r.Host, now: now, bareOwn: path}
	if len(q) > 0 {
		p.bareOwn += "?" + q.Encode()
	}
	if p.session == "" {
		p.session = token(now)
	}
	p.write(s)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, p.b.String())
}

func (p *writtenPage) write(s *shown) {
	fmt.Fprintf(&p.b, "<!DOCTYPE html><html lang=en><head><title>%s</title></head><body>", html.EscapeString(s.title))
	if !s.bare {
		p.b.WriteString("<div class=menu><p>Welcome to this site, where people have met since long ago.</p>")
		p.link(link{"/", "", "Home"})
		if s.identity != "login" {
			p.logIn()
		}
		p.b.WriteString("</div>")
	}
	fmt.Fprintf(&p.b, "<div class=main><h1>%s</h1>", html.EscapeString(s.title))
	own := rand.New(rand.NewPCG(hashOf(s.text), p.a.seed))
	for range 3 + own.IntN(5) {
		fmt.Fprintf(&p.b, "<p>%s</p>", sentence(own, 12+own.IntN(20)))
	}
	p.parts(s.body)
	p.b.WriteString("</div>")
	if !s.bare && p.a.boxes {
		fmt.Fprintf(&p.b, "<div class=foot><p>Page made in 0.%04d seconds with %d queries</p></div>", p.now.IntN(10000),
			3+p.now.IntN(30))
	}
	p.b.WriteString("</body></html>")
}

// hashOf returns a number that depends on the values alone.
func hashOf(values ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, values...)
	return h.Sum64()
}

func (p *writtenPage) parts(parts []any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			fmt.Fprintf(&p.b, "<p>%s</p>", html.EscapeString(part))
		case link:
			p.link(part)
		case []any:
			p.parts(part)
		case box:
			if p.a.boxes {
				p.b.WriteString("<div class=box>")
				p.parts(part(p.now))
				p.b.WriteString("</div>")
			}
		}
	}
}

func (p *writtenPage) link(l link) {
	fmt.Fprintf(&p.b, "<a href=\"%s\">%s</a>\n", html.EscapeString(p.address(l)), html.EscapeString(l.text))
}

// address writes a link with the session. Some links of each application lose it, so that the site has many sessions.
func (p *writtenPage) address(l link) string {
	path, query, session := l.path, l.query, p.a.session
	if hashOf(l)%5 == 0 {
		session = noSession
	}
	switch session {
	case sessionInQuery:
		query = strings.TrimPrefix(query+"&sid="+p.session, "&")
	case sessionInMatrix:
		path += ";jsessionid=" + p.session
	case sessionInPath, sessionByRedirect:
		path = "/(S(" + p.session + "))" + path
	}
	if query == "" {
		return path
	}
	return path + "?" + query
}

// logIn writes the login link, with the address to return to. It does not lead to a page of the site.
func (p *writtenPage) logIn() {
	own := p.own
	switch p.a.returns {
	case noReturn:
		return
	case percent:
		own = url.QueryEscape(own)
	case percentTwice:
		own = url.QueryEscape(url.QueryEscape(own))
	case base64Standard:
		own = url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(own)))
	case base64URL:
		own = base64.RawURLEncoding.EncodeToString([]byte(own))
	case absolute:
		own = url.QueryEscape("http://" + p.host + own)
	case pathOnly:
		own = url.QueryEscape(p.bareOwn)
	}
	p.link(link{"/login", "next=" + own, "Log in"})
}

// logInPage shows the login form.
func logInPage(path string) *shown {
	if path != "/login" {
		return nil
	}
	return &shown{identity: "login", title: "Log in", text: "login",
		body: []any{"Your name and your password, please. Who has none may ask for one.", link{"/", "",
			"Back to the home page"}}}
}

var filler = strings.Fields(`river stone light morning garden letter bridge winter paper market silence harbour
	window forest copper engine village mirror thunder velvet island orchard lantern kitchen ladder meadow needle
	ocean pencil quarry ribbon saddle tunnel umbrella valley whistle yarn zephyr anchor barrel candle drawer`)

func sentence(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = filler[r.IntN(len(filler))]
	}
	return strings.Join(words, " ") + "."
}

// named makes a name from a number.
func named(what string, n int) string {
	r := rand.New(rand.NewPCG(uint64(n), uint64(len(what))))
	return fmt.Sprintf("%s: %s %s %s", what, filler[r.IntN(len(filler))], filler[r.IntN(len(filler))],
		filler[r.IntN(len(filler))])
}

// tellAfter returns a channel that is closed after some more requests.
func (a *application) tellAfter(requests int) <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left, a.reached = requests, make(chan struct{})
	return a.reached
}

// serve runs an application during a test and returns its address, which is the same in each run if the port is free.
func (a *application) serve(t *testing.T) string {
	t.Helper()
	a.asks = map[string]int{}
	server := httptest.NewUnstartedServer(a)
	if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20000+hashOf(t.Name())%10000)); err == nil {
		server.Listener.Close()
		server.Listener = l
	}
	server.Start()
	t.Cleanup(server.Close)
	a.address = server.URL
	return server.URL + "/"
}
