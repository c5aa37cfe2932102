package chart

import (
	"math"
	"strings"
	"testing"
)

func labels(s scale) string {
	var all []string
	for _, t := range s.ticks {
		all = append(all, t.label)
	}
	return strings.Join(all, " ")
}

func TestScales(t *testing.T) {
	for _, c := range []struct {
		name string
		s    scale
		want string
	}{
		{"476 pages", linear(476, 1, human), "0 100 200 300 400 500"},
		{"3 pages: no halves", linear(3, 1, human), "0 1 2 3"},
		{"nothing", linear(0, 1, human), "0 1"},
		{"thousands", linear(23_000, 1, human), "0 5k 10k 15k 20k 25k"},
		{"millions", linear(2.2e6, 1, human), "0 500k 1M 1.5M 2M 2.5M"},
		{"shares", linear(1, 0.25, percent), "0% 25% 50% 75% 100%"},
		{"five decades", logarithm(1, 1e5, human), "1 10 100 1k 10k 100k"},
		{"less than three decades", logarithm(1, 90, human), "1 2 5 10 20 50 100"},
		{"one value", logarithm(100, 100, human), "100"},
		{"small shares", logarithm(1e-6, 0.1, percent), "0.0001% 0.001% 0.01% 0.1% 1% 10%"},
		{"levels", places(0, 3, 1), "0 1 2 3"},
		{"many levels", places(0, 120, 1), "0 10 20 30 40 50 60 70 80 90 100 110 120"},
	} {
		if got := labels(c.s); got != c.want {
			t.Errorf("%s: ticks %q, want %q", c.name, got, c.want)
		}
	}
}

// TestPlace: ends, middle, and what lies outside.
func TestPlace(t *testing.T) {
	lin := scale{min: 10, max: 30}
	log := scale{logarithmic: true, min: 1, max: 10000}
	for _, c := range []struct {
		s       scale
		x, want float64
	}{
		{lin, 10, 0}, {lin, 20, 0.5}, {lin, 30, 1}, {lin, 0, 0}, {lin, 99, 1},
		{log, 1, 0}, {log, 100, 0.5}, {log, 10000, 1}, {log, 0, 0}, {log, -5, 0}, {log, 1e9, 1},
	} {
		if got := c.s.place(c.x); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("place of %v in %v to %v is %v, want %v", c.x, c.s.min, c.s.max, got, c.want)
		}
	}
}

func TestRound125(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, -3: 0, 1: 1, 1.1: 2, 2: 2, 3: 5, 5: 5, 6: 10, 99: 100, 0.03: 0.05} {
		if got := round125(x); math.Abs(got-want) > 1e-12 {
			t.Errorf("round125(%v) = %v, want %v", x, got, want)
		}
	}
}

func TestLabels(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 999: "999", 1000: "1k", 2500: "2.5k", 1e6: "1M",
		3.25e9: "3.25G", 0.5: "0.5", -2000: "-2k"} {
		if got := human(x); got != want {
			t.Errorf("human(%v) = %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0%", 1: "100%", 0.25: "25%", 0.0001: "0.01%", 1.0 / 3: "33.3%"} {
		if got := percent(x); got != want {
			t.Errorf("percent(%v) = %q, want %q", x, got, want)
		}
	}
}

// TestSpread: places ascend from the first to the last, and are few.
func TestSpread(t *testing.T) {
	for _, n := range []int{0, 1, 2, 499, 500, 501, 1_000_000} {
		places := spread(n, mostRanks)
		if len(places) > mostRanks || len(places) > n {
			t.Errorf("%d places of %d", len(places), n)
		}
		for i := range places {
			if i > 0 && places[i] <= places[i-1] {
				t.Fatalf("places %d and %d of %d", places[i-1], places[i], n)
			}
		}
		if n > 0 && (places[0] != 0 || places[len(places)-1] < n-1-n/100) {
			t.Errorf("from %d to %d of %d", places[0], places[len(places)-1], n)
		}
	}
}

func TestEvery(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	if got := every(all, 3); len(got) != 3 || got[0] != 0 || got[1] != 5 || got[2] != 10 {
		t.Errorf("every third: %v", got)
	}
	if got := every(all, 20); len(got) != len(all) {
		t.Errorf("%d of %d", len(got), len(all))
	}
}
