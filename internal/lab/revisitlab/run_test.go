package revisitlab

import (
	"fmt"
	"math"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/lab"
)

func tiny() experiment {
	m := small(0.4, 0.1)
	m.Pages, m.Iterations, m.BurnIn = 60, 60, 30
	return experiment{
		plan: lab.Plan{Seeds: 3, First: 1, Workers: 1}, models: []model{m}, tuning: 2, deltas: []float64{0, 0.3, 4},
	}
}

// The result is complete and does not depend on the number of workers.
func TestMeasure(t *testing.T) {
	e := tiny()
	calls := 0
	e.plan.Progress = func(done, total int) {
		if calls++; done != calls || total != 3*2+len(Policies())*3 {
			t.Errorf("progress %d of %d", done, total)
		}
	}
	one, err := e.run(t.Context())
	must(t, err)
	console.Equal(t, calls, 30)
	console.Equal(t, len(one), len(Policies()))
	e.plan = lab.Plan{Seeds: 3, First: 1, Workers: 4}
	many, err := e.run(t.Context())
	must(t, err)
	console.Equal(t, fmt.Sprint(one), fmt.Sprint(many), "four workers find something else")
	shown := table("standard", one)
	for k, row := range one {
		console.Equal(t, row.policy, Policies()[k], "row", k)
		console.Equal(t, len(shown.Rows[k]), len(shown.Columns), "row", k)
		if got := lab.Mean(row.curve[e.models[0].BurnIn:]); math.Abs(got-row.share.Mean) > 1e-12 {
			t.Errorf("%s: the curve has a mean of %v, the row %v", row.policy, got, row.share)
		}
	}
	if charts := charts("standard", one); len(charts) != 1 || charts["standard.dynamic-0.4.checked-0.1"].Empty() {
		t.Errorf("charts %v", charts)
	}
}

// The tuned DeltaS is the best on the tuning seeds.
func TestTuning(t *testing.T) {
	e := tiny()
	e.policies = []string{"scent"}
	r, err := e.run(t.Context())
	must(t, err)
	best, most := 0.0, 0.0
	for _, delta := range e.deltas {
		sum := 0.0
		for seed := uint64(1000); seed < 1002; seed++ {
			got, err := simulation{e.models[0], "scent", delta, seed}.run()
			must(t, err)
			sum += got.share
		}
		if sum > most {
			best, most = delta, sum
		}
	}
	console.Equal(t, r[0].delta, best, "DeltaS")
}

// TestTargets checks learned on a few small sites. The tables of docs/design/policies.md have more and larger ones.
func TestTargets(t *testing.T) {
	m := standard(0.3, 0.05)
	m.Pages, m.Iterations, m.BurnIn = 300, 300, 150
	e := experiment{
		models: []model{m}, policies: []string{"scent", "learned", "known"},
		plan: lab.Plan{Seeds: 3, First: 1}, tuning: 1, deltas: []float64{0.4, 1},
	}
	r, err := e.run(t.Context())
	must(t, err)
	if learned := r[1]; learned.ofKnown.Mean < 0.975 || learned.overScent.Mean < 0 {
		t.Errorf("learned has %v of known and %v over scent", learned.ofKnown, learned.overScent)
	}
}

// TestCompare checks comparisons computed by hand.
func TestCompare(t *testing.T) {
	of := func(shares ...float64) []outcome {
		var all []outcome
		for _, s := range shares {
			all = append(all, outcome{share: s})
		}
		return all
	}
	got := compare(map[string][]outcome{"round-robin": of(0.2, 0.4), "visible": of(1, 0.8), "known": of(0.8, 0.5),
		"scent": of(0.3, 0.5), "learned": of(0.4, 0.5)}, "learned")
	for _, pair := range [][2]float64{
		{got.share.Mean, 0.45}, {got.share.Interval, 1.96 * 0.05}, {got.closure, 0.25},
		{got.ofKnown.Mean, 0.75}, {got.ofKnown.Interval, 1.96 * 0.25}, {got.ofKnown.Least, 0.5},
		{got.overScent.Mean, 0.05}, {got.overScent.Interval, 1.96 * 0.05},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 {
			t.Errorf("%v, want %v: the row is %+v", pair[0], pair[1], got)
		}
	}
}
