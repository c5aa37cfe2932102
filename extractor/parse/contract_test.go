package parse

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"sitegraph/internal/console"
	"sitegraph/site"
)

type edge struct {
	name, page string
	links      string // "href|text" of each link, one a line; "-" if there are none
	head       string // "field=value" lines, as headOf writes them
}

// edges were written by hand from the HTML standard.
var edges = []edge{
	// The plain cases.
	{name: "empty", page: "", links: "-"},
	{name: "no link", page: "<p>text", links: "-"},
	{name: "one", page: `<a href="/x">X</a>`, links: "/x|X"},
	{name: "order", page: `<a href=1>a</a><a href=2>b</a><a href=1>c</a>`, links: "1|a\n2|b\n1|c"},
	{name: "upper case", page: `<A HREF="X">t</A>`, links: "X|t"},
	{name: "no href", page: `<a name=x>t</a>`, links: "-"},
	{name: "empty href", page: `<a href="">t</a>`, links: "|t"},
	{name: "href without value", page: `<a href>t</a>`, links: "|t"},
	{name: "repeated attribute", page: `<a href=1 href=2>t</a>`, links: "1|t"},
	{name: "repeated in another case", page: `<a HREF=1 href=2>t</a>`, links: "1|t"},
	{name: "single quotes", page: `<a href='a"b'>t</a>`, links: `a"b|t`},
	{name: "no quotes", page: `<a href=a/b?c=d>t</a>`, links: "a/b?c=d|t"},
	{name: "unquoted with slash", page: `<a href=x/>t</a>`, links: "x/|t"},
	{name: "spaces around =", page: "<a href \n=\t x>t</a>", links: "x|t"},
	{name: "no space between attributes", page: `<a class="c"href="x">t</a>`, links: "x|t"},
	{name: "slash between attributes", page: `<a/href=x/>t</a>`, links: "x/|t"},
	{name: "= before a name", page: `<a =href=1 href=2>t</a>`, links: "2|t"},
	{name: "self-closing a", page: `<a href=1 />t<a href=2>u</a>`, links: "1|t\n2|u"},
	{name: "blanks kept in href", page: `<a href=" x ">t</a>`, links: " x |t"},
	{name: "line break in href", page: "<a href='a\r\nb\rc'>t</a>", links: "a\\nb\\nc|t"},
	{name: "NUL in href", page: "<a href='a\x00b'>t</a>", links: "a\uFFFDb|t"},
	{name: "greater in a value", page: `<a title="a>b" href=x>t</a>`, links: "x|t"},
	{name: "markup in a value", page: `<p title="<a href=no>"><a href=x>t</a>`, links: "x|t"},
	// Character references.
	{name: "amp", page: `<a href="?a=1&amp;b=2">t</a>`, links: "?a=1&b=2|t"},
	{name: "bare amp", page: `<a href="?a=1&b=2">t</a>`, links: "?a=1&b=2|t"},
	{name: "copy before =", page: `<a href="?a=1&copy=2">t</a>`, links: "?a=1&copy=2|t"},
	{name: "copy;", page: `<a href="?&copy;=2">t</a>`, links: "?©=2|t"},
	{name: "copy at the end", page: `<a href="?&copy">t</a>`, links: "?©|t"},
	{name: "copy before a letter", page: `<a href="?&copyx">t</a>`, links: "?&copyx|t"},
	{name: "numbers", page: `<a href="&#x41;&#66;">t</a>`, links: "AB|t"},
	{name: "windows-1252 number", page: `<a href="x">&#150;</a>`, links: "x|–"},
	{name: "in text", page: `<a href="x">&lt;b&gt; &amp;amp; &copyx</a>`, links: "x|<b> &amp; ©x"},
	// Text content holds no links.
	{name: "comment", page: `<!-- <a href=no> --><a href=x>t</a>`, links: "x|t"},
	{name: "open comment", page: `<a href=x>t</a><!-- <a href=no>`, links: "x|t"},
	{name: "short comment", page: `<!--><a href=x>t</a>-->`, links: "x|t"},
	{name: "declaration", page: `<!x <a href=no><a href=x>t</a>`, links: "x|t"},
	{name: "processing instruction", page: `<?x <a href=no><a href=x>t</a>`, links: "x|t"},
	{name: "script", page: `<script>"<a href=no>"</script><a href=x>t</a>`, links: "x|t"},
	{name: "script in script", page: `<script><!-- <script></script> <a href=no> --></script><a href=x>t</a>`,
		links: "x|t"},
	{name: "style", page: `<style><a href=no></style><a href=x>t</a>`, links: "x|t"},
	{name: "textarea", page: `<textarea><a href=no></textarea><a href=x>t</a>`, links: "x|t"},
	{name: "title", page: `<title><a href=no></title><a href=x>t</a>`, links: "x|t", head: "title=<a href=no>"},
	{name: "xmp", page: `<xmp><a href=no></xmp><a href=x>t</a>`, links: "x|t"},
	{name: "iframe", page: `<iframe><a href=no></iframe><a href=x>t</a>`, links: "x|t"},
	{name: "noembed", page: `<noembed><a href=no></noembed><a href=x>t</a>`, links: "x|t"},
	{name: "noframes", page: `<noframes><a href=no></noframes><a href=x>t</a>`, links: "x|t"},
	{name: "plaintext", page: `<a href=x>t</a><plaintext><a href=no></plaintext>`, links: "x|t"},
	{name: "open script", page: `<a href=x>t</a><script><a href=no>`, links: "x|t"},
	{name: "open tag at the end", page: `<a href=x>t</a><a href=no`, links: "x|t"},
	{name: "open quote", page: `<a href=x>t</a><a href="no>u</a>`, links: "x|t"},
	{name: "end tag with attributes", page: `<a href=x>t</a href=no>`, links: "x|t"},
	// noscript and template.
	{name: "noscript", page: `<noscript><a href=x>t</a></noscript>`, links: "x|t"},
	{name: "noscript in head", page: `<head><noscript><link rel=canonical href=c><a href=x>t</a></noscript>`,
		links: "x|t", head: "canonical=c"},
	{name: "template", page: `<template><a href=no>n</a></template><a href=x>t</a>`, links: "x|t"},
	{name: "template in template", page: `<template><template></template><a href=no>n</a></template><a href=x>t</a>`,
		links: "x|t"},
	{name: "template never closed", page: `<a href=x>t</a><template><a href=no>n</a></body>`, links: "x|t"},
	{name: "template self-closing", page: `<a href=x>t</a><template/><a href=no>n</a>`, links: "x|t"},
	{name: "template only closed", page: `</template><a href=x>t</a>`, links: "x|t"},
	{name: "template in a link", page: `<a href=x>t<template>no</template>u</a>`, links: "x|tu"},
	{name: "template in a table",
		page: `<table><template><tr><td><a href=no>n</a></template><tr><td><a href=x>t</a></table>`, links: "x|t"},
	{name: "base in template",
		page:  `<template><base href=no><title>no</title><link rel=canonical href=no></template><a href=x>t</a>`,
		links: "x|t"},
	{name: "svg in template", page: `<template><svg></template><title>T</title><a href=x>t</a>`, links: "x|t",
		head: "title=T"},
	// svg and math.
	{name: "svg link", page: `<svg><a href=x><text>t</text></a></svg>`, links: "x|t"},
	{name: "svg xlink", page: `<svg><a xlink:href=no><text>t</text></a></svg>`, links: "-"},
	{name: "svg both", page: `<svg><a xlink:href=no href=x><text>t</text></a></svg>`, links: "x|t"},
	{name: "svg title", page: `<svg><title>icon</title></svg><title>T</title>`, links: "-", head: "title=T"},
	{name: "link with an icon", page: `<a href=x><svg><title>Home</title><path d=m /></svg></a>`, links: "x|Home"},
	{name: "svg script self-closing", page: `<svg><script href=s.js /></svg><a href=x>t</a>`, links: "x|t"},
	{name: "svg style self-closing", page: `<svg><style/></svg><a href=x>t</a>`, links: "x|t"},
	{name: "svg never closed", page: `<svg><g><style/>u<a href=x>t</a>`, links: "x|t"},
	{name: "svg that a block ends", page: `<svg><div><style/>u<a href=no>t</a>`, links: "-"},
	{name: "svg title with link", page: `<svg><title><a href=x>t</a></title></svg>`, links: "x|t"},
	{name: "svg CDATA", page: `<svg><![CDATA[<a href=no>]]></svg><a href=x>t</a>`, links: "x|t"},
	{name: "math title", page: `<math><title>no</title></math><title>T</title>`, links: "-", head: "title=T"},
	{name: "foreignObject", page: `<svg><foreignObject><p><a href=x>t</a></p></foreignObject></svg>`, links: "x|t"},
	// Nodes that a browser's tree moves, copies or drops.
	{name: "a in a", page: `<a href=1>x<a href=2>y</a>z</a>`, links: "1|x\n2|y"},
	{name: "a name in a", page: `<a href=1>x<a name=n>y</a>`, links: "1|x"},
	{name: "open a over blocks", page: `<a href=1>x<p>y<p>z`, links: "1|x y z"},
	{name: "open a and another", page: `<div><a href=1>x</div><div><a href=2>y</div>`, links: "1|x\n2|y"},
	{name: "a over b", page: `<a href=1>x<b>y</a>z</b>`, links: "1|xy"},
	{name: "a in table", page: `<table><a href=1>x</a><tr><td><a href=2>y</a></table>`, links: "1|x\n2|y"},
	{name: "a in select", page: `<select><option><a href=1>x</a></select><a href=2>y</a>`, links: "1|x\n2|y"},
	{name: "a in button", page: `<button><a href=1>x</a></button>`, links: "1|x"},
	{name: "a after body", page: `<body></body></html><a href=1>x</a>`, links: "1|x"},
	{name: "a in head", page: `<head><a href=1>x</a></head>`, links: "1|x"},
	{name: "a in colgroup", page: `<table><colgroup><a href=1>x</a></table>`, links: "1|x"},
	{name: "base in select", page: `<select><base href=b></select>`, links: "-", head: "base=b"},
	{name: "nested too deep", page: strings.Repeat("<div>", 600) + `<a href=1>x</a>`, links: "1|x"},
	{name: "many unclosed b", page: strings.Repeat("<b>", 20000) + `<a href=1>x</a>`, links: "1|x"},
	{name: "unclosed b in cells", page: `<table><tr><td><b>u<td><b><a href=1>x</table>`, links: "1|x"},
	{name: "many attributes", page: `<p><a` + strings.Repeat(" x",
		3) + manyAttributeNames(70) + ` href=1>x</a><a href=2>y</a>`, links: "1|x\n2|y"},
	{name: "a mark of the page's own", page: `<a href=1 sitegraph-mark=1>x</a><p sitegraph-mark=0><a href=2>y</a>`,
		links: "1|x\n2|y"},
	// Text.
	{name: "white space", page: "<a href=x> a\n\t b&nbsp;&nbsp;c </a>", links: "x|a b c"},
	{name: "inline elements", page: `<a href=x>a<b>b</b><i>c</i></a>`, links: "x|abc"},
	{name: "blocks", page: `<a href=x><div>a</div><div>b</div>c<br>d</a>`, links: "x|a b c d"},
	{name: "img", page: `<a href=x>a <img alt="b &amp; c" src=s> d</a>`, links: "x|a b & c d"},
	{name: "img without alt", page: `<a href=x><img src=s></a>`, links: "x|"},
	{name: "script in text", page: `<a href=x>a<script>no</script><style>no</style>b</a>`, links: "x|ab"},
	{name: "textarea in text", page: `<a href=x>a<textarea>b<i></textarea>c</a>`, links: "x|a b<i> c"},
	{name: "noscript in text", page: `<a href=x>a<noscript>b</noscript></a>`, links: "x|ab"},
	{name: "comment in text", page: `<a href=x>a<!-- no -->b</a>`, links: "x|ab"},
	{name: "reference cut by a comment", page: `<a href=x>&am<!-- -->p; <<!-- -->b></a>`, links: "x|&amp; <b>"},
	{name: "reference cut by a template", page: `<a href=x>&am<template></template>p;</a>`, links: "x|&amp;"},
	{name: "lone less", page: `<a href=x>a < b</a>`, links: "x|a < b"},
	{name: "NUL in text", page: "<a href=x>a\x00b</a>", links: "x|ab"},
	{name: "text cut", page: `<a href=x>` + strings.Repeat("é", 600) + `</a>`, links: "x|" + strings.Repeat("é", 500)},
	{name: "text cut before a character", page: `<a href=x>a` + strings.Repeat("é", 600) + `</a>`,
		links: "x|a" + strings.Repeat("é", 499)},
	{name: "link at the end", page: `<a href=x>a`, links: "x|a"},
	// The head.
	{name: "base", page: `<base href=b><base href=c><a href=x>t</a>`, links: "x|t", head: "base=b"},
	{name: "base without href", page: `<base target=_top><base href=c>`, links: "-", head: "base=c"},
	{name: "empty base", page: `<base href>`, links: "-", head: "base="},
	{name: "base after links", page: `<a href=x>t</a><base href=c>`, links: "x|t", head: "base=c"},
	{name: "titles", page: `<title> A &amp;
		B </title><title>C</title>`, links: "-", head: "title=A & B"},
	{name: "empty title first", page: `<title></title><title>C</title>`, links: "-"},
	{name: "stray title end", page: `</title><title>C</title>`, links: "-", head: "title=C"},
	{name: "title cut", page: `<title>` + strings.Repeat("x", 2000) + `</title>`, links: "-",
		head: "title=" + strings.Repeat("x", 1000)},
	{name: "lang", page: `<html lang=de><html lang=en>`, links: "-", head: "lang=de"},
	{name: "lang in the second", page: `<html><p><html lang=en>`, links: "-", head: "lang=en"},
	{name: "canonical", page: `<link rel="shortcut Canonical" href="/c?a&amp;b"><link rel=canonical href=no>`,
		links: "-", head: "canonical=/c?a&b"},
	{name: "not canonical", page: `<link rel=canonicals href=no>`, links: "-"},
	{name: "robots", page: `<meta name=robots content=noindex><META NAME=Robots CONTENT="nofollow, none">`, links: "-",
		head: "robots=noindex, nofollow, none"},
	{name: "refresh", page: `<meta http-equiv=Refresh content="0; url=/x"><meta http-equiv=refresh content=5>`,
		links: "-", head: "refresh=0; url=/x"},
	{name: "meta in body", page: `<body><p><meta name=robots content=noindex>`, links: "-", head: "robots=noindex"},
}

