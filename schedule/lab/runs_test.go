package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 200} {
		var told []int
		got, err := Each(context.Background(), 100, workers, func(done int) { told = append(told, done) },
			func(i int) (int, error) { return i * i, nil })
		if err != nil || len(got) != 100 || got[7] != 49 || got[99] != 99*99 {
			t.Errorf("%d workers: %v, %v", workers, got, err)
		}
		if len(told) != 100 || !slices.IsSorted(told) || told[99] != 100 {
			t.Errorf("%d workers: progress %v", workers, told)
		}
	}
	if got, err := Each(context.Background(), 0, 2, nil, func(int) (int, error) { return 1, nil }); len(got) != 0 || err != nil {
		t.Errorf("nothing to do: %v, %v", got, err)
	}
}

// The first error in order is returned, whoever is first in time.
func TestEachFails(t *testing.T) {
	_, err := Each(context.Background(), 50, 4, nil, func(i int) (int, error) {
		if i == 9 || i == 30 {
			return 0, fmt.Errorf("run %d", i)
		}
		return 0, nil
	})
	if err == nil || err.Error() != "run 9" {
		t.Errorf("got %v", err)
	}
}

func TestEachEnds(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	var begun atomic.Int64
	_, err := Each(ctx, 1000, 2, nil, func(int) (int, error) {
		if begun.Add(1) == 5 {
			end()
		}
		return 0, nil
	})
	if !errors.Is(err, context.Canceled) || begun.Load() > 6 {
		t.Errorf("got %v after %d runs", err, begun.Load())
	}
}

func TestCheck(t *testing.T) {
	if err := Check("web", Ranges{{"pages", 1, 1, 5}, {"links", 5, 1, 5}}); err != nil {
		t.Error(err)
	}
	for _, value := range []float64{0.5, 5.5, math.NaN()} {
		err := Check("web", Ranges{{"pages", 1, 1, 5}, {"links", value, 1, 5}})
		if want := fmt.Sprintf("web: links is %v; it must be from 1 to 5", value); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
