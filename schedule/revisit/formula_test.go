package revisit

import (
	"math"
	"slices"
	"testing"
)

func TestForms(t *testing.T) {
	for _, c := range []struct {
		form                  Form
		actual, deleted, want float64
	}{
		{FormLog, 0, 0, 0},
		{FormLog, math.E - 1, 0, 1},
		{FormLog, 99, 9, math.Log(10)},
		{FormLog, 0, 99, -math.Log(100)},
		{FormClip, 0, 99, 0},
		{FormClip, 99, 9, math.Log(10)},
		{FormRatio, 99, 0, math.Log(100)},
		{FormRatio, 90, 9, math.Log(10)},
		{FormRatio, 0, 99, 0},
		{FormLog, -5, -5, 0},
	} {
		if got := c.form.Value(c.actual, c.deleted); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s(%v, %v) = %v, want %v", c.form, c.actual, c.deleted, got, c.want)
		}
	}
}

// In the page of 99 words, 9 were replaced, so 90 words are in both versions and 18 in only one.
func TestGain(t *testing.T) {
	for form, want := range map[Form]float64{FormLog: math.Log(100) - (math.Log(91) - math.Log(19)),
		FormRatio: math.Log(100) - math.Log(1+90.0/19), FormClip: math.Log(100) - (math.Log(91) - math.Log(19))} {
		if got := form.Gain(99, 99, 18); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s gains %v, want %v", form, got, want)
		}
	}
	if got := FormLog.Gain(99, 99, 0); got != 0 {
		t.Errorf("no difference gains %v", got)
	}
	if got := FormLog.Gain(0, 99, 99); math.Abs(got-2*math.Log(100)) > 1e-12 {
		t.Errorf("a first version gains %v, want 2 ln 100", got)
	}
}

// confirming lists the policies that soon check a missing page again.
var confirming = []string{"learned", "proportional", "round-robin", "scent-2"}

// A missing page is checked in the next iterations until it leaves; a page that comes back is treated as before.
func TestConfirm(t *testing.T) {
	for _, name := range confirming {
		p := policy(name, Options{})
		for range 100 {
			p.Indexed(100, 0)
		}
		first := -1
		checks := map[int]int{}
		for now := 1.0; now <= 4; now++ {
			iterate(p, now, 20, func(i int) Result {
				if checks[i]++; first < 0 {
					first = i
				}
				switch {
				case i == first, i == first+1 && now < 3:
					return Result{Outcome: Gone}
				case i == first+1:
					return Result{Size: 100, Difference: 100}
				}
				return Result{Outcome: Unchanged}
			})
		}
		if s := p.pages[first]; checks[first] != 3 || !s.left {
			t.Errorf("%s: the page that is gone has %d checks, want 3", name, checks[first])
		}
		if s := p.pages[first+1]; checks[first+1] != 3 || s.left || s.size != 100 || p.known != 99 {
			t.Errorf("%s: the page that came back had %d checks and is %+v", name, checks[first+1], s)
		}
	}
}

// After an outage, at most a tenth of an iteration's checks are for pages that were already missing.
func TestOutage(t *testing.T) {
	for _, name := range confirming {
		p := policy(name, Options{})
		for range 1000 {
			p.Indexed(100, 0)
		}
		for now := 1.0; now <= 6; now++ {
			again := 0
			pages := iterate(p, now, 100, func(i int) Result {
				if p.pages[i].gone > 0 {
					again++
				}
				return Result{Outcome: Gone}
			})
			if want := 10; len(pages) != 100 || now > 1 && again != want || now == 1 && again != 0 {
				t.Errorf("%s: in iteration %v, %d of %d checks are of pages gone before", name, now, again, len(pages))
			}
		}
	}
}

// With one check per iteration, at most every tenth is for a page that was already missing, and none is repeated within
// half a period.
func TestConfirmOfFew(t *testing.T) {
	for _, name := range confirming {
		p := policy(name, Options{})
		for range 50 {
			p.Indexed(100, 0)
		}
		var again []float64
		for now := 1.0; now <= 24; now++ {
			iterate(p, now, 1, func(i int) Result {
				if p.pages[i].gone > 0 {
					again = append(again, now)
				}
				return Result{Outcome: Gone}
			})
		}
		if want := []float64{2, 12, 22}; !slices.Equal(again, want) {
			t.Errorf("%s: pages gone before are checked at %v, want %v", name, again, want)
		}
		p = policy(name, Options{})
		for range 50 {
			p.Indexed(100, 0)
		}
		gone := iterate(p, 1, 10, func(int) Result { return Result{Outcome: Gone} })[0]
		if got := iterate(p, 1.25, 10, same); slices.Contains(got, gone) {
			t.Errorf("%s: page %d is gone and asked for a quarter of a period later", name, gone)
		}
		if got := iterate(p, 1.5, 10, same); !slices.Contains(got, gone) {
			t.Errorf("%s: page %d is gone and not asked for half a period later: %v", name, gone, got)
		}
	}
}

