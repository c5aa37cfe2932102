package extractor

import (
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
)

// TestPauseBefore: a second request waits until the first answer is old enough, which came by the end of its portion;
// one of an earlier run is. By hand, with a pause of 10 s at 20 s.
func TestPauseBefore(t *testing.T) {
	begun := time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)
	at := func(seconds int) time.Time { return begun.Add(time.Duration(seconds) * time.Second) }
	w := newWalk(Parts{Now: func() time.Time { return at(20) }}, scope.Limits{TwinPause: 10 * time.Second})
	w.fetched = []fetchedBy{{records: 10, at: at(8)}, {records: 20, at: at(14)}, {records: 30, at: at(19)}}
	var keys []evidence.URLID
	for _, record := range []uint32{5, 15, 25, 40} {
		key := w.known.URLs.Add("http://h/"+string(rune('a'+record)), "http://h/"+string(rune('a'+record)))
		w.known.Keep(evidence.Answer{URL: key, Location: evidence.NoURL, Outcome: evidence.OutPage, Record: record})
		keys = append(keys, key)
	}
	for i, want := range []int{0, 4, 9, 0} {
		if got := w.pauseBefore(keys[i : i+1]); got != time.Duration(want)*time.Second {
			t.Errorf("key %d: %s, want %d s", i, got, want)
		}
	}
	if got := w.pauseBefore(keys); got != 9*time.Second {
		t.Errorf("all: %s", got)
	}
}
