package results

import (
	"fmt"
	"strconv"
	"time"

	"sitegraph/extractor"
)

// ParseMoment reads a moment of a site's history: a day (its end, in UTC), a time, or the number of an iteration.
func ParseMoment(text string) (m extractor.Moment, err error) {
	if n, err := strconv.Atoi(text); err == nil && n > 0 && text[0] != '+' {
		return extractor.Moment{Iteration: n}, nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return extractor.Moment{At: day.AddDate(0, 0, 1).Add(-time.Nanosecond)}, nil
	}
	if m.At, err = time.Parse(time.RFC3339, text); err != nil {
		return m, fmt.Errorf("%q must be a day (2026-03-01), a time (2026-03-01T12:00:00Z), "+
			"or the number of an iteration", text)
	}
	if m.At.IsZero() { // which represents now
		m.At = m.At.Add(1)
	}
	return m, nil
}
