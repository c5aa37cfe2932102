package extractor_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// oddSite is a site whose pages come from show, which returns their identity ("" if there is no page) and HTML. call
// counts the requests for the URL, from 1.
type oddSite struct {
	mu   sync.Mutex
	asks map[string]int
	show func(u *url.URL, call int) (identity, html string)
}

func (o *oddSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	if o.asks == nil {
		o.asks = map[string]int{}
	}
	o.asks[r.URL.String()]++
	call := o.asks[r.URL.String()]
	o.mu.Unlock()
	identity, html := "", ""
	if r.URL.Path != "/robots.txt" {
		identity, html = o.show(r.URL, call)
	}
	w.Header().Set("Content-Type", "text/html")
	if strings.HasPrefix(r.URL.Path, "/file/") {
		w.Header().Set("Last-Modified", "Mon, 02 Nov 2026 08:00:00 GMT")
	}
	switch identity {
	case "":
		http.NotFound(w, r)
	case "error":
		http.Error(w, "sorry", http.StatusInternalServerError)
	default:
		fmt.Fprint(w, html)
	}
}

// number returns the number at the end of a path, 0 for the home page, and whether it is below n.
func number(u *url.URL, prefix string, n int) (i int, ok bool) {
	if u.Path == "/" {
		return 0, true
	}
	_, err := fmt.Sscanf(u.Path, prefix+"%d", &i)
	return i, err == nil && 0 < i && i < n
}

// article returns a page with its own text, and links.
func article(i int, head, more string, links ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><title>Article %d</title>%s<p>The menu of the site, which every page has.", i, head)
	for line := range 8 {
		fmt.Fprintf(&b, "<p>Line %d of article %d tells of nothing but that article.", line, i)
	}
	b.WriteString(more)
	for _, l := range links {
		fmt.Fprintf(&b, "<p><a href='%s'>on</a>", l)
	}
	return b.String()
}

func onward(form string, i int) []string {
	return []string{fmt.Sprintf(form, 2*i+1), fmt.Sprintf(form, 2*i+2)}
}

// check verifies that each identity of the site is one page.
func (o *oddSite) check(t *testing.T, c *site.Crawl, want int) {
	t.Helper()
	seen := map[string]string{}
	for _, p := range c.Graph.Pages {
		u, err := url.Parse(p.Key)
		must(t, err)
		identity, _ := o.show(u, 1)
		if other, known := seen[identity]; known {
			t.Errorf("%s and %s are one page", other, p.Key)
		}
		seen[identity] = p.Key
	}
	if len(seen) != want || !c.Complete {
		t.Errorf("%d pages, want %d; complete: %t", len(seen), want, c.Complete)
	}
}

func TestStableOnOddSites(t *testing.T) {
	const n = 80
	plain := func(head, more func(i, call int) string) func(*url.URL, int) (string, string) {
		return func(u *url.URL, call int) (string, string) {
			i, ok := number(u, "/a/", n)
			if !ok {
				return "", ""
			}
			return fmt.Sprint(i), article(i, head(i, call), more(i, call), onward("/a/%d", i)...)
		}
	}
	none := func(int, int) string { return "" }
	var calls atomic.Int64
	canonical := func(href string) func(*url.URL, int) (string, string) {
		return plain(func(int, int) string { return "<link rel=canonical href='" + href + "'>" }, none)
	}
	for name, show := range map[string]func(*url.URL, int) (string, string){
		"canonical in pairs": plain(func(i, _ int) string {
			return fmt.Sprintf("<link rel=canonical href='/a/%d'>", i^1)
		}, none),
		"canonical is always home":     canonical("/"),
		"canonical is elsewhere":       canonical("http://h.test/"),
		"canonical is no page":         canonical("/nowhere"),
		"canonical is a broken URL":    canonical("http://[/"),
		"another text at each request": noisy(n),
		"paths below pages, and comments that vary after a while": func(u *url.URL, call int) (string, string) {
			identity, html := plain(none, none)(u, call)
			more := "<a href=%s/more>on</a><!-- %s %d -->"
			return identity, html + fmt.Sprintf(more, identity, u, max(300, calls.Add(1)))
		},
		"twins fail": func(u *url.URL, call int) (string, string) {
			if call > 1 {
				return "error", ""
			}
			return plain(none, none)(u, call)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &oddSite{show: show}
			o.check(t, stableWalker(t, o, 8).run(t), n)
		})
	}
}

