package parse

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// Part is a start tag or a text of a page.
type Part struct {
	// Element is the element of a start tag in lower case. For a text it is the element, such as script or title, that
	// contains only this text; "" for other texts.
	Element    string
	Text       []byte                    // as written; nil for a start tag
	Attributes iter.Seq2[[]byte, []byte] // of a start tag: names and values as written
}

// Parts yields the start tags and texts of a page, except inside of <template>. The content of <noscript> is one text.
func Parts(body []byte) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		s, inside, templates := scanner{body: body}, "", 0
		for {
			part := Part{Element: inside}
			switch s.next() {
			case html.ErrorToken:
				return
			case html.TextToken:
				part.Text = s.raw
			case html.StartTagToken, html.SelfClosingTagToken:
				part = Part{Element: strings.ToLower(string(s.name)), Attributes: s.allAttributes()}
			case html.EndTagToken:
				if s.tag == tagTemplate {
					templates = max(0, templates-1)
				}
			}
			if inside = ""; s.rawTag != nil {
				inside = part.Element
			}
			counts := part.Text != nil || part.Attributes != nil
			if counts && templates == 0 && !yield(part) {
				return
			}
			if s.tag == tagTemplate && part.Attributes != nil {
				templates++
			}
		}
	}
}