// difference is a page in which the two parsers find different links.
type difference struct {
	name, page      string
	tokenizer, tree string // links as in edge
}

// differences has the cases that the package documentation names. They were written by hand from the HTML standard.
var differences = []difference{
	// The tree repeats a link that is not closed, or closed in the wrong order.
	{"a never closed in a list", `<ul><li><a href=1>x<li><a href=2>y</ul>z`, "1|x\n2|y z", "1|x\n2|y\n2|z"},
	{"a never closed in blocks", `<div><a href=1>x</div><div>y</div>`, "1|x y", "1|x\n1|y"},
	{"b over a", `<b><a href=1>x</b>y</a>z`, "1|xy", "1|x\n1|y"},
	{"a over p over /a", `<a href=1>x<p>y</a>z</p>`, "1|x y", "1|x\n1|y"},
	// The text of an inner link also belongs to the outer one.
	{"a around table", `<a href=1>x<table><tr><td><a href=2>y</a></table>z</a>`, "1|x\n2|y", "1|x y z\n2|y"},
	{"a in object in a", `<a href=1>x<object><a href=2>y</a></object>z</a>`, "1|x\n2|y", "1|xyz\n2|y"},
	// Content that a table cannot hold moves in front of it.
	{"link put before the table", `<table><tr><td><a href=1>x</a></td></tr><a href=2>y</a></table>`,
		"1|x\n2|y", "2|y\n1|x"},
	// A frameset holds only frames, and frames exist only there.
	{"a in frameset", `<frameset><a href=1>x</a></frameset>`, "1|x", "-"},
	{"a after frameset", `<frameset></frameset><a href=1>x</a>`, "1|x", "-"},
	{"frame in the body", `<p><frame src=1>`, "1|", "-"},
	// Some elements become others.
	{"image", `<a href=1><image alt=no>x</a>`, "1|x", "1|nox"},
}