// Each site shows one of six mottos in the paragraph of its footer, and counts visits.
func TestStableWithMottos(t *testing.T) {
	const n = 40
	for name, c := range map[string]struct {
		want  int
		links func(i int) []string // on the home page
		show  func(u *url.URL) (identity, html string)
	}{
		// A notice about a link that leads away is about that link.
		"forms that lead back, notices that lead away": {3*n + 2, func(i int) []string {
			return []string{fmt.Sprintf("/a/%d", i), fmt.Sprintf("/go?to=/leaf/%d", i)}
		}, func(u *url.URL) (string, string) {
			to := u.Query().Get("to")
			switch {
			case to == "":
				return u.Path, article(int(site.Hash(u.Path)), "", "", "/reply?to="+url.QueryEscape(u.Path))
			case u.Path == "/reply":
				return u.Path, article(0, "", "", to)
			}
			return u.String(), article(1, "", "", to)
		}},
		// Albums with equal covers have pages of their own.
		"every path below a page, and albums": {3*n + 1, func(i int) []string {
			return []string{fmt.Sprintf("/a/%d/", i), fmt.Sprintf("/album/%d/", i)}
		}, func(u *url.URL) (string, string) {
			parts := strings.Split(u.Path, "/")
			switch {
			case parts[1] == "a":
				return parts[2], article(int(site.Hash(parts[2])), "", "", "more/", "other/more/")
			case parts[3] == "":
				return u.Path, article(1, "", "", "first")
			}
			return u.Path, article(int(site.Hash(parts[2])), "", "")
		}},
		// Only long lists say enough to show that the order by name is the default.
		"an order that is the default": {12*n + 1, func(i int) (links []string) {
			for k := 8 * (i - 1); k < 8*i; k++ {
				for _, by := range []string{"", "&by=name", "&by=price"}[:3-k%2] {
					links = append(links, fmt.Sprintf("/list?id=%d%s", k, by))
				}
			}
			return links
		}, func(u *url.URL) (string, string) {
			var k int
			id, feed := u.Query().Get("id"), "/feed?"+u.RawQuery
			switch _, err := fmt.Sscan(id, &k); {
			case err != nil || u.Path != "/list":
				return "", ""
			case k%2 > 0:
				return id, article(0, "", "<p>List "+id, feed)
			case u.Query().Get("by") == "price":
				return id + " by price", article(0, "", article(k+1000, "", ""), feed)
			}
			return id, article(0, "", article(k, "", ""), feed)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var visits atomic.Int64
			o := &oddSite{show: func(u *url.URL, call int) (identity, html string) {
				var links []string
				for i := range n {
					links = append(links, c.links(i+1)...)
				}
				if identity, html = "home", article(0, "", "", links...); u.Path != "/" {
					identity, html = c.show(u)
				}
				motto := "nsweud"[(site.Hash(u.String())>>8+uint64(call))%6]
				return identity, fmt.Sprintf("%s<footer><p>Go %c</footer>Visit %d", html, motto, visits.Add(1))
			}}
			o.check(t, stableWalker(t, o, 8).run(t), c.want)
		})
	}
}

// noisy makes a site whose texts all change with each request.
func noisy(n int) func(u *url.URL, call int) (string, string) {
	var calls atomic.Int64
	return func(u *url.URL, _ int) (string, string) {
		i, ok := number(u, "/a/", n)
		if !ok {
			return "", ""
		}
		return fmt.Sprint(i), article(1000+int(calls.Add(1)), "", "", onward("/a/%d", i)...)
	}
}

