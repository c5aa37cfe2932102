package parse

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// scales has pages that make careless parsers slow or big. page writes one with about n bytes.
var scales = []struct {
	name string
	page func(n int) string
}{
	{"links", repeated(`<a href="/page/x.html">text</a> `)},
	{"open links", repeated(`<a href=x>`)},
	{"nested", repeated(`<div>`)},
	{"open b", func(n int) string { return "<p>" + manyB() + repeated(`<p>x`)(n/2-20000) }},
	{"open a", func(n int) string {
		return "<p><a href=x" + manyAttributeNames(23) + ">" + repeated(`<p>x`)(n/2-20000)
	}},
	{"open a, closed a", repeated(`<a href=x><p></a>`)},
	{"tables", repeated(`<table><a href=x>`)},
	{"cells", repeated(`<table><tr><td><b>x</table>`)},
	{"lone less", repeated(`<`)},
	{"open comments", repeated(`<!--`)},
	{"open CDATA", repeated(`<![CDATA[`)},
	{"open scripts", repeated(`<script>`)},
	{"script comments", repeated(`<script><!--`)},
	{"one attribute", func(n int) string { return `<a href="` + strings.Repeat("x", n) + `">` }},
	{"one open quote", func(n int) string { return `<a href="` + strings.Repeat("<a href=x>", n/10) }},
	{"references", repeated(`&amp`)},
	{"references in href", func(n int) string { return `<a href="` + strings.Repeat("&amp;", n/5) + `">` }},
	{"one text", repeated(`word `)},
	{"blanks", repeated(` `)},
	{"attributes, then tags", func(n int) string {
		return "<p" + manyAttributeNames(n/20) + ">" + repeated(`<b x>`)(n/2)
	}},
	{"frameset", func(n int) string { return "<frameset>" + repeated(`<a href=x>y</a>`)(n) }},
	{"templates", repeated(`<template>`)},
	{"svgs", repeated(`<svg><title/>`)},
	{"NUL", repeated("\x00")},
}

func repeated(s string) func(int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)) }
}

func manyB() string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "<b x=%d>", i)
	}
	return b.String()
}

// TestScale limits the memory that the parsers use on hostile pages of 256 KiB. The limit is several times the real
// need, and far below a cost that grows with the square of the size.
func TestScale(t *testing.T) {
	const size = 1 << 18
	for _, parser := range parsers {
		for _, s := range scales {
			r := site.Response{ContentType: "text/html", Body: []byte(s.page(size))}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			doc := parse(t, parser, Options{AnchorText: true, Text: true}, r)
			runtime.ReadMemStats(&after)
			allocated := after.TotalAlloc - before.TotalAlloc
			t.Logf("%-10s %-22s %8d links %6d MiB", parser, s.name, len(doc.Links), allocated>>20)
			if allocated > 100<<20 {
				t.Errorf("%s, %s: %d MiB allocated", parser, s.name, allocated>>20)
			}
		}
	}
}

// swollen has pages whose tree would be many times larger or very slow to build. They play tricks with open elements,
// text and comments.
var swollen = map[string]string{
	"open b": "<p>" + manyB() + strings.Repeat("<p>x", 10000),
	"b closed in order": "<p>" + manyB() + "<table>" + strings.Repeat("</b>", 400) + "</table>" + strings.Repeat("<p>x",
		10000),
	"b in an svg title": "<svg><foreignObject><p></svg></p></foreignObject><title>" + manyB() + "</title></svg>" +
		strings.Repeat("<p>x", 10000),
	"b after a comment in a title": "<svg><p></p><title><!--</title><style>--></title></style></svg>" + manyB() +
		strings.Repeat("<p>x", 10000),
	"b after CDATA":     "<svg><![CDATA[ > <!-- ]]></svg>" + manyB() + strings.Repeat("<p>x", 10000) + "-->",
	"a with attributes": "<a href=x" + manyAttributeNames(400) + "><svg><a></a></svg>" + strings.Repeat("<p>x", 10000),
	"a around a cell": "<a href=x" + manyAttributeNames(400) + "><table><tr><td><a></a></td></tr></table>" +
		strings.Repeat("<p>x", 10000),
	"html tags":          manyHTML(3000),
	"attributes":         strings.Repeat("<p"+manyAttributeNames(40)+">", 60000),
	"a tag's attributes": "<p" + manyAttributeNames(600) + ">" + strings.Repeat("<b x>", 1000),
}

