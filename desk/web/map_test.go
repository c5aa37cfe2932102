package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/internal/console"
	"sitegraph/internal/headless"
	"sitegraph/run"
)

const (
	// dots counts the pages drawn, and marked counts the new ones.
	dots   = `document.querySelectorAll("#sm-0 .nodes circle").length`
	marked = `document.querySelectorAll("#sm-0 .sm-new").length`
	// counting counts the pages that move.
	counting = `window.moved = 0; { const animate = Element.prototype.animate;
		Element.prototype.animate = function (...all) { window.moved++; return animate.apply(this, all); } }; 0`
)

// grown waits until n pages are drawn.
func grown(n int) headless.Step { return seen(fmt.Sprintf("#sm-0 .nodes circle:nth-child(%d)", n)) }

// The map of a site is a page that shows titles as text; a reader who has the current map does not get it again.
func TestMapPage(t *testing.T) {
	s := newWebsite(t, 30)
	b := serve(t, web.Options{})
	at := b.project("map", s.URL)
	page := "/projects/map/map?site=" + url.QueryEscape(s.URL)
	if _, text, _ := b.ask("GET", page, ""); !strings.Contains(text, "Its map is drawn here while it is crawled.") {
		t.Errorf("before the crawl: %s", text)
	}
	b.finish(at, desk.Start)
	p, err := b.desk.Project("map")
	must(t, err)
	v, err := p.View(t.Context(), s.URL) // waits until it is drawn
	must(t, err)
	_, text, _ := b.ask("GET", page, "")
	if n := strings.Count(text, "<script"); n != 4 || strings.Contains(text, "<img") {
		t.Errorf("%d scripts, not those of the desk, the map, questions and the data: the web has written markup", n)
	}
	console.Has(t, text, "30 pages and "+strconv.Itoa(v.Arcs)+" arcs", `id="sm-data"`,
		`data-page="/projects/map/page?site=`)
	has := regexp.MustCompile(`data-at="([^"]+)"`).FindStringSubmatch(text)
	if has == nil {
		t.Fatal("it does not say of when it is")
	}
	if _, text, _ := b.ask("GET", page+"&after="+url.QueryEscape(has[1]), ""); strings.Contains(text, "sm-data") ||
		!strings.Contains(text, has[0]) {
		t.Errorf("the same map again: %s", text)
	}
	nowhere := "/projects/map/map?site=http://nowhere.example"
	b.answers(http.StatusNotFound, "GET", nowhere, "")
}

// During the crawl the map grows and keeps choice, focus and zoom; it stands still for readers who want that.
func TestLiveMap(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 60)
	s.gate = newGate()
	t.Cleanup(s.gate.open)
	b := serve(t, web.Options{})
	b.project("map", s.URL)
	c := headless.New(t)
	c.Only(b.base)
	c.Run(t, chromedp.EmulateViewport(1400, 1000), chromedp.Navigate(b.base+"/projects/map"),
		seen("#overview button[data-do=start]"))
	if headless.Eval[bool](t, c, `document.querySelector("#map-title").checkVisibility()`) {
		t.Error("there is a map of nothing")
	}
	c.Run(t, click("#overview button[data-do=start]"))
	grow(t, b, s, 8, 4)
	c.Run(t, grown(4))
	if n := headless.Eval[int](t, c, marked); n > 0 && n == headless.Eval[int](t, c, dots) {
		t.Errorf("all %d pages are new in the first picture", n)
	}
	choosesAndZooms(t, c, b, s)
	holds(t, c, b, s)
	looksWell(t, c, "the live map")
	s.gate.open()
	c.Run(t, seen("#overview .state.idle"), grown(60))
	c.Run(t, until(`document.querySelector("#hold").hidden`))
	console.Equal(t, headless.Eval[int](t, c, dots), 60, "at the end")
	looksWell(t, c, "the finished map")
	c.Run(t, click(".sm-card li:nth-child(2) button"), click(".sm-card h3 + p a"), seen("#path"))
	title := headless.Eval[string](t, c, `document.querySelector("h1").textContent`)
	if !strings.HasPrefix(title, s.URL) {
		t.Errorf("a click on the URL of a page opens %q", title)
	}
}

// grow lets requests through until the desk knows n pages of a site, since answers count in the crawl's order.
func grow(t *testing.T, b *browser, s *website, requests, n int) {
	t.Helper()
	p, err := b.desk.Project("map")
	must(t, err)
	for pages := 0; pages < n; requests = 2 {
		s.gate.let(t, requests)
		const robots = 1 // robots.txt is not counted
		for fetched := -1; fetched < s.gate.passed()-robots; {
			v, err := p.View(t.Context(), s.URL)
			if err != nil && !errors.Is(err, desk.ErrNothingYet) {
				t.Fatal(err)
			}
			pages, fetched = v.Pages, v.Fetched
		}
	}
}

