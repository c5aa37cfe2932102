package sites

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

type world [][]int

// walk asks a policy until it ends and reports each page at once. It returns the sites and the sum of links.
func (w world) walk(t testing.TB, p *Policy) (order []int, links int) {
	t.Helper()
	next := make([]int, len(w))
	for i := range w {
		if len(w[i]) == 0 {
			p.Sleep(i, true)
		}
	}
	for {
		i, ok := p.Next()
		if !ok {
			return order, links
		}
		if next[i] == len(w[i]) {
			t.Fatalf("page %d of site %d is asked for, which has %d", next[i], i, len(w[i]))
		}
		p.Report(i, Page{New: w[i][next[i]]})
		links += w[i][next[i]]
		if next[i]++; next[i] == len(w[i]) {
			p.Sleep(i, true)
		}
		order = append(order, i)
	}
}

func (w world) pages() int {
	n := 0
	for _, s := range w {
		n += len(s)
	}
	return n
}

func random(r *rand.Rand, sites int) world {
	w := make(world, sites)
	for i := range w {
		rich := r.IntN(4)
		for range r.IntN(40) {
			w[i] = append(w[i], r.IntN(1+rich*rich)*r.IntN(2))
		}
	}
	return w
}

var must = console.Must

// The decisions agree with the paper's example.
func TestExample(t *testing.T) {
	sites := world{{3, 0, 0, 1, 0, 0}, {0, 0, 5, 0, 0, 4}, {1, 1, 1, 1, 1, 1}}
	for _, c := range []struct {
		name  string
		o     Options
		order string
		links int
	}{
		{"r1", Options{}, "ABCABCABC", 11},
		{"r2", Options{Block: 2}, "ABCABCAAA", 6},
		{"r3", Options{}, "ABCACBACA", 7},
		{"sequential", Options{}, "AAAAAABBB", 9},
		{"quantum", Options{Quantum: 2}, "AABBCCAAB", 11},
	} {
		c.o.Sites, c.o.Budget = 3, 9
		order, links := sites.walk(t, New(c.name, c.o))
		var letters strings.Builder
		for _, i := range order {
			letters.WriteByte(byte('A' + i))
		}
		console.Equal(t, letters.String(), c.order, c.name, &letters)
		console.Equal(t, links, c.links, c.name, &letters)
	}
}

// TestEdgesOfBeeBot checks edge cases of BeeBot's three rules.
func TestEdgesOfBeeBot(t *testing.T) {
	zero := world{make([]int, 30), make([]int, 30), make([]int, 30)}
	for _, c := range []struct {
		what, name string
		sites      world
		o          Options
		want       []int // pages of each site
	}{
		{"K > N: a page of each of the first N", "r1", zero, Options{Budget: 2}, []int{1, 1, 0}},
		{"K > N: a page of each of the first N", "r2", zero, Options{Budget: 2}, []int{1, 1, 0}},
		{"K > N: a page of each of the first N", "r3", zero, Options{Budget: 2}, []int{1, 1, 0}},
		{"K n > N: single pages in turn", "r2", zero, Options{Budget: 11}, []int{4, 4, 3}},
		{"K m > N: single pages in turn", "r3", zero, Options{Budget: 11, Start: 4}, []int{4, 4, 3}},
		{"no reward: stays with site 1", "r1", zero, Options{Budget: 10}, []int{4, 3, 3}},
		{"no reward: stays with site 1", "r2", zero, Options{Budget: 40}, []int{20, 10, 10}},
		{"no reward: explores evenly", "r3", zero, Options{Budget: 31}, []int{11, 10, 10}},
		{"the last block is cut", "r2", zero, Options{Budget: 35}, []int{15, 10, 10}},
		{"r1 passes on what an exhausted site leaves", "r1",
			world{{0, 0}, {1, 0, 0, 0, 0, 0}, make([]int, 9)}, Options{Budget: 12}, []int{2, 6, 4}},
		{"r2 passes on the block", "r2",
			world{{5, 5, 5}, make([]int, 9), {0, 1, 0, 0, 0, 0}}, Options{Budget: 12, Block: 2}, []int{3, 3, 6}},
		{"all exhausted", "r3", world{{1}, {0, 1}, {}}, Options{Budget: 99}, []int{1, 2, 0}},
	} {
		c.o.Sites = len(c.sites)
		order, _ := c.sites.walk(t, New(c.name, c.o))
		got := make([]int, len(c.sites))
		for _, i := range order {
			got[i]++
		}
		console.Equal(t, got, c.want, c.name, c.what, "pages")
	}
}

