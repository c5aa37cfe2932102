package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/desk/web"
	"sitegraph/internal/console"
	"sitegraph/internal/headless"
)

// Questions about a site are asked and answered with keys alone, on its page and on that of its project.
func TestAsk(t *testing.T) {
	t.Parallel()
	s, b, _ := crawled(t, 30)
	c := headless.New(t)
	c.Only(b.base)
	ask := func(text string) string {
		t.Helper()
		c.Run(t, chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent(text+kb.Enter))
		return headless.Eval[string](t, c, `new Promise(done => {
			const status = document.querySelector('.ask [role=status]');
			const look = () => {
				const said = status.textContent;
				if (said && !said.endsWith('…')) done(said); else requestAnimationFrame(look);
			};
			look();
		})`)
	}
	for page, questions := range map[string][][2]string{
		"/projects/one": {{"path from /p1 to /p9", "2 clicks from /p1 to /p9."}},
		"/projects/one/site?site=" + url.QueryEscape(s.URL): {
			{"what hangs on /p2", fmt.Sprint(30-1-reachedWithout(30, 2), " page")},
			{"pages GPTBot cannot reach", "The files of this site do not say what GPTBot reaches"},
			{"orphans", "The desk does not know: it needs [sites] sitemaps"},
			{"links to /p9", "2 pages link to /p9."}, // 4, and 27, since 7·27 mod 30 is 9
			// A run of links without a text is taken for a menu, since all pages have one.
			{"content links to /p9", "0 pages link to /p9 in their content."},
		},
	} {
		c.Run(t, chromedp.Navigate(b.base+page), seen(".ask-open"))
		for _, q := range questions {
			if said := ask(q[0]); !strings.HasPrefix(said, q[1]) {
				t.Errorf("%s: %q, want %q", q[0], said, q[1])
			}
		}
	}
	ask("path to /p9")
	look(t, c, "an answer")
	tabTo(t, c, ".ask li:last-child a")
	c.Run(t, chromedp.KeyEvent(kb.Enter), seen("#path"))
	at := headless.Eval[string](t, c, `document.querySelector('h1').textContent`)
	console.Equal(t, at, s.URL+"/p9", "Enter opens")
	console.Equal(t, c.Faults(), nil)
}

func seen(selector string) headless.Step { return chromedp.WaitVisible(chromedp.CSS(selector)) }

func click(selector string) headless.Step { return chromedp.Click(chromedp.CSS(selector)) }

func keys(selector, text string) headless.Step {
	return chromedp.SendKeys(chromedp.CSS(selector), text)
}

// gate lets through as many requests as let allows, in the order in which they came. A crawl waits for the first one.
type gate struct {
	mu      sync.Mutex
	left    int // requests that may pass
	waiting int
	came    int   // requests so far
	queue   []int // the waiting requests, by their number
	wide    bool
	changed chan struct{} // closed at the next change
}

func newGate() *gate { return &gate{changed: make(chan struct{})} }

func (g *gate) change(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f()
	close(g.changed)
	g.changed = make(chan struct{})
}

