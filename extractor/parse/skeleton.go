package parse

import (
	"bytes"
	"strconv"

	"golang.org/x/net/html"
)

const (
	// markName is the attribute that carries an element's number. It comes
	// first in its tag, so a page's own attribute of that name is dropped.
	markName = "sitegraph-mark"
	// treeTokens is how many tags and texts a page may have for a tree of it
	// to be built. A page of that many takes 100 MiB, a hostile one 250 MiB.
	treeTokens = 1 << 18
	// treeAttributes is how many attributes a link may have in the tree. The
	// tree repeats an open <a>, with all of them, in every block that follows.
	treeAttributes = 24
)

// skeleton is a page reduced to what its tree needs. Elements that say
// something carry their number in the order of the source, so that copies made
// by the tree can be told from elements of the page, and elements that the
// tree moves or drops can be put back. Of the others only the names remain.
//
// Formatting elements (b, i, font, ...) become <span>: a tree repeats up to 500
// of them that are never closed in every block that follows, which multiplies
// a hostile page by as much and changes nothing in the order of text and links.
type skeleton struct {
	settings
	source *source
	out    bytes.Buffer
	marks  int // elements numbered
	tokens int
	bare   bool   // an element was numbered without its attributes
	title  []byte // content of the first <title>
	titles int
	// textEnd is the length of out after the last text.
	textEnd int
}

// newSkeleton reduces a page in UTF-8; ok is false where the page is too big
// for a tree.
func newSkeleton(s settings, body []byte) (k *skeleton, ok bool) {
	k = &skeleton{settings: s, source: newSource(body)}
	k.out.Grow(len(body) / 2)
	for ; k.tokens <= treeTokens; k.tokens++ {
		switch k.source.next() {
		case html.ErrorToken:
			return k, true
		case html.StartTagToken:
			k.start(false)
		case html.SelfClosingTagToken:
			k.start(true)
		case html.EndTagToken:
			k.end()
		case html.TextToken:
			k.text()
		case html.DoctypeToken:
			k.out.Write(k.source.raw)
		}
	}
	return nil, false
}

func (k *skeleton) start(selfClosing bool) {
	t := k.source.tag
	switch {
	case k.counts(t):
		k.mark()
		if t == tagIframe {
			k.out.WriteString("</iframe>") // what it holds is not shown
		}
	case t == tagFormat:
		k.out.WriteString("<span>")
	case t == tagShown:
		k.out.WriteString("<div>")
	case t == tagImg:
		k.image()
	case t == tagTitle:
		k.titles++
	case !k.drops(t):
		k.bareTag(selfClosing)
	}
}

// drops tells the elements of which the tree sees at most the content.
func (k *skeleton) drops(t tag) bool {
	return t.isText() || t == tagInert || t == tagNoscript
}

// bareTag writes the name of the current start tag.
func (k *skeleton) bareTag(selfClosing bool) {
	k.out.WriteByte('<')
	k.out.Write(k.source.name)
	if selfClosing {
		k.out.WriteByte('/')
	}
	k.out.WriteByte('>')
}

// mark writes the current start tag with its number.
func (k *skeleton) mark() {
	raw, name := k.source.raw, k.source.name
	k.out.WriteByte('<')
	k.out.Write(name)
	k.out.WriteString(" " + markName + `="`)
	k.out.WriteString(strconv.Itoa(k.marks))
	k.out.WriteByte('"')
	k.marks++
	if manyAttributes(raw[1+len(name):]) {
		k.bare = true
		k.out.WriteByte('>')
		return
	}
	k.out.Write(raw[1+len(name):])
}

// manyAttributes tells a tag with more than treeAttributes, given from behind
// its name.
func manyAttributes(rest []byte) bool {
	n := 0
	for len(rest) > 0 {
		var name []byte
		if name, _, rest = nextAttribute(rest); len(name) > 0 {
			n++
		}
	}
	return n > treeAttributes
}

// image writes an <img> with the text that stands for it.
func (k *skeleton) image() {
	a := k.source.attributes()
	k.out.WriteString(`<img alt="`)
	k.out.WriteString(html.EscapeString(a.value[attrAlt]))
	k.out.WriteString(`">`)
}

func (k *skeleton) end() {
	switch t := k.source.tag; {
	case t == tagFormat:
		k.out.WriteString("</span>")
	case t == tagShown:
		k.out.WriteString("</div>")
	case !k.drops(t):
		k.out.WriteString("</")
		k.out.Write(k.source.name)
		k.out.WriteByte('>')
	}
}

func (k *skeleton) text() {
	switch k.source.within {
	case tagOther:
		if k.out.Len() == k.textEnd {
			// The part between these two texts was left out. Joined, they
			// could become a tag or a character reference.
			k.out.WriteString("<!---->")
		}
		k.out.Write(k.source.raw)
		k.textEnd = k.out.Len()
	case tagShown:
		k.out.WriteString(html.EscapeString(string(k.source.text())))
	case tagTitle:
		if k.titles == 1 {
			k.title = bytes.Clone(k.source.text())
		}
	}
}
