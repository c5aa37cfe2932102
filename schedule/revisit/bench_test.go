package revisit

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkIteration is an iteration over a million pages of which 10,000 are
// checked; learned includes its share of learning the prior again.
func BenchmarkIteration(b *testing.B) {
	for _, name := range []string{"scent", "scent-2", "learned", "round-robin", "proportional"} {
		b.Run(name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			p := policy(b, name, Options{DeltaS: 0.4})
			for range 1_000_000 {
				p.Indexed(int64(r.IntN(1000)), 0)
			}
			now := 0.0
			b.ReportAllocs()
			for b.Loop() {
				now++
				iterate(p, now, 10_000, func(i int) Result {
					return Result{Size: p.pages[i].size, Difference: int64(i % 10 / 9 * 40)}
				})
			}
		})
	}
}

// BenchmarkPast is a history of 50 iterations over 100,000 pages, each checked
// in every iteration, told to a new policy, and the next choice.
func BenchmarkPast(b *testing.B) {
	for _, name := range []string{"scent", "scent-2", "learned", "round-robin", "proportional"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p := policy(b, name, Options{DeltaS: 0.4})
				for range 100_000 {
					p.Indexed(300, 0)
				}
				for now := 1.0; now <= 50; now++ {
					p.Past(now)
					for i := range 100_000 {
						p.Saw(i, Result{At: now, Size: 300, Difference: int64(i % 10 / 9 * 40)})
					}
					p.End()
				}
				p.Begin(51, 10_000)
			}
		})
	}
}
