package sitemaps

import (
	"strings"
	"time"
)

// earliest is when there was no web yet; earlier dates represent "not known".
var earliest = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)

// longestDate is the greatest length of a date, in bytes, with nanoseconds.
const longestDate = 40

// layouts are the forms of dates (https://www.w3.org/TR/NOTE-datetime), fractions of seconds included, and
// three frequent mistakes: no zone, a zone without colon, and a space for the T.
var layouts = []string{"2006-01-02T15:04:05Z07:00", "2006-01-02", "2006-01-02T15:04Z07:00", "2006-01", "2006",
	"2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04"}

// parseDate reads a date and returns the last second that it can mean, or latest if that comes first. It is
// not ok if it is no date, or began before the web or after latest.
func parseDate(text string, latest time.Time) (t time.Time, ok bool) {
	if len(text) > longestDate {
		return time.Time{}, false
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
			return time.Time{}, false
		}
		if end := endOf(layout, t); end.Before(latest) {
			return end.UTC(), true
		}
		return latest, true
	}
	return time.Time{}, false
}

// endOf is the last second of the date of a layout that begins at t.
func endOf(layout string, t time.Time) time.Time {
	switch layout {
	case "2006":
		return t.AddDate(1, 0, 0).Add(-time.Second)
	case "2006-01":
		return t.AddDate(0, 1, 0).Add(-time.Second)
	case "2006-01-02":
		return t.AddDate(0, 0, 1).Add(-time.Second)
	}
	return t
}