// A meaningless parameter is not fetched for long. One that is meaningless at first, and matters later, loses no page.
func TestRuleThatBecomesFalse(t *testing.T) {
	const n, late = 700, 500
	for _, from := range []int{n, late} {
		o := &oddSite{show: func(u *url.URL, _ int) (string, string) {
			i, ok := number(u, "/a/", n)
			if !ok {
				return "", ""
			}
			identity, more := fmt.Sprint(i), ""
			if i >= from && u.Query().Has("v") {
				identity += "v"
				more = strings.Repeat("<p>What only this version says of the article, and says at length.", 3)
			}
			next := append(onward("/a/%d", i), onward("/a/%d?v=full", i)...)
			return identity, article(i, "", more, next...)
		}}
		c := stableWalker(t, o, 8).run(t)
		o.check(t, c, n+(n-from))
		if saved := c.Counts.States[site.StateRule]; (saved > 0) != (from == n) {
			t.Errorf("from %d on the parameter matters: %d URLs were not fetched", from, saved)
		}
	}
}

// A URL with 10000 parameters is one URL.
func TestManyParameters(t *testing.T) {
	var query strings.Builder
	for i := range 10000 {
		fmt.Fprintf(&query, "%d&", i)
	}
	o := &oddSite{show: func(u *url.URL, _ int) (string, string) {
		i, ok := number(u, "/a/", 40)
		if !ok {
			return "", ""
		}
		many := fmt.Sprintf("/a/%d?%s", i/2, query.String())
		return fmt.Sprint(i), article(i, "", "", append(onward("/a/%d", i), many)...)
	}}
	w := stableWalker(t, o, 8)
	w.limits.MaxURLLength = 1 << 20
	o.check(t, w.run(t), 40)
}

// A site that starts to refuse, in an unknown way, is found out by its home page. Its refusals are not pages.
func TestRepeatedRefusals(t *testing.T) {
	shapes := []string{"/a/%d", "/b/c/%d", "/list?of=%d", "/d/%d?view=all"}
	var mu sync.Mutex
	requests := 0
	o := &oddSite{show: func(u *url.URL, _ int) (string, string) {
		mu.Lock()
		defer mu.Unlock()
		requests++
		if requests > 12 { // by then URLs of three shapes are left
			return "refused", fmt.Sprintf("<title>No</title><p>You may not see this page. Your number is %d.", requests)
		}
		var links []string
		for i := range 40 {
			links = append(links, fmt.Sprintf(shapes[i%len(shapes)], i))
		}
		return u.String(), article(requests, "", "", links...)
	}}
	c := stableWalker(t, o, 1).run(t)
	if n := c.Counts.States[site.StatePage]; n > 12 {
		t.Errorf("%d pages", n)
	}
	if n := c.Counts.States[site.StateRefused]; n < 25 {
		t.Errorf("%d URLs are refused: %v", n, c.Counts.States)
	}
	for e := range c.Ledger {
		if e.State == site.StateRefused && e.Reason.Refusal != site.RefusalRepeated {
			t.Errorf("%+v", e)
		}
	}
}

// Equal pages without links stay pages as long as the home page differs.
func TestNoRefusals(t *testing.T) {
	o := &oddSite{show: func(u *url.URL, _ int) (string, string) {
		if u.Path == "/" {
			return "home", article(0, "", "", "/a/x", "/b/x", "/c/x", "/d?e=x", "/other")
		}
		if u.Path == "/other" {
			return "other", article(1, "", "")
		}
		return "empty", "<title>Nothing</title><p>There is nothing here yet."
	}}
	c := stableWalker(t, o, 4).run(t)
	o.check(t, c, 3)
	console.Equal(t, c.Counts.States[site.StateRefused], 0, "refused")
}

// Forbidden URLs are not requested, so they cannot form a shape that gave nothing.
func TestForbiddenIsNoTrap(t *testing.T) {
	o := &oddSite{show: func(u *url.URL, _ int) (identity, html string) {
		var links []string
		for i := range 300 {
			links = append(links, fmt.Sprintf("/private/%d", i))
		}
		return "home", article(0, "", "", links...)
	}}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
			return
		}
		o.ServeHTTP(w, r)
	})
	if shapes := stableWalker(t, h, 8).run(t).Sameness.Shapes; len(shapes) > 0 {
		t.Errorf("deferred: %+v", shapes)
	}
}
