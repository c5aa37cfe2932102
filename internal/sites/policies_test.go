package sites

import (
	"slices"
	"strconv"
	"testing"

	"sitegraph/internal/lab/revisitlab"
)

// TestReplayAgain: with a number of checks, the program makes the checks of the
// replay, each of them, whatever the policy.
func TestReplayAgain(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"learned", "scent", "round-robin", "proportional"} {
		t.Run(policy, func(t *testing.T) {
			o := revisitlab.WorldOptions{Pages: 60, Checks: 5, Dynamic: 0.5, Iterations: 5, Seed: 5}
			replay, err := o.Replay(policy, 0.4)
			must(t, err)
			c := newClock()
			s := serveWorld(t, c, o)
			p := watching(t, s.website, map[string]string{"revisit.policy": policy, "revisit.delta_s": "0.4",
				"revisit.checks": strconv.Itoa(o.Checks)})
			p.iterate(t)
			s.afterChecks()
			for now, checked := range replay.Checked {
				s.step()
				before := len(s.asked)
				p.iterate(t)
				s.afterChecks()
				var want []string
				for _, page := range checked {
					want = append(want, worldPath(page))
				}
				got := slices.Clone(s.asked[before:])
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("iteration %d checked %v, in the replay %v", now+2, got, want)
				}
			}
		})
	}
}
