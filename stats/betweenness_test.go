package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/network"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// gonum's values are not divided by the number of pairs.
func TestBetweennessAgainstGonum(t *testing.T) {
	eachRandom(t, sizes[:8], 3, func(t *testing.T, g *site.Graph) {
		n := float64(len(g.Pages))
		s, values := describeBetweenness(g, newDigraph(g), unwatched)
		if (s.Method != Method{Name: "exact"}) || s.Top == nil {
			t.Errorf("got %+v", s)
		}
		theirs := network.Betweenness(directed(g))
		for i, got := range values {
			if want := theirs[int64(i)] / max(1, (n-1)*(n-2)); math.Abs(got-want) > 1e-12 {
				t.Fatalf("page %d: got %v, gonum %v", i, got, want)
			}
		}
	})
}

// squares returns a row of squares that meet at pages 3i and 3i+3. Pages 3i+1 and 3i+2 lie between them.
func squares(count int) *site.Graph {
	var arcs [][2]uint32
	for i := range uint32(count) {
		a := 3 * i
		arcs = append(arcs, arc(a, a+1), arc(a, a+2), arc(a+1, a+3), arc(a+2, a+3))
	}
	return graphOf(3*count+1, arcs...)
}

// Every shortest path from a corner passes each corner on its way, and half of them pass each page between two corners.
// From end to end there are 2^1200 shortest paths, too many for a float64; from the second source, few.
func TestBetweennessOfManyPaths(t *testing.T) {
	const k, near = 1200, 1100
	dg := newDigraph(squares(k))
	portions := [shards][]root{dg.rootOfEach([]int32{0}), dg.rootOfEach([]int32{3 * near})}
	for page, got := range dg.dependencies(dg.inner(), portions, unwatched).sum {
		i := page / 3 // the corner at the page or before it
		want := float64(one(i > 0)+one(i > near)) * float64(3*(k-i))
		if page%3 > 0 {
			want = float64(1+one(i >= near)) * float64(3*(k-i-1)+1) / 2
		}
		if math.IsNaN(got) || math.Abs(got-want) > 1e-9 {
			t.Fatalf("page %d: got %v, want %v", page, got, want)
		}
	}
}

func TestBetweennessSampled(t *testing.T) {
	g := randomGraph(1, 1000, 6000)
	w := newDigraph(g)
	exact, _ := w.betweenness(betweennessPages, betweennessWork, unwatched)
	each, last := float64(w.pages+len(w.inner().pages)), 0.0
	values, method := w.betweenness(0, 200*each, func(share float64) {
		if share < last {
			t.Errorf("share done falls from %v to %v", last, share)
		}
		last = share
	})
	console.Equal(t, last, 1)
	if method.Name != "sampled" || method.Samples != 200 || method.Seed != betweennessSeed || method.ErrorIs == "" {
		t.Errorf("got %+v", method)
	}
	page := slices.Index(values, slices.Max(values))
	if off := math.Abs(values[page] - exact[page]); off > 4*method.StandardError ||
		method.StandardError > values[page]/3 {
		t.Errorf("greatest value %v, exact %v, error %v", values[page], exact[page], method.StandardError)
	}
	if off := farthestApart(values, exact); off > method.Error || off > 8*method.StandardError {
		t.Errorf("a value is off by %v, error %v", off, method.Error)
	}
}

// menus returns a random graph that resembles a site: pages of a template link to one menu and a few other pages.
func menus(seed uint64, pages int) *site.Graph {
	random := rand.New(rand.NewPCG(seed, 1))
	templates := make([][]uint32, 1+random.IntN(3))
	for i := range templates {
		for range random.IntN(8) {
			templates[i] = append(templates[i], random.Uint32N(uint32(pages)))
		}
	}
	own := random.IntN(4)
	set := map[[2]uint32]bool{}
	for p := range uint32(pages) {
		for _, t := range templates[int(p)%len(templates)] {
			set[arc(p, t)] = true
		}
		for range random.IntN(own + 1) {
			set[arc(p, random.Uint32N(uint32(pages)))] = true
		}
		if club := p / 4; own < 3 && club%3 == 0 { // pages that link to each other
			for q := 4 * club; q < min(4*club+4, uint32(pages)); q++ {
				set[arc(p, q)] = true
			}
		}
	}
	var arcs [][2]uint32
	for a := range set {
		arcs = append(arcs, a)
	}
	return graphOf(pages, arcs...)
}