// Every policy keeps to the budget, requests no page that does not exist, requests all pages if the budget allows, and
// repeats its order.
func TestContract(t *testing.T) {
	for _, name := range Known() {
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 3))
			sites := random(r, 1+r.IntN(12))
			o := Options{Sites: len(sites), Budget: 1 + r.IntN(300)}
			o.Block, o.Quantum, o.Start = r.IntN(5), r.IntN(5), r.IntN(5)
			order, links := sites.walk(t, New(name, o))
			if want := min(o.Budget, sites.pages()); len(order) != want {
				t.Fatalf("%s, seed %d: %d pages of %d with a budget of %d",
					name, seed, len(order), sites.pages(), o.Budget)
			}
			again := New(name, o)
			order2, links2 := sites.walk(t, again)
			if !slices.Equal(order, order2) || links != links2 || again.found != links || again.asked != len(order) {
				t.Fatalf("%s, seed %d: another order the second time", name, seed)
			}
		}
	}
}

// If reports come late and in any order, and sites sleep and wake, no sleeping site is chosen, the budget holds, and
// two runs are the same.
func TestLateReports(t *testing.T) {
	for _, name := range Known() {
		for seed := range uint64(80) {
			r := rand.New(rand.NewPCG(seed, 4))
			o := Options{Sites: 1 + r.IntN(9), Budget: 150 + r.IntN(100)}
			o.Block, o.Quantum, o.Start = r.IntN(5), r.IntN(5), r.IntN(5)
			var orders [2][]int
			for run := range orders {
				orders[run] = late(t, New(name, o), rand.New(rand.NewPCG(seed, 5)), o)
			}
			if !slices.Equal(orders[0], orders[1]) {
				t.Fatalf("%s, seed %d: %v, then %v", name, seed, orders[0], orders[1])
			}
		}
	}
}

func late(t *testing.T, p *Policy, r *rand.Rand, o Options) (order []int) {
	t.Helper()
	slept, out := make([]bool, o.Sites), []int{}
	for range 400 {
		switch r.IntN(5) {
		default:
			i, ok := p.Next()
			if !ok {
				continue
			}
			if slept[i] || len(order) == o.Budget {
				t.Fatalf("site %d asked for after %d pages, asleep %v", i, len(order), slept[i])
			}
			order, out = append(order, i), append(out, i)
		case 0, 1:
			for range min(r.IntN(4), len(out)) {
				k := r.IntN(len(out))
				p.Report(out[k], Page{New: r.IntN(4) * r.IntN(4), Again: r.IntN(3)})
				out = slices.Delete(out, k, k+1)
			}
		case 2:
			i := r.IntN(o.Sites)
			if slept[i] = r.IntN(3) == 0; slept[i] {
				p.Sleep(i, true)
			} else {
				p.Sleep(i, false)
			}
		}
	}
	return order
}

// indices are the formulas as in the papers.
var indices = map[string]func(h history) float64{
	"r3": func(h history) float64 {
		most, n := 0, 0
		for _, s := range h.all {
			n += len(s)
			most = max(most, slices.Max(s))
		}
		t := float64(len(h.site))
		return h.sum(1)/t/float64(max(1, most)) + math.Sqrt(2*math.Log(float64(n))/t)
	},
	"good-ucb": func(h history) float64 {
		// Without links seen again, Q1 is the number of links.
		n := 0
		for _, s := range h.all {
			n += len(s)
		}
		t := float64(len(h.site))
		return h.sum(1)/t + 2*math.Sqrt(math.Log(4*float64(n))/t)
	},
	"r4": func(h history) float64 {
		const w, p, k, keep = 0.02, 40, 4, 0.98
		g, n := 0.5, 0.0
		for _, s := range h.all {
			g += history{site: s}.sum(1)
			n += float64(len(s))
		}
		g /= n
		d, e := h.sum(keep), h.weight(keep)
		return (w*h.sum(1) + (1-w)*d + p*k*g) / (w*float64(len(h.site)) + (1-w)*e + p)
	},
	"auto": func(h history) float64 {
		const p, k = 8, 3
		g, n, first, firsts := 0.5, 1.0, 0.0, 0.0
		for _, s := range h.all {
			g += history{site: s}.sum(1)
			n += float64(len(s))
			head := s[:min(3, len(s))]
			first += history{site: head}.sum(1)
			firsts += float64(len(head))
		}
		g /= n
		f := (first + 30*g) / (firsts + 30)
		d, e := 0.0, 0.0
		for i, x := range h.site {
			keep := 1 - 1/(10+0.15*float64(i+1))
			d, e = keep*d+float64(x), keep*e+1
		}
		return (d + p*k*g*max(0.4, min(g/f, 1.5))) / (e + p)
	},
}

// history has the results of the pages of one site and of all sites.
type history struct {
	site []int
	all  world
}

func (h history) sum(keep float64) float64 {
	d := 0.0
	for _, x := range h.site {
		d = keep*d + float64(x)
	}
	return d
}

func (h history) weight(keep float64) float64 {
	e := 0.0
	for range h.site {
		e = keep*e + 1
	}
	return e
}