func manyHTML(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("<html")
		b.WriteString(strings.ReplaceAll(" x_=1", "_", strings.Repeat("y", i)))
		b.WriteString(">")
	}
	return b.String()
}

func TestFitsTree(t *testing.T) {
	for name, page := range swollen {
		if fitsTree([]byte(page)) {
			t.Errorf("%s: fits", name)
		}
	}
	for name, page := range map[string]string{
		"article":       string(articlePage()),
		"named anchors": strings.Repeat(`<h2><a name="x"/>head</h2><p>text`, 20000),
		"old markup":    strings.Repeat(`<p><font size=2>text<a href=x><b>bold</b></a><br></font><li>item`, 10000),
		"icons":         strings.Repeat(`<a href=x><svg><title>a</title><style>p{}</style><path /></svg></a>`, 10000),
		"cards":         strings.Repeat(`<table><tr><td><a href=x><div>card</div></a></td></tr></table>`, 10000),
	} {
		if !fitsTree([]byte(page)) {
			t.Errorf("%s: does not fit", name)
		}
	}
}

// pieces are the building blocks of random pages.
var pieces = []string{"<a href=x>", "</a>", "<b>", "</b>", "<i x=1>", "</i>", "<font a b c d>", "</font>", "<p>",
	"</p>", "<div>", "</div>", "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<caption>", "</caption>",
	"<li>", "</li>", "x", "<svg>", "</svg>", "<math>", "</math>", "<foreignObject>", "</foreignObject>", "<title>",
	"</title>", "<style>", "</style>", "<template>", "</template>", "<select>", "</select>", "<option>", "<object>",
	"</object>", "<button>", "</button>", "<h1>", "</h2>", "<form>", "</form>", "<!--", "-->", "<noscript>",
	"</noscript>", "<mi>", "</mi>", "<svg/>", "<br>", "<nobr>",
	"</body>", "<html a=1>", "<frameset>", "<![CDATA[", "]]>", "<textarea>", "</textarea>", "<col>", "<image>", "</p>"}

// TestEstimate compares the estimate of fitsTree with the trees of random pages.
func TestEstimate(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	built := 0
	for range 8000 {
		var page strings.Builder
		some := pieces[:2+random.IntN(len(pieces)-1)]
		for range 1 + random.IntN(120) {
			page.WriteString(some[random.IntN(len(some))])
		}
		page.WriteString(strings.Repeat("<p>x", 50)) // repeats open elements
		if checkEstimate(t, page.String()) {
			built++
		}
	}
	if built < 3000 {
		t.Errorf("only %d trees were built", built)
	}
}

// checkEstimate compares the nodes of a page's tree with the estimate, and returns false if no tree would be built. The
// tree may have a node for each implied token (html, head, body, tbody ...) and a few copies for each end tag.
func checkEstimate(t *testing.T, page string) bool {
	e := estimate{scanner: scanner{body: []byte(page)}}
	for kind := e.next(); kind != html.ErrorToken; kind = e.next() {
		if !e.take(kind) {
			return false
		}
		e.nodes += 1 + e.repeated
	}
	root, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
	if err != nil {
		return false
	}
	if n := size(root); n > 32+4*e.nodes {
		t.Errorf("%d nodes, estimated %d: %q", n, e.nodes, page)
	}
	return true
}

// size counts the nodes of a tree, and half the attributes of elements that a tree repeats.
func size(n *html.Node) int {
	total := 1
	if t := lookup(n.Data); t == tagA || t == tagFormat {
		total += len(n.Attr) / 2
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		total += size(c)
	}
	return total
}

