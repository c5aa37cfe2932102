package parse

import (
	"bytes"
	"html"
	"net/url"
	"slices"
	"strings"

	"sitegraph/site"
)

// field is a parameter of a page's own URL, or a field of a form, decoded.
type field struct{ name, value string }

// fieldsOf are the parameters of a URL.
func fieldsOf(u site.URL) (all []field) {
	if u.Query == "" {
		return nil
	}
	for pair := range strings.SplitSeq(u.Query, site.QuerySeparator(u.Query)) {
		name, value, _ := strings.Cut(pair, "=")
		all = append(all, field{unescaped(name), unescaped(value)})
	}
	return all
}

func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

// passesOn reports whether the current start tag is a hidden field that repeats a parameter of the page's own URL, so
// that a form passes it on.
func (p *pieceList) passesOn(s *scanner) bool {
	if len(p.own) == 0 || !equalFold(s.written(attrType), "hidden") {
		return false
	}
	decoded := func(attribute int) string { return html.UnescapeString(string(s.written(attribute))) }
	return slices.Contains(p.own, field{decoded(attrName), decoded(attrValue)})
}

// skipChoice leaves out of the current start tag what says that a choice is made: it is the state of a form.
func (p *pieceList) skipChoice(s *scanner, attribute string) {
	for rest := s.raw[1+len(s.name):]; len(rest) > 0; {
		name, _, after := nextAttribute(rest)
		if equalFold(name, attribute) {
			p.skip(s.at-len(rest), s.at-len(after))
			return
		}
		rest = after
	}
}

// isLoaded reports whether a browser loads what a <link> of a rel names for the page. Others say what is elsewhere:
// feeds, translations, the page before.
func isLoaded(rel []byte) bool {
	for word := range bytes.FieldsSeq(rel) {
		if isOneOf(word, "stylesheet", "icon", "apple-touch-icon", "mask-icon", "preload", "modulepreload", "manifest") {
			return true
		}
	}
	return false
}