func TestDifferences(t *testing.T) {
	o := Options{Elements: []string{"a", "frame"}, AnchorText: true}
	for _, d := range differences {
		r := site.Response{ContentType: "text/html; charset=utf-8", Body: []byte(d.page)}
		console.Equal(t, linksOf(parse(t, "tokenizer", o, r)), d.tokenizer, d.name, "tokenizer")
		console.Equal(t, linksOf(parse(t, "goquery", o, r)), d.tree, d.name, "goquery")
	}
}

func manyAttributeNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " n%d=v", i)
	}
	return b.String()
}

func linksOf(doc site.Document) string {
	if len(doc.Links) == 0 {
		return "-"
	}
	var lines []string
	for _, l := range doc.Links {
		lines = append(lines, strings.ReplaceAll(l.Href, "\n", `\n`)+"|"+l.Text)
	}
	return strings.Join(lines, "\n")
}

func headOf(doc site.Document) string {
	var lines []string
	field := func(name, value string, has bool) {
		if has {
			lines = append(lines, name+"="+value)
		}
	}
	field("base", doc.Base, doc.HasBase)
	field("canonical", doc.Canonical, doc.Canonical != "")
	field("lang", doc.Lang, doc.Lang != "")
	field("refresh", doc.Refresh, doc.Refresh != "")
	field("robots", doc.Robots, doc.Robots != "")
	field("title", doc.Title, doc.Title != "")
	return strings.Join(lines, "\n")
}

