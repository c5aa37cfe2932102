// Package web shows a desk in the browser: pages of HTML, and the same as JSON under /api/, which openapi.json
// describes. See docs/design/desk.md.
//
// Package html/template writes the pages, and desk.js replaces parts of them when something changes. ask.js gives
// questions about a site (report/ask) the tables. They load nothing from elsewhere.
package web

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"sitegraph/desk"
	"sitegraph/report/ask"
	"sitegraph/report/atlas"
	"sitegraph/report/chart"
)

// Options configure how a desk is served.
type Options struct {
	Token      string   // users must enter it unless it is ""
	Hosts      []string // names of the desk besides localhost
	AnyAddress bool     // the desk has other addresses than loopback
	GephiLite  *url.URL // opens graphs; nil offers none
}

// Server is a desk in the browser.
type Server struct {
	desk      *desk.Desk
	options   Options
	limits    limits
	guesses   *guesses
	cookie    string // a random text that browsers store instead of the token
	templates *template.Template
	handler   http.Handler
	streams   chan struct{} // has a value for each open stream
	ending    context.Context
	end       context.CancelFunc
}

//go:embed openapi.json style.css ask.js desk.js what-if.js states.txt templates
var assets embed.FS

const maxStreams = 200 // further tabs poll

// New returns the server of a desk.
func New(d *desk.Desk, o Options) (*Server, error) {
	s := &Server{desk: d, options: o, streams: make(chan struct{}, maxStreams),
		guesses: newGuesses(), cookie: rand.Text(),
		limits: limits{10 * time.Second, time.Minute, 30 * time.Second, 2 * time.Minute, 5 * time.Second}}
	s.ending, s.end = context.WithCancel(context.Background())
	var err error
	s.templates, err = template.New("").Funcs(functions()).ParseFS(assets, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	mux := http.NewServeMux()
	for pattern, handle := range s.routes() {
		mux.HandleFunc(pattern, handle)
	}
	s.handler = s.guard(mux)
	return s, nil
}

func (s *Server) routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"GET /{$}":                     s.projectsPage,
		"GET /projects/{p}":            s.pageOf("project", projectPage),
		"GET /projects/{p}/site":       s.pageOf("site", s.sitePage),
		"GET /projects/{p}/page":       s.pageOf("page", urlPage),
		"GET /projects/{p}/map":        s.pageOf("map", mapPage),
		"GET /projects/{p}/what-if":    s.pageOf("what-if", whatIfPage),
		"POST /projects/{p}/what-if":   s.pageOf("what-if", whatIfPage),
		"GET /projects/{p}/search":     s.pageOf("search", s.searchPage),
		"GET /projects/{p}/search/map": s.pageOf("search-map", searchMapPage),
		"GET /projects/{p}/settings":   s.pageOf("settings", settingsPage),
		"GET /login":                   s.loginPage,
		"POST /login":                  s.login,
		"GET /style.css": joined("text/css; charset=utf-8", chart.Style(), atlas.Style(), ask.Style(),
			embedded("style.css")),
		"GET /desk.js":                                script(embedded("desk.js")),
		"GET /map.js":                                 script(atlas.Script()),
		"GET /ask.js":                                 script(ask.Script() + embedded("ask.js")),
		"GET /what-if.js":                             script(embedded("what-if.js")),
		"GET /api/openapi.json":                       joined("application/json", embedded("openapi.json")),
		"GET /api/projects":                           failing(s.listProjects),
		"POST /api/projects":                          failing(s.createProject),
		"GET /api/projects/{p}":                       s.of(http.StatusOK, getProject),
		"GET /api/projects/{p}/sites":                 s.of(http.StatusOK, listSites),
		"POST /api/projects/{p}/sites":                s.of(http.StatusOK, importSites),
		"POST /api/projects/{p}/actions":              s.of(http.StatusAccepted, reading(act)),
		"GET /api/projects/{p}/settings":              s.getText((*desk.Project).Settings),
		"PUT /api/projects/{p}/settings":              s.putText((*desk.Project).SetSettings),
		"POST /api/projects/{p}/settings":             s.of(http.StatusOK, reading(editSettings)),
		"GET /api/projects/{p}/topics":                s.getText((*desk.Project).Topics),
		"PUT /api/projects/{p}/topics":                s.putText((*desk.Project).SetTopics),
		"GET /api/projects/{p}/search":                s.of(http.StatusOK, getSearch),
		"POST /api/projects/{p}/search":               s.of(http.StatusAccepted, reading(actSearch)),
		"GET /api/projects/{p}/search/files":          s.of(http.StatusOK, listSearchFiles),
		"GET /api/projects/{p}/search/tables/{table}": s.table(func(c call) tabled { return ofSearch(c.Project) }),
		"GET /api/projects/{p}/tables/{table}":        s.table(siteTable),
		"GET /api/projects/{p}/page":                  s.of(http.StatusOK, pageOf),
		"POST /api/projects/{p}/struck":               s.of(http.StatusOK, reading(strike)),
		"POST /api/projects/{p}/effect":               s.of(http.StatusOK, reading(effect)),
		"POST /api/projects/{p}/what-if":              s.of(http.StatusOK, reading(whatIf)),
		"POST /api/projects/{p}/exclude":              s.of(http.StatusAccepted, reading(exclude)),
		"GET /api/projects/{p}/everything.zip":        s.withProject(s.everything),
		"GET /api/projects/{p}/files":                 s.of(http.StatusOK, listFiles),
		"GET /api/projects/{p}/files/{path...}":       s.file(siteFile),
		"GET /api/projects/{p}/folder/{path...}":      s.file(inFolder),
		"GET /api/changes":                            failing(s.changes),
		"GET /api/events":                             failing(s.events),
		"GET /metrics":                                failing(s.metrics),
		"GET /healthz":                                healthz,
		"GET /readyz":                                 s.readyz,
	}
}

