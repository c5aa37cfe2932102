package download

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxAsked is the longest Retry-After that is believed to be meant.
const maxAsked = 365 * 24 * time.Hour

// retryAfter reads the header Retry-After (RFC 9110 section 10.2.3), in
// seconds or as a date. A date is relative to the answer's own Date, so that a
// wrong clock on either side does no harm, or to now without one. What cannot
// be read, or is in the past, gives 0.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, maxAsked)
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return min(max(until.Sub(now), 0), maxAsked)
}
