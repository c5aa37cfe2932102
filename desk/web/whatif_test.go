package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/internal/console"
	"sitegraph/internal/headless"
	"sitegraph/results"
)

// foretold returns a desk that has crawled a site of 30 pages, and the page for typing changes to it.
func foretold(t *testing.T) (b *browser, s *website, at, page string) {
	t.Helper()
	s, b, at = crawled(t, 30)
	return b, s, at, "/projects/one/what-if?site=" + url.QueryEscape(s.URL)
}

// reachedWithout counts the pages that links of a website of n pages reach if some pages are gone.
func reachedWithout(n int, gone ...int) int {
	met := make([]bool, n)
	for _, i := range gone {
		met[i] = true
	}
	reached, waiting := 0, []int{0}
	met[0] = true
	for len(waiting) > 0 {
		i := waiting[0]
		waiting = waiting[1:]
		reached++
		for _, k := range []int{2*i + 1, 2*i + 2, i * 7 % n} {
			if k < n && !met[k] {
				met[k], waiting = true, append(waiting, k)
			}
		}
	}
	return reached
}

// A program learns the effect of changes, and nothing is changed.
func TestWhatIf(t *testing.T) {
	t.Parallel()
	b, s, at, page := foretold(t)
	ask := func(changes string, want int) (f results.Foreseen) {
		t.Helper()
		in := map[string]any{"site": s.URL, "changes": changes, "robots": []string{"*", "GPTBot"}}
		b.send("POST", at+"/what-if", in, &f, want)
		return f
	}
	all, left := reachedWithout(30), reachedWithout(30, 1, 2)
	f := ask("# two pages\ndelete /p1 410\ndelete /p2\n", http.StatusOK)
	if all != 30 || left > 20 || f.Comparison.A.Pages != all || f.Comparison.B.Pages != left {
		t.Errorf("%d of %d pages, want %d of %d", f.Comparison.B.Pages, f.Comparison.A.Pages, left, all)
	}
	if f.Lost != all-left-2 || len(f.Unreachable) != f.Lost || len(f.Lines) != 2 || f.Lines[0].Line != 2 ||
		f.Lines[0].Touches != 1 || f.Lines[0].Lost+f.Lines[1].Lost < f.Lost {
		t.Errorf("%d pages are lost, by %+v", f.Lost, f.Lines)
	}
	f = ask("move /p3 /three\nrobots: Disallow: /p GPTBot\n", http.StatusOK)
	if f.Redirects != 1 || f.Lost != 0 || len(f.Reach) != 2 || f.Reach[0] != (results.ForeseenReach{Robot: "*", Now: 30,
		Then: 30}) ||
		f.Reach[1].Robot != "GPTBot" || f.Reach[1].Now != 30 || f.Reach[1].Then != 1 {
		t.Errorf("%+v", f)
	}
	if f = ask("noindex /nowhere", http.StatusOK); f.Lines[0].Touches != 0 || f.Lost != 0 {
		t.Errorf("a change that touches nothing: %+v", f.Lines)
	}
	var many strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&many, "noindex /**p**%d?**\n", i)
	}
	if f = ask(many.String(), http.StatusOK); len(f.Lines) != 30_000 || f.Lines[7].Touches != 0 {
		t.Errorf("%d lines, the eighth touches %d", len(f.Lines), f.Lines[7].Touches)
	}
	for _, wrong := range []string{"mvoe /a /b", "delete /$", "noindex /" + strings.Repeat("x", 2<<20)} {
		status := http.StatusBadRequest
		if len(wrong) > 1<<20 {
			_, text, _ := b.ask("POST", at+"/what-if", `{"site":"`+s.URL+`","changes":"`+wrong+`"}`, "Content-Type",
				"application/json")
			console.Has(t, text, "error")
			continue
		}
		ask(wrong, status)
	}
	b.send("POST", at+"/what-if", map[string]any{"site": "http://none.example", "changes": ""}, nil,
		http.StatusNotFound)
	status, text, _ := b.ask("POST", page, url.Values{"changes": {"mvoe /a <b>"}}.Encode(), "Content-Type",
		"application/x-www-form-urlencoded")
	if status != http.StatusBadRequest || !strings.Contains(text, "changes:1:1: ") || !strings.Contains(text,
		"mvoe /a &lt;b&gt;") {
		t.Errorf("a form with a mistake: %d %s", status, text)
	}
}

// look checks what a tab shows on a phone and a screen, in dark and light.
func look(t *testing.T, c *headless.Tab, what string) {
	t.Helper()
	for _, width := range []int64{390, 1400} {
		c.Run(t, chromedp.EmulateViewport(width, 900))
		for _, scheme := range []string{"dark", "light"} {
			c.Prefer(t, "screen", "prefers-color-scheme", scheme)
			for _, bad := range append(c.LowContrast(t, ""), c.Violations(t)...) {
				t.Errorf("%s, %s, %d wide: %s", what, scheme, width, bad)
			}
		}
		if wide := headless.Eval[int64](t, c, "document.documentElement.scrollWidth"); wide > width {
			t.Errorf("%s is %d wide on a screen of %d", what, wide, width)
		}
	}
	console.Equal(t, headless.Eval[[]string](t, c, structure), nil, what)
}

// A mistake can be made and mended, and the effect read, with keys alone and in all looks.
func TestWhatIfLooks(t *testing.T) {
	t.Parallel()
	b, _, _, page := foretold(t)
	c := headless.New(t)
	c.Only(b.base)
	write := func(text, answer string) {
		t.Helper()
		tabTo(t, c, "#changes")
		headless.Eval[bool](t, c, "document.activeElement.select(), true")
		c.Run(t, chromedp.KeyEvent(text))
		tabTo(t, c, "#what-if button")
		must(t, c.Try(chromedp.KeyEvent(kb.Enter), seen(answer)))
	}
	c.Run(t, chromedp.Navigate(b.base+page), seen("#changes"))
	look(t, c, "the page")
	write("delete /p1 410\ndelete /$", "#wrong")
	c.Faults() // a mistake is answered with status 400
	look(t, c, "a mistake")
	console.Has(t, headless.Eval[string](t, c, "document.getElementById('wrong').textContent"), "changes:2:8: ")
	write("delete /p1 410\ndelete /p2\nnoindex /p3\nrobots: Disallow: /p7 GPTBot\ndrop-links-to /none", "#effects")
	look(t, c, "the effect")
	console.Equal(t, c.Faults(), nil)
}

// A path is completed while it is typed, and its effect is shown.
func TestWhatIfTyped(t *testing.T) {
	t.Parallel()
	b, s, at, page := foretold(t)
	b.send("GET", at+"/tables/pages?site="+url.QueryEscape(s.URL), nil, nil, http.StatusOK) // builds them
	c := headless.New(t)
	c.Only(b.base)
	c.Run(t, chromedp.Navigate(b.base+page), seen("#changes"))
	headless.Eval[string](t, c, "document.getElementById('changes').value = ''")
	c.Run(t, keys("#changes", "delete /p2"), seen("#completing b"),
		keys("#changes", kb.ArrowDown+kb.Tab+"\ndelete /p1"))
	if typed := headless.Eval[string](t, c,
		"document.getElementById('changes').value"); typed != "delete /p21\ndelete /p1" {
		t.Fatalf("typed: %q", typed)
	}
	c.Run(t, click("#what-if button"), seen("#effects"))
	want := fmt.Sprint(30 - 2 - reachedWithout(30, 1, 21))
	console.Equal(t, headless.Eval[string](t, c, "document.getElementById('lost').textContent"), want)
	console.Equal(t, c.Faults(), nil)
}
