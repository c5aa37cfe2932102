package sitemaps

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"time"

	"sitegraph/site"
)

// maxFile limits the decompressed size of a sitemap (sitemaps.org).
const maxFile = 50 << 20

// magic is the start of a gzip member.
var magic = []byte{0x1f, 0x8b}

// unzipped returns a sitemap, decompressed if necessary and cut after most bytes, and whether it is complete.
func unzipped(body []byte, most int64) (text []byte, whole bool) {
	most, whole = min(most, maxFile), true
	if bytes.HasPrefix(body, magic) {
		body, whole = decompress(body, most)
	}
	if int64(len(body)) >= most {
		body, whole = body[:most], false
	}
	return body, whole
}

// decompress returns as much of a gzip file as possible, up to most bytes. It ignores everything after the last member.
func decompress(body []byte, most int64) (text []byte, whole bool) {
	rest := bytes.NewReader(body)
	z, err := gzip.NewReader(rest)
	for err == nil {
		z.Multistream(false)
		var member []byte
		member, err = io.ReadAll(io.LimitReader(z, most-int64(len(text))))
		text = append(text, member...)
		if err != nil || int64(len(text)) == most || !bytes.HasPrefix(body[len(body)-rest.Len():], magic) {
			return text, err == nil
		}
		err = z.Reset(rest)
	}
	return text, false
}

// readText reads a sitemap in any format. It passes each listed URL to take until take returns false.
func readText(text string, whole bool, f *file, take func(location, modified string) bool) {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<") {
		parseXML(text, f, take)
		return
	}
	parseText(text, whole, f, take)
}

// parseText reads a sitemap with a URL on each line. If the first line is none, the file is something else.
func parseText(text string, whole bool, f *file, take func(location, modified string) bool) {
	for line := range strings.Lines(text) {
		cut := !whole && !strings.HasSuffix(line, "\n")
		if line = strings.TrimSpace(line); line == "" || cut {
			continue
		}
		if scheme := site.SchemeOf(line); scheme != "http" && scheme != "https" {
			line = ""
		}
		if f.format == "" && line == "" {
			break
		}
		if f.format = formatText; !take(line, "") {
			return
		}
	}
	if f.format == "" {
		f.Fault = faultFormat
	}
}

// earliest predates the web. Earlier dates mean "unknown".
var earliest = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)

// longestDate limits a date with nanoseconds, in bytes.
const longestDate = 40

// layouts lists the date formats (https://www.w3.org/TR/NOTE-datetime), which may have fractions of seconds. It adds
// frequent mistakes: no zone, and a zone without colon. parseDate also accepts a space for the T.
var layouts = []string{"2006-01-02T15:04:05Z07:00", "2006-01-02", "2006-01-02T15:04Z07:00", "2006-01", "2006",
	"2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04"}

// parseDate reads a date and returns the last second that it can mean, but at most latest. It returns zero if text is
// no date, or a date before the web or after latest.
func parseDate(text string, latest time.Time) time.Time {
	if text == "" || len(text) > longestDate {
		return time.Time{}
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
			break
		}
		if end := endOf(layout, t); end.Before(latest) {
			return end.UTC()
		}
		return latest
	}
	return time.Time{}
}

// endOf returns the last second of a date in this layout that begins at t.
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
