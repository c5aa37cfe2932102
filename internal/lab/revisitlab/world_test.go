package revisitlab

import (
	"math"
	"testing"
)

// A world whose pages are checked as in a replay is worth as much after each iteration.
func TestWorld(t *testing.T) {
	o := WorldOptions{Pages: 60, Checks: 5, Dynamic: 0.4, Churn: 0.02, Iterations: 30, Seed: 7}
	replay, err := o.Replay("scent", 0.4)
	must(t, err)
	run, err := simulation{model: o.model(), name: "scent", delta: 0.4, seed: 7}.run()
	must(t, err)
	w, vanished := NewWorld(o), 0
	for now, checked := range replay.Checked {
		w.Step()
		if len(checked) != 5 {
			t.Fatalf("iteration %d checked the pages %v, want 5", now+1, checked)
		}
		for _, page := range checked {
			w.Check(page)
			if p := w.Pages()[page]; p.Changes != 0 || p.Common != p.Size || p.Indexed != p.Size {
				t.Errorf("after its check page %d is %+v", page, p)
			}
		}
		got := w.Share()
		if math.Abs(got-replay.Shares[now]) > 1e-12 || math.Abs(got-run.byIteration[now]) > 1e-12 {
			t.Errorf("iteration %d: %v, the replay has %v, the experiment %v",
				now+1, got, replay.Shares[now], run.byIteration[now])
		}
	}
	for _, p := range w.Pages() {
		if !p.Alive {
			vanished++
		}
	}
	if vanished < 30 || len(w.Pages()) != 60+vanished { // one or two per iteration
		t.Errorf("%d of %d pages vanished", vanished, len(w.Pages()))
	}
	if _, err := o.Replay("odd", 0); err == nil {
		t.Error("an odd policy is replayed")
	}
}