// Searches from several sources at once along the inner arcs give the results of single searches along all arcs.
func TestBetweennessOfMenus(t *testing.T) {
	dropped, joined := 0, 0
	for seed := range uint64(100) {
		w := newDigraph(menus(seed, 3+int(seed)))
		want := make([]float64, w.pages)
		plain := newBrandes(w)
		for s := range w.pages {
			plain.add(int32(s), want)
		}
		inner, roots := w.inner(), w.rootsOf(countUp(w.pages))
		dropped += len(w.out.pages) - len(inner.pages)
		joined += w.pages - len(roots)
		d := w.dependencies(inner, [shards][]root{roots}, unwatched)
		for i, got := range d.sum {
			if math.Abs(got-want[i]) > 1e-9*(1+want[i]) {
				t.Fatalf("seed %d, page %d: %v, one after the other %v", seed, i, got, want[i])
			}
		}
	}
	if dropped < 1000 || joined < 1000 {
		t.Errorf("only %d arcs were left out, %d searches joined", dropped, joined)
	}
}

// Over many samples, the estimate has the exact mean and the stated error, and hardly ever exceeds the bound. The page
// in the middle, which lies between half of the pairs, has the variance that decides.
func TestBetweennessError(t *testing.T) {
	const n, runs, samples = 300, 150, 200
	var arcs [][2]uint32
	for i := range uint32(n - 1) {
		if arcs = append(arcs, arc(n-1, i)); i%2 == 0 {
			arcs = append(arcs, arc(i, n-1))
		}
	}
	w := newDigraph(graphOf(n, arcs...))
	exact, _ := w.betweenness(betweennessPages, betweennessWork, unwatched)
	inner, beyond := w.inner(), 0
	mean, squares, said := 0.0, 0.0, 0.0
	for seed := range uint64(runs) {
		sources := countUp(w.pages)
		swap := func(i, j int) { sources[i], sources[j] = sources[j], sources[i] }
		rand.New(rand.NewPCG(seed, 9)).Shuffle(w.pages, swap)
		d := w.dependencies(inner, [shards][]root{w.rootOfEach(sources[:samples])}, unwatched)
		value, m := d.sum[n-1]*n/samples/((n-1)*(n-2)), d.sampled(samples)
		off := value - exact[n-1]
		mean += value / runs
		squares += off * off / runs
		said += m.StandardError * m.StandardError / runs
		if math.Abs(off) > m.Error {
			beyond++
		}
		if m.Error > 0.5 {
			t.Fatalf("the bound %v says nothing", m.Error)
		}
	}
	if deviation := math.Sqrt(squares); math.Abs(mean-exact[n-1]) > 4*deviation/math.Sqrt(runs) {
		t.Errorf("mean %v, exact %v, deviation %v", mean, exact[n-1], deviation)
	}
	if ratio := math.Sqrt(said / squares); ratio < 0.8 || ratio > 1.25 {
		t.Errorf("the error said is %v times the error found", ratio)
	}
	if beyond > runs/20 {
		t.Errorf("%d of %d estimates are beyond the bound", beyond, runs)
	}
}

func TestBetweennessOnAnyNumberOfProcessors(t *testing.T) {
	w := newDigraph(randomGraph(3, 1000, 8000))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one, _ := w.betweenness(0, 1e6, unwatched)
	runtime.GOMAXPROCS(5)
	five, method := w.betweenness(0, 1e6, unwatched)
	if !slices.Equal(one, five) || method.Name != "sampled" {
		t.Errorf("the values differ")
	}
}
