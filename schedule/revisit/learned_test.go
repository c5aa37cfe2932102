package revisit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// SCENT-2 by hand, for a page of rate 0.3/6 that was never checked, and after checks that found nothing and 9 words.
func TestScent2(t *testing.T) {
	p := policy("scent-2", Options{B: 2})
	p.Indexed(100, 0)
	s := p.rule.(*scent2)
	worth := func(rate, age, harvest float64) float64 {
		return harvest * ((1-math.Exp(-rate*age))/rate - age*math.Exp(-rate*age)) / 2
	}
	check := func(now, rate, age, harvest float64) {
		t.Helper()
		p.now = now
		if got, want := s.index(p, 0), worth(rate, age, harvest); math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v the index is %v, want %v", now, got, want)
		}
	}
	check(3, 0.3/6, 3, 6)
	iterate(p, 4, 1, same)
	check(6, 0.3/10, 2, 6)
	iterate(p, 14, 1, func(int) Result { return Result{Size: 100, Difference: 9} })
	x := 0.3 / 10 * 10
	check(19, (0.3+x/(1-math.Exp(-x)))/20, 5, (math.Log(10)+6)/2)
}

func TestFoundChanges(t *testing.T) {
	for _, mean := range []float64{1e-12, 1e-6, 0.1, 1, 5, 40} {
		sum, chance, all := 0.0, math.Exp(-mean), 0.0
		for k := 1.0; k < 200; k++ {
			chance *= mean / k
			sum += k * chance
			all += chance
		}
		if got := foundChanges(mean); math.Abs(got-sum/all) > 1e-6*got {
			t.Errorf("of a mean of %v, %v changes are found, want %v", mean, got, sum/all)
		}
	}
}

// The posterior agrees with Bayes' rule computed in one step.
func TestBelief(t *testing.T) {
	p := policy("learned", Options{Period: 2})
	p.Indexed(100, 0)
	r := p.rule.(*learned)
	r.again = math.Inf(1) // the prior stays uniform
	want := [grid]float64{}
	for g := range want {
		want[g] = 1
	}
	ages, now := []float64{2, 6, 4, 2}, 0.0
	for k, age := range ages {
		now += age
		changed := k == 1 || k == 3
		iterate(p, now, 1, func(int) Result {
			if changed {
				return Result{Size: 100, Difference: 20}
			}
			return Result{Outcome: Unchanged}
		})
		for g := range want {
			keep := math.Exp(-rateOf(g) * age / 2)
			if changed {
				keep = 1 - keep
			}
			want[g] *= keep
		}
	}
	sum := 0.0
	for _, w := range want {
		sum += w
	}
	for g, got := range r.belief(0) {
		if math.Abs(got-want[g]/sum) > 1e-3 { // unlikely rates are kept at 1e-4
			t.Errorf("rate %v has probability %v, want %v", rateOf(g), got, want[g]/sum)
		}
	}
	erosion := -2 * math.Log(0.9)
	if math.Abs(r.eroded[0]-erosion) > 1e-12 || r.watched[0] != 7 {
		t.Errorf("erosion %v in %v periods, want %v in 7", r.eroded[0], r.watched[0], erosion)
	}
}

// The worth of a check is close to the sum of the losses per period, and does not depend on whether the page was asked
// for in between.
func TestWait(t *testing.T) {
	for _, rate := range []int{1, 4, 8, 12} {
		often, once := policy("learned", Options{}), policy("learned", Options{})
		for _, p := range []*Policy{often, once} {
			p.Indexed(300, 0)
			r := p.rule.(*learned)
			for g := range r.of(0) {
				r.of(0)[g] = unlikely
			}
			r.of(0)[rate] = 1
		}
		const age = 200.0
		a, b := often.rule.(*learned), once.rule.(*learned)
		for k := 1.5; k < age; k += 2.5 {
			a.wait(0, k, 300)
		}
		got := b.wait(0, age, 300)
		belief, sum := a.belief(0), 0.0
		loss := func(k float64) float64 { return a.expect(&belief, k, a.erosion(0, belief.meanRate()), 300) }
		for k := 1.0; k < age; k++ {
			sum += loss(k)
		}
		if want := age*loss(age) - sum; math.Abs(got-want) > 0.02*want {
			t.Errorf("rate %v: a check is worth %v, want %v", rateOf(rate), got, want)
		}
		if other := a.wait(0, age, 300); other != got {
			t.Errorf("rate %v: a check is worth %v if asked in between, else %v", rateOf(rate), other, got)
		}
	}
}

// If a tenth of the pages changes every fourth period, learned finds that tenth, checks it, and never forgets the
// others.
func TestLearnedLearns(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	p := policy("learned", Options{})
	const pages = 400
	var stale, checks [pages]int
	for range pages {
		p.Indexed(300, 0)
	}
	for now := 1.0; now <= 400; now++ {
		for i := range pages / 10 {
			if r.IntN(4) == 0 {
				stale[i]++
			}
		}
		iterate(p, now, 20, func(i int) Result {
			if now > 200 {
				checks[i]++
			}
			c := Result{Size: 300, Difference: int64(min(600, 30*stale[i]))}
			stale[i] = 0
			return c
		})
	}
	l := p.rule.(*learned)
	if never := l.share[0]; math.Abs(never-0.9) > 0.05 {
		t.Errorf("%.3f of the pages never change, want about 0.9", never)
	}
	dynamic, static := 0, 0
	for i, n := range checks {
		if i < pages/10 {
			dynamic += n
		} else {
			static += n
		}
	}
	if dynamic < 4*static || static == 0 {
		t.Errorf("%d checks of what changes, %d of what does not", dynamic, static)
	}
}

// Two iterations within a second say almost nothing about a page's rate unless it changed, and two at the same time say
// nothing.
func TestSeconds(t *testing.T) {
	const day = 86400.0
	p := policy("learned", Options{Period: day})
	p.Indexed(300, 0)
	r := p.rule.(*learned)
	learnt := func(now float64, c Result) (before, after belief) {
		before = r.belief(0)
		iterate(p, now, 1, func(int) Result { return c })
		return before, r.belief(0)
	}
	learnt(day, Result{Outcome: Unchanged})
	r.again = math.Inf(1) // the prior stays unchanged
	before, after := learnt(day+1, Result{Outcome: Unchanged})
	for g := range after {
		if math.Abs(after[g]-before[g]) > 1e-4 {
			t.Errorf("unchanged after a second, rate %v goes from %v to %v", rateOf(g), before[g], after[g])
		}
	}
	if before, after = learnt(day+1, Result{Size: 300, Difference: 20}); before != after {
		t.Errorf("changed in no time, the belief goes from %v to %v", before, after)
	}
	if before, after = learnt(math.Nextafter(day+1, 2*day), Result{Size: 300, Difference: 20}); before == after {
		t.Error("changed in nearly no time, the belief remains")
	}
	for g, share := range after {
		if math.IsNaN(share) {
			t.Errorf("rate %v has share %v", rateOf(g), share)
		}
	}
}