type limits struct {
	headers time.Duration // to send the headers of a request
	request time.Duration // to send all of it
	write   time.Duration // to take each part of an answer
	idle    time.Duration // between requests
	leave   time.Duration // to take the last answers when the server stops
}

// Serve answers at a listener until ctx ends. It then stops the crawls in order and closes the desk.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: s.handler, ReadHeaderTimeout: s.limits.headers,
		ReadTimeout: s.limits.request, IdleTimeout: s.limits.idle, MaxHeaderBytes: 64 << 10, ErrorLog: s.desk.Log}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	var failure error
	select {
	case failure = <-failed:
	case <-ctx.Done():
	}
	s.end() // not ready any more, and streams end
	err := s.desk.Close(context.WithoutCancel(ctx))
	leaving, cancel := context.WithTimeout(context.Background(), s.limits.leave)
	defer cancel()
	if server.Shutdown(leaving) != nil {
		server.Close()
	}
	return errors.Join(failure, err)
}

// joined answers with embedded texts, one after the other.
func joined(kind string, texts ...string) http.HandlerFunc {
	all := strings.Join(texts, "")
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, all)
	}
}

func script(text string) http.HandlerFunc { return joined("text/javascript; charset=utf-8", text) }

func embedded(name string) string {
	text, _ := assets.ReadFile(name) // cannot fail
	return string(text)
}

func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) error {
	all, err := overviews(s.desk)
	if err != nil {
		return err
	}
	states, searches, visited := map[desk.State]int{}, map[desk.State]int{}, 0
	for _, o := range all {
		if o.Search != nil {
			searches[o.Search.State]++
		}
		if o.State == desk.Searching && o.Search != nil && o.Search.Progress != nil {
			visited += o.Search.Progress.Visited
		}
		for state, n := range o.Counts {
			states[state] += n
		}
	}
	fetched, pages := underWay(s.desk)
	var b strings.Builder
	head := func(name, help string) { fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name) }
	gauge := func(name, help string, n int) {
		head(name, help)
		fmt.Fprintf(&b, "%s %d\n", name, n)
	}
	gauge("sitegraph_projects", "Projects of the desk.", len(all))
	gauge("sitegraph_projects_crawling", "Projects that are being crawled.", len(s.desk.Crawling()))
	byState := func(name, help string, counts map[desk.State]int) {
		head(name, help)
		for _, state := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&b, "%s{state=%q} %d\n", name, state, counts[state])
		}
	}
	byState("sitegraph_sites", "Sites by state.", states)
	byState("sitegraph_searches", "Searches by agents, by state.", searches)
	gauge("sitegraph_searching_visited", "Pages visited by the searches under way.", visited)
	gauge("sitegraph_crawling_fetched", "URLs fetched of the sites that are being crawled.", fetched)
	gauge("sitegraph_crawling_pages", "Pages, at closed depths, of the sites that are being crawled.", pages)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	io.WriteString(w, b.String())
	return nil
}

func underWay(d *desk.Desk) (fetched, pages int) {
	for _, name := range d.Crawling() {
		p, err := d.Project(name)
		if err != nil {
			continue
		}
		sites, _ := p.Sites(desk.Part{State: desk.Crawling, Sites: maxSites}) // none if they cannot be read
		for _, site := range sites.Sites {
			if site.Progress != nil {
				fetched += site.Progress.Fetched
				pages += site.Progress.Pages
			}
		}
	}
	return fetched, pages
}

func healthz(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok\n") }

func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	if s.ending.Err() != nil {
		http.Error(w, "stopping", http.StatusServiceUnavailable)
		return
	}
	if _, err := s.desk.Projects(); err != nil {
		http.Error(w, "the folder of projects cannot be read", http.StatusServiceUnavailable)
		return
	}
	io.WriteString(w, "ready\n")
}
