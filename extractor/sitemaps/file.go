package sitemaps

import (
	"bytes"
	"compress/gzip"
	"html"
	"io"
	"iter"
	"regexp"
	"slices"
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

// parseText reads a sitemap with a URL on each line. If the first line is none, the file is something else. It passes
// each listed URL to take until take returns false, as parseXML does.
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

// parseXML reads a list or index. It passes each listed URL to take until take returns false. Only elements in the
// root's namespace count, so image:loc does not.
func parseXML(text string, f *file, take func(location, modified string) bool) {
	l := listing{take: take}
	for content, t := range tags(text) {
		switch {
		case l.root == "":
			if f.format = l.begin(t); f.format == "" {
				f.Fault = faultFormat
				return
			}
		case !l.read(content, t):
			return
		}
	}
	if f.Fault = faultCut; l.root == "" {
		f.Fault = faultFormat
	} else if l.location != "" {
		l.flush()
	}
}

// listing is a list or index being read.
type listing struct {
	take               func(location, modified string) bool
	root, item         string   // element names; the root's has its prefix
	space              string   // the root's namespace
	prefixes           []string // prefixes for this namespace
	inside             bool     // in an item
	location, modified string   // of that item
}

// begin takes the root element and returns its format, "" if unknown.
func (l *listing) begin(t tag) string {
	prefix, name := t.split()
	l.root, l.prefixes = t.name, []string{prefix}
	for _, m := range declaration.FindAllStringSubmatch(t.attributes, -1) {
		if m[1] == prefix {
			l.space = m[2] + m[3]
		}
	}
	l.local(t)
	l.item = map[string]string{formatList: "url", formatIndex: "sitemap"}[name]
	if l.item == "" {
		return ""
	}
	return name
}

// declaration matches the declaration of a namespace with its prefix, "" for the default.
var declaration = regexp.MustCompile(`xmlns:?([^\s=]*)\s*=\s*(?:"([^"]*)"|'([^']*)')`)

// local returns a tag's name without prefix, "" if its namespace is not the root's.
func (l *listing) local(t tag) string {
	if l.space != "" && strings.Contains(t.attributes, "xmlns") {
		for _, m := range declaration.FindAllStringSubmatch(t.attributes, -1) {
			if m[2]+m[3] == l.space && !slices.Contains(l.prefixes, m[1]) {
				l.prefixes = append(l.prefixes, m[1])
			}
		}
	}
	prefix, name := t.split()
	if !slices.Contains(l.prefixes, prefix) {
		return ""
	}
	return name
}

// read takes the next tag, and the text before it. It returns false at the end of reading.
func (l *listing) read(content string, t tag) bool {
	name := l.local(t)
	switch {
	case name == l.item:
		more := l.flush()
		l.inside = !t.closing
		return more
	case t.closing && t.name == l.root:
		l.flush()
		return false
	case t.closing && name == "loc" && l.location == "":
		l.location = strings.TrimSpace(content)
	case t.closing && name == "lastmod" && l.modified == "":
		l.modified = strings.TrimSpace(content)
	}
	return true
}

func (l *listing) flush() (more bool) {
	more = !l.inside || l.take(l.location, l.modified)
	l.inside, l.location, l.modified = false, "", ""
	return more
}

type tag struct {
	name       string // as written, with its prefix
	closing    bool
	attributes string
}

func (t tag) split() (prefix, name string) {
	colon := strings.LastIndexByte(t.name, ':')
	return t.name[:max(0, colon)], t.name[colon+1:]
}

// tags yields the tags of an XML text, each with the text between it and the previous tag. An empty element yields two
// tags. tags skips comments, processing instructions and declarations, so nothing can declare an entity. A ">" in an
// attribute ends the tag too early, which is harmless here.
func tags(text string) iter.Seq2[string, tag] {
	return func(yield func(string, tag) bool) {
		content, found := "", true
		for found {
			var data string
			if data, text, found = strings.Cut(text, "<"); !found {
				return
			}
			content = join(content, unescape(data))
			switch {
			case strings.HasPrefix(text, "!--"):
				_, text, found = strings.Cut(text[3:], "-->")
			case strings.HasPrefix(text, "![CDATA["):
				data, text, found = strings.Cut(text[8:], "]]>")
				content = join(content, data)
			case strings.HasPrefix(text, "?"):
				_, text, found = strings.Cut(text, "?>")
			case strings.HasPrefix(text, "!"):
				_, text, found = strings.Cut(text, ">")
			default:
				data, text, found = strings.Cut(text, ">")
				if found && !yieldTag(yield, content, data) {
					return
				}
				content = ""
			}
		}
	}
}

func yieldTag(yield func(string, tag) bool, content, inside string) bool {
	rest, closing := strings.CutPrefix(inside, "/")
	name, attributes := rest, ""
	if end := strings.IndexAny(rest, " \t\r\n/"); end >= 0 {
		name, attributes = rest[:end], rest[end:]
	}
	if !yield(content, tag{name, closing, attributes}) {
		return false
	}
	return closing || !strings.HasSuffix(rest, "/") || yield("", tag{name: name, closing: true})
}

// longestContent limits the text kept between two tags, in bytes. It is longer than any location.
const longestContent = 2 * longest

func join(text, more string) string {
	return text + more[:min(len(more), max(0, longestContent-len(text)))]
}

// reference matches a character reference, or an entity that XML predefines.
var reference = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);`)

// unescape resolves the references at the start of a text. Any other "&" stays, as in an unescaped URL.
func unescape(text string) string {
	text = text[:min(len(text), len("&quot;")*longestContent)]
	if !strings.Contains(text, "&") {
		return text
	}
	return reference.ReplaceAllStringFunc(text, html.UnescapeString)
}