// FuzzEstimate runs checkEstimate on pages that a fuzzer finds.
func FuzzEstimate(f *testing.F) {
	for _, page := range swollen {
		f.Add(page[:min(len(page), 2000)])
	}
	f.Fuzz(func(t *testing.T, page string) { checkEstimate(t, page) })
}

// TestUses lists by hand the URLs that a browser would fetch with a page.
func TestUses(t *testing.T) {
	page := `<!DOCTYPE html><html><head><LINK REL="alternate StyleSheet" href='a.css?x=1&amp;y=2'>` +
		`<link rel=icon href=i.ico><link rel=stylesheet><script SRC=a.js></script><script>"<img src=no.png>"</script>` +
		`<style><img src=no2.png></style></head><body><img alt=x src="b.png" src="no3.png"><IMG SRC = " c d.png ">` +
		`<img src=data:image/png;base64,AAAA><img src=" DATA:x"><img src=""><img><!-- <img src=no4.png> -->` +
		`<template><img src=no5.png></template><noscript><img src=n.png></noscript><a href=no6>x</a>` +
		`<textarea><img src=no7.png></textarea><svg><image href=no8.png></svg><img src=é.png/><img src=last`
	want := []site.Use{{Kind: site.LinkedStyle, Href: "a.css?x=1&y=2"}, {Kind: site.LinkedImage, Href: "i.ico"},
		{Kind: site.LinkedScript, Href: "a.js"}, {Kind: site.LinkedImage, Href: "b.png"}, {Kind: site.LinkedImage,
			Href: " c d.png "}, {Kind: site.LinkedImage, Href: "n.png"}, {Kind: site.LinkedImage, Href: "é.png/"}}
	got := Uses(site.Response{Body: []byte(page), ContentType: "text/html; charset=utf-8"})
	console.Equal(t, got, want)
}

// TestUsesOfAttributes reads the other attributes, besides src and style sheets, that name files of a page.
func TestUsesOfAttributes(t *testing.T) {
	const image, script, style = site.LinkedImage, site.LinkedScript, site.LinkedStyle
	for page, want := range map[string][]site.Use{
		`<img src=a srcset="b 1x, c 2x">`: {{Kind: image, Href: "a"}, {Kind: image, Href: "b"},
			{Kind: image, Href: "c"}},
		`<picture><source srcset="a,b 2w"><source src=no>`: {{Kind: image, Href: "a,b"}},
		`<video poster=a src=no>`:                          {{Kind: image, Href: "a"}},
		`<input type=Image src=a><input src=no>`:           {{Kind: image, Href: "a"}},
		`<link rel="shortcut icon" href=a>`:                {{Kind: image, Href: "a"}},
		`<link rel=preload as=script href=a><link rel=preload as=style href=b><link rel=preload href=no>`: {
			{Kind: script, Href: "a"}, {Kind: style, Href: "b"}},
		`<p style="x: url(a) , url('b&amp;c')">`: {
			{Kind: image, Href: "a"}, {Kind: image, Href: "b&c"}},
		`<style>@import url(a.css); p { background: url( "a" ) }</style><p>url(no)`: {
			{Kind: style, Href: "a.css"}, {Kind: image, Href: "a"}},
		`<p STYLE="background:image-set('a' 1x)"><link rel=preload as=image imagesrcset="b 1x, c 2x">`: {
			{Kind: image, Href: "a"}, {Kind: image, Href: "b"}, {Kind: image, Href: "c"}},
		`<link rel=preload as=Font href=a>`:            {{Kind: site.LinkedFont, Href: "a"}},
		`<script>url(no)</script><p title="url(no)">`:  nil,
		`<img srcset="data:image/png;base64,AAAA 1x">`: nil,
	} {
		got := Uses(site.Response{Body: []byte(page), ContentType: "text/html; charset=utf-8"})
		console.Equal(t, got, want, page)
	}
}

