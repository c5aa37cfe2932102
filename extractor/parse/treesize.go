package parse

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

const (
	// treeNodes limits the nodes of a tree by the estimate of fitsTree. They take about 200 MiB.
	treeNodes = 1 << 20
	// tagAttributes limits the attributes of a tag in a tree, since many of them make golang.org/x/net/html slow.
	tagAttributes = 512
)

// fitsTree reports whether the tree of a page in UTF-8 has at most treeNodes nodes, by an estimate from above.
//
// A tree may be hundreds of times larger than its page, because it repeats unclosed formatting elements (a, b, i, font
// ...) with all their attributes in every later block. So each token counts once with half its attributes, and again
// for every formatting element that may still be open. An element is surely closed once its end tag comes and
// everything opened in it was closed in order. The next <a> also closes an <a>, unless a table cell or the like is
// between them.
//
// The estimate must see the tokens that the tree builder sees. They could differ in <svg> and <math>, where the tree
// decides whether CDATA and the content of <style> are text. Such a page does not fit.
func fitsTree(body []byte) bool {
	e := estimate{scanner: scanner{body: body}}
	for e.nodes <= treeNodes {
		kind := e.next()
		if kind == html.ErrorToken {
			return true
		}
		if !e.take(kind) {
			return false
		}
		e.nodes += 1 + e.repeated
	}
	return false
}

type estimate struct {
	scanner
	open     []openElement
	foreign  int // number of <svg> and <math> among them
	repeated int // weight of all formatting elements that may be open
	anchor   int // part of it for the last <a> in this cell
	root     int // attributes of all <html> and <body> so far
	nodes    int // estimate so far
}

type openElement struct {
	name   []byte // as written
	weight int    // of a formatting element, in nodes; else 0
	anchor int    // of a cell: estimate.anchor before it
}

// take adds the current token. It returns false if the page does not fit.
func (e *estimate) take(kind html.TokenType) bool {
	switch kind {
	case html.StartTagToken, html.SelfClosingTagToken:
		return e.start(kind == html.SelfClosingTagToken)
	case html.EndTagToken:
		e.end()
	case html.TextToken:
		return e.foreign == 0 || e.content == contentPlain || bytes.IndexByte(e.raw, '<') < 0
	case html.CommentToken:
		return e.foreign == 0 || !bytes.HasPrefix(e.raw, []byte("<![CDATA["))
	}
	return true
}

// start adds a start tag. It returns false if the page does not fit.
func (e *estimate) start(selfClosing bool) bool {
	attributes := 0
	for name := range e.allAttributes() {
		attributes += min(len(name), 1)
	}
	e.nodes += attributes / 2
	added := openElement{name: e.name}
	switch t := e.tag; {
	case t == tagNoscript:
		e.notRaw()
	case t == tagRoot || equalFold(e.name, "body"):
		e.root += attributes // the tree builder compares each tag with all before
		e.nodes += e.root
	case t == tagA && e.foreign == 0:
		e.repeated -= e.anchor
		e.anchor = 1 + attributes/2
		e.repeated += e.anchor
	case t == tagFormat || t == tagA:
		added.weight = 1 + attributes/2
		e.repeated += added.weight
	case isVoid(e.name) || selfClosing && (e.foreign > 0 || t == tagSVG || t == tagMath):
		return attributes <= tagAttributes
	case t == tagSVG || t == tagMath:
		e.foreign++
	case isCell(e.name):
		added.anchor, e.anchor = e.anchor, 0
	}
	e.open = append(e.open, added)
	return attributes <= tagAttributes
}

// end adds an end tag, which closes the last opened element if that has its name.
func (e *estimate) end() {
	top := len(e.open) - 1
	if top < 0 || !equalFold(e.open[top].name, e.name) {
		return
	}
	last := e.open[top]
	e.open = e.open[:top]
	e.repeated -= last.weight
	switch t := e.tag; {
	case t == tagSVG || t == tagMath:
		e.foreign--
	case t == tagA && last.weight == 0 || isCell(e.name):
		e.repeated -= e.anchor
		e.anchor = last.anchor
	}
}

// isCell reports whether an element ends the formatting elements in it.
func isCell(name []byte) bool {
	return isOneOf(name, "applet", "caption", "marquee", "object", "td", "template", "th")
}

// isVoid reports whether elements with this name have no content and no end tag.
func isVoid(name []byte) bool {
	return isOneOf(name, "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param",
		"source", "track", "wbr")
}

// isOneOf reports whether a name is one of the words in any case.
func isOneOf(name []byte, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return equalFold(name, word) })
}
