package sites

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

type web struct {
	sites        int
	site         []int
	url          []string
	links        [][]int // to pages of the same site
	found, homes []int
}

func randomWeb(r *rand.Rand, sites int) *web {
	w := &web{sites: sites}
	for i := range sites {
		home, n := len(w.url), 1+r.IntN(60)
		w.homes = append(w.homes, home)
		for p := range n {
			w.site = append(w.site, i)
			directory, name := []string{"a", "a/b", "c"}[r.IntN(3)], []string{"x", "y"}[r.IntN(2)]
			w.url = append(w.url, fmt.Sprintf("http://s%d/%s/%s-%d.html", i, directory, name, p))
			var out []int
			for range r.IntN(5) {
				out = append(out, home+r.IntN(n))
			}
			w.links = append(w.links, out)
			w.found = append(w.found, r.IntN(5)*r.IntN(2))
		}
	}
	return w
}

func (w *web) reachable() int {
	known := map[int]bool{}
	open := slices.Clone(w.homes)
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		if !known[p] {
			known[p] = true
			open = append(open, w.links[p]...)
		}
	}
	return len(known)
}

type walker struct {
	web          *web
	known, asked []bool
	out, order   []int
	from         []Origin // of the pages in out
}

func newWalker(w *web, p PagePolicy) *walker {
	k := &walker{web: w, known: make([]bool, len(w.url)), asked: make([]bool, len(w.url))}
	for _, home := range w.homes {
		k.add(p, home)
	}
	return k
}

func (k *walker) add(p PagePolicy, page int) {
	if !k.known[page] {
		k.known[page] = true
		p.Add(Link{Site: k.web.site[page], Page: page, URL: k.web.url[page]})
	}
}

func (k *walker) ask(t testing.TB, p PagePolicy) bool {
	t.Helper()
	page, from, ok := p.Next()
	if !ok {
		k.order = append(k.order, -1)
		return false
	}
	if !k.known[page] || k.asked[page] || from.Site != k.web.site[page] {
		t.Fatalf("page %d of site %d is asked for: known %v, asked for before %v",
			page, from.Site, k.known[page], k.asked[page])
	}
	k.asked[page] = true
	k.out, k.from = append(k.out, page), append(k.from, from)
	k.order = append(k.order, page)
	return true
}

func (k *walker) report(p PagePolicy, n int) {
	page := k.out[n]
	p.Report(k.from[n], k.web.found[page])
	k.out, k.from = slices.Delete(k.out, n, n+1), slices.Delete(k.from, n, n+1)
	for _, to := range k.web.links[page] {
		k.add(p, to)
	}
}

func (k *walker) random(t testing.TB, p PagePolicy, r *rand.Rand, steps int) {
	t.Helper()
	for range steps {
		switch r.IntN(5) {
		default:
			k.ask(t, p)
		case 0, 1, 2:
			for range r.IntN(4) {
				if len(k.out) > 0 {
					k.report(p, r.IntN(len(k.out)))
				}
			}
		}
	}
}

// If reports come late and in any order, no page is requested twice, every reachable page is requested, and two runs
// are the same.
func TestPagesContract(t *testing.T) {
	for _, name := range KnownPagePolicies() {
		for seed := range uint64(60) {
			var orders [2][]int
			for run := range orders {
				r := rand.New(rand.NewPCG(seed, 8))
				w := randomWeb(r, 1+r.IntN(8))
				p := NewPagePolicy(name, w.sites)
				k := newWalker(w, p)
				for k.random(t, p, r, 20); k.ask(t, p) || len(k.out) > 0; {
					for len(k.out) > r.IntN(4) {
						k.report(p, r.IntN(len(k.out)))
					}
				}
				want := w.reachable()
				orders[run] = k.order
				all := slices.DeleteFunc(slices.Clone(k.order), func(page int) bool { return page < 0 })
				if len(all) != want {
					t.Fatalf("%s, seed %d: %d pages, want %d", name, seed, len(all), want)
				}
			}
			if !slices.Equal(orders[0], orders[1]) {
				t.Fatalf("%s, seed %d: %v, then %v", name, seed, orders[0], orders[1])
			}
		}
	}
}

