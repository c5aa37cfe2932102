package revisit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func policy(name string, o Options) *Policy {
	if o.Worth == nil {
		o.Worth = func(page int, _ float64) float64 { return float64(page * 31 % 17) }
	}
	return New(name, o)
}

func iterate(p *Policy, now, budget float64, check func(page int) Result) []int {
	var pages []int
	p.Begin(now, budget)
	for i, ok := p.Next(); ok; i, ok = p.Next() {
		c := check(i)
		c.At = now
		p.Saw(i, c)
		pages = append(pages, i)
	}
	p.End()
	return pages
}

func each(t *testing.T, test func(t *testing.T, name string)) {
	for _, name := range site.Names(rules) {
		t.Run(name, func(t *testing.T) { test(t, name) })
	}
}

func same(int) Result { return Result{Outcome: Unchanged} }

// Specification 4.2 has three pages, scent 10 each, and one check per iteration. The first iterations may have been
// chosen elsewhere.
func TestScentVector(t *testing.T) {
	for replayed := range 7 {
		p := policy("scent", Options{DeltaS: 0.5})
		for range 3 {
			p.Indexed(1000, 0)
		}
		s := p.rule.(*scent)
		copy(s.of, []float64{10, 10, 10})
		scents := [][]float64{{10.1052, 10.5, 10.5}, {10.6052, 5.75, 11.0}, {11.1052, 6.25, 8.3026}}
		// The vector says nothing about the sixth check.
		differences := []int64{99, 0, 9, 0, 9, 0}
		for k, want := range []int{0, 1, 2, 0, 2, 1} {
			now, c := float64(k+1), Result{Size: 1000, Difference: differences[k], At: float64(k + 1)}
			if k < replayed {
				p.Past(now)
				p.Saw(want, c)
				p.End()
			} else if got := iterate(p, now, 1, func(int) Result { return c }); !slices.Equal(got, []int{want}) {
				t.Fatalf("iteration %d checks %v, want %d", k+1, got, want)
			}
			if k >= len(scents) {
				continue
			}
			for i, scent := range scents[k] {
				if math.Abs(s.of[i]-scent) > 1e-4 {
					t.Errorf("iteration %d leaves page %d with scent %.4f, want %.4f", k+1, i, s.of[i], scent)
				}
			}
		}
	}
}

// New, vanished and failed pages change the scent as decided.
func TestScentDecisions(t *testing.T) {
	p := policy("scent", Options{DeltaS: 0.5})
	p.Indexed(99, 0)
	s := p.rule.(*scent)
	s.of[0] = 8
	outcomes := []struct {
		check Result
		scent float64
		left  bool
	}{
		{Result{Outcome: Failed}, 8, false},
		{Result{Outcome: Gone}, 8.5/2 + math.Log(100), false},
		{Result{Outcome: Failed}, 8.5/2 + math.Log(100) + 0.5, false},
		{Result{Outcome: Gone}, (8.5/2 + math.Log(100) + 1) / 2, false},
		{Result{Outcome: Gone}, ((8.5/2+math.Log(100)+1)/2+0.5)/2 - 0.5, true}, // it gains no more
	}
	for k, o := range outcomes {
		iterate(p, float64(k+1), 1, func(int) Result { return o.check })
		if got := s.of[0] - 0.5; math.Abs(got-o.scent) > 1e-9 || p.pages[0].left != o.left {
			t.Fatalf("check %d: scent %v, left %v; want %v, %v", k+1, got, p.pages[0].left, o.scent, o.left)
		}
	}
	if i, j := p.Found(), p.Found(); s.of[i] != 1 || s.of[j] != 1 {
		t.Errorf("new pages of an empty list have scents %v and %v, want 1", s.of[i], s.of[j])
	}
	console.Equal(t, iterate(p, 9, 100, same), []int{1, 2}, "a page that left is asked for")
}

