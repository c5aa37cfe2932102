package sitemaps

import (
	"strings"
	"time"
)

// earliest is when there was no web yet; earlier dates stand for "not known".
var earliest = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)

// longestDate is the greatest length of a date, in bytes, with nanoseconds.
const longestDate = 40

// layouts are the forms of dates (https://www.w3.org/TR/NOTE-datetime), fractions
// of seconds included, and three frequent mistakes: no zone, a zone without colon,
// and a space for the T.
var layouts = []string{"2006-01-02T15:04:05Z07:00", "2006-01-02", "2006-01-02T15:04Z07:00", "2006-01", "2006",
	"2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04"}

// parseDate reads a date: the moment when it begins and how long it lasts. What
// is no date, before the web, or after latest, is not ok.
func parseDate(text string, latest time.Time) (t time.Time, span time.Duration, ok bool) {
	if len(text) > longestDate {
		return time.Time{}, 0, false
	}
	if day, clock, found := strings.Cut(text, " "); found {
		text = day + "T" + clock
	}
	for _, layout := range layouts {
		t, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		if t.Before(earliest) || t.After(latest) {
			return time.Time{}, 0, false
		}
		return t.UTC(), spanOf(layout, t), true
	}
	return time.Time{}, 0, false
}

// spanOf is how long the date of a layout that begins at t lasts.
func spanOf(layout string, t time.Time) time.Duration {
	switch layout {
	case "2006":
		return t.AddDate(1, 0, 0).Sub(t)
	case "2006-01":
		return t.AddDate(0, 1, 0).Sub(t)
	case "2006-01-02":
		return 24 * time.Hour
	}
	return 0
}
