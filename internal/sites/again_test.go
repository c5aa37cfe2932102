package sites

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"sitegraph/site"
)

// seedsFlag repeats random tests.
var seedsFlag = flag.Int("seeds", 0, "repeat TestAgain with that many seeds")

// TestAgain: a search gives the same files, byte for byte, once more and stopped and resumed anywhere, however late the
// answers come, and its account adds up.
func TestAgain(t *testing.T) {
	t.Parallel()
	seeds := max(*seedsFlag, 3)
	if testing.Short() {
		seeds = 2
	}
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			folder := t.TempDir()
			s := search(t, t.Context(), w.job(t, folder, w.budget, 64))
			want := files(t, folder)
			w.check(t, s)
			w.politely(t, s)
			if s := search(t, t.Context(), w.job(t, folder, w.budget, 64)); s.Asked != 0 {
				t.Errorf("once more it asks for %d URLs", s.Asked)
			}
			same(t, "once more", files(t, folder), want)

			same(t, "stopped", w.stopped(t, rand.New(rand.NewPCG(seed, 5))), want)
		})
	}
}

// stopped searches with stops after a few requests.
func (w *world) stopped(t *testing.T, rng *rand.Rand) map[string]string {
	t.Helper()
	folder := t.TempDir()
	for range 300 {
		ctx, cancel := context.WithCancelCause(t.Context())
		w.after(1+rng.IntN(25), func() { cancel(site.EndedSignal) })
		s := search(t, ctx, w.job(t, folder, w.budget, 4))
		w.check(t, s)
		over := ctx.Err() == nil
		cancel(nil)
		if over {
			return files(t, folder)
		}
	}
	t.Fatal("it does not come to an end")
	return nil
}