// parsers lists all parsers.
var parsers = []string{"tokenizer", "goquery"}

func parse(t testing.TB, parser string, o Options, r site.Response) site.Document {
	t.Helper()
	p, err := New(parser, o)
	must(t, err)
	doc, err := p.Parse(r)
	must(t, err)
	doc.Recycle = nil // functions are never equal
	return doc
}

func TestContract(t *testing.T) {
	for _, parser := range parsers {
		for _, e := range edges {
			t.Run(parser+"/"+e.name, func(t *testing.T) {
				r := site.Response{ContentType: "text/html; charset=utf-8", Body: []byte(e.page)}
				doc := parse(t, parser, Options{AnchorText: true}, r)
				console.Equal(t, linksOf(doc), e.links, "links")
				console.Equal(t, headOf(doc), e.head, "head")
				console.Equal(t, doc.Charset, "utf-8", "charset")
				console.Equal(t, doc.Text, "", "charset")
				console.Equal(t, string(r.Body), e.page, "the body was changed")
			})
		}
	}
}

// Without anchor texts the rest of the document is the same.
func TestContractWithoutText(t *testing.T) {
	for _, parser := range parsers {
		for _, e := range edges {
			r := site.Response{ContentType: "text/html; charset=utf-8", Body: []byte(e.page)}
			with, without := parse(t, parser, Options{AnchorText: true}, r), parse(t, parser, Options{}, r)
			for i := range with.Links {
				with.Links[i].Text = ""
			}
			if !slices.EqualFunc(with.Links, without.Links, site.Anchor.Equal) || headOf(with) != headOf(without) {
				t.Errorf("%s, %s: %+v, with texts %+v", parser, e.name, without, with)
			}
		}
	}
}

