package marketlab

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/schedule/market"
)

// smallWeb is a web that is soon crawled.
func smallWeb() Model {
	m := Standard()
	m.Topics, m.Pages, m.Others, m.Words = 2, 12, 60, 60
	return m
}

func newTestTask(t testing.TB, seed uint64) *task {
	t.Helper()
	made, err := newTask(newWeb(smallWeb(), seed), 1, market.DefaultWeights())
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestStudyRepeats: the same seeds give the same numbers, whatever the number
// of workers and whatever other webs are measured; progress tells of each web.
func TestStudyRepeats(t *testing.T) {
	m := smallWeb()
	study := func(first uint64, webs, workers int) *Study {
		var told []int
		s, err := Run(context.Background(), Options{Model: &m, First: first, Webs: webs, Workers: workers}, func(done, total int) {
			if total != webs {
				t.Errorf("%d webs in all", total)
			}
			told = append(told, done)
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(told) != webs || told[webs-1] != webs || !slices.IsSorted(told) {
			t.Errorf("progress %v", told)
		}
		return s
	}
	a, b := study(5, 4, 1), study(5, 4, 3)
	if !reflect.DeepEqual(a, b) {
		t.Error("the number of workers makes a difference")
	}
	if c := study(6, 2, 1); c.values[0][0][0] != a.values[0][0][1] {
		t.Error("the other webs make a difference")
	}
}

// TestRuns holds of every scheme in every setup: no more visits than energy
// allows, nothing stored unvisited, the same again; one visited set for all
// schemes but separate; what is told to agents does not depend on labels, but
// for the omniscient, who fetch nothing else while there is any.
func TestRuns(t *testing.T) {
	for seed := range uint64(2) {
		first, second := newTestTask(t, seed), newTestTask(t, seed)
		for _, name := range KnownSetups() {
			setup, err := NewSetup(name)
			if err != nil {
				t.Fatal(err)
			}
			done := map[string]counts{}
			for _, scheme := range Schemes() {
				c, err := run(first, scheme, setup.Options, setup.Seconds)
				if err != nil {
					t.Fatal(err)
				}
				done[scheme] = c
				if again, _ := run(second, scheme, setup.Options, setup.Seconds); again != c {
					t.Errorf("%s: %+v, then %+v", scheme, c, again)
				}
				most := keywords * int(setup.Options.Energy/setup.Options.PageEnergy)
				if c.visited > most || c.stored > c.visited || c.onTopic > c.visited || c.own > c.onTopic ||
					c.recalled+c.again > c.stored || c.recalled > first.relevant || c.sold > c.offered {
					t.Errorf("%s, %s: %+v of %d relevant", name, scheme, c, first.relevant)
				}
				if (c.markets > 0 || c.sold > 0) && scheme != "market" && scheme != "random" {
					t.Errorf("%s has markets: %+v", scheme, c)
				}
			}
			if o := done[Omniscient]; o.recalled < done["market"].recalled || o.recalled < done["pool"].recalled {
				t.Errorf("seed %d, %s: the omniscient found %d", seed, name, o.recalled)
			}
		}
	}
}

// TestLabelsAreHidden: agents that do not know the truth do the same when the
// labels of all pages are changed.
func TestLabelsAreHidden(t *testing.T) {
	for _, scheme := range []string{"market", "separate", "shared", "random", "pool"} {
		setup, err := NewSetup("document")
		if err != nil {
			t.Fatal(err)
		}
		plain, blind := newTestTask(t, 3), newTestTask(t, 3)
		for i := range blind.pages {
			blind.pages[i].label = 0
		}
		a, err := run(plain, scheme, setup.Options, setup.Seconds)
		if err != nil {
			t.Fatal(err)
		}
		b, err := run(blind, scheme, setup.Options, setup.Seconds)
		if err != nil || a.visited != b.visited || a.stored != b.stored || a.again != b.again || a.sold != b.sold {
			t.Errorf("%s: %+v, with other labels %+v (%v)", scheme, a, b, err)
		}
	}
}

// TestReach: the pages on topic within reach and the depths, against a search
// that does it the slow way.
func TestReach(t *testing.T) {
	task := newTestTask(t, 2)
	within := map[int]bool{}
	for _, seeds := range task.seeds {
		for _, s := range seeds {
			within[s] = true
		}
	}
	for range task.pages {
		for i := range task.pages {
			if within[i] {
				for _, l := range task.pages[i].links {
					within[l.to] = true
				}
			}
		}
	}
	n := 0
	for i := range within {
		if task.on(i) {
			n++
		}
	}
	if n != task.relevant {
		t.Errorf("%d relevant pages, want %d", task.relevant, n)
	}
	for i, p := range task.pages {
		want := math.MaxInt32
		for _, l := range p.links {
			if d := task.depth[l.to]; d < math.MaxInt32 {
				want = min(want, d+1)
			}
		}
		if task.on(i) {
			want = 0
		}
		if task.depth[i] != want {
			t.Errorf("page %d: depth %d, want %d", i, task.depth[i], want)
		}
	}
}

// TestEstimate: values whose intervals are known.
func TestEstimate(t *testing.T) {
	if e := estimate(nil); e != (Estimate{}) {
		t.Errorf("of nothing: %v", e)
	}
	if e := estimate([]float64{7, 7, 7}); e != (Estimate{7, 7, 7}) {
		t.Errorf("of equal values: %v", e)
	}
	// 0 to 99: the standard error is sqrt((100^2-1)/12/100) = 2.887, so about
	// 49.5 +- 1.96*2.887.
	var values []float64
	for i := range 100 {
		values = append(values, float64(i))
	}
	if e := estimate(values); e.Mean != 49.5 || math.Abs(e.Low-43.84) > 0.3 || math.Abs(e.High-55.16) > 0.3 {
		t.Errorf("of 0 to 99: %v", e)
	}
	a, b := []float64{2, 4, 6}, []float64{1, 2, 3}
	if e := relative(a, b); e != (Estimate{100, 100, 100}) {
		t.Errorf("twice as much: %v", e)
	}
	if e := relative(a, []float64{0, 0, 0}); e != (Estimate{}) {
		t.Errorf("relative to nothing: %v", e)
	}
}

// TestScoreCard: a study by hand: CR 80 and 84 with, 70 and 72 without.
func TestScoreCard(t *testing.T) {
	s := &Study{Schemes: []string{"market", "separate"}}
	for _, v := range [][]float64{{80, 84}, {70, 72}} {
		perMeasure := make([][]float64, len(measures))
		for j := range perMeasure {
			perMeasure[j] = v
		}
		s.values = append(s.values, perMeasure)
	}
	card := s.ScoreCard()
	if len(card.Rows) != 3 || card.Rows[0].Labels[0] != "CR" {
		t.Fatalf("%+v", card)
	}
	want := []float64{85, 76, 9, 11.8421053, 82, 71, 11, 10, 12, 15.4929577, 14.2857143, 16.6666667}
	if got := card.Rows[0].Numbers; !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	for _, table := range s.Tables() {
		if names := slices.Clone(table.Columns); len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(names) {
			t.Errorf("%s: two columns of one name: %v", table.Name, names)
		}
		for _, r := range table.Rows {
			if len(r.Labels)+len(r.Numbers) != len(table.Columns) {
				t.Errorf("%s: %v in columns %v", table.Name, r, table.Columns)
			}
		}
	}
}

// TestMatchings: every column filled, exact without loss, auction without
// endless markets.
func TestMatchings(t *testing.T) {
	table, err := Matchings(context.Background(), MatchingOptions{Sizes: []int{4}, Cases: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table.Rows {
		n := r.Numbers
		if len(r.Labels)+len(n) != len(table.Columns) {
			t.Errorf("%v", r)
		}
		if r.Labels[0] == market.Exact && (n[1] != 0 || n[2] != 0 || n[3] != 0) || r.Labels[0] == market.Auction && (n[1] != 0 || n[3] > 5) {
			t.Errorf("%v", r)
		}
	}
	if _, err := Matchings(context.Background(), MatchingOptions{Step: -1}, nil); err == nil {
		t.Error("a step below 0 is taken")
	}
}

// TestBadStudies: unknown names are answered with the known ones; a study can
// be broken off.
func TestBadStudies(t *testing.T) {
	m := smallWeb()
	m.Topics = 0
	for want, o := range map[string]Options{
		"busy, document, long": {Setup: "paper"},
		"omniscient":           {Schemes: []string{"guild"}},
		"auction, exact":       {Matching: "barter", Webs: 1},
		"-3 webs":              {Webs: -3},
		"topics":               {Model: &m},
		"weights":              {Weights: &market.Weights{Anchor: 2}, Webs: 1},
	} {
		if _, err := Run(context.Background(), o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
	if _, err := NewModel("world"); err == nil || !strings.Contains(err.Error(), "known are local, standard") {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Run(ctx, Options{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := Matchings(ctx, MatchingOptions{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