// R5 agrees with its formula, computed from the whole history at each step.
func TestR5IsTheGreatestIndex(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 10))
		w := randomWeb(r, 1+r.IntN(5))
		p := NewPagePolicy("r5", w.sites)
		k := newWalker(w, p)
		var history []int
		for {
			waiting := map[string]bool{}
			for page, known := range k.known {
				if known && !k.asked[page] {
					waiting[w.arm(page)] = true
				}
			}
			if !k.ask(t, p) {
				break
			}
			page := k.order[len(k.order)-1]
			chosen := w.r5(history, w.arm(page))
			for arm := range waiting {
				if v := w.r5(history, arm); v > chosen+1e-9*chosen {
					t.Fatalf("seed %d: takes %s with %v, not %s with %v", seed, w.arm(page), chosen, arm, v)
				}
			}
			history = append(history, page)
			k.report(p, 0)
		}
	}
}

func (w *web) arm(page int) string {
	return w.url[page][:strings.LastIndexByte(w.url[page], '/')+1]
}

func (w *web) r5(history []int, arm string) float64 {
	g, d, e, sd, se := 0.5, 0.0, 0.0, 0.0, 0.0
	home := arm[:strings.IndexByte(arm[7:], '/')+8]
	for _, page := range history {
		x := float64(w.found[page])
		g += x
		if w.arm(page) == arm {
			d, e = 0.95*d+x, 0.95*e+1
		}
		if strings.HasPrefix(w.url[page], home) {
			sd, se = 0.98*sd+x, 0.98*se+1
		}
	}
	g /= max(1, float64(len(history)))
	m := (sd + 2*2*g) / (se + 2)
	return (d + 2*2*m) / (e + 2)
}

// A shape that brought links is preferred, and a page of a new shape is tried.
func TestAutoFollowsAShape(t *testing.T) {
	p := NewPagePolicy("auto", 1)
	for i := range 40 {
		name := fmt.Sprintf("http://h/topic%c.html", 'a'+i%26)
		if i >= 30 {
			name = fmt.Sprintf("http://h/release-%d.html", i)
		}
		p.Add(Link{Page: i, URL: name})
	}
	releases := 0
	for range 14 {
		page, from, _ := p.Next()
		found := 0
		if page >= 30 {
			releases++
			found = 50
		}
		p.Report(from, found)
	}
	if releases < 8 {
		t.Errorf("only %d of 10 releases among the first 14 pages", releases)
	}
}

func TestParts(t *testing.T) {
	for address, want := range map[string]string{
		"http://h/":                        "*",
		"http://h":                         "*",
		"":                                 "*",
		"/index.html":                      "*.html",
		"http://h/lib/os/struct.File.html": "lib/ os/ struct.*",
		"http://h/release-15-20.html":      "release-#-#.html",
		"http://h/release-15-3.html#end":   "release-#-#.html",
		"http://h/a/v1.4.0.html":           "a/ v#.#.#.html",
		"http://h/git-add.html":            "git-*",
		"http://h/w/index.php?title=A&action=edit": "w/ *.php?action&title",
		"http://h/w/?b=2&a=1&b=3":                  "w/ *?a&b",
		"http://h/x?to=/y/z":                       "*?to",
		"/a//b/c":                                  "a/ / b/ *",
		strings.Repeat("/d", 20) + "/x.htm":        strings.Repeat("d/ ", deepest) + "*.htm",
	} {
		console.Equal(t, strings.Join(parts(address), " "), want, address)
	}
}

func armsOf(p PagePolicy) int {
	if r, ok := p.(*r5); ok {
		return len(r.frontiers[0].arms)
	}
	return len(p.(*autoPages).frontiers[0].arms)
}

// All pages are scanned, even if a site has more shapes than arms.
func TestArmsAreLimited(t *testing.T) {
	for _, name := range []string{"r5", "auto"} {
		p := NewPagePolicy(name, 1)
		const pages = maxArms + 500
		for i := range pages {
			p.Add(Link{Page: i, URL: fmt.Sprintf("http://h/%s/x.html", strings.Repeat("i", 1+i))})
		}
		console.Equal(t, armsOf(p), maxArms, name)
		n := 0
		for page, from, ok := p.Next(); ok; page, from, ok = p.Next() {
			p.Report(from, page%2)
			n++
		}
		console.Equal(t, n, pages, name)
	}
}

func FuzzParts(f *testing.F) {
	f.Add("http://h/a/b-1.html?x=1#y")
	f.Fuzz(func(t *testing.T, address string) {
		if all := parts(address); len(all) == 0 || len(all) > deepest+1 {
			t.Errorf("%q: %q", address, all)
		}
	})
}
