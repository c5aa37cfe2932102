package parse

import (
	"bytes"
	"slices"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"sitegraph/site"
)

// tree is the parser that builds a browser's tree and selects from it.
type tree struct{ settings }

// selected names the elements that make up a document.
const selected = "a, area, base, frame, html, iframe, link, meta, title"

// Parse reads one page. The tokenizer reads a page that has no tree: fitsTree refuses some, and golang.org/x/net/html
// refuses pages with more than 512 open elements.
func (t tree) Parse(r site.Response) (site.Document, error) {
	t.url, t.Pieces = r.URL, t.Pieces && !r.Whole
	doc, charset := inCharset(r, func(body []byte, declared bool) (site.Document, string) {
		doc, ok := t.read(body)
		if !ok {
			return tokenizer(t).read(body, declared)
		}
		return doc, t.addSource(body, declared, &doc)
	})
	doc.Charset = charset
	return doc, nil
}

// read finds everything in a page in UTF-8. ok is false if the page has no tree.
func (t tree) read(body []byte) (doc site.Document, ok bool) {
	if !fitsTree(body) {
		return site.Document{}, false
	}
	// goquery.NewDocumentFromReader would hide <noscript>, as a browser that runs scripts does.
	root, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return site.Document{}, false
	}
	page := goquery.NewDocumentFromNode(root)
	page.Find("template").Remove() // in a browser its content is another document

	f := findings{settings: t.settings, said: new(said)}
	places := treePlaces{}
	places.add(root, &f.landmarks)
	links := map[*html.Node]int{}
	for _, n := range page.Find(selected).Nodes {
		i := t.element(&f, n)
		if i >= 0 {
			f.doc.Links[i].Place = places[n]
		}
		if i >= 0 && t.Around {
			links[n] = i
		}
	}
	for _, n := range page.Find("h1").Nodes {
		if n.Namespace == "" {
			t.heading(&f, n)
		}
	}
	t.shown(&f, root, links)
	return f.document(), true
}

func (t tree) heading(f *findings, n *html.Node) {
	if f.doc.H1s++; f.doc.H1s == 1 {
		w := treeText{text: text{limit: textLimit}, images: true}
		w.add(n)
		f.doc.H1 = w.text.String()
	}
}

func (t tree) shown(f *findings, root *html.Node, links map[*html.Node]int) {
	w := treeText{spans: f.spans, links: links}
	w.add(root)
	words := wordCount{}
	words.add(w.text.buf, false)
	f.doc.Words = words.words
	if t.Text {
		f.doc.Text = w.text.String()
	}
}

// treePlaces has the place of each element that may be a link and is in a landmark.
type treePlaces map[*html.Node]site.LinkPlace

func (p treePlaces) add(n *html.Node, l *landmarks) {
	name := lookup(n.Data)
	element := n.Type == html.ElementNode && n.Namespace == "" && (name == tagBlock || name.sections())
	if element {
		l.start(name, []byte(n.Data), roleOf(n))
	}
	if name.shows() && l.here().place != site.PlaceUnknown {
		p[n] = l.here().place
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.add(c, l)
	}
	if element {
		l.end(name, []byte(n.Data))
	}
}

func roleOf(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "role" && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// element adds one selected element. In <svg> and <math> only <a> counts. It returns the index of the link, or -1 if
// the element is no link.
func (t tree) element(f *findings, n *html.Node) int {
	name := lookup(n.Data)
	switch {
	case n.Namespace != "" && name != tagA:
	case name == tagTitle:
		f.titles++
		f.title([]byte(goquery.NewDocumentFromNode(n).Text()))
	default:
		a := nodeAttributes(n)
		link := f.element(name, &a)
		if link >= 0 && name == tagA && t.AnchorText {
			w := treeText{text: text{limit: textLimit}, images: true}
			w.add(n)
			f.label(link, w.text.String())
		}
		return link
	}
	return -1
}

// treeText is the text of a node as browsers show it.
type treeText struct {
	text   text
	images bool               // replace an image by its alternative text
	links  map[*html.Node]int // the links whose spans are asked for
	spans  []span
}

func (t *treeText) add(n *html.Node) {
	if n.Type == html.TextNode {
		t.text.add([]byte(n.Data))
	}
	if link, ok := t.links[n]; ok {
		t.spans[link].from = len(t.text.buf)
		defer func() { t.spans[link].to = len(t.text.buf) }()
	}
	name := lookup(n.Data)
	if n.Type != html.ElementNode && n.Type != html.DocumentNode || t.text.full() || hidden(n, name) {
		return
	}
	if t.images && name == tagImg {
		t.text.add([]byte(nodeAttributes(n).value[attrAlt]))
	}
	if name.parts() {
		t.text.part()
		defer t.text.part()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		t.add(c)
	}
}

// hidden reports whether the text leaves out an element's content.
func hidden(n *html.Node, name tag) bool {
	return name == tagRaw || name == tagIframe || name == tagTitle && n.Namespace == ""
}

// addSource adds what the tokenizer reads from the source: images without alt, password inputs, data for programs, the
// marks of links, and pieces. It returns the character set that the source declares. If the tree's links differ from
// the source's, they get no marks and come after all pieces.
func (t tree) addSource(body []byte, declared bool, doc *site.Document) (late string) {
	read := t.settings
	read.Text, read.AnchorText, read.Around = false, false, false
	source, late := tokenizer{read}.read(body, declared)
	doc.Source, doc.Pieces, doc.Skipped, doc.Prose = source.Source, source.Pieces, source.Skipped, source.Prose
	doc.WithoutAlt, doc.Password = source.WithoutAlt, source.Password
	doc.Breadcrumbs, doc.Payload, doc.EmptyRoot = source.Breadcrumbs, source.Payload, source.EmptyRoot
	if slices.EqualFunc(source.Links, doc.Links, func(a, b site.Anchor) bool { return a.Href == b.Href }) {
		for i := range doc.Links {
			doc.Links[i].Mark = source.Links[i].Mark
		}
		return late
	}
	doc.Pieces = slices.DeleteFunc(doc.Pieces, func(p site.Piece) bool { return p.Link > 0 && p.Link != site.InMarkup })
	for i, l := range doc.Links {
		if t.Pieces {
			doc.Pieces = append(doc.Pieces, site.Piece{Place: mix(site.TextHash(nil), []byte(l.Element)),
				Link: uint32(i + 1)})
		}
	}
	return late
}
