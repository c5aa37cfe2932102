package run

import (
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/extractor/evidence"
)

// Where a request seems to take no time but for what a page has, broken links are checked still.
func TestChooseOthers(t *testing.T) {
	c := Config{Settings: config.Settings{Revisit: config.Revisit{Policy: "learned", Seconds: 10}}}
	start := time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)
	round := evidence.Round{At: start.Add(time.Hour), Joined: []int64{1000, 1000},
		Visits: func(func(evidence.Visit) bool) {}}
	h := &evidence.History{Start: start, Rounds: []evidence.Round{round}, Others: 5, A: 0.001}
	policy, err := toChoose(c.Revisit, h, config.Host{Connections: 1})
	must(t, err)
	if choice := policy.choose(h); choice.Others == 0 || len(choice.Pages) != 2 {
		t.Errorf("chosen: %+v", choice)
	}
}
