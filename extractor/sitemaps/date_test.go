package sitemaps

import (
	"strings"
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	at := func(month time.Month, day, hour, minute, second, nano int) time.Time {
		return time.Date(2026, month, day, hour, minute, second, nano, time.UTC)
	}
	for text, want := range map[string]time.Time{
		// The examples of the W3C's note, thirty years later.
		"2025":                         time.Date(2025, 12, 31, 23, 59, 59, 0, time.UTC),
		"2026-02":                      at(2, 28, 23, 59, 59, 0),
		"2026-02-16":                   at(2, 16, 23, 59, 59, 0),
		"2026-02-16T19:20+01:00":       at(2, 16, 18, 20, 0, 0),
		"2026-02-16T19:20:30+01:00":    at(2, 16, 18, 20, 30, 0),
		"2026-02-16T19:20:30.45+01:00": at(2, 16, 18, 20, 30, 450_000_000),
		"2026-02-16T08:15:30-05:00":    at(2, 16, 13, 15, 30, 0),
		"2026-02-16T13:15:30Z":         at(2, 16, 13, 15, 30, 0),
		// They go on after now.
		"2026": now, "2026-03": now, "2026-03-15": now,
		"2026-03-15T12:00:00Z": now,
		// Frequent mistakes.
		"2026-02-16T13:15:30+0000":    at(2, 16, 13, 15, 30, 0),
		"2026-02-16T13:15:30":         at(2, 16, 13, 15, 30, 0),
		"2026-02-16 13:15":            at(2, 16, 13, 15, 0, 0),
		"2026-02-16 13:15:30.5+01:00": at(2, 16, 12, 15, 30, 500_000_000),
		// Not ok.
		"": {}, "-": {}, "0": {}, "26": {}, "0000": {}, "0001-01-01T00:00:00Z": {}, "1970-01-01": {}, "1989-12-31": {},
		"9999-12-31": {}, "2026-03-16": {}, "2026-03-15T12:00:01Z": {}, "2026-03-15T11:30:00-01:00": {},
		"2026-02-30": {}, "2026-13-01": {}, "2026-02-16T25:00:00Z": {}, "20260216": {}, "16.02.2026": {},
		"Mon, 16 Feb 2026 13:15:30 GMT": {}, "2026-02-16T13:15:30." + strings.Repeat("1", 40) + "Z": {}, "２０２６": {},
	} {
		if got := parseDate(text, now); !got.Equal(want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