// choosesAndZooms chooses a page and zooms while the map grows.
func choosesAndZooms(t *testing.T, c *headless.Tab, b *browser, s *website) {
	t.Helper()
	const title, world = `document.querySelector(".sm-card h3").textContent`,
		`document.querySelector("#sm-0 .world").getAttribute("transform")`
	c.Run(t, click(".sm-card li:nth-child(2) button"))
	chosen := headless.Eval[string](t, c, title)
	c.Run(t, chromedp.Focus(chromedp.CSS("#sm-0 .sm-stage")), chromedp.KeyEvent("+"),
		until(world+`.includes("scale(1.4)")`))
	headless.Eval[int](t, c, counting)
	before := headless.Eval[int](t, c, dots)
	grow(t, b, s, 12, before+4)
	c.Run(t, grown(before+4))
	console.Equal(t, headless.Eval[string](t, c, title), chosen, "was chosen")
	console.Has(t, headless.Eval[string](t, c, world), "scale(1.4)")
	if !headless.Eval[bool](t, c, `document.activeElement.matches("#sm-0 .sm-stage")`) {
		t.Error("the focus is lost")
	}
	if n := headless.Eval[int](t, c, marked); n < 4 {
		t.Errorf("%d pages are marked as new", n)
	}
	if headless.Eval[int](t, c, "window.moved") == 0 {
		t.Error("nothing moves")
	}
	c.Prefer(t, "screen", "prefers-reduced-motion", "reduce")
	headless.Eval[int](t, c, "window.moved = 0")
	before = headless.Eval[int](t, c, dots)
	grow(t, b, s, 8, before+2)
	c.Run(t, grown(before+2), chromedp.KeyEvent("0"), chromedp.KeyEvent(kb.Escape))
	if n := headless.Eval[int](t, c, "window.moved"); n > 0 {
		t.Errorf("%d things move for a reader who does not want that", n)
	}
}

// holds holds the map and releases it.
func holds(t *testing.T, c *headless.Tab, b *browser, s *website) {
	t.Helper()
	c.Run(t, click("#hold"), seen(`#hold[aria-pressed="true"]`))
	before := headless.Eval[int](t, c, dots)
	grow(t, b, s, 8, before+2)
	console.Equal(t, headless.Eval[int](t, c, "followMap().then(() => "+dots+")"), before, "it is held at")
	c.Run(t, click("#hold"), grown(before+2))
}

// looksWell checks a page at two widths, in light and dark.
func looksWell(t *testing.T, c *headless.Tab, what string) {
	t.Helper()
	for _, width := range []int64{390, 1400} {
		c.Run(t, chromedp.EmulateViewport(width, 900))
		for _, scheme := range []string{"dark", "light"} {
			c.Prefer(t, "screen", "prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce")
			console.Equal(t, c.LowContrast(t, ".sm-pic"), nil, what, scheme, width, "hard to read")
			console.Equal(t, c.Violations(t), nil, what, scheme, width)
		}
		if wide := headless.Eval[int64](t, c, "document.documentElement.scrollWidth"); wide > width {
			t.Errorf("%s is %d wide at %d", what, wide, width)
		}
	}
}

// The map of a project follows the site that is being crawled, or the one that is chosen.
func TestMapOfSeveral(t *testing.T) {
	t.Parallel()
	first, second := newWebsite(t, 20), newWebsite(t, 12)
	second.gate = newGate()
	t.Cleanup(second.gate.open)
	b := serve(t, web.Options{})
	other := strings.Replace(second.URL, "127.0.0.1", "localhost", 1)
	b.project("map", first.URL, other)
	c := headless.New(t)
	c.Only(b.base)
	c.Run(t, chromedp.EmulateViewport(390, 900), chromedp.Navigate(b.base+"/projects/map"),
		click("#overview button[data-do=start]"))
	second.gate.let(t, 5) // robots.txt, the home page, and all its links
	of := func(line string) headless.Step {
		return seen(fmt.Sprintf(`#map-now[data-map$=%q]`, url.QueryEscape(line)))
	}
	c.Run(t, of(other), grown(2), seen("#map-choice select"),
		chromedp.SetValue(chromedp.CSS("#map-choice select"), first.URL),
		click("#map-choice button"), of(first.URL), grown(20))
	console.Has(t, headless.Eval[string](t, c, "location.search"), "map="+url.QueryEscape(first.URL))
	second.gate.open()
	c.Run(t, seen("#overview .state.idle"), of(first.URL), grown(20))
}

// silent plays workers that take a group and crawl until they are stopped.
type silent struct{ begun chan bool }

func (w silent) Crawl(ctx context.Context, _ string, _ run.Spec, _ string, now func([]desk.Group, error) error) error {
	if err := now([]desk.Group{{Worker: "one"}}, nil); err != nil {
		return err
	}
	close(w.begun)
	<-ctx.Done()
	return ctx.Err()
}

func (silent) Withdraw(context.Context, string, string) error { return nil }

// While workers crawl sites, the pages say when there will be a map.
func TestMapAtWorkers(t *testing.T) {
	s := newWebsite(t, 3)
	b := serve(t, web.Options{})
	w := silent{make(chan bool)}
	b.desk.Workers = w
	at := b.project("map", s.URL)
	b.do(at, desk.Submit)
	<-w.begun
	const when = "is drawn here when they are done with it."
	if _, text, _ := b.ask("GET", "/projects/map/site?site="+url.QueryEscape(s.URL), ""); !strings.Contains(text,
		"nothing is known of the site yet") {
		t.Errorf("where the tables come: %s", text)
	}
	for _, page := range []string{"/projects/map", "/projects/map/map?site=" + url.QueryEscape(s.URL)} {
		if _, text, _ := b.ask("GET", page, ""); !strings.Contains(text, when) {
			t.Errorf("%s does not say it: %s", page, text)
		}
	}
}
