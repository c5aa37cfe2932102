package parse

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"sitegraph/site"
)

// articlePage is a page such as a content management system writes: about 25 KB and 100 links.
func articlePage() []byte {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Article 17 - Example</title>
<link rel="canonical" href="https://example.com/article/17"><link rel="stylesheet" href="/site.css?v=3">
<meta name="viewport" content="width=device-width"><script>var a = "<a href=no>";` +
		strings.Repeat("f(1);", 200) + `</script></head><body class="page">
<nav id="menu"><ul class="menu">`)
	for i := range 40 {
		fmt.Fprintf(&b,
			`<li class="item item-%d"><a class="menu-link" href="/section/%d/">Section number %d</a></li>`+"\n", i, i,
			i)
	}
	b.WriteString(`</ul></nav><main id="content">`)
	for i := range 50 {
		fmt.Fprintf(&b, `<h2 id="p%d">Heading %d</h2><p class="text">Some words of a paragraph with `+
			`<em>emphasis</em> and <a href="/article/%d?from=17&amp;n=%d" title="A title">an anchor</a>, `+
			`then more words &mdash; and more, until the sentence of some length comes to its end.</p>`+"\n"+
			`<div class="box"><img src="/images/%d.png" alt="Picture %d" width="100" height="80">`+
			`<span class="note">A note below the picture</span></div>`+"\n", i, i, i, i, i, i)
	}
	b.WriteString(`</main><footer>`)
	for i := range 10 {
		fmt.Fprintf(&b, `<a rel="nofollow" href="https://other%d.example/">Other site %d</a> | `, i, i)
	}
	b.WriteString(`</footer></body></html>`)
	return []byte(b.String())
}

// BenchmarkBare is the measure for the parser "tokenizer": the tokens of the
// same page by golang.org/x/net/html, not looked at.
func BenchmarkBare(b *testing.B) {
	page := articlePage()
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		for z := html.NewTokenizer(bytes.NewReader(page)); z.Next() != html.ErrorToken; {
		}
	}
}

func BenchmarkParse(b *testing.B) {
	page := site.Response{ContentType: "text/html; charset=utf-8", Body: articlePage()}
	for _, c := range []struct {
		name, parser string
		options      Options
	}{
		{"tokenizer/links", "tokenizer", Options{}},
		{"tokenizer/anchors", "tokenizer", Options{AnchorText: true}},
		{"tokenizer/pieces", "tokenizer", Options{AnchorText: true, Pieces: true}},
		{"tokenizer/text", "tokenizer", Options{AnchorText: true, Text: true}},
		{"tokenizer/around", "tokenizer", Options{AnchorText: true, Around: true}},
		{"goquery/links", "goquery", Options{}},
		{"goquery/anchors", "goquery", Options{AnchorText: true}},
		{"goquery/text", "goquery", Options{AnchorText: true, Text: true}},
		{"goquery/around", "goquery", Options{AnchorText: true, Around: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := New(c.parser, c.options)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(page.Body)))
			b.ReportAllocs()
			for b.Loop() {
				doc, err := p.Parse(page)
				if err != nil || len(doc.Links) != 100 {
					b.Fatal(len(doc.Links), err)
				}
			}
		})
	}
}