// until waits until is holds, and then runs f.
func (g *gate) until(ctx context.Context, is func() bool, f func()) error {
	for {
		g.mu.Lock()
		fits, changed := is(), g.changed
		if fits {
			f()
		}
		g.mu.Unlock()
		if fits {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// pass returns when a request may be answered or is given up.
func (g *gate) pass(ctx context.Context) {
	var own int
	g.change(func() {
		own, g.queue = g.came, append(g.queue, g.came)
		g.came++
		g.waiting++
	})
	g.until(ctx, func() bool { return g.wide || g.left > 0 && g.queue[0] == own }, func() { g.left-- })
	g.change(func() {
		g.queue = slices.DeleteFunc(g.queue, func(n int) bool { return n == own })
		g.waiting--
	})
}

// let lets a number of requests through, and returns when they have passed and another one waits.
func (g *gate) let(t *testing.T, requests int) {
	t.Helper()
	g.change(func() { g.left += requests })
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if err := g.until(ctx, func() bool { return g.left == 0 && g.waiting > 0 }, func() {}); err != nil {
		t.Fatalf("of %d requests %d did not come: %v", requests, g.left, err)
	}
}

func (g *gate) passed() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.came - g.waiting
}

// open lets all requests through until shut is called.
func (g *gate) open() { g.change(func() { g.wide = true }) }
func (g *gate) shut() { g.change(func() { g.wide, g.left = false, 0 }) }

// topicsOf returns two agents on a website titled "script alert". One has markup as its name, which must stay text.
func topicsOf(s *website) string {
	return "clock = pages\ninterval = 8\nrun = 0\nlifetime = 1000\nenergy = 10\nunderstanding = 0.01\nscheme = pool\n" +
		"[<img src=x onerror=alert(3)>]\nkeywords = script\nseeds = " + s.URL + "/\n" +
		"[alerts]\nkeywords = alert src\nseeds = " + s.URL + "/p2\n"
}

// Agents are named, started, stopped and continued over HTTP, and only their files can be fetched.
func TestSearch(t *testing.T) {
	s := newWebsite(t, 60)
	b := serve(t, web.Options{})
	at := b.project("one")
	search := at + "/search"
	b.send("GET", search, nil, nil, http.StatusNotFound)
	b.send("POST", search, map[string]string{"action": "start"}, nil, http.StatusNotFound)
	if status, text, _ := b.ask("PUT", at+"/topics", "[a]\nkeywords = a b\n"); status != http.StatusBadRequest ||
		!strings.Contains(text, "topics.ini:1") {
		t.Errorf("topics without seeds: %d %s", status, text)
	}
	b.answers(413, "PUT", at+"/topics", strings.Repeat("# long\n", 1<<18))
	if status, text, _ := b.ask("PUT", at+"/topics", topicsOf(s)); status != http.StatusNoContent {
		t.Fatalf("topics: %d %s", status, text)
	}
	stop, hold := make(chan bool, 1), make(chan bool)
	s.tell(func(n int64) {
		if n == 12 {
			stop <- true
		}
		if n >= 12 {
			<-hold
		}
	})
	b.send("POST", search, map[string]string{"action": "start"}, nil, http.StatusAccepted)
	select {
	case <-stop:
	case <-time.After(5 * time.Minute):
		t.Fatal("no search")
	}
	status, text, _ := b.ask("POST", search, `{"action":"start"}`, "Content-Type", "application/json")
	if status != http.StatusConflict || !strings.Contains(text, `"actions":["stop"]`) {
		t.Errorf("started twice: %d %s", status, text)
	}
	b.send("POST", search, map[string]string{"action": "stop"}, nil, http.StatusAccepted)
	close(hold)
	b.await(at, desk.Idle)
	b.send("POST", search, map[string]string{"action": "continue"}, nil, http.StatusAccepted)
	b.await(at, desk.Idle)
	var end desk.Search
	b.send("GET", search, nil, &end, http.StatusOK)
	if end.State != desk.Done || end.Progress == nil || end.Progress.Visited != 40 || end.Stored == 0 {
		// each has energy for 20 pages
		t.Errorf("at the end: %+v", end)
	}
	want := console.Results(t, filepath.Join(b.desk.Folder, "one"))
	var list struct{ Files []struct{ Name string } }
	b.send("GET", search+"/files", nil, &list, http.StatusOK)
	for _, f := range list.Files {
		path := at + "/folder/topics/" + (&url.URL{Path: f.Name}).EscapedPath()
		if status, text, _ := b.ask("GET", path, ""); status != http.StatusOK || text != want["topics/"+f.Name] {
			t.Errorf("%s: %d, %d bytes", f.Name, status, len(text))
		}
	}
	if len(list.Files) < len(want) {
		t.Errorf("%d files are listed, want %d", len(list.Files), len(want))
	}
	for _, path := range []string{"topics/../topics.ini", "topics/%2e%2e/settings.ini", "topics/state/badger/MANIFEST",
		"topics/state/state.manifest.json", "topics/alerts/..%2f..%2f..%2ftopics.ini", "topics/", "topics.ini"} {
		if status, text, _ := b.ask("GET", at+"/folder/"+path, ""); status != 404 && status/100 != 3 {
			t.Errorf("%s: %d %.100s", path, status, text)
		}
	}
	var rows tables.Page
	b.send("GET", search+"/tables/visits?sort=-relevance&rows=3&class=page", nil, &rows, http.StatusOK)
	visits := want["topics/topics.visits.csv"]
	if rows.Total != strings.Count(visits, "\n")-1 || rows.Matching != strings.Count(visits, ",page,,200") ||
		!strings.Contains(visits, fmt.Sprintf(",%v,true", rows.Rows[0].Cells[5])) {
		t.Errorf("%d of %d visits are pages: %+v, want\n%s", rows.Matching, rows.Total, rows.Rows, visits)
	}
	_, csv, _ := b.ask("GET", search+"/tables/waiting.csv", "")
	lines := strings.Count(want["topics/topics.waiting.csv"], "\n")
	console.Equal(t, strings.Count(csv, "\n"), lines, "what waits", csv)
	b.send("GET", search+"/tables/links", nil, nil, http.StatusNotFound)
	b.send("GET", search+"/tables/visits?sort=none", nil, nil, http.StatusBadRequest)
	_, page, _ := b.ask("GET", "/projects/one/search", "")
	if strings.Contains(page, "<img") || strings.Count(page, "<script") != 3 ||
		!strings.Contains(page, "&lt;img src=x") {
		t.Error("the name of a topic became markup")
	}
	if _, text, _ := b.ask("GET", "/metrics", ""); !strings.Contains(text, `sitegraph_searches{state="done"} 1`) {
		t.Errorf("metrics: %s", text)
	}
	for _, header := range [][2]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}} {
		b.answers(http.StatusForbidden, "PUT", at+"/topics", "", header[0], header[1])
		b.answers(http.StatusForbidden, "POST", search, `{"action":"discard"}`, "Content-Type", "application/json",
			header[0], header[1])
	}
}

