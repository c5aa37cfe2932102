package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/internal/console"
	"sitegraph/site"
)

func newServer(t *testing.T, o Options) *Server {
	t.Helper()
	d, err := desk.Open(desk.Options{Folder: t.TempDir(), TwinPause: time.Millisecond})
	must(t, err)
	t.Cleanup(func() { d.Close(context.WithoutCancel(t.Context())) })
	s, err := New(d, o)
	must(t, err)
	return s
}

// The description has every route except the pages, and no others; its references resolve.
func TestOpenAPI(t *testing.T) {
	text, err := assets.ReadFile("openapi.json")
	must(t, err)
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			OperationID string
			Parameters  []struct {
				Name, In string
				Schema   struct{ Pattern string }
			}
			Responses map[string]any
		}
		Components struct{ Schemas, Responses map[string]any }
	}
	must(t, json.Unmarshal(text, &doc))
	routes := map[string]bool{}
	for pattern := range newServer(t, Options{}).routes() {
		method, path, _ := strings.Cut(pattern, " ")
		if strings.HasPrefix(path, "/api/") || slices.Contains([]string{"/metrics", "/healthz", "/readyz"}, path) {
			routes[method+" "+strings.ReplaceAll(path, "...", "")] = true
		}
	}
	ids := map[string]bool{}
	named := map[string][]string{"/api/projects/{p}/tables/{table}": tables.Names(),
		"/api/projects/{p}/search/tables/{table}": tables.SearchNames()}
	for path, operations := range doc.Paths {
		for method, o := range operations {
			name := strings.ToUpper(method) + " " + path
			if !routes[name] || ids[o.OperationID] || len(o.Responses) < 2 {
				t.Errorf("%s: no route, an identifier used twice, or too few answers", name)
			}
			ids[o.OperationID] = true
			delete(routes, name)
			for _, p := range o.Parameters {
				want := "^(" + strings.Join(named[path], "|") + `)(\.csv)?$`
				if p.Name == "table" && p.Schema.Pattern != want {
					t.Errorf("%s: the tables %s, want %s", name, p.Schema.Pattern, want)
				}
				console.Equal(t, p.In == "path", strings.Contains(path, "{"+p.Name+"}"), name, p.Name, p.In)
			}
			if n := strings.Count(path, "{"); n > len(o.Parameters) {
				t.Errorf("%s: %d parameters for a path with %d", name, len(o.Parameters), n)
			}
		}
	}
	if len(routes) > 0 || doc.OpenAPI != "3.1.0" {
		t.Errorf("OpenAPI %s has not %v", doc.OpenAPI, routes)
	}
	for _, part := range strings.Split(string(text), `"$ref": "#/components/`)[1:] {
		kind, name, _ := strings.Cut(part[:strings.Index(part, `"`)], "/")
		in := map[string]map[string]any{"schemas": doc.Components.Schemas, "responses": doc.Components.Responses}[kind]
		if in[name] == nil {
			t.Errorf("there is no %s %s", kind, name)
		}
	}
}

// Handler lets tests put handlers in front of the server's.
func (s *Server) Handler() http.Handler { return s.handler }

