package revisit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/internal/console"
)

// tunedWorlds returns the kinds of worlds on which the constants of yields were tuned, with seeds from 1.
func tunedWorlds() []worldKind {
	return []worldKind{
		{name: "a part changes", make: part(0.3, 0.01, 1), changes: byRate},
		{name: "most change", make: part(0.6, 0.01, 1), changes: byRate},
		{name: "alike, slow", make: part(1, 0.02, 0.02), changes: byRate},
		{name: "alike", make: part(1, 0.2, 0.2), changes: byRate},
		{name: "alike, fast", make: part(1, 5, 5), changes: byRate},
		{name: "few at every look", make: part(0.1, 99, 100), changes: byRate},
		{name: "some at every look", make: oneOf(99, 0.03, 0.03, 0.03, 0.03), changes: byRate},
		{name: "half at every look", make: oneOf(99, 0.1), changes: byRate},
		{name: "releases", step: func(w *living) { w.event = w.logUniform(0.03, 0.9) }, changes: byEvent},
		{name: "rare releases", changes: byEvent, step: func(w *living) {
			w.event = when(w.rng.Float64() < 0.2, w.logUniform(0.03, 0.9))
		}},
		{name: "all at once", step: func(w *living) { w.event = when(w.now%12 == 5, 1) }, changes: byEvent},
		{name: "sections", step: func(w *living) { w.event = float64(w.rng.IntN(2 * w.sections())) },
			changes: func(w *living, d *livingPage) float64 { return when(d.section == int(w.event), 0.9) }},
		{name: "bursts", changes: func(w *living, d *livingPage) float64 {
			d.on = w.rng.Float64() < 0.02+when(d.on, 0.78)
			return when(d.on, 0.9)
		}},
		{name: "churn", make: part(0.4, 0.02, 1), changes: byRate, churn: 0.01},
		{name: "jump of the clock", make: part(0.5, 0.02, 1), changes: byRate,
			wait: func(w *living) float64 { return 1 + when(w.now == 6, 1e6) }},
		{name: "drift", make: part(0.3, 0.05, 1), changes: func(w *living, d *livingPage) float64 {
			if w.rng.Float64() < 0.02 {
				part(0.3, 0.05, 1)(w, d)
			}
			return byRate(w, d)
		}},
	}
}

// heldWorlds returns the kinds that were only used for measuring.
func heldWorlds() []worldKind {
	return []worldKind{
		{name: "one section after the other", changes: func(w *living, d *livingPage) float64 {
			return 0.01 + when(w.now/8%w.sections() == d.section, 0.8)
		}},
		{name: "every so often", make: func(w *living, d *livingPage) { d.rate = float64(2 + w.rng.IntN(12)) },
			changes: func(_ *living, d *livingPage) float64 { return when(float64(d.quiet) >= d.rate, 1) }},
		{name: "once", make: func(w *living, d *livingPage) { d.rate = float64(w.rng.IntN(40)) },
			changes: func(w *living, d *livingPage) float64 { return when(float64(w.now) == d.rate, 1) }},
		{name: "news", churn: 0.02,
			changes: func(w *living, d *livingPage) float64 { return math.Exp(-float64(w.now-d.born) / 4) }},
		{name: "what is small changes", changes: byRate, make: func(w *living, d *livingPage) {
			if d.rate = 0.02; w.rng.Float64() < 0.3 {
				d.rate, d.size, d.part = 0.5, 5, 0.2
			} else {
				d.size *= 10
			}
		}},
		{name: "months and seconds", make: part(0.5, 0.02, 1), changes: byRate,
			wait: func(w *living) float64 { return 2 + when(w.rng.Float64() < 0.5, 2e6) }},
		{name: "nothing within a second", make: part(0.5, 0.02, 1),
			step:    func(w *living) { w.event = float64(w.rng.IntN(2)) },
			changes: func(w *living, d *livingPage) float64 { return byRate(w, d) * max(0.001, w.event) },
			wait:    func(w *living) float64 { return max(0.001, w.event) }},
		{name: "long pauses", make: part(0.5, 0.02, 1),
			changes: func(w *living, d *livingPage) float64 { return 1 - math.Exp(-d.rate*pause(w)) }, wait: pause},
		{name: "half, then the other half", changes: func(w *living, d *livingPage) float64 {
			return when((w.now/15+d.section)%2 == 0, 0.5)
		}},
		{name: "what was quiet", make: func(w *living, d *livingPage) { d.quiet = w.rng.IntN(20) },
			changes: func(_ *living, d *livingPage) float64 { return when(d.quiet > 20, 0.5) }},
		{name: "nothing, then all", changes: func(w *living, _ *livingPage) float64 { return when(w.now > 10, 0.3) }},
		{name: "all, then nothing",
			changes: func(w *living, _ *livingPage) float64 { return 0.01 + when(w.now < 10, 0.3) }},
		{name: "three speeds", make: oneOf(99, 0.3, 0.005), changes: byRate},
		{name: "much churn", make: part(0.4, 0.02, 1), changes: byRate, churn: 0.05},
		{name: "sitemap that lies", make: part(0.5, 0.02, 1), changes: byRate,
			hint: func(d *livingPage) int { return 1 + d.size%2 }},
		{name: "sizes are not known", make: part(0.5, 0.02, 1), changes: byRate, unknown: true},
		{name: "releases of some pages", make: part(1, 0.1, 1),
			step:    func(w *living) { w.event = w.logUniform(0.05, 1) },
			changes: func(w *living, d *livingPage) float64 { return d.rate * w.event }},
	}
}

func when(is bool, chance float64) float64 {
	if is {
		return chance
	}
	return 0
}

func byRate(_ *living, d *livingPage) float64  { return 1 - math.Exp(-d.rate) }
func byEvent(w *living, _ *livingPage) float64 { return w.event }

// pause makes every tenth pause a hundred times as long.
func pause(w *living) float64 { return 1 + when(w.now%10 == 0, 99) }

// part gives a share of the pages a rate, and the others none.
func part(share, slowest, fastest float64) func(*living, *livingPage) {
	return func(w *living, d *livingPage) {
		rate := w.logUniform(slowest, fastest)
		d.rate = when(w.rng.Float64() < share, rate)
	}
}

func oneOf(rates ...float64) func(*living, *livingPage) {
	return func(w *living, d *livingPage) { d.rate = rates[w.rng.IntN(len(rates))] }
}

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