func TestCandidates(t *testing.T) {
	for srcset, want := range map[string][]string{
		"": nil, " , ,": nil, "a": {"a"}, "a,": {"a"}, "a, b": {"a", "b"}, "a,b": {"a,b"},
		" a 1x,b\t2x ,c": {"a", "b", "c"}, "a f(1, 2), b": {"a", "b"}, "a f(, b": {"a"},
		"data:x,y 1x, b": {"data:x,y", "b"},
	} {
		console.Equal(t, slices.Collect(candidates(srcset)), want, srcset)
	}
}

// The expected values follow from CSS Syntax 3, Images 4, Fonts 4, Cascade 5 and Namespaces 3.
func TestStyles(t *testing.T) {
	for style, want := range map[string]string{
		"": "", "url(": "", "url(a": "", "url('a)": "", "url()": "", "url(a)url(b)": "image a image b",
		"x: url( a ) no-repeat, url(\"c)\")": "image a image c)", "/* url(no) */ url(a) /* url(no)": "image a",
		"url(a b) url(c'd) url(e)": "image e", "url(/* no */)": "", `url(a\)b) url("c\"d")`: `image a)b image c"d`,
		"url(f.WOFF2?x) url(#id)": "image f.WOFF2?x", "url(a.png#x)": "image a.png#x",
		"URL(a) uRl('b') u\\72l(c) curl(no)":                                             "image a image b image c",
		`x::before{content:"url(no)" 'url(no)'}`:                                         "",
		"x{content:'url(no)\n;y:url(a)}":                                                 "image a",
		`@namespace svg url(no); @namespace "no"; @charset "no"; x{y:url(a)}`:            "image a",
		`@import "a.css"; @IMPORT url(b) supports(y: url(no)); @import url("c") screen;`: "style a.css style b style c",
		`@font-face{src:local("no"),url(a.svg#x) format("no")} @font-face{src:url(b)} p{x:url(c)}`: "font a.svg#x " +
			"font b image c",
		`x{y:image-set("a" 1x, url(b) 2x, "c" type("no")) "no"; z:-webkit-image-set(url(d) 1x)}`: "image a " +
			"image b image c image d",
		`@media print{x{y:url(a)}} @-moz-document url(no) {x{y:url(b)}}`: "image a image b",
		`url(\2f a\20 b\000063) url('d\
e')`: "image /a bc image de",
	} {
		var got []string
		c := css{rest: style, found: func(kind site.LinkedKind, url string) { got = append(got, string(kind)+" "+url) }}
		if c.read(); strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", style, got, want)
		}
	}
}

// FuzzUseValues checks that URLs in srcset and CSS are parts of the value, and that reading ends.
func FuzzUseValues(f *testing.F) {
	f.Add("a 1x, b(,) 2x,c")
	f.Add(`/* x */ url('a') url( b ) url("c`)
	f.Fuzz(func(t *testing.T, value string) {
		length := 0
		for url := range candidates(value) {
			if length += len(url); url == "" || strings.ContainsAny(url, htmlBlanks) || !strings.Contains(value, url) {
				t.Errorf("%q", url)
			}
		}
		c := css{rest: value, found: func(_ site.LinkedKind, url string) {
			if length += len(url); url == "" {
				t.Errorf("%q: an empty URL", value)
			}
		}}
		c.read()
		if length > 4*len(value) { // an escape of one byte may give a character of three
			t.Errorf("%d characters of %d", length, len(value))
		}
	})
}

// FuzzUses checks that any bytes are read to their end.
func FuzzUses(f *testing.F) {
	f.Add([]byte("<img src='a&amp;b'><script src=x></script><link rel=stylesheet href=y><svg><script src=z/>"))
	f.Add([]byte("<img srcset='a 1x,b'><p style='x:url(a)'><style>x{b:url(c)}</style><video poster=d>"))
	f.Add([]byte("<img src<img =src='<template><script src=\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, u := range Uses(site.Response{Body: body, ContentType: "text/html"}) {
			if u.Href == "" || u.Kind == "" {
				t.Fatalf("%+v", u)
			}
		}
	})
}
