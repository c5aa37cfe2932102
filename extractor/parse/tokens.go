package parse

import "golang.org/x/net/html"

// tokens yields the tokens of a page that count, by the rules in the package's documentation.
type tokens struct {
	scanner

	// The current token.
	opened    tag // the element of a start tag, or tagInert
	container tag // the element that contains only this text, or tagOther

	templates int // open <template>s
	foreign   foreign
	outside   foreign // before the outermost <template>
}

func newTokens(body []byte) *tokens {
	return &tokens{scanner: scanner{body: body}}
}

// next moves to the next token that counts and returns its type, html.ErrorToken at the end.
func (s *tokens) next() html.TokenType {
	for {
		kind := s.step()
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			s.start(kind == html.SelfClosingTagToken)
			s.opened = s.tag
		case html.EndTagToken:
			s.end()
		case html.ErrorToken:
			return kind
		}
		if s.templates == 0 && s.tag != tagTemplate {
			return kind
		}
	}
}

func (s *tokens) step() html.TokenType {
	opened := s.opened
	kind := s.scanner.next()
	s.opened, s.container = tagOther, tagOther
	if kind == html.TextToken && opened.isText() {
		s.container = opened
	}
	return kind
}

// start updates the counts, and makes the scanner read markup where it would read text.
func (s *tokens) start(selfClosing bool) {
	s.foreign.start(s.tag, s.name, s.raw, selfClosing)
	inert := s.foreign.depth > 0 && selfClosing
	switch {
	case s.tag == tagNoscript:
		s.notRaw()
	case s.tag == tagTemplate && !inert:
		if s.templates == 0 {
			s.outside = s.foreign
		}
		s.templates++
	case s.tag.isText() && (inert || s.tag == tagTitle && s.foreign.depth > 0):
		s.notRaw()
		s.tag = tagInert
	}
}

// end updates the counts. An end tag without a start tag has no effect.
func (s *tokens) end() {
	s.foreign.end(s.tag, s.name)
	if s.tag == tagTemplate && s.templates > 0 {
		if s.templates--; s.templates == 0 {
			s.foreign = s.outside
		}
	}
}