// Of 1000 checks that had an even chance of a change, 750 found one after the hint newer, and 250 after the other. The
// odds are 3 and 1/3 times as great, except for the half change assumed beforehand.
func TestFactor(t *testing.T) {
	h := newHints()
	h.added()
	for k := range 1000 {
		h.hint(0, true)
		h.saw(0, 0.5, k%4 != 0)
		h.hint(0, false)
		h.saw(0, 0.5, k%4 == 0)
	}
	for kind, want := range []float64{250.5 / 750.5, 750.5 / 250.5} {
		if got := h.fit(kind); math.Abs(got-want) > 1e-3*want {
			t.Errorf("hint %d has factor %v, want %v", kind, got, want)
		}
	}
	h = newHints()
	if got := h.fit(1); math.Abs(got-1) > 1e-3 {
		t.Errorf("before anything is seen the factor is %v", got)
	}
}

// Hints without information have a factor of about 1, whatever the pages' rates. A site that was right and no longer is
// loses its credit.
func TestCredit(t *testing.T) {
	h := newHints()
	h.added()
	iteration := func(right bool) {
		for k := range 100 {
			chance, changed := 0.1, k%10 == 0
			if k >= 50 {
				chance, changed = 0.8, k%5 != 0
			}
			h.hint(0, !right || changed)
			h.saw(0, chance, changed)
		}
		h.end()
	}
	iteration(false)
	if got := h.factor[1]; math.Abs(got-1) > 0.01 {
		t.Errorf("where all is newer, the factor is %v", got)
	}
	for range 80 {
		iteration(true)
	}
	if h.factor[1] < 50 || h.factor[0] > 0.02 {
		t.Errorf("where hints are right, the factors are %v", h.factor)
	}
	for range 60 {
		iteration(false)
	}
	if got := h.factor[1]; math.Abs(got-1) > 0.2 {
		t.Errorf("where all is newer again, the factor is %v", got)
	}
}

// Two in three pages never change, and one changes in a period with probability 1/2. By Bayes' rule, after a hint that
// makes a change 4 times as likely, the odds of a change are 4/5, and the second rate has 5/9.
func TestHintBelief(t *testing.T) {
	var b belief
	b[0], b[10] = 2.0/3, 1.0/3 // rate 10 is 1 a period
	after := b.hint(math.Ln2, 4)
	if math.Abs(after[10]-5.0/9) > 1e-12 || math.Abs(after[0]-4.0/9) > 1e-12 {
		t.Errorf("after the hint the rates have %v and %v, want 4/9 and 5/9", after[0], after[10])
	}
	p := policy("learned", Options{})
	p.Indexed(100, 0)
	r := p.rule.(*learned)
	r.share, r.again = b, math.Inf(1)
	r.hints.factor[1] = 4
	p.Hint(0, true)
	p.Past(math.Ln2)
	if got := p.Chance(0); math.Abs(got-4.0/9) > 1e-12 { // odds of 1/5 become 4/5
		t.Errorf("the page has changed with probability %v, want 4/9", got)
	}
	p.End()
	p.Past(math.Ln2)
	if got := p.Chance(0); math.Abs(got-1.0/6) > 1e-12 {
		t.Errorf("without a hint it has changed with probability %v, want 1/6", got)
	}
}

// A hint without a factor changes no index, and a hint with one does.
func TestHintedWorth(t *testing.T) {
	p := policy("learned", Options{})
	p.Indexed(300, 0)
	r := p.rule.(*learned)
	plain := r.wait(0, 7, 300)
	if got := r.hinted(0, 7, 300, 1+1e-9); math.Abs(got-plain) > 0.01*plain {
		t.Errorf("a hint that says nothing makes a check worth %v, else %v", got, plain)
	}
	if low, high := r.hinted(0, 7, 300, 0.1), r.hinted(0, 7, 300, 10); low > plain/2 || high < plain*2 {
		t.Errorf("a check is worth %v after the hint older, %v without, %v after newer", low, plain, high)
	}
}

// A page has changed at the age of 10 periods, and the site, always right, called it unchanged at the age of 9. So it
// changes about once in 9 periods; without the hint, any higher rate would fit as well.
func TestHintedRate(t *testing.T) {
	p := policy("learned", Options{})
	p.Indexed(300, 0)
	r := p.rule.(*learned)
	r.hints.factor[0] = 0
	for range 4 {
		r.weigh(0, 10, 9, true)
	}
	best := 0
	for g, likely := range r.of(0) {
		if likely > r.of(0)[best] {
			best = g
		}
	}
	if rate := rateOf(best); rate != 1.0/8 {
		t.Errorf("the likeliest rate is %v, want 1/8, next to 1/9.5", rate)
	}
}
