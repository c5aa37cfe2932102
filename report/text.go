package report

import (
	"net/url"
	"strings"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

func pages(n int) string { return wording.Count(n, "page", "pages") }

func clicks(n int) string { return wording.Count(n, "click", "clicks") }

func urls(n int) string { return wording.Count(n, "URL", "URLs") }

// none writes a number inside a sentence.
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

// withShare writes a count and its share of the whole: "5 (20.0%)".
func withShare(n, whole int) string {
	return wording.Grouped(n) + " (" + wording.Percent(of(n, whole)) + ")"
}

// host is what follows http:// in an origin, as people write it.
func host(origin string) string {
	origin = site.Show(origin)
	if _, host, found := strings.Cut(origin, "://"); found {
		origin = host
	}
	return clean(origin)
}

// clean makes a text from the web fit for a page: on one line and not too long.
func clean(text string) string {
	const ends = 4 * longestText // bytes, more than are shown
	if len(text) > 2*ends {
		text = text[:ends] + text[len(text)-ends:]
	}
	return wording.Middle(wording.Line(text), longestText)
}

// link returns a URL that the report may link to, "" if it may not.
func link(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || len(address) > longestLink {
		return ""
	}
	return address
}

// period writes a span of time; the day once if both ends are on one day.
func period(from, to time.Time) string {
	const day, minute = "2 January 2006", "15:04"
	from, to = from.UTC(), to.UTC()
	switch {
	case from.IsZero():
		return ""
	case to.IsZero() || from.Format(day+minute) == to.Format(day+minute):
		return from.Format(day + ", " + minute + " UTC")
	case from.Format(day) == to.Format(day):
		return from.Format(day+", "+minute) + "–" + to.Format(minute+" UTC")
	}
	return from.Format(day+", "+minute) + " – " + to.Format(day+", "+minute) + " UTC"
}

// pageCell is a cell with a page's title and its URL as a link.
func pageCell(title, address string) text {
	if title = clean(title); title == "" {
		title = "(no title)"
	}
	return text{Text: title, Below: clean(address), BelowLink: link(address)}
}

// originCell is a cell with a site's origin as a link.
func originCell(origin string) text { return text{Text: clean(site.Show(origin)), Link: link(origin)} }

// urlCell is a cell with a URL as a link.
func urlCell(address string) text { return text{Text: clean(address), Link: link(address)} }
