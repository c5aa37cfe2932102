package parse

import (
	"bytes"
	"fmt"
	"testing"

	"golang.org/x/net/html"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// oracle does what tokens does with the tokenizer of golang.org/x/net/html: same rules, another reader.
type oracle struct {
	tokens                 *html.Tokenizer
	raw                    []byte
	tag, opened, container tag
	templates              int
	foreign, outside       foreign
}

// step reads one token, in a form to compare with tokens.step, start and end.
func (o *oracle) step() html.TokenType {
	opened := o.opened
	kind := o.tokens.Next()
	o.raw = o.tokens.Raw()
	o.tag, o.opened, o.container = tagOther, tagOther, tagOther
	switch kind {
	case html.TextToken:
		if opened.isText() {
			o.container = opened
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		o.tag = tagOf(nameOf(o.raw))
		o.start(kind == html.SelfClosingTagToken)
		o.opened = o.tag
	case html.EndTagToken:
		o.tag = tagOf(nameOf(o.raw))
		o.end()
	}
	return kind
}

func (o *oracle) start(selfClosing bool) {
	o.foreign.start(o.tag, nameOf(o.raw), o.raw, selfClosing)
	inert := o.foreign.depth > 0 && selfClosing
	switch {
	case o.tag == tagNoscript:
		o.tokens.NextIsNotRawText()
	case o.tag == tagTemplate && !inert:
		if o.templates == 0 {
			o.outside = o.foreign
		}
		o.templates++
	case o.tag.isText() && (inert || o.tag == tagTitle && o.foreign.depth > 0):
		o.tokens.NextIsNotRawText()
		o.tag = tagInert
	}
}

func (o *oracle) end() {
	o.foreign.end(o.tag, nameOf(o.raw))
	if o.tag == tagTemplate && o.templates > 0 {
		if o.templates--; o.templates == 0 {
			o.foreign = o.outside
		}
	}
}

func (o *oracle) counts() bool { return o.templates == 0 && o.tag != tagTemplate }

// nameOf returns the name in a tag as written. It ends where the "tag name state" of the HTML standard ends.
func nameOf(raw []byte) []byte {
	name := bytes.TrimPrefix(raw[1:], []byte("/"))
	if end := bytes.IndexAny(name, " \n\r\t\f/>"); end >= 0 {
		name = name[:end]
	}
	return name
}

func decodedAttributes(tokens *html.Tokenizer) attributes {
	var a attributes
	for more := true; more; {
		var name, value []byte
		name, value, more = tokens.TagAttr()
		if i, ok := attribute(name); ok && i < attrCount {
			a.value[i], a.has[i] = string(value), true
		}
	}
	return a
}

// compareTokens compares each token of a UTF-8 page, in all its fields, with the oracle.
func compareTokens(page []byte) error {
	s := newTokens(page)
	o := oracle{tokens: html.NewTokenizer(bytes.NewReader(page))}
	at := 0
	for {
		want := o.step()
		at += len(o.raw)
		if want != html.ErrorToken && !o.counts() {
			continue
		}
		if got := s.next(); got != want {
			return fmt.Errorf("before byte %d: %v %q, want %v %q", at, got, s.raw, want, o.raw)
		}
		if want == html.ErrorToken {
			return nil
		}
		if !bytes.Equal(s.raw, o.raw) || s.at != at || s.tag != o.tag || s.container != o.container {
			return fmt.Errorf("before byte %d (%d): %d %d %q, want %d %d %q",
				at, s.at, s.tag, s.container, s.raw, o.tag, o.container, o.raw)
		}
		if err := compareContent(want, s, &o); err != nil {
			return fmt.Errorf("before byte %d: %q: %w", at, o.raw, err)
		}
	}
}

func compareContent(kind html.TokenType, s *tokens, o *oracle) error {
	switch kind {
	case html.TextToken:
		if got, want := s.text(), o.tokens.Text(); !bytes.Equal(got, want) {
			return fmt.Errorf("text %q, want %q", got, want)
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		if name := nameOf(o.raw); !bytes.Equal(s.name, name) {
			return fmt.Errorf("name %q, want %q", s.name, name)
		}
		if got, want := s.attributes(), decodedAttributes(o.tokens); s.tag.hasAttributes() && got != want {
			return fmt.Errorf("%+v, want %+v", got, want)
		}
	}
	return nil
}

// hardPages has pages whose bytes are hard to split into tokens.
var hardPages = []string{
	"<", "</", "<a", "<!", "<!-", "<!--", "<?", "</a", "<a ", "<a x", "<a x=", "<a x='", "<a x=1", "x<", "x</", "x<a",
	"<>", "</>", "</ a>", "<!>", "<!>x", "<!->", "<!-->", "<!--->", "<!---->", "<!----!>", "<!--!>-->", "<!-- --!-->x",
	"<!----!!>-->x", "<!----!-->x", "<!-- -- > -->x", "<!doctype html>x", "<!DocType", "<!DOCT", "<!doctype\n>",
	"<!doctypehtml>", "<![CDATA[x>]]>", "<?x?>y", "<br/>", "<br />", "<a x/>", "<a x=/>", "<a x=1/>", "<a x=1 x=2/>",
	"<a X=1 x=2/>", "<a x='1'/>", "<a x=/ />", "<a / x>", "<a =/>", "<a ==/>", "<a =x=/>", "<a x==/>", "<a x= >",
	"<a x=>y", "<a x='>'>y", "<a\x00b>", "<a x\x00=1>", "<a k=1 \u212a=2/>", "<a b=1 k=2/>", "<a/b/c/d=e/f/>",
	"</a b='>'>x", "</a/>", "<title>", "<title></title>", "<title>a</title", "<title>a</titl>b</title >",
	"<title>a</title/>", "<title>a</TITLE\n>", "<title>&lt;\x00\r\n</title>", "<textarea>&amp;\x00\r</textarea>",
	"<style>&amp;\x00\r\n\r\r</style>", "<title><</title>", "<title></</title>", "<title></ti</title>",
	"<noscript></noscript>", "<noscript><p></noscript>", "<plaintext>", "<plaintext></plaintext>&amp;\x00",
	"<xmp/>a</xmp>", "<svg><title/><title>a<b>", "<script>", "<script></script>", "<script></script",
	"<script></scrip></script>", "<script><</script>", "<script></</script>", "<script><!--</script>-->x",
	"<script><!--<script></script>x", "<script><!--<script></script></script>x",
	"<script><!--<script></script>--></script>x", "<script><!--<script>--></script>x",
	"<script><!--><script></script>x", "<script><!---><script></script>x", "<script><!-<script></script>x",
	"<script><!--<scrip></script>x", "<script><!--<script-></script>x", "<script><!-- < --><script></script>x",
	"<script><!--<1<!--<script></script></script>x", "<script><!--</scri--></script>x",
	"<script><!--<scri--></script>x", "<script><!--<script>--<></script>x</script>y",
	"<script><!--<script>-</script>--></script>x", "<script><!--<script></script", "<script><!--<",
	"<script><!--<script><", "<script><!--<script", "<script><!--<SCRIPT/</sCript\t</script>x",
	"<script>a--></script>x", "<script><!--<script></script>><script></script>x</script>y", "a\x00b", "a\r\nb\r",
	"&amp", "&amp;&lt&copy;&#0;&#x80;&nosuch;", "a<b", "a < b", "<<a>", "<1>", "a<\x80", "<iframe><a></iframe>",
	"<noembed></NOEMBED>", "<noframes><p></noframes>", "<template><title><a></template>",
	"<template><script><!--</template></script></template>x",
}

// TestScanner compares prefixes of pages, and large pages. FuzzScanner has the pages themselves.
func TestScanner(t *testing.T) {
	for _, page := range hardPages {
		for cut := range len(page) {
			if err := compareTokens([]byte(page[:cut])); err != nil {
				t.Errorf("%q: %v", page[:cut], err)
			}
		}
	}
	for _, s := range scales {
		if err := compareTokens([]byte(s.page(50000))); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// TestScannerShort compares all pages of up to six pieces that drive the states of a comment and of a script.
func TestScannerShort(t *testing.T) {
	for _, c := range []struct {
		before, after string
		pieces        []string
		length        int
	}{
		{"<!--", "-->x", []string{"-", "!", ">", "x"}, 6},
		{"<script>", "</script>x", []string{"<!--", "-->", "<script>", "</script>", "-", "<", "x"}, 4},
		{"<a", ">x", []string{" ", "/", "=", "'", "x", "X", `"`}, 5},
	} {
		pages := []string{c.before}
		for range c.length {
			var longer []string
			for _, p := range pages {
				for _, piece := range c.pieces {
					longer = append(longer, p+piece)
				}
			}
			for _, p := range longer {
				for _, page := range []string{p, p + c.after} {
					if err := compareTokens([]byte(page)); err != nil {
						t.Fatalf("%q: %v", page, err)
					}
				}
			}
			pages = longer
		}
	}
}

// FuzzScanner compares the scanner with the tokenizer of golang.org/x/net/html.
func FuzzScanner(f *testing.F) {
	for _, page := range hardPages {
		f.Add([]byte(page))
	}
	for _, e := range edges {
		f.Add([]byte(e.page))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		before := bytes.Clone(page)
		must(t, compareTokens(page))
		console.Equal(t, page, before, "the page was changed")
	})
}

// A document keeps no part of the body alive and shares no memory with it.
func TestDocumentIsCopied(t *testing.T) {
	body := []byte(`<html lang=de><title>Title</title><base href=/b>` +
		`<link rel=canonical href=/c><a href=/x rel=me>Text</a>`)
	doc := parse(t, "tokenizer", Options{AnchorText: true}, site.Response{Body: body})
	want := fmt.Sprintf("%+v", doc)
	clear(body)
	console.Equal(t, fmt.Sprintf("%+v", doc), want)
}