func TestElements(t *testing.T) {
	const page = `<meta http-equiv=Refresh content="0; URL='m?a=1'"><iframe src=i rel=no>no</iframe>
		<map><area href=1 alt=" one  two " rel=nofollow><area alt=no>
		</map><a href=a rel="nofollow noopener">t</a><iframe src=j>`
	const frames = `<frameset><frame src=f><frame name=no></frameset>`
	link := func(text site.AnchorText) site.Anchor { return site.Anchor{AnchorText: &text, Place: site.PlaceMain} }
	all := []site.Anchor{
		link(site.AnchorText{Element: "meta", Href: "m?a=1"}),
		link(site.AnchorText{Element: "iframe", Href: "i", Rel: "no"}),
		link(site.AnchorText{Element: "area", Href: "1", Rel: "nofollow", Text: "one two"}),
		link(site.AnchorText{Element: "a", Href: "a", Rel: "nofollow noopener", Text: "t"}),
		link(site.AnchorText{Element: "iframe", Href: "j"}),
	}
	for _, parser := range parsers {
		for _, elements := range [][]string{nil, {"a"}, {"area"}, {"frame"}, {"iframe"}, {"meta"}, {"iframe", "a"},
			{"a", "area", "frame", "iframe", "meta"}} {
			wanted := elements
			if wanted == nil {
				wanted = []string{"a"}
			}
			var want []site.Anchor
			for _, l := range all {
				if slices.Contains(wanted, l.Element) {
					want = append(want, l)
				}
			}
			o := Options{Elements: elements, AnchorText: true}
			got := unmarked(parse(t, parser, o, site.Response{Body: []byte(page)}).Links)
			if !slices.EqualFunc(got, want, site.Anchor.Equal) {
				t.Errorf("%s, %v: %+v, want %+v", parser, elements, got, want)
			}
		}
		o := Options{Elements: []string{"frame"}}
		got := unmarked(parse(t, parser, o, site.Response{Body: []byte(frames)}).Links)
		want := []site.Anchor{link(site.AnchorText{Element: "frame", Href: "f"})}
		if !slices.EqualFunc(got, want, site.Anchor.Equal) {
			t.Errorf("%s: %+v, want %+v", parser, got, want)
		}
	}
}

