package parse

import (
	"bytes"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"sitegraph/site"
)

// tree is the parser that builds a browser's tree and selects from it.
type tree struct{ settings }

// selected are the elements that make up a document.
const selected = "a, area, base, frame, html, iframe, link, meta, title"

// Parse reads one page. A page of which no tree is built is read by the
// tokenizer: one with more than 512 elements open at once, which
// golang.org/x/net/html refuses, and one that fitsTree refuses.
func (t tree) Parse(r site.Response) (site.Document, error) {
	body, charset := decode(r.Body, r.ContentType)
	doc, ok := t.read(body)
	if !ok {
		doc = tokenizer(t).read(body)
	}
	doc.Charset = charset
	return doc, nil
}

// read finds everything in a page that is in UTF-8; ok is false if there is no
// tree of it.
func (t tree) read(body []byte) (doc site.Document, ok bool) {
	if !fitsTree(body) {
		return site.Document{}, false
	}
	// goquery.NewDocumentFromReader would hide <noscript>, as a browser that
	// runs scripts does.
	root, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return site.Document{}, false
	}
	page := goquery.NewDocumentFromNode(root)
	page.Find("template").Remove() // in a browser its content is another document

	f := findings{settings: t.settings}
	for _, n := range page.Find(selected).Nodes {
		t.element(&f, n)
	}
	if t.pageText {
		f.doc.Text = treeText(root, text{}, false)
	}
	return f.document(), true
}

// element adds one selected element. In <svg> and <math> only <a> counts.
func (t tree) element(f *findings, n *html.Node) {
	name := lookup(n.Data)
	switch {
	case n.Namespace != "" && name != tagA:
	case name == tagTitle:
		f.titles++
		f.title([]byte(goquery.NewDocumentFromNode(n).Text()))
	default:
		a := nodeAttributes(n)
		link := f.element(name, &a)
		if link >= 0 && name == tagA && t.anchorText {
			f.doc.Links[link].Text = treeText(n, text{limit: textLimit}, true)
		}
	}
}

// treeText returns the text of a node as a browser shows it; with images, an
// image is replaced by its alternative text.
func treeText(n *html.Node, t text, images bool) string {
	var add func(*html.Node)
	add = func(n *html.Node) {
		if n.Type == html.TextNode {
			t.add([]byte(n.Data))
		}
		name := lookup(n.Data)
		if n.Type != html.ElementNode && n.Type != html.DocumentNode || t.full() || hidden(n, name) {
			return
		}
		if images && name == tagImg {
			t.add([]byte(nodeAttributes(n).value[attrAlt]))
		}
		if name.parts() {
			t.part()
			defer t.part()
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			add(c)
		}
	}
	add(n)
	return t.String()
}

// hidden reports whether the content of an element is not part of the text.
func hidden(n *html.Node, name tag) bool {
	return name == tagRaw || name == tagIframe || name == tagTitle && n.Namespace == ""
}