// No route answers under another site's name (DNS rebinding).
func TestHosts(t *testing.T) {
	local, open := newServer(t, Options{Hosts: []string{"desk.example"}}), newServer(t, Options{AnyAddress: true})
	status := func(s *Server, method, path, host string) int {
		r := httptest.NewRequest(method, path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		return w.Code
	}
	for pattern := range local.routes() {
		method, path, _ := strings.Cut(pattern, " ")
		path = strings.NewReplacer("{$}", "", "{p}", "p", "{table}", "pages", "{path...}", "f").Replace(path)
		for _, host := range []string{"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8642", "",
			"192.0.2.1", "xlocalhost"} {
			console.Equal(t, status(local, method, path, host), http.StatusMisdirectedRequest, pattern, host)
		}
	}
	for host, want := range map[string]int{"localhost": 200, "LOCALHOST:99": 200, "127.0.0.1:8642": 200,
		"[::1]:1": 200, "desk.example": 200, "localhost.": 200, "192.0.2.1": 421} {
		console.Equal(t, status(local, "GET", "/healthz", host), want, "host", host)
	}
	if status(open, "GET", "/healthz", "192.0.2.1:80") != 200 ||
		status(open, "GET", "/healthz", "evil.example") != 421 {
		t.Error("a desk for all addresses does not answer under its address, or does under any name")
	}
}

// After ten wrong tokens in a minute a client must wait; other clients and logged-in browsers need not.
func TestGuesses(t *testing.T) {
	const token = "0123456789abcdef"
	s := newServer(t, Options{Token: token})
	now := time.Unix(1_000_000, 0)
	s.guesses.now = func() time.Time { return now }
	ask := func(client, method, token string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "/api/projects", nil)
		if method == "POST" {
			r = httptest.NewRequest(method, "/login", strings.NewReader("token="+token))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		} else {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		r.Host, r.RemoteAddr = "localhost", client
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		return w
	}
	const client, near, far = "[2001:db8::1]:1000", "[2001:db8::2:2]:2000", "[2001:db8:0:1::1]:1000"
	cookie := ask(client, "POST", token).Header().Get("Set-Cookie")
	for i := range 10 {
		for range 1 + (9-i)%3 { // repeating a token is no new guess
			if w := ask(client, []string{"GET", "POST"}[i%2], strconv.Itoa(i)); w.Code != 401 {
				t.Fatalf("guess %d: %d", i, w.Code)
			}
		}
	}
	now = now.Add(18 * time.Second)
	for _, method := range []string{"GET", "POST"} {
		for _, text := range []string{token, "wrong"} {
			w := ask(near, method, text)
			if w.Code != 429 || w.Header().Get("Retry-After") != "42" || w.Header().Get("Set-Cookie") != "" {
				t.Errorf("%s %s after ten guesses: %d, %v", method, text, w.Code, w.Header())
			}
		}
	}
	if a, b := ask(far, "GET", token).Code, ask("192.0.2.1:1", "GET", token).Code; a != 200 || b != 200 {
		t.Errorf("other clients: %d, %d", a, b)
	}
	r := httptest.NewRequest("GET", "/api/projects", nil)
	r.Host, r.RemoteAddr = "localhost", client
	r.Header.Set("Cookie", strings.Split(cookie, ";")[0])
	w := httptest.NewRecorder()
	if s.handler.ServeHTTP(w, r); w.Code != 200 {
		t.Errorf("logged in: %d", w.Code)
	}
	now = now.Add(42 * time.Second)
	console.Equal(t, ask(near, "GET", token).Code, 200, "after a minute")
}

// The server remembers a bounded number of clients; those above the bound share one limit on guesses.
func TestManyGuessers(t *testing.T) {
	g, now := newGuesses(), time.Unix(1_000_000, 0)
	g.now = func() time.Time { return now }
	var waited int
	for i := range maxGuessers + 20 {
		if _, wait := g.try(fmt.Sprintf("10.%d.%d.%d:1", i>>16, i>>8&255, i&255), strconv.Itoa(i), "right"); wait > 0 {
			waited++
		}
	}
	console.Equal(t, len(g.clients), maxGuessers+1)
	console.Equal(t, waited, 20-maxGuesses)
	now = now.Add(guessTime)
	if right, wait := g.try("10.200.0.1:1", "right", "right"); !right || wait > 0 || len(g.clients) > 0 {
		t.Errorf("later: %v, %v, %d clients", right, wait, len(g.clients))
	}
}

// Texts about a single thing use the singular.
func TestOne(t *testing.T) {
	for text, want := range map[string]string{
		progressText(&site.Progress{Level: 1, Fetched: 1, Pages: 1, Arcs: 1}): "Depth 1 under way: 0 waiting, " +
			"0 being fetched, 0 known for the next depth. 1 URL fetched. Depth 0 is complete: 1 page, 1 arc.",
		searchText(&desk.Search{Stored: 1, Waiting: 1,
			Progress: &site.SearchProgress{Visited: 1, Markets: 1, Sold: 1}}): "1 page visited, " +
			"1 of them relevant; 1 URL waiting; 1 market sold 1 URL.",
		searchText(&desk.Search{Progress: &site.SearchProgress{Budget: 9, Visited: 1}}): "1 of 9 pages visited, " +
			"0 of them relevant; 0 URLs waiting; 0 markets sold 0 URLs.",
	} {
		console.Equal(t, text, want)
	}
}

// Connections to clients that send or take nothing are closed.
func TestSlowClients(t *testing.T) {
	s := newServer(t, Options{})
	s.limits = limits{50 * time.Millisecond, 100 * time.Millisecond, 50 * time.Millisecond, time.Second, time.Second}
	ended := make(chan error, 1)
	s.handler = s.guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		for err == nil && r.Method == http.MethodGet {
			_, err = w.Write(make([]byte, 1<<20))
		}
		ended <- err
	}))
	server := httptest.NewUnstartedServer(s.handler)
	server.Config.ReadHeaderTimeout, server.Config.ReadTimeout = s.limits.headers, s.limits.request
	server.Start()
	defer server.Close()
	for _, text := range []string{"GET / HT", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12",
		"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"} {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		must(t, err)
		defer c.Close()
		io.WriteString(c, text)
		if strings.HasSuffix(text, "HT") {
			c.SetReadDeadline(time.Now().Add(5 * time.Minute))
			if _, err := io.Copy(io.Discard, bufio.NewReader(c)); err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		select {
		case err := <-ended:
			if err == nil {
				t.Errorf("%q was answered", text)
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("%q: the answer goes on", text)
		}
	}
}

// The description has exactly the members that the progress of a site and of a budget have.
func TestOpenAPIProgress(t *testing.T) {
	text, err := assets.ReadFile("openapi.json")
	must(t, err)
	type object struct{ Properties map[string]any }
	var doc struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]object }
		}
	}
	must(t, json.Unmarshal(text, &doc))
	schemas := doc.Components.Schemas
	for _, c := range []struct {
		value     any
		described object
	}{{site.Progress{}, schemas["Site"].Properties["progress"]},
		{site.BudgetProgress{}, schemas["Crawl"].Properties["budget"]}} {
		var members map[string]any
		sent, err := json.Marshal(c.value)
		if err == nil {
			err = json.Unmarshal(sent, &members)
		}
		got, want := slices.Sorted(maps.Keys(members)), slices.Sorted(maps.Keys(c.described.Properties))
		must(t, err)
		console.Equal(t, got, want, c.value)
	}
}

var must = console.Must

// The page reports more pages only if the crawl has more than the table shows.
func TestPagesNow(t *testing.T) {
	s := newServer(t, Options{})
	for now, want := range map[int]bool{1: false, 70: false, 71: true} {
		var page strings.Builder
		b := tableBody{Rows: &rows{Pages: 70, PagesNow: now, Stale: true}}
		must(t, s.templates.ExecuteTemplate(&page, "tables", b))
		console.Equal(t, strings.Contains(page.String(), "the crawl has"), want, now, page.String())
	}
}
