package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestGini(t *testing.T) {
	for _, test := range []struct {
		name    string
		degrees []int
		want    float64
	}{
		{name: "no pages"},
		{name: "one page", degrees: []int{7}},
		{name: "no arcs", degrees: []int{0, 0, 0}},
		{name: "all equal", degrees: []int{3, 3, 3, 3}},
		{name: "one has all", degrees: []int{0, 0, 0, 4}, want: 0.75}, // (n-1)/n
		// Differences of ordered pairs: 2(1+2+1) = 8 over 9 pairs; half of their mean, 4/9, over the mean degree 2.
		{name: "1 2 3", degrees: []int{1, 2, 3}, want: 0.222222222},
	} {
		if got := gini(distribution(test.degrees)); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// The mean difference over all pairs, as the definition says.
func TestGiniAgainstAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		degrees := make([]int, 1+r.IntN(60))
		sum := 0
		for i := range degrees {
			degrees[i] = r.IntN(1 + r.IntN(40))
			sum += degrees[i]
		}
		differences := 0
		for _, a := range degrees {
			for _, b := range degrees {
				differences += max(a-b, b-a)
			}
		}
		want := 0.0
		if sum > 0 {
			want = float64(differences) / float64(2*len(degrees)*sum)
		}
		if got := gini(distribution(degrees)); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: got %v, want %v", degrees, got, want)
		}
	}
}
