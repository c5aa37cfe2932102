package parse

import (
	"strconv"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"sitegraph/site"
)

// tree is the parser that builds a browser's tree.
type tree struct{ settings }

// Parse reads one page. It does what the tokenizer does where golang.org/x/net
// refuses to build a tree (more than 512 elements open at once) and where the
// tree would be too big (more than 262,144 tags and texts).
func (t tree) Parse(r site.Response) (site.Document, error) {
	body, charset := decode(r.Body, r.ContentType)
	doc, ok := t.read(body)
	if !ok {
		doc = tokenizer(t).read(body)
	}
	doc.Charset = charset
	return doc, nil
}

// read finds everything in a page that is in UTF-8; ok is false where there is
// no tree of it.
func (t tree) read(body []byte) (doc site.Document, ok bool) {
	k, ok := newSkeleton(t.settings, body)
	if !ok {
		return site.Document{}, false
	}
	root, err := html.ParseWithOptions(&k.out, html.ParseOptionEnableScripting(false))
	if err != nil {
		return site.Document{}, false
	}
	w := walk{settings: t.settings, nodes: make([]*html.Node, k.marks), labels: make([]label, k.marks)}
	for _, n := range goquery.NewDocumentFromNode(root).Nodes {
		w.node(n, -1)
	}
	if !k.bare && w.found == k.marks {
		return w.document(w.elements(k)), true
	}
	// Elements are not in the tree, or not with all they say.
	f := findings{settings: t.settings, numbered: true}
	f.read(body)
	return w.document(&f), true
}

// walk goes through a tree once.
type walk struct {
	settings
	nodes  []*html.Node // by number, the first that carries it
	labels []label      // by number
	found  int          // nodes that are there
	text   text         // of the page
	parts  int          // places so far where texts are kept apart
}

// label is the text in all nodes that carry a number.
type label struct {
	text
	parts int // walk.parts when text was added last
}

// node takes in a node and what is below it, inside the <a> of that number, or
// -1.
func (w *walk) node(n *html.Node, owner int) {
	if n.Type == html.TextNode {
		w.add(n.Data, owner)
		return
	}
	t := tagOther
	if n.Type == html.ElementNode {
		t = lookup(n.Data)
		owner = w.element(n, t, owner)
	}
	w.part(t)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c, owner)
	}
	w.part(t)
}

// element takes in an element and returns the <a> that its content is in.
func (w *walk) element(n *html.Node, t tag, owner int) int {
	if t == tagImg {
		w.addLabel(nodeAttributes(n).value[attrAlt], owner)
	}
	if !w.counts(t) {
		return owner
	}
	number, ok := w.number(n)
	if !ok {
		return owner
	}
	if w.nodes[number] == nil {
		w.nodes[number] = n
		w.found++
		w.labels[number].limit = textLimit
	}
	if t == tagA {
		return number
	}
	return owner
}

// number returns the number an element carries.
func (w *walk) number(n *html.Node) (number int, ok bool) {
	for _, a := range n.Attr {
		if a.Key == markName {
			number, err := strconv.Atoi(a.Val)
			return number, err == nil && number >= 0 && number < len(w.nodes)
		}
	}
	return 0, false
}

// add takes in a text.
func (w *walk) add(s string, owner int) {
	if w.pageText {
		w.text.addString(s)
	}
	w.addLabel(s, owner)
}

// addLabel adds to the text of the <a> of that number.
func (w *walk) addLabel(s string, owner int) {
	if owner < 0 || !w.anchorText {
		return
	}
	l := &w.labels[owner]
	if l.parts != w.parts {
		l.parts = w.parts
		l.part()
	}
	l.addString(s)
}

// part keeps apart the texts before and after the tag of an element.
func (w *walk) part(t tag) {
	if t.parts() {
		w.parts++
		w.text.part()
	}
}

// elements puts the elements of the tree in the order of the source.
func (w *walk) elements(k *skeleton) *findings {
	f := &findings{settings: w.settings, numbered: true, titles: min(k.titles, 1)}
	f.title(k.title)
	for _, n := range w.nodes {
		a := nodeAttributes(n)
		f.element(lookup(n.Data), &a)
	}
	return f
}

// document returns what was found, with the texts of the tree where the tree
// has the link.
func (w *walk) document(f *findings) site.Document {
	doc := f.document()
	doc.Text = w.text.String()
	if !w.anchorText {
		return doc
	}
	for i, number := range f.number {
		if w.nodes[number] != nil && doc.Links[i].Element == "a" {
			doc.Links[i].Text = w.labels[number].String()
		}
	}
	return doc
}