// A search can be written, started, watched, stopped and continued with clicks and keys.
func TestSearchClicks(t *testing.T) {
	t.Parallel()
	s, g := newWebsite(t, 60), newGate()
	s.gate = g
	defer g.open()
	b := serve(t, web.Options{})
	b.project("one")
	c := headless.New(t)
	c.Only(b.base)
	c.Run(t, chromedp.Navigate(b.base+"/projects/one"), click("#overview a[href$='/search']"), seen("#topics"),
		keys("#topics", topicsOf(s)), click("form[data-send] button"), seen("#state .state.new"))
	c.Run(t, click("#state button[data-do=start]"))
	g.let(t, 14)
	c.Run(t, seen("#state .state.searching"), seen("#running .searching"), seen("#state tbody tr:nth-child(2)"),
		seen("#rows tbody tr"), grown(2), seen("#hold:not([hidden])"), click("#state button[data-do=stop]"),
		seen("#state .state.stopping"))
	g.open()
	c.Run(t, seen("#state .state.stopped"), seen("#files a[href$='topics.visits.csv']"),
		click(".kind a:first-child"), click("td.actions button[data-do=continue]"),
		seen("td.actions button[data-do=start][data-search]"), click("tbody th a"),
		click("#overview a[href$='/search']"), seen("#state .state.done"))
	console.Has(t, headless.Eval[string](t, c, `document.getElementById("state").innerText`), "40 pages visited",
		"<img src=x onerror=alert(3)>")
	_, nodes, _ := b.ask("GET", "/api/projects/one/folder/topics/topics.nodes.csv", "")
	pages := strings.Count(nodes, "\n") - 1 // without the header
	c.Run(t, grown(pages))
	if n := headless.Eval[int](t, c, dots); n != pages || pages < 30 {
		t.Errorf("%d pages are drawn, of %d", n, pages)
	}
	c.Run(t, click(".sm-card li:nth-child(2) button"), seen(".sm-card h3 + p a"))
	looksWell(t, c, "the map of a search")
	console.Equal(t, headless.Eval[[]string](t, c, structure), nil, "structure")
	console.Equal(t, c.LowContrast(t, ".sm-pic"), nil, "hard to read")
}