// TestRefresh reads refresh contents as the HTML standard specifies.
func TestRefresh(t *testing.T) {
	for content, want := range map[string]string{
		"0;a": "a", "0; url=a": "a", "0 , URL = a b": "a b", `5;url="a'b"c`: "a'b", "0;'a": "a",
		"1.5;a": "a", ".;a": "a",
		"0 a": "a", "0;urla": "urla", "0;url=u=1": "u=1",
		"0": "", "0;": "", "0;url =": "", "a": "", ";a": "", "0a": "", "": "", "-1;a": "",
	} {
		for _, parser := range parsers {
			body := `<head><meta http-equiv=refresh content="` + html.EscapeString(content) + `">`
			doc := parse(t, parser, Options{Elements: []string{"meta"}}, site.Response{Body: []byte(body)})
			var got string
			for _, l := range doc.Links {
				got += l.Href
			}
			console.Equal(t, got, want, parser)
			console.Equal(t, doc.Refresh, content, parser)
		}
	}
}

func unmarked(links []site.Anchor) []site.Anchor {
	for i := range links {
		links[i].Mark = 0
	}
	return links
}

func TestText(t *testing.T) {
	const page = `<!DOCTYPE html><title>no</title><style>no</style><h1>Head  line</h1><p>One <a href=x>two</a>,
		three<!-- no --><script>no</script><template>no</template><noscript> four</noscript>
		<ul><li>a<li>b</ul><table><tr><td>c<td>d</table><img alt=no><textarea>e &amp; f</textarea>
		<iframe>no</iframe><br>g<wbr>h&nbsp;`
	const want = "Head line One two, three four a b c d e & f gh"
	for _, parser := range parsers {
		doc := parse(t, parser, Options{Text: true}, site.Response{Body: []byte(page)})
		console.Equal(t, doc.Text, want, parser)
		if len(doc.Links) != 1 || doc.Links[0].Text != "" {
			t.Errorf("%s: %+v", parser, doc.Links)
		}
	}
}

func TestNewErrors(t *testing.T) {
	_, err := New("dom", Options{})
	console.Fails(t, err, `unknown parser "dom"; known are goquery, tokenizer`)
	_, err = New("goquery", Options{Elements: []string{"a", "link"}})
	console.Fails(t, err, `element "link" carries no link; use some of a, area, frame, iframe, meta`)
}

// Goroutines can share one Parser.
func TestConcurrent(t *testing.T) {
	for _, parser := range parsers {
		p, err := New(parser, Options{AnchorText: true})
		must(t, err)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				for _, e := range edges {
					doc, err := p.Parse(site.Response{ContentType: "text/html; charset=utf-8", Body: []byte(e.page)})
					if got := linksOf(doc); err != nil || got != e.links {
						t.Errorf("%s, %s: %v\n%s", parser, e.name, err, linksOf(doc))
					}
				}
			})
		}
		group.Wait()
	}
}

var must = console.Must
