package refusal

import (
	"bytes"
	"cmp"
	"html"
	"strings"

	"sitegraph/extractor/parse"
)

// page is a page prepared for comparison with the signatures.
type page struct {
	tags   []tag
	codes  []code
	title  string   // in lower case
	texts  [][]byte // visible texts, as written
	size   int      // of the texts, in bytes
	shown  string   // the texts in lower case, set by visible
	marked bool     // it has a start tag, unlike a robots.txt with comments
}

// code is the content of a script or noscript, in lower case.
type code struct{ element, text string }

// Maximum sizes of a challenge.
const (
	maxBody = 256 << 10 // bytes
	maxTags = 600
	maxCode = 64 << 10 // bytes read from one script
)

// read reads a page. It returns false once the page is too large for a challenge.
func read(body []byte) (p page, ok bool) {
	if len(body) > maxBody {
		return p, false
	}
	for part := range parse.Parts(body) {
		switch {
		case part.Text == nil:
			p.marked = true
			if t := readTag(part); len(t.attributes) > 0 || isKept(t.element) {
				p.tags = append(p.tags, t)
			}
		case part.Element == "script", part.Element == "noscript":
			text := part.Text[:min(len(part.Text), maxCode)]
			p.codes = append(p.codes, code{part.Element, strings.ToLower(string(text))})
		case part.Element == "title":
			p.title = cmp.Or(p.title, plain(part.Text))
		case part.Element == "":
			p.addText(part.Text)
		}
		if p.size > some || len(p.tags) > maxTags {
			return p, false
		}
	}
	return p, true
}

func (p *page) addText(raw []byte) {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 {
		p.texts = append(p.texts, raw)
		p.size += len(raw) + 1
	}
}

// visible returns the visible text in lower case, with single spaces.
func (p *page) visible() string {
	if p.shown == "" {
		p.shown = plain(bytes.Join(p.texts, []byte(" ")))
	}
	return p.shown
}

// isKept reports whether an element counts without attributes.
func isKept(element string) bool {
	switch element {
	case "script", "input", "textarea", "select":
		return true
	}
	return false
}

// plain returns a text in lower case, with references decoded and single spaces.
func plain(raw []byte) string {
	return strings.ToLower(strings.Join(strings.Fields(html.UnescapeString(string(raw))), " "))
}
