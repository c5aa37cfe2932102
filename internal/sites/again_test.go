package sites

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"sitegraph/site"
)

// TestAgain: a search gives the same files, byte for byte, with any number of connections, however late the answers
// come, stopped and resumed anywhere, and with a budget that is raised in steps, and its account adds up.
func TestAgain(t *testing.T) {
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

			w.lag()
			for _, connections := range []int{1, 8} {
				folder := t.TempDir()
				search(t, t.Context(), w.job(t, folder, w.budget, connections))
				same(t, fmt.Sprint(connections, " connections"), files(t, folder), want)
			}
			same(t, "stopped", w.stopped(t, rand.New(rand.NewPCG(seed, 5))), want)
			w.before(nil)
			w.raised(t, want)
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

// raised searches with a budget that is raised in steps, and lowered again.
func (w *world) raised(t *testing.T, want map[string]string) {
	t.Helper()
	if w.budget < 4 {
		return
	}
	folder, other := t.TempDir(), t.TempDir()
	for _, part := range []int{4, 2, 1} {
		w.check(t, search(t, t.Context(), w.job(t, folder, w.budget/part, 4)))
	}
	same(t, "raised", files(t, folder), want)
	search(t, t.Context(), w.job(t, folder, w.budget/2, 4))
	search(t, t.Context(), w.job(t, other, w.budget/2, 4))
	same(t, "lowered", files(t, folder), files(t, other))
	search(t, t.Context(), w.job(t, folder, w.budget, 4))
	same(t, "raised again", files(t, folder), want)
}
