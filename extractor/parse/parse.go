package parse

import (
	"fmt"
	"iter"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"sitegraph/site"
)

// Parser reads one page. It has no state, so many goroutines may use one at once.
type Parser interface {
	// Parse reads the Body of a response. Any bytes make a document, and an empty body makes an empty one. The parsers
	// of this package return no error.
	Parse(site.Response) (site.Document, error)
}

// Options choose what to collect besides the links' URLs.
type Options struct {
	// Elements lists the elements that count as links, from "a", "area", "frame", "iframe" and "meta". None means "a".
	Elements []string
	// Text asks for Document.Text.
	Text bool
	// AnchorText asks for Anchor.Text.
	AnchorText bool
	// Around asks for Anchor.Around, and for Document.Text, which contains it.
	Around bool
	// Pieces asks for Document.Pieces and Document.Source.
	Pieces bool
	// Prose asks for Document.Prose.
	Prose bool
}

// New returns the parser with this name, "tokenizer" or "goquery". An unknown name or element is an error that lists
// the known ones.
func New(name string, o Options) (Parser, error) {
	construct, err := site.Lookup("parser", name, constructors)
	if err != nil {
		return nil, err
	}
	o.Text = o.Text || o.Around
	s := settings{Options: o, lists: &sync.Pool{}, rooms: &sync.Pool{New: func() any { return new(said) }}}
	s.lists.New = func() any { return &pieceList{lists: s.lists} }
	elements := map[string]tag{"a": tagA, "area": tagArea, "frame": tagFrame, "iframe": tagIframe, "meta": tagMeta}
	for _, name := range o.Elements {
		t, ok := elements[name]
		if !ok {
			return nil, fmt.Errorf("element %q carries no link; use some of %s",
				name, strings.Join(site.Names(elements), ", "))
		}
		s.links[t] = true
	}
	if len(o.Elements) == 0 {
		s.links[tagA] = true
	}
	return construct(s), nil
}

var constructors = map[string]func(settings) Parser{
	"tokenizer": func(s settings) Parser { return tokenizer{settings: s} },
	"goquery":   func(s settings) Parser { return tree{settings: s} },
}

type settings struct {
	Options
	links [tagCount]bool
	url   site.URL   // of the page
	lists *sync.Pool // of *pieceList, to reuse their memory
	rooms *sync.Pool // of *said, to reuse their memory
}

// counts reports whether an element is a link or belongs to the head. An <a> always counts, since it ends the text of
// the one before.
func (s *settings) counts(t tag) bool {
	switch t {
	case tagA, tagBase, tagLink, tagMeta, tagRoot:
		return true
	case tagArea, tagFrame, tagIframe:
		return s.links[t]
	}
	return false
}

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
