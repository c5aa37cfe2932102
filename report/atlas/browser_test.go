package atlas

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/internal/console"
	"sitegraph/internal/headless"
)

// serve serves a map under a policy that allows nothing except the map's own style and script.
func serve(t *testing.T, m *Map) string {
	t.Helper()
	html, style, script := m.Fragment()
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	policy := "default-src 'none'; img-src data:; style-src " + hash(style) + "; script-src " + hash(script)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Map</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="%s">
<link rel="icon" href="data:,"><style>%s</style></head><body>%s<script>%s</script></body></html>`,
			policy, style, html, script)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/map"
}

// browsed returns a site of 60 pages, some with hostile titles.
func browsed() Input {
	in := randomSite(8, 60, 4, 4, 3)
	for i, title := range hostile() {
		in.Graph.Pages[20+i].Title = title
	}
	in.Graph.Pages[7].Title = "The whale in the hall"
	return in
}

// linkers returns the pages that link to a page.
func linkers(in Input, page int) (all []int) {
	for i := range in.Graph.Pages {
		if targets, _ := in.Graph.Out(i); slices.Contains(targets, uint32(page)) {
			all = append(all, i)
		}
	}
	return all
}

const (
	find      = chromedp.CSS("#sm-find")
	cardTitle = `document.querySelector('.sm-card h3').textContent`
	scale     = `+/scale\(([0-9.]+)/.exec(` +
		`document.querySelector('.sm-view:not([hidden]) .world').getAttribute('transform'))[1]`
	// listed counts the entries of the n-th long list in the card.
	listed = `document.querySelectorAll('.sm-card .sm-long')[%d].children.length`
)

func TestBrowser(t *testing.T) {
	b := headless.New(t)
	in := browsed()
	page := serve(t, New(in))
	b.Only(page)
	b.Run(t, chromedp.Navigate(page), chromedp.WaitVisible(chromedp.CSS(".sm-live")))
	t.Run("search", func(t *testing.T) { searchFinds(t, b, in) })
	t.Run("click", func(t *testing.T) { clickShows(t, b, in) })
	t.Run("hostile", func(t *testing.T) { titlesStayText(t, b, in) })
	t.Run("zoom", func(t *testing.T) { zoomWorks(t, b) })
	t.Run("tabs", func(t *testing.T) { tabsWork(t, b, in) })
	t.Run("filter", func(t *testing.T) { filterDims(t, b, in, page) })
	t.Run("phone", func(t *testing.T) { phoneFits(t, b) })
	t.Run("no script", func(t *testing.T) { staticRemains(t, b) })
}

// searchFinds types part of a title and takes the page by key. The lists must agree with the graph.
func searchFinds(t *testing.T, b *headless.Tab, in Input) {
	b.Run(t, chromedp.SendKeys(find, "whale hall"), chromedp.WaitVisible(chromedp.CSS("#sm-found-0")),
		chromedp.SendKeys(find, kb.ArrowDown+kb.Enter))
	console.Equal(t, headless.Eval[string](t, b, cardTitle), "The whale in the hall", "found")
	got, want := headless.Eval[string](t, b, `document.querySelector('.sm-card a').href`), in.Graph.Pages[7].URL
	console.Equal(t, got, want, "its link")
	console.Equal(t, headless.Eval[string](t, b, `document.querySelector('.sm-card a').rel`), "noreferrer nofollow")
	console.Equal(t, headless.Eval[int](t, b, fmt.Sprintf(listed, 0)), len(linkers(in, 7)), "linked from")
	console.Equal(t, headless.Eval[int](t, b, fmt.Sprintf(listed, 1)), in.Graph.OutDegree(7), "links to")
	// The page and its neighbours stand out in the picture.
	near := map[int]bool{7: true}
	for _, i := range linkers(in, 7) {
		near[i] = true
	}
	targets, _ := in.Graph.Out(7)
	for _, i := range targets {
		near[int(i)] = true
	}
	on := headless.Eval[[]int](t, b, `[...document.querySelectorAll('#sm-0 .nodes circle')]
		.flatMap((c, i) => c.classList.contains('on') ? [i] : [])`)
	if len(on) != len(near) || slices.ContainsFunc(on, func(i int) bool { return !near[i] }) {
		t.Errorf("%v stand out, want %v", on, near)
	}
	b.Run(t, chromedp.SendKeys(find, "!no such page!"))
	console.Equal(t, headless.Eval[string](t, b, `document.getElementById('sm-found').textContent`), "No page found.")
	b.Run(t, chromedp.SendKeys(find, kb.Escape+kb.Escape))
}

// clickShows clicks on a dot, then on one of its neighbours in the list, and goes back.
func clickShows(t *testing.T, b *headless.Tab, in Input) {
	const page = 3
	at := headless.Eval[[]float64](t, b, fmt.Sprintf(`(() => {
		window.scrollTo(0, 0);
		const r = document.querySelectorAll('#sm-0 .nodes circle')[%d].getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, page))
	b.Run(t, chromedp.MouseClickXY(at[0], at[1]))
	console.Equal(t, headless.Eval[string](t, b, cardTitle), in.Graph.Pages[page].Title, "a click on", "shows")
	targets, _ := in.Graph.Out(page)
	var titles []string
	for _, i := range targets {
		titles = append(titles, strings.TrimSuffix(in.Graph.Pages[i].Title, " - The museum"))
	}
	got := headless.Eval[[]string](t, b, `[...document.querySelectorAll('.sm-card .sm-long')[1].querySelectorAll('bdi')]
		.map(b => b.textContent)`)
	slices.Sort(got)
	slices.Sort(titles)
	console.Equal(t, got, titles, "links to")
	next := headless.Eval[string](t, b, `(() => {
		const button = document.querySelectorAll('.sm-card .sm-long')[1].querySelector('button');
		button.click();
		return button.querySelector('bdi').textContent;
	})()`)
	if got := headless.Eval[string](t, b, cardTitle); !strings.HasPrefix(got, next) {
		t.Errorf("went on to %q, want %q", got, next)
	}
	b.Run(t, chromedp.Click(chromedp.CSS(".sm-act button")))
	console.Equal(t, headless.Eval[string](t, b, cardTitle), in.Graph.Pages[page].Title, "went back to")
}

// titlesStayText opens each page with a hostile title.
func titlesStayText(t *testing.T, b *headless.Tab, in Input) {
	for i, title := range hostile() {
		path := strings.TrimPrefix(in.Graph.Pages[20+i].URL, "http://museum.example")
		headless.Eval[bool](t, b, fmt.Sprintf(`(() => {
			const find = document.getElementById('sm-find');
			find.value = %q;
			find.dispatchEvent(new Event('input'));
			find.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}));
			return true;
		})()`, path))
		want := clean(title, longestTitle)
		if want == "" {
			want = fallbackName(path)
		}
		console.Equal(t, headless.Eval[string](t, b, cardTitle), want, "title")
	}
	unwanted := `document.querySelectorAll('img, .sm script:not(#sm-data), .sm-card svg:not(.sm-line)').length`
	if n := headless.Eval[int](t, b, unwanted); n > 0 {
		t.Errorf("%d elements out of titles", n)
	}
}

// zoomWorks zooms with the buttons and the keys, and checks that reduced motion is respected.
func zoomWorks(t *testing.T, b *headless.Tab) {
	b.Prefer(t, "", "prefers-reduced-motion", "reduce")
	b.Run(t, chromedp.Click(chromedp.CSS(`#sm-0 button[aria-label="Zoom in"]`)))
	console.Equal(t, headless.Eval[float64](t, b, scale), 1.6, "scale")
	b.Run(t, chromedp.Focus(chromedp.CSS("#sm-0 .sm-stage")), chromedp.KeyEvent("+"))
	if got := headless.Eval[float64](t, b, scale); got < 2.2 {
		t.Errorf("scale %v after plus", got)
	}
	const position = `document.querySelector('#sm-0 .world').getAttribute('transform')`
	before := headless.Eval[string](t, b, position)
	b.Run(t, chromedp.KeyEvent(kb.ArrowRight))
	if after := headless.Eval[string](t, b, position); after == before {
		t.Error("an arrow key moves nothing")
	}
	b.Run(t, chromedp.KeyEvent("0"))
	console.Equal(t, headless.Eval[float64](t, b, scale), 1, "scale")
	if headless.Eval[bool](t, b, `document.querySelector('#sm-0 .sm-stage').dispatchEvent(new WheelEvent('wheel',
		{deltaY: -100, ctrlKey: true, clientX: 300, clientY: 300, cancelable: true}))`) {
		t.Error("the page takes the wheel too")
	}
	if got := headless.Eval[float64](t, b, scale); got <= 1.2 {
		t.Errorf("scale %v after the wheel", got)
	}
	b.Run(t, chromedp.KeyEvent("0"), chromedp.KeyEvent(kb.Escape))
}

// tabsWork opens the bubbles, selects one, and goes back by key.
func tabsWork(t *testing.T, b *headless.Tab, in Input) {
	const hidden = `[...document.querySelectorAll('.sm-view')].map(s => s.hidden)`
	b.Run(t, chromedp.Click(chromedp.CSS("#sm-1-tab")))
	console.Equal(t, fmt.Sprint(headless.Eval[[]bool](t, b, hidden)), "[true false]", "hidden")
	b.Run(t, chromedp.Click(chromedp.CSS("#sm-1 button.sm-part")))
	p := newParts(in.Groups[0], in.Graph, maxBubbles)
	console.Equal(t, strings.TrimSpace(headless.Eval[string](t, b, cardTitle)), p.labels[0], "part")
	got := headless.Eval[string](t, b, `document.querySelector('.sm-card p').textContent`)
	want := fmt.Sprintf("%s, %s among them.", counted(p.sizes[0], "page"), counted(p.arcs[0], "link"))
	console.Equal(t, got, want)
	b.Run(t, chromedp.Focus(chromedp.CSS("#sm-1-tab")), chromedp.KeyEvent(kb.ArrowLeft))
	console.Equal(t, fmt.Sprint(headless.Eval[[]bool](t, b, hidden)), "[false true]", "hidden")
}

// filterDims looks for pages by words and by depth. The address has the filter and the choice, and leads back to them.
func filterDims(t *testing.T, b *headless.Tab, in Input, page string) {
	const lit = `document.querySelectorAll('#sm-0 .nodes circle:not(.off)').length`
	chosen := headless.Eval[string](t, b, cardTitle)
	b.Run(t, chromedp.SendKeys(find, kb.Escape+kb.Escape+"whale "+kb.Escape), chromedp.Reload(),
		chromedp.WaitVisible(chromedp.CSS(".sm-live")))
	got := fmt.Sprint(headless.Eval[int](t, b, lit), headless.Eval[string](t, b, cardTitle))
	console.Equal(t, got, "1"+chosen, "again")
	b.Run(t, chromedp.Navigate(page+"#map-depth=1"))
	shallow := 0
	for i := range in.Graph.Pages {
		if in.Graph.Pages[i].Level == 1 {
			shallow++
		}
	}
	console.Equal(t, headless.Eval[int](t, b, lit), shallow, "pages of depth 1")
}

// phoneFits checks that nothing is wider than a phone.
func phoneFits(t *testing.T, b *headless.Tab) {
	b.Run(t,
		chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch),
		chromedp.Reload(),
		chromedp.WaitVisible(chromedp.CSS(".sm-live")))
	for _, tab := range []chromedp.CSS{"#sm-0-tab", "#sm-1-tab"} {
		b.Run(t, chromedp.Click(tab))
		if got := headless.Eval[int](t, b, `document.documentElement.scrollWidth`); got > 360 {
			t.Errorf("%s: %d pixels wide", tab, got)
		}
	}
}

