package revisit

import (
	"math"
	"testing"
)

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