// The choice is the site with the greatest index, and the lowest number among equals. Indices that differ only by
// rounding may go either way, but sites with the same history keep the order of their numbers. If a scout of auto has
// its turn, it gets its site. If auto may not stray from the uniform crawl, the site is the one behind it.
func TestChoiceIsTheGreatestIndex(t *testing.T) {
	for name, index := range indices {
		for seed := range uint64(30) {
			r := rand.New(rand.NewPCG(seed, 6))
			sites := random(r, 2+r.IntN(10))
			p := New(name, Options{Sites: len(sites), Budget: 150, Start: 1 + r.IntN(3)})
			seen := make(world, len(sites))
			scout, uniform, begun := scout{at: -1}, inTurn{pages: make([]int, len(sites))}, false
			for i := range sites {
				if len(sites[i]) == 0 {
					p.Sleep(i, true)
				}
			}
			for {
				begun = p.beginning == 0
				i, ok := p.Next()
				if !ok {
					break
				}
				behind := -1
				if begun && name == "auto" {
					behind = uniform.wants(sites, seen)
				}
				switch {
				case behind >= 0:
					if i != behind {
						t.Fatalf("auto takes site %d, the uniform crawl wants %d; seen %v", i, behind, seen)
					}
				case begun && name == "auto" && scout.due(sites, seen):
					if want := scout.choose(sites, seen); i != want {
						t.Fatalf("auto takes site %d, the scout's is %d; seen %v", i, want, seen)
					}
				case begun:
					checkGreatest(t, name, index, sites, seen, i)
				}
				x := sites[i][len(seen[i])]
				seen[i] = append(seen[i], x)
				p.Report(i, Page{New: x})
				if len(seen[i]) == len(sites[i]) {
					p.Sleep(i, true)
				}
			}
		}
	}
}

type scout struct{ at, pages, before int }

func (s *scout) due(sites, seen world) bool {
	if s.pages == 0 {
		s.before = seen.pages()
	}
	n, awake := float64(seen.pages()-s.before+1), 0.0
	for i := range sites {
		if len(seen[i]) < len(sites[i]) {
			awake++
		}
	}
	return float64(s.pages) < n/(2+n/(20*(awake+5)))
}

func (s *scout) choose(sites, seen world) int {
	s.pages++
	if s.at >= 0 && len(seen[s.at]) < len(sites[s.at]) && len(seen[s.at])*len(seen) < 2*seen.pages() {
		return s.at
	}
	s.at = -1
	for i := range sites {
		if len(seen[i]) < len(sites[i]) && (s.at < 0 || len(seen[i]) < len(seen[s.at])) {
			s.at = i
		}
	}
	return s.at
}

// inTurn is the uniform crawl that runs beside auto, in pages per site.
type inTurn struct {
	pages []int
	turn  int
}

// wants returns the site that auto must read, or -1 if it may stray.
func (u *inTurn) wants(sites, seen world) int {
	for sum(u.pages) <= seen.pages() && u.turn < 1e6 {
		if i := u.turn % len(sites); len(seen[i]) < len(sites[i]) || u.pages[i] < len(seen[i]) {
			u.pages[i]++
		}
		u.turn++
	}
	found, known, both, missing, most, last := 0.0, 0.0, 0.0, 0.0, 0, -1
	lag := func(i int) int {
		if len(seen[i]) == len(sites[i]) {
			return 0
		}
		return max(0, u.pages[i]-len(seen[i]))
	}
	for i, s := range seen {
		common := s[:min(len(s), u.pages[i])]
		found, known, both = found+float64(sum(s)), known+float64(sum(common)), both+float64(len(common))
		missing += float64(lag(i))
		if lag(i) > 0 && (last < 0 || lag(i) > lag(last)) {
			last = i
		}
		for _, x := range s {
			most = max(most, x)
		}
	}
	estimate := known + (known+0.5)/(both+1)*missing + 0.3*float64(most)
	if last < 0 || found < 0.9*estimate {
		return last
	}
	least := min(0.8, max(0.25, estimate/found-0.2))
	for i, s := range seen {
		if lag(i) > 0 && len(s) < int(least*float64(u.pages[i])) {
			return i
		}
	}
	return -1
}

func sum(all []int) (n int) {
	for _, x := range all {
		n += x
	}
	return n
}

func checkGreatest(t *testing.T, name string, index func(history) float64, sites, seen world, chosen int) {
	t.Helper()
	var all world
	for _, s := range seen {
		if len(s) > 0 {
			all = append(all, s)
		}
	}
	value := index(history{seen[chosen], all})
	for i := range sites {
		if len(seen[i]) == len(sites[i]) || i == chosen {
			continue
		}
		other := index(history{seen[i], all})
		if other > value+1e-9*value || i < chosen && slices.Equal(seen[i], seen[chosen]) {
			t.Fatalf("%s takes site %d with %v for site %d with %v; seen %v", name, chosen, value, i, other, seen)
		}
	}
}
