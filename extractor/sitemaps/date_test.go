package sitemaps

import (
	"strings"
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	const days = 24 * time.Hour
	at := func(month time.Month, day, hour, minute, second, nano int) time.Time {
		return time.Date(2026, month, day, hour, minute, second, nano, time.UTC)
	}
	for text, want := range map[string]struct {
		t    time.Time
		span time.Duration
	}{
		// The examples of the W3C's note, thirty years later.
		"2026":                         {at(1, 1, 0, 0, 0, 0), 365 * days},
		"2024":                         {time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), 366 * days},
		"2026-02":                      {at(2, 1, 0, 0, 0, 0), 28 * days},
		"2026-02-16":                   {at(2, 16, 0, 0, 0, 0), days},
		"2026-02-16T19:20+01:00":       {at(2, 16, 18, 20, 0, 0), 0},
		"2026-02-16T19:20:30+01:00":    {at(2, 16, 18, 20, 30, 0), 0},
		"2026-02-16T19:20:30.45+01:00": {at(2, 16, 18, 20, 30, 450_000_000), 0},
		"2026-02-16T08:15:30-05:00":    {at(2, 16, 13, 15, 30, 0), 0},
		"2026-02-16T13:15:30Z":         {at(2, 16, 13, 15, 30, 0), 0},
		// Frequent mistakes.
		"2026-02-16T13:15:30+0000":    {at(2, 16, 13, 15, 30, 0), 0},
		"2026-02-16T13:15:30":         {at(2, 16, 13, 15, 30, 0), 0},
		"2026-02-16 13:15":            {at(2, 16, 13, 15, 0, 0), 0},
		"2026-02-16 13:15:30.5+01:00": {at(2, 16, 12, 15, 30, 500_000_000), 0},
		// Not ok.
		"": {}, "-": {}, "0": {}, "26": {}, "0000": {}, "0001-01-01T00:00:00Z": {}, "1970-01-01": {}, "1989-12-31": {},
		"9999-12-31": {}, "2026-03-16": {}, "2026-03-15T12:00:01Z": {}, "2026-03-15T11:30:00-01:00": {},
		"2026-02-30": {}, "2026-13-01": {}, "2026-02-16T25:00:00Z": {}, "20260216": {}, "16.02.2026": {},
		"Mon, 16 Feb 2026 13:15:30 GMT": {}, "2026-02-16T13:15:30." + strings.Repeat("1", 40) + "Z": {}, "２０２６": {},
	} {
		got, span, ok := parseDate(text, now)
		if !got.Equal(want.t) || span != want.span || ok == want.t.IsZero() {
			t.Errorf("%q: %v, %v, %v", text, got, span, ok)
		}
	}
	if _, _, ok := parseDate("2026-03-15T12:00:00Z", now); !ok {
		t.Error("now is no later time")
	}
}

func TestNewerThan(t *testing.T) {
	noon := now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	for text, want := range map[string][3]bool{ // than a second before, the noon of the 15th, a second after
		"2026-03-15T12:00:00Z": {true, false, false},
		"2026-03-15":           {true, true, true}, // may be in the afternoon
		"2026-03-14":           {false, false, false},
		"2026-03":              {true, true, true},
		"2025":                 {false, false, false},
		"":                     {false, false, false},
	} {
		var e Entry
		e.Modified, e.Span, _ = parseDate(text, now)
		for i, than := range []time.Time{noon.Add(-time.Second), noon, noon.Add(time.Second)} {
			if got := e.NewerThan(than); got != want[i] {
				t.Errorf("%q after %v: %v", text, than, got)
			}
		}
	}
}
