package revisitlab

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

func tiny() Options {
	m := small(0.4, 0.1)
	m.Pages, m.Iterations, m.BurnIn = 60, 60, 30
	return Options{
		Models: []Model{m}, Seeds: 3, Tuning: 2, DeltaS: []float64{0, 0.3, 4}, Workers: 1,
	}
}

// The result does not depend on the number of workers, and is complete.
func TestMeasure(t *testing.T) {
	o := tiny()
	calls, last := 0, 0
	o.Progress = func(done, of int) {
		if calls++; done != calls || of != 3*2+len(Policies())*3 {
			t.Errorf("progress %d of %d", done, of)
		}
		last = done
	}
	one, err := Measure(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if last != 30 || len(one.Rows) != len(Policies()) || len(one.Curves) != len(one.Rows) {
		t.Fatalf("%d runs, %d rows, %d curves", last, len(one.Rows), len(one.Curves))
	}
	o.Workers, o.Progress = 4, nil
	many, err := Measure(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, many) {
		t.Error("four workers find something else")
	}
	for k, row := range one.Rows {
		if row.Policy != Policies()[k] || len(row.Cells()) != len(one.Columns()) {
			t.Errorf("row %d is of %s with %d cells", k, row.Policy, len(row.Cells()))
		}
		c, burned := one.Curves[k], o.Models[0].BurnIn
		if got := meanOf(c.Shares[burned:]); math.Abs(got-row.Share) > 1e-12 {
			t.Errorf("%s: the curve has a mean of %v, the row %v", row.Policy, got, row.Share)
		}
	}
}

// DeltaS is the best on the tuning seeds.
func TestTuning(t *testing.T) {
	o := tiny()
	o.Policies = []string{"scent"}
	r, err := Measure(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	best, most := 0.0, 0.0
	for _, delta := range o.DeltaS {
		sum := 0.0
		for seed := uint64(1000); seed < 1002; seed++ {
			got, err := trial{o.Models[0], "scent", delta, seed}.run()
			if err != nil {
				t.Fatal(err)
			}
			sum += got.share
		}
		if sum > most {
			best, most = delta, sum
		}
	}
	if r.Rows[0].DeltaS != best {
		t.Errorf("DeltaS is %v, best is %v", r.Rows[0].DeltaS, best)
	}
}

// The targets in little: the tables of docs/policies.md are measured on more
// and larger sites.
func TestTargets(t *testing.T) {
	m := Standard(0.3, 0.05)
	m.Pages, m.Iterations, m.BurnIn = 400, 500, 300
	r, err := Measure(context.Background(), Options{
		Models: []Model{m}, Policies: []string{"scent", "learned", "known"},
		Seeds: 4, Tuning: 2, DeltaS: []float64{0.1, 0.4, 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	if learned := r.Rows[1]; learned.OfKnown < 0.975 || learned.OverScent < 0 {
		t.Errorf("learned has %v of known and %v over scent", learned.OfKnown, learned.OverScent)
	}
}

func TestMeasureRefuses(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Measure(ctx, tiny()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for want, spoil := range map[string]func(o *Options){
		"visible, and greedy": func(o *Options) { o.Policies = []string{"best"} },
		"seeds":               func(o *Options) { o.First = 999 },
		"pages":               func(o *Options) { o.Models[0].Pages = -1 },
		"DeltaS is -1":        func(o *Options) { o.DeltaS = []float64{-1} },
	} {
		o := tiny()
		spoil(&o)
		if _, err := Measure(context.Background(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want something of %q", err, want)
		}
	}
}

// What there is nothing to compare with is empty, not 0.
func TestAlone(t *testing.T) {
	o := tiny()
	o.Policies = []string{"round-robin"}
	r, err := Measure(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for k, cell := range r.Rows[0].Cells() {
		if alone := k == 3 || k > 5; (cell == "") != alone {
			t.Errorf("%s is %q", r.Columns()[k], cell)
		}
	}
}

// By hand: of 1, 2 and 6 the mean is 3 and the standard error
// sqrt((4+1+9)/2/3).
func TestStatistics(t *testing.T) {
	values := []float64{1, 2, 6}
	if meanOf(values) != 3 || meanOf(nil) != 0 {
		t.Error("wrong mean")
	}
	if got, want := halfInterval(values), 1.96*math.Sqrt(7.0/3); math.Abs(got-want) > 1e-12 {
		t.Errorf("half the interval is %v, want %v", got, want)
	}
	if halfInterval(values[:1]) != 0 {
		t.Error("one value has an interval")
	}
	of := func(shares ...float64) []outcome {
		var all []outcome
		for _, s := range shares {
			all = append(all, outcome{share: s})
		}
		return all
	}
	row := compare(map[string][]outcome{
		"round-robin": of(0.2, 0.4), "visible": of(1, 0.8), "known": of(0.8, 0.5),
		"scent": of(0.3, 0.5), "learned": of(0.4, 0.5),
	}, "learned")
	want := Row{
		Policy: "learned", Share: 0.45, Error: 1.96 * 0.05, Closure: 0.25,
		OfKnown: 0.75, OfKnownError: 1.96 * 0.25, LeastOfKnown: 0.5, OverScent: 0.05, OverScentError: 1.96 * 0.05,
	}
	for _, pair := range [][2]float64{
		{row.Share, want.Share}, {row.Error, want.Error}, {row.Closure, want.Closure},
		{row.OfKnown, want.OfKnown}, {row.OfKnownError, want.OfKnownError},
		{row.LeastOfKnown, want.LeastOfKnown},
		{row.OverScent, want.OverScent}, {row.OverScentError, want.OverScentError},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 {
			t.Errorf("the row is %+v, want %+v", row, want)
		}
	}
}
