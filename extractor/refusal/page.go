package refusal

import (
	"bytes"
	"html"
	"strings"
)

// page is what of a page is held against the signatures.
type page struct {
	found  [][]byte // tags as written, from their names on
	tags   []tag    // the same, read
	codes  []code
	title  string   // in lower case
	texts  [][]byte // visible texts as written
	size   int      // of the texts, in bytes
	shown  string   // the texts in lower case, once they are asked for
	titled bool     // the first title was read
	marked bool     // there is a start tag: the comments of a robots.txt are no page
}

// code is what is in a script or a noscript, in lower case.
type code struct{ element, text string }

// Bounds of a page that can be a challenge.
const (
	maxBody = 256 << 10 // bytes
	maxTags = 600
	maxCode = 64 << 10 // bytes of one script that are looked at
)

// read reads a page; ok is false as soon as it has more than a challenge has.
func read(body []byte) (p page, ok bool) {
	if len(body) > maxBody {
		return p, false
	}
	p.found, p.texts = make([][]byte, 0, 64), make([][]byte, 0, 64)
	for at := 0; at < len(body); {
		open := bytes.IndexByte(body[at:], '<')
		if open < 0 {
			open = len(body) - at
		}
		if p.addText(body[at : at+open]); p.size > some || len(p.found) > maxTags {
			return p, false
		}
		at = p.markup(body, at+open)
	}
	p.tags = make([]tag, 0, len(p.found))
	for _, raw := range p.found {
		if t := readTag(elementOf(raw), raw); len(t.attributes) > 0 || isKept(t.element) {
			p.tags = append(p.tags, t)
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

// visible is the visible text in lower case, with single spaces.
func (p *page) visible() string {
	if p.shown == "" {
		p.shown = plain(bytes.Join(p.texts, []byte(" ")))
	}
	return p.shown
}

// markup reads what begins with a "<" and returns where the page goes on.
func (p *page) markup(body []byte, at int) int {
	if at+1 >= len(body) {
		return len(body)
	}
	rest := body[at+1:]
	if bytes.HasPrefix(rest, []byte("!--")) {
		return after(body, at+4, "-->")
	}
	c := rest[0] | 0x20
	letter := 'a' <= c && c <= 'z'
	if !letter && rest[0] != '/' && rest[0] != '!' && rest[0] != '?' {
		return at + 1 // a "<" that is text
	}
	end := tagEnd(body, at+1)
	if end < 0 {
		return len(body)
	}
	if !letter {
		return end + 1
	}
	p.marked = true
	element := elementOf(rest)
	if raw := rest[:end-at-1]; len(raw) > len(element)+1 || isKept(element) {
		p.found = append(p.found, raw)
	}
	if at = end + 1; isRaw(element) {
		return p.content(body, at, element)
	}
	return at
}

// isKept reports whether an element counts without an attribute.
func isKept(element string) bool {
	switch element {
	case "script", "input", "textarea", "select":
		return true
	}
	return false
}

// isRaw reports whether what an element holds is no visible text.
func isRaw(element string) bool {
	switch element {
	case "script", "style", "noscript", "template", "title", "textarea", "iframe":
		return true
	}
	return false
}

// content reads up to the end of such an element.
func (p *page) content(body []byte, at int, element string) int {
	close := closing(body[at:], element)
	inside := body[at : at+close]
	switch element {
	case "script", "noscript":
		if len(inside) > 0 {
			p.codes = append(p.codes, code{element, strings.ToLower(string(inside[:min(len(inside), maxCode)]))})
		}
	case "title":
		if !p.titled {
			p.title, p.titled = plain(inside), true
		}
	}
	return after(body, at+close, ">")
}

// closing returns where the end tag of an element begins, or the length of the text.
func closing(text []byte, element string) int {
	for at := 0; ; at += 2 {
		i := bytes.Index(text[at:], []byte("</"))
		if i < 0 {
			return len(text)
		}
		at += i
		if name := text[at+2:]; len(name) >= len(element) && strings.EqualFold(string(name[:len(element)]), element) {
			return at
		}
	}
}

// after returns the place after the next end, or the length of the page.
func after(body []byte, from int, end string) int {
	if from >= len(body) {
		return len(body)
	}
	i := bytes.Index(body[from:], []byte(end))
	if i < 0 {
		return len(body)
	}
	return from + i + len(end)
}

// plain is a text in lower case, references decoded, with single spaces.
func plain(raw []byte) string {
	return strings.ToLower(strings.Join(strings.Fields(html.UnescapeString(string(raw))), " "))
}