// A page that was missing and came back stays.
func TestGoneInARow(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		p := policy(name, Options{})
		p.Indexed(10, 0)
		for k, kind := range []Outcome{Gone, Gone, Fetched, Gone, Failed, Gone} {
			iterate(p, float64(k+1), 1, func(int) Result { return Result{Outcome: kind, Size: 10, Difference: 10} })
			if p.pages[0].left {
				t.Fatalf("the page left after check %d", k+1)
			}
		}
		if iterate(p, 9, 1, func(int) Result { return Result{Outcome: Gone} }); !p.pages[0].left {
			t.Error("the page did not leave")
		}
		if got := iterate(p, 10, 1, same); got != nil {
			t.Errorf("the page that left is asked for: %v", got)
		}
	})
}

// If time allows, every page is checked once and none twice.
func TestExhaustion(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		p := policy(name, Options{})
		want := make([]int, 50)
		for i := range want {
			if want[i] = i; i%3 == 0 {
				p.Found()
			} else {
				p.Indexed(int64(i), 0)
			}
		}
		for now := 1.0; now < 4; now++ {
			got := iterate(p, now, 50, same)
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("iteration %v checks %v", now, got)
			}
		}
	})
}

// Among equal pages, the one unchecked for longest comes first, then the lower number.
func TestTies(t *testing.T) {
	for _, name := range []string{"scent", "scent-2", "learned", "round-robin", "proportional"} {
		p := policy(name, Options{})
		for range 6 {
			p.Indexed(100, 0)
		}
		var got []int
		for now := 1.0; now <= 4; now++ {
			got = append(got, iterate(p, now, 3, same)...)
		}
		console.Equal(t, got, []int{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}, name, "checks")
	}
	p := policy("reference", Options{Worth: func(int, float64) float64 { return 0 }})
	for range 3 {
		p.Indexed(100, 0)
	}
	got := append(iterate(p, 1, 2, same), iterate(p, 2, 2, same)...)
	console.Equal(t, got, []int{0, 1, 2, 0}, "reference checks")
}

func TestBudget(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		r := rand.New(rand.NewPCG(1, 2))
		p := policy(name, Options{A: 0.01, B: 1})
		for range 200 {
			p.Indexed(int64(r.IntN(1000)), 0)
		}
		for now := 1.0; now < 30; now++ {
			budget := r.Float64() * 100
			sum := 0.0
			pages := iterate(p, now, budget, func(i int) Result {
				sum += p.time(i)
				return Result{Size: p.pages[i].size, Difference: int64(r.IntN(50))}
			})
			if len(pages) == 0 || len(pages) > 1 && sum > budget+1e-9 {
				t.Fatalf("%d pages that take %v for a budget of %v", len(pages), sum, budget)
			}
		}
		for _, budget := range []float64{0, -1, math.NaN(), math.Inf(-1)} {
			console.Equal(t, len(iterate(p, 40, budget, same)), 1, "checked with a budget of", budget)
		}
	})
}

// Pages that were never fetched come first, but dead ones must not hold up the others. Of 100 checks with 5 dead pages,
// 2 per iteration, most are for others. scent follows its paper, where a failed check changes no scent.
func TestDeadPages(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		if name == "scent" {
			return
		}
		p := policy(name, Options{})
		for range 20 {
			p.Indexed(100, 0)
		}
		for range 5 {
			p.Found()
		}
		dead, others := 0, 0
		for now := range 50 {
			for _, i := range iterate(p, float64(now+1), 2, func(i int) Result {
				if i >= 20 {
					return Result{Outcome: Failed}
				}
				return Result{Outcome: Fetched, Size: 100, Difference: 10}
			}) {
				if i >= 20 {
					dead++
				} else {
					others++
				}
			}
		}
		if dead < 5 || others < 70 {
			t.Errorf("%d checks of dead pages, %d of others", dead, others)
		}
	})
}

// A page that was never fetched counts as an average one.
func TestMeanPage(t *testing.T) {
	p := policy("round-robin", Options{A: 1})
	p.Indexed(5, 0)
	p.Indexed(1000, 0)
	console.Equal(t, p.time(p.Found()), 1005.0/2, "it takes")
}
