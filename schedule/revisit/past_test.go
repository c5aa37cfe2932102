package revisit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/internal/console"
)

type visit struct {
	page   int
	result Result
}

type world struct {
	rng   *rand.Rand
	pages int
	past  [][]visit
}

// watch lets the policy choose the checks of an iteration at time now. Then some pages leave and as many join.
func (w *world) watch(p *Policy, now, budget float64) {
	var visits []visit
	iterate(p, now, budget, func(i int) Result {
		v := visit{i, w.result(i, now)}
		visits = append(visits, v)
		return v.result
	})
	w.past = append(w.past, visits)
	w.churn(p, len(w.past))
}

func (w *world) result(i int, now float64) Result {
	c := Result{At: now, Size: int64(50 + i%400), Difference: int64(1 + w.rng.IntN(40))}
	switch chance := w.rng.Float64(); {
	case chance < 0.02:
		c.Outcome = Gone
	case chance < 0.04:
		c.Outcome = Failed
	case chance > 0.04+float64(i%10)/10:
		c.Outcome = Unchanged
	}
	return c
}

func (w *world) churn(p *Policy, k int) {
	for j := range 3 {
		p.Left((k*31 + j*57) % w.pages)
		p.Found()
	}
}

// A policy rebuilt from a site's history decides as the one that made it.
func TestPast(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		w := &world{rng: rand.New(rand.NewPCG(21, 22)), pages: 500}
		o := Options{A: 0.01, B: 1, DeltaS: 0.3, Period: 2}
		live, anew := policy(name, o), policy(name, o)
		for range w.pages {
			live.Indexed(100, 0)
			anew.Indexed(100, 0)
		}
		at := func(k int) float64 { return float64(2*k + k%2) }
		for k := 1; k <= 40; k++ {
			w.watch(live, at(k), 90)
		}
		for k, visits := range w.past {
			anew.Past(at(k + 1))
			for _, v := range visits {
				anew.Saw(v.page, v.result)
			}
			anew.End()
			w.churn(anew, k+1)
		}
		live.Begin(at(41), 90)
		anew.Begin(at(41), 90)
		if !slices.Equal(live.plan, anew.plan) || len(live.plan) < 10 {
			t.Fatalf("live it plans %v, built anew %v", live.plan, anew.plan)
		}
		for i := range live.pages {
			if live.Index(i) != anew.Index(i) || live.Chance(i) != anew.Chance(i) || live.Age(i) != anew.Age(i) {
				t.Fatalf("page %d has index %v and chance %v; built anew %v and %v",
					i, live.Index(i), live.Chance(i), anew.Index(i), anew.Chance(i))
			}
		}
	})
}

// Chance agrees with values computed by hand, for scent-2, and for learned with a uniform prior.
func TestChance(t *testing.T) {
	p := policy("scent-2", Options{Period: 10})
	p.Indexed(100, 0)
	p.Past(20)
	if got, want := p.Chance(0), 1-math.Exp(-0.3/6*2); math.Abs(got-want) > 1e-12 {
		t.Errorf("scent-2 believes %v, want %v", got, want)
	}
	console.Equal(t, p.Age(0), 2, "the page's age")
	p = policy("learned", Options{Period: 10})
	p.Indexed(100, 0)
	p.rule.(*learned).again = math.Inf(1)
	p.Past(20)
	want := 0.0
	for _, rate := range []float64{0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048} {
		want += (1 - math.Exp(-rate/512*2)) / 13
	}
	if got := p.Chance(0); math.Abs(got-want) > 1e-12 {
		t.Errorf("learned believes %v, want %v", got, want)
	}
	fresh := p.Found()
	console.Equal(t, p.Chance(fresh), 1, "a new page")
	console.Equal(t, p.Age(fresh), 0, "a new page")
	p.Left(0)
	console.Equal(t, p.Chance(0), 0, "a page that left has chance")
}

// A page that left is not chosen, returned or counted, even if it was planned or out.
func TestLeft(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		p := policy(name, Options{DeltaS: 0.4})
		for range 4 {
			p.Indexed(100, 0)
		}
		p.Indexed(1000, 0)
		p.Begin(1, 10)
		first, _ := p.Next()
		p.Left(first)
		p.Left(first)
		p.Left(4)
		p.Saw(first, Result{Size: 7, Difference: 7})
		p.Saw(4, Result{Size: 7, Difference: 7})
		for i, ok := p.Next(); ok; i, ok = p.Next() {
			if i == first || i == 4 {
				t.Errorf("page %d left and is asked for", i)
			}
			p.Saw(i, Result{Outcome: Unchanged})
		}
		p.End()
		if new := p.Found(); p.time(new) != 1 || p.size != 100*p.known {
			t.Errorf("%d pages have a size of %d in all, want 100 each", p.known, p.size)
		}
		p.Begin(2, 10)
		if slices.Contains(p.plan, first) || slices.Contains(p.plan, 4) {
			t.Errorf("a page that left is planned: %v", p.plan)
		}
	})
}

// Pages that left gain no scent, and new pages start from those on the list. A fault gave 1000.9 instead of 10.7.
func TestScentOfTheList(t *testing.T) {
	p := policy("scent", Options{DeltaS: 0.5})
	p.Indexed(10, 0)
	p.Indexed(10, 0)
	s := p.rule.(*scent)
	copy(s.of, []float64{100, 3})
	p.Left(0)
	for now := 1.0; now <= 4; now++ {
		p.Past(now)
		p.End()
	}
	if i := p.Found(); s.of[0] != 100 || s.of[i] != 3+4*0.5+1 {
		t.Errorf("a page that left has scent %v, a new one %v; want 100 and 6", s.of[0], s.of[i])
	}
}