// staticRemains checks that without scripts the pictures are shown, and controls are not.
func staticRemains(t *testing.T, b *headless.Tab) {
	b.WithoutScript(t)
	b.Run(t, chromedp.WaitVisible(chromedp.CSS("#sm-1 svg")))
	got := headless.Eval[[]bool](t, b, `['.sm-bar', '.sm-side', '#sm-0 .sm-pic', '#sm-1 .sm-pic', '#sm-0 .sm-note']
		.map(s => document.querySelector(s).getClientRects().length > 0)`)
	console.Equal(t, fmt.Sprint(got), "[false false true true true]", "shown")
}

// TestLargeBrowser zooms into the map of a site whose pages are too many for the picture. Each is a dot that can be
// chosen. The names that are written stand beside their dots, do not overlap, and lack what a folder's titles share.
func TestLargeBrowser(t *testing.T) {
	b, in := headless.New(t), randomSite(8, maxDots+1000, 4, 3, 5)
	for i := range in.Graph.Pages {
		in.Graph.Pages[i].Title = fmt.Sprintf("Page %d | Folder %d", i, in.Groups[0].Of[i])
	}
	page := serve(t, New(in))
	b.Only(page)
	b.Prefer(t, "screen", "prefers-reduced-motion", "reduce")
	b.Run(t, chromedp.Navigate(page), chromedp.WaitVisible(chromedp.CSS(".sm-live")))
	type seen struct {
		Wrong []string
		Name  string
		X, Y  float64
	}
	got := headless.Eval[seen](t, b, `new Promise(done => {
		const canvas = document.querySelector('.sm-dots'), pen = canvas.getContext('2d'), {scale} = pen, names = [];
		pen.scale = (x, y) => { names.length = 0; scale.call(pen, x, y); };
		pen.fillText = (text, x, y) => names.push({text, x, y, end: x + pen.measureText(text).width});
		for (let i = 0; i < 4; i++) document.querySelector('[aria-label="Zoom in"]').click();
		const look = () => {
			if (names.length < 10) return requestAnimationFrame(look);
			const {data, width} = pen.getImageData(0, 0, canvas.width, canvas.height);
			const box = canvas.getBoundingClientRect();
			const dot = n => data[4 * (Math.floor(n.y) * width + Math.floor(Math.min(width - 1, n.x - 4.5))) + 3];
			const over = (a, b) => Math.abs(a.y - b.y) < 12 && a.x < b.end && b.x < a.end;
			const alone = n => names.every(m => m === n || !over(n, m));
			const wrong = names.filter(n => n.text.includes('Folder') || !dot(n) || !alone(n)).map(n => n.text);
			done({Wrong: wrong, Name: names[0].text, X: box.x + names[0].x - 4.5, Y: box.y + names[0].y});
		};
		look();
	})`)
	if len(got.Wrong) > 0 {
		t.Errorf("wrong are %q", got.Wrong)
	}
	b.Run(t, chromedp.MouseClickXY(got.X, got.Y))
	title, _, _ := strings.Cut(headless.Eval[string](t, b, cardTitle), " |")
	console.Equal(t, title, got.Name, "a click beside", got.Name, "shows")
}
