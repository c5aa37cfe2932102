package results

import (
	"testing"
	"time"

	"sitegraph/extractor"
)

func TestParseMoment(t *testing.T) {
	for text, want := range map[string]extractor.Moment{
		"7":                         {Iteration: 7},
		"2026-03-01":                {At: time.Date(2026, 3, 1, 23, 59, 59, 999999999, time.UTC)},
		"2026-03-01T12:00:00+02:00": {At: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)},
		"0001-01-01T00:00:00Z":      {At: time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC)},
	} {
		got, err := ParseMoment(text)
		if err != nil || got.Iteration != want.Iteration || !got.At.Equal(want.At) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "+1", "yesterday", "2026-13-01", "2026-3-1", "1e3"} {
		if got, err := ParseMoment(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
