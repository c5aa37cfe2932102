package report

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

func pages(n int) string { return wording.Count(n, "page", "pages") }

func clicks(n int) string { return wording.Count(n, "click", "clicks") }

// none writes a number within a sentence.
func none(n int) string {
	if n == 0 {
		return "none"
	}
	return wording.Grouped(n)
}

// of returns part/whole, 0 when there is no whole.
func of(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// host is what stands behind http:// in an origin, as people write it.
func host(origin string) string {
	origin = site.Show(origin)
	if _, host, found := strings.Cut(origin, "://"); found {
		origin = host
	}
	return clean(origin)
}

// clean makes a text from the web fit for a page: valid, on one line, not
// endless.
func clean(text string) string {
	const ends = 4 * lettersShown // bytes that hold more letters than are shown
	if len(text) > 2*ends {
		text = text[:ends] + text[len(text)-ends:]
	}
	return wording.Middle(wording.Line(text), lettersShown)
}

// link returns an address that the report may link to, "" if it may not.
func link(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || len(address) > longestLink {
		return ""
	}
	return address
}

// spoken writes a span of time: the day once if both ends are of one day.
func spoken(from, to time.Time) string {
	const day, minute = "2 January 2006", "15:04"
	from, to = from.UTC(), to.UTC()
	switch {
	case from.IsZero():
		return ""
	case to.IsZero() || from.Format(day+minute) == to.Format(day+minute):
		return from.Format(day + ", " + minute + " UTC")
	case from.Format(day) == to.Format(day):
		return fmt.Sprintf("%s, %s–%s UTC", from.Format(day), from.Format(minute), to.Format(minute))
	default:
		return from.Format(day+", "+minute) + " – " + to.Format(day+", "+minute) + " UTC"
	}
}
