package revisitlab

import (
	"math"
	"testing"

	"sitegraph/internal/console"
)

var must = console.Must

func small(dynamic, checked float64) model {
	m := standard(dynamic, checked)
	m.Pages, m.Iterations, m.BurnIn = 120, 150, 75
	return m
}

func share(t *testing.T, m model, name string, seed uint64) float64 {
	t.Helper()
	o, err := simulation{m, name, 0.4, seed}.run()
	must(t, err)
	return o.share
}

// A site that never changes keeps its full worth, and so does one that is always checked whole.
func TestNothingToLose(t *testing.T) {
	for _, name := range Policies() {
		console.Equal(t, share(t, small(0, 0.05), name, 1), 1, name, "a static site is worth")
		// New pages may cost more than the guessed mean, so the budget exceeds the whole site.
		m := small(0.5, 3)
		m.Churn, m.Drift = 0.01, 0.01
		if name == "known" || name == greedy || name == "visible" || name == "learned" {
			continue // they skip pages that cannot have changed or are known to be gone
		}
		if got := share(t, m, name, 1); math.Abs(got-1) > 1e-12 {
			t.Errorf("%s: a site that is checked whole is worth %v", name, got)
		}
	}
}

// Policies do better with more checks, and policies that know more do better.
func TestOrder(t *testing.T) {
	for _, name := range []string{"proportional", "scent", "scent-2"} {
		if few, many := share(t, small(0.4, 0.02), name, 2000), share(t, small(0.4, 0.2), name, 2000); few >= many {
			t.Errorf("%s: %v with few checks, %v with many", name, few, many)
		}
	}
	fewer := map[string]float64{}
	for _, checked := range []float64{0.02, 0.1} {
		below := 0.0
		for _, name := range []string{"round-robin", "learned", "known", "visible"} {
			got := share(t, small(0.4, checked), name, 2000)
			if got < below || got <= fewer[name] {
				t.Errorf("checking %v: %s has %v, the policy below it %v; with fewer checks %v", checked, name, got,
					below, fewer[name])
			}
			below, fewer[name] = got, got
		}
	}
}

// A site changes in the same way whether or not its pages are checked.
func TestSameWorld(t *testing.T) {
	m := small(0.5, 0.1)
	m.Churn, m.Drift = 0.01, 0.01
	one, two := newWorld(m, 7), newWorld(m, 7)
	for range 100 {
		one.Step()
		two.Step()
		for i := range two.docs {
			two.Check(i)
		}
	}
	if len(one.docs) <= m.Pages {
		t.Fatal("no new pages")
	}
	for i := range one.docs {
		a, b := one.docs[i], two.docs[i]
		if a.Size != b.Size || a.rate != b.rate || a.Alive != b.Alive {
			t.Fatalf("page %d is %+v and %+v", i, a, b)
		}
	}
}

// erode replaces at least one word and at most all.
func TestErode(t *testing.T) {
	var m model
	for _, c := range []struct {
		size, common             int
		part, share, round, want float64
	}{
		{100, 100, 0.1, 1, 0, 90},
		{100, 50, 0.1, 1, 0, 45},
		{100, 55, 0.1, 1, 0.4, 50}, // 5.5 + 0.4
		{100, 55, 0.1, 1, 0.6, 49}, // 5.5 + 0.6
		{100, 100, 0.1, 1e-9, 0, 99},
		{100, 30, 0.1, 1e9, 0, 0},
		{1, 1, 0.02, 1, 0, 0},
		{1, 0, 0.5, 1, 0.9, 0},
	} {
		console.Equal(t, m.erode(c.size, c.common, c.part, c.share, c.round), int(c.want), c)
	}
	m.Same = true
	if once, twice := m.erode(100, 100, 0.1, 5, 0), m.erode(100, 90, 0.1, 3, 0); once != 90 || twice != 90 {
		t.Errorf("the same words are replaced, and %d and %d are left; want 90", once, twice)
	}
}

// The expected losses agree with the mean over a thousand worlds.
func TestTruth(t *testing.T) {
	for _, same := range []bool{false, true} {
		m := small(1, 0.1)
		m.Pages, m.Same = 20, same
		const worlds, ages = 1000, 30
		var mean [20][ages + 1]float64
		w := newWorld(m, 5)
		known := newReferences(w)
		start := append([]doc(nil), w.docs...)
		for range worlds {
			copy(w.docs, start)
			for age := 1; age <= ages; age++ {
				w.Step()
				for i := range w.docs {
					mean[i][age] += w.loss(i) / worlds
				}
			}
		}
		copy(w.docs, start)
		last, before := known.losses(0, agesKnown-1)
		if loss, sum := known.losses(0, agesKnown+1); loss != last || sum != before+2*last {
			t.Errorf("beyond what is known: %v and %v, want %v and %v", loss, sum, last, before+2*last)
		}
		for i := range w.docs {
			sum := 0.0
			for age := 1; age <= ages; age++ {
				loss, before := known.losses(i, float64(age))
				if math.Abs(loss-mean[i][age]) > 0.05*mean[i][age]+0.1 {
					t.Errorf("page %d at age %d loses %v, expected %v", i, age, mean[i][age], loss)
				}
				if math.Abs(before-sum) > 1e-9 {
					t.Errorf("page %d at age %d: %v summed up, want %v", i, age, before, sum)
				}
				sum += loss
			}
		}
	}
}

// A check is worth its gain until the next change, for 1/(1 - exp(-rate)) iterations on average.
func TestVisible(t *testing.T) {
	w := newWorld(small(1, 0.1), 3)
	known := newReferences(w)
	for w.docs[0].Changes == 0 {
		w.Step()
	}
	d := &w.docs[0]
	d.Changes = 1
	want := w.loss(0) / (1 - math.Exp(-d.rate))
	if got := known.visible(0, 0); math.Abs(got-want) > 1e-9*want {
		t.Errorf("a check is worth %v, want %v", got, want)
	}
	w.Check(0)
	console.Equal(t, known.visible(0, 0), 0, "a check of a fresh page is worth")
}

// A right sitemap closes most of learned's gap to visible. A useless one costs 1 % at most.
func TestSitemaps(t *testing.T) {
	m := small(0.4, 0.05)
	mean := func(name string, s sitemap) float64 {
		m.Sitemap = s
		return share(t, m, name, 2000)
	}
	without, visible := mean("learned", nil), mean("visible", nil)
	if got := mean("learned", right); got-without < 0.6*(visible-without) {
		t.Errorf("with a right sitemap learned has %v, without %v, and visible %v", got, without, visible)
	}
	if half := mean("learned", halfRight); half < without {
		t.Errorf("with a sitemap that is right for half the pages learned has %v, without %v", half, without)
	}
	for name, lying := range map[string]sitemap{"today": today, "never": never, "random": random} {
		if got := mean("learned", lying); got < 0.99*without {
			t.Errorf("with the sitemap %s learned has %v, without %v", name, got, without)
		}
	}
}
