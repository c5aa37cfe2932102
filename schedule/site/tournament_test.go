package site

import (
	"math/rand/v2"
	"testing"
)

// plain compares all lines: what the tournament must agree with.
func plain(lines []line, z float64) int {
	best, value := -1, 0.0
	for i, l := range lines {
		if v := float64(l.slope*z) + l.base; l.in && (best < 0 || v > value) {
			best, value = i, v
		}
	}
	return best
}

// The lines are drawn from few values, so that ties and crossings abound; z
// moves a little, jumps, and stays.
func TestTournamentAgreesWithPlainComparison(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		sites := 1 + r.IntN(40)
		tree, lines, z := newTournament(1), make([]line, sites), 1.0
		tree.grow(sites)
		few := 1 + r.IntN(5)
		for step := range 300 {
			i := r.IntN(sites)
			lines[i] = line{slope: float64(r.IntN(few)), base: float64(r.IntN(few)) / 3, in: r.IntN(4) > 0}
			if r.IntN(3) == 0 {
				lines[i].slope, lines[i].base = r.Float64(), r.Float64()
			}
			tree.set(i, lines[i])
			switch r.IntN(4) {
			case 0:
				z *= 1 + 0.01*(r.Float64()-0.5)
			case 1:
				z = 10 * (r.Float64() + 1e-9)
			case 2:
				z = 1 / (3 * float64(1+r.IntN(4))) // where drawn lines cross
			}
			if got, want := tree.first(z), plain(lines, z); got != want {
				t.Fatalf("seed %d step %d, z %v: site %d %+v, want %d %+v", seed, step, z, got, lines[max(got, 0)], want, lines[max(want, 0)])
			}
		}
	}
}

func TestTournamentGrows(t *testing.T) {
	tree := newTournament(1)
	var lines []line
	for i := range 100 {
		lines = append(lines, line{slope: float64(i * 7 % 13), base: float64(i * 5 % 11), in: true})
		tree.grow(i + 1)
		tree.set(i, lines[i])
		if got, want := tree.first(float64(1+i%3)), plain(lines, float64(1+i%3)); got != want {
			t.Fatalf("%d sites: %d, want %d", i+1, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 4096, 4097, 300_000} {
		r := rand.New(rand.NewPCG(uint64(n), 2))
		s, in := newSet(n), make([]bool, n)
		for range 300 {
			i := r.IntN(n)
			in[i] = r.IntN(3) > 0
			s.put(i, in[i])
			from, want := r.IntN(n+1), -1
			for j := from; j < n && want < 0; j++ {
				if in[j] {
					want = j
				}
			}
			if got := s.next(from); got != want {
				t.Fatalf("%d numbers: the next from %d is %d, want %d", n, from, got, want)
			}
			if s.has(i) != in[i] || s.empty() != (s.next(0) < 0) {
				t.Fatalf("%d numbers: has(%d) %v, empty %v", n, i, s.has(i), s.empty())
			}
		}
	}
}
