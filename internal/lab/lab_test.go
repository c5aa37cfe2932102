package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"sitegraph/internal/console"
)

func TestEach(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 200} {
		var calls []int
		got, err := Each(context.Background(), Plan{Workers: workers, Progress: func(done, total int) {
			calls = append(calls, done)
			console.Equal(t, total, 100)
		}}, 100, func(i int) (int, error) { return i * i, nil })
		if err != nil || len(got) != 100 || got[7] != 49 || got[99] != 99*99 {
			t.Errorf("%d workers: %v, %v", workers, got, err)
		}
		if len(calls) != 100 || !slices.IsSorted(calls) || calls[99] != 100 {
			t.Errorf("%d workers: progress %v", workers, calls)
		}
	}
	one := func(int) (int, error) { return 1, nil }
	if got, err := Each(context.Background(), Plan{Workers: 2}, 0, one); len(got) != 0 || err != nil {
		t.Errorf("nothing to do: %v, %v", got, err)
	}
}

// Each returns the error with the lowest index, whichever comes first in time, and begins no run after an error.
func TestEachFails(t *testing.T) {
	var begun atomic.Int64
	_, err := Each(context.Background(), Plan{Workers: 4}, 5000, func(i int) (int, error) {
		begun.Add(1)
		if i >= 9 { // so each worker fails at most once
			return 0, fmt.Errorf("run %d", i)
		}
		return 0, nil
	})
	if err == nil || err.Error() != "run 9" || begun.Load() > 9+4 {
		t.Errorf("got %v after %d runs", err, begun.Load())
	}
}

func TestEachEnds(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	var begun atomic.Int64
	_, err := Each(ctx, Plan{Workers: 2}, 1000, func(int) (int, error) {
		if begun.Add(1) >= 5 { // the other worker may be quicker than the fifth run
			end()
		}
		return 0, nil
	})
	if !errors.Is(err, context.Canceled) || begun.Load() > 6 {
		t.Errorf("got %v after %d runs", err, begun.Load())
	}
}

func TestPart(t *testing.T) {
	var got [2]int
	p := Plan{Progress: func(done, total int) { got = [2]int{done, total} }}
	p.Part(30, 100).Progress(7, 40)
	console.Equal(t, got, [2]int{37, 100}, "progress")
}

// A cell shows the same rounded number as Number returns. A site named nan or 1 is text.
func TestCells(t *testing.T) {
	for _, c := range []struct {
		cell   Cell
		shown  string
		number float64
		is     bool
	}{
		{Numbers("%.3f", 0.12349)[0], "0.123", 0.123, true},
		{Numbers("%v", 0.05)[0], "0.05", 0.05, true},
		{Numbers("%.4g", 1234567)[0], "1.235e+06", 1.235e6, true},
		{Numbers("%.1e", 0.00012)[0], "1.2e-04", 1.2e-4, true},
		{Int(-7), "-7", -7, true},
		{Text("nan"), "nan", 0, false},
		{Text("1"), "1", 0, false},
		{Numbers("%.3f", math.NaN())[0], "", 0, false},
		{Cell{}, "", 0, false},
	} {
		x, is := c.cell.Number()
		if c.cell.String() != c.shown || x != c.number || is != c.is {
			t.Errorf("%q, %v, %v; want %q, %v, %v", c.cell, x, is, c.shown, c.number, c.is)
		}
	}
}

// By hand, 1, 2 and 6 have the mean 3 and the standard error sqrt((4+1+9)/2/3).
func TestMeans(t *testing.T) {
	values := []float64{1, 2, 6}
	console.Equal(t, Mean(values), 3, "wrong mean")
	console.Equal(t, Mean(nil), 0, "wrong mean")
	if got, want := SpreadOf(values).Interval, 1.96*math.Sqrt(7.0/3); math.Abs(got-want) > 1e-12 {
		t.Errorf("half the interval is %v, want %v", got, want)
	}
	console.Equal(t, SpreadOf(values[:1]).Interval, 0, "one value has an interval")
	console.Equal(t, Means([][]float64{{1, 2}, {3, 6}}, slices.Clone), []float64{2, 4}, "means")
}

// TestEstimate checks values with known intervals.
func TestEstimate(t *testing.T) {
	console.Equal(t, Estimate(nil), Interval{}, "of nothing")
	console.Equal(t, Estimate([]float64{7, 7, 7}), Interval{Mean: 7, Low: 7, High: 7}, "of equal values")
	// 0 to 99: the standard error is sqrt((100^2-1)/12/100) = 2.887, so about 49.5 +- 1.96*2.887.
	var values []float64
	for i := range 100 {
		values = append(values, float64(i))
	}
	if e := Estimate(values); e.Mean != 49.5 || math.Abs(e.Low-43.84) > 0.3 || math.Abs(e.High-55.16) > 0.3 {
		t.Errorf("of 0 to 99: %v", e)
	}
}
