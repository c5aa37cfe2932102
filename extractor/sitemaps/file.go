package sitemaps

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"time"

	"sitegraph/site"
)

// maxFile is the greatest size of a sitemap, decompressed (sitemaps.org).
const maxFile = 50 << 20

// magic begins a gzip file, and each of its members.
var magic = []byte{0x1f, 0x8b}

// unzipped returns a sitemap as it is or decompressed, cut after a number of bytes, and whether that is all of it.
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

// decompress returns as much of a gzip file as can be read, at most that many
// bytes. Whatever follows its last member is not read.
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

// readText reads a sitemap in any format and gives what it lists to take, until that says false.
func readText(text string, whole bool, f *file, take func(location, modified string) bool) {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<") {
		parseXML(text, f, take)
		return
	}
	parseText(text, whole, f, take)
}

// parseText reads a sitemap that has a URL on each line. If the first is not one, the file is something else.
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

// earliest is when there was no web yet; earlier dates represent "not known".
var earliest = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)

// longestDate is the greatest length of a date, in bytes, with nanoseconds.
const longestDate = 40

// layouts are the forms of dates (https://www.w3.org/TR/NOTE-datetime), fractions of seconds included, and
// three frequent mistakes: no zone, a zone without colon, and a space for the T.
var layouts = []string{"2006-01-02T15:04:05Z07:00", "2006-01-02", "2006-01-02T15:04Z07:00", "2006-01", "2006",
	"2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04"}

// parseDate reads a date and returns the last second that it can mean, or latest if that comes first; zero if it
// is no date, or began before the web or after latest.
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
