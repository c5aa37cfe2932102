package parse

import (
	"bytes"
	"html"
	"slices"
	"strings"

	"sitegraph/site"
)

// field is a decoded parameter of the page's own URL, or a decoded field of a form.
type field struct{ name, value string }

// fieldsOf returns the parameters of a URL. One whose value is a URL of the same host is there without the host, too.
func fieldsOf(u site.URL) (all []field) {
	if u.Query == "" {
		return nil
	}
	for pair := range strings.SplitSeq(u.Query, site.QuerySeparator(u.Query)) {
		name, value, _ := strings.Cut(pair, "=")
		own := field{site.Unescaped(name), site.Unescaped(value)}
		all = append(all, own, field{own.name, strings.TrimPrefix(own.value, u.Origin())})
	}
	return all
}

// passesOn reports whether the current start tag is a hidden field that repeats a parameter of the page's own URL.
func (p *pieceList) passesOn(s *scanner) bool {
	if len(p.own) == 0 || !equalFold(s.written(attrType), "hidden") {
		return false
	}
	decoded := func(attribute int) string { return html.UnescapeString(string(s.written(attribute))) }
	return slices.Contains(p.own, field{decoded(attrName), decoded(attrValue)})
}

// form notes whether a form submits to the page itself. Its selected options then mirror the page's parameters.
func (p *pieceList) form(s *scanner) {
	p.inForm = true
	for name, value := range s.allAttributes() {
		switch {
		case equalFold(name, "action") && len(value) > 0:
			p.inForm = false
			p.skipOwn(value)
		case equalFold(name, "method") && !equalFold(value, "get"):
			p.inForm = false
		}
	}
}

// skipOwn skips the parameters of an address that are also in the page's own URL.
func (p *pieceList) skipOwn(address []byte) {
	to := cap(p.body) - cap(address) + len(address) // offset in the page, since address is a slice of it
	_, query, _ := bytes.Cut(address, []byte("?"))
	before := to
	for first := true; len(query) > 0 && len(p.own) > 0; {
		from := to - len(query)
		pair, rest, _ := bytes.Cut(query, []byte("&"))
		rest = bytes.TrimPrefix(rest, []byte("amp;"))
		name, value, _ := strings.Cut(html.UnescapeString(string(pair)), "=")
		switch own := slices.Contains(p.own, field{site.Unescaped(name), site.Unescaped(value)}); {
		case own && first:
			p.skip(from, to-len(rest))
		case own:
			p.skip(before, from+len(pair))
		default:
			first = false
		}
		before, query = from+len(pair), rest
	}
}

// option skips the attribute selected in a form that submits to the page itself.
func (p *pieceList) option(s *scanner) {
	for rest := s.raw[1+len(s.name):]; p.inForm && len(rest) > 0; {
		name, _, after := nextAttribute(rest)
		if to := s.at - len(after); equalFold(name, "selected") {
			if end := p.body[to-1]; end == '>' || end == '/' {
				to-- // it has no value
			}
			p.skip(s.at-len(rest), to)
		}
		rest = after
	}
}

// linkTag skips the canonical URL, and the query of any other <link> that browsers do not load. The query of a feed,
// for example, mirrors the page's.
func (p *pieceList) linkTag(s *scanner) {
	rel, href := s.written(attrRel), s.value(attrHref)
	query := bytes.IndexByte(p.body[href.from:href.to], '?')
	switch {
	case hasWord(string(rel), "canonical"):
		p.skip(s.at-len(s.raw), s.at)
	case query >= 0 && !isLoaded(rel):
		p.skip(href.from+query, href.to)
	}
}

// isLoaded reports whether a browser loads the target of a <link> with this rel to show or run the page.
func isLoaded(rel []byte) bool {
	return slices.ContainsFunc(bytes.Fields(rel), func(word []byte) bool {
		return isOneOf(word, "stylesheet", "icon", "apple-touch-icon", "mask-icon", "preload", "modulepreload",
			"manifest")
	})
}
