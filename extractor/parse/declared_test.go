package parse

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// Pages declare breadcrumbs and links to programs in the forms that schema.org, Next and Nuxt document.
func TestDeclared(t *testing.T) {
	const list = `{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[%s]}`
	const items = `{"@type":"ListItem","position":2,"name":"B","item":"/b"},
		{"@type":"ListItem","position":1,"name":"A","item":{"@id":"https://x/a","name":"A"}},
		{"@type":"ListItem","position":3,"name":"C"}`
	ld := func(json string) string { return `<script type="application/ld+json">` + json + `</script>` }
	crumbs := []string{"https://x/a", "/b", ""}
	for _, c := range []struct {
		name, page      string
		crumbs, payload []string
		empty           bool
	}{
		{name: "breadcrumbs", page: ld(fmt.Sprintf(list, items)), crumbs: crumbs},
		{name: "in a graph", page: ld(`{"@graph":[{"@type":"WebPage"},` + fmt.Sprintf(list, items) + `]}`),
			crumbs: crumbs},
		{name: "of a page, in a list", page: ld(`[{"@type":["WebPage"],"breadcrumb":` + fmt.Sprintf(list, items) +
			`}]`), crumbs: crumbs},
		{name: "the first list counts", page: ld(fmt.Sprintf(list, `{"item":"/1"}`)) +
			ld(fmt.Sprintf(list, `{"item":"/2"}`)), crumbs: []string{"/1"}},
		{name: "positions as texts", page: ld(fmt.Sprintf(list, `{"position":"10","item":"/j"},
			{"position":"9","item":{"url":"/i"}}`)), crumbs: []string{"/i", "/j"}},
		{name: "no JSON", page: ld(fmt.Sprintf(list, items) + "x")},
		{name: "in a template", page: "<template>" + ld(fmt.Sprintf(list, items)) + "</template>"},
		{name: "Next", page: `<script id="__NEXT_DATA__" type="application/json">{"props":{"href":"/a","title":"/no",
			"list":[{"url":"https://x/b?c=1"},{"url":"/a"},{"url":"/i.png"},"/no"],"path":["/no"],"to":"x y"},
			"page":"/no","link":"/[slug]","buildId":"/no"}</script>`, payload: []string{"/a", "https://x/b?c=1"}},
		{name: "Nuxt 3", page: `<script type="application/json" id="__NUXT_DATA__">[{"data":1,"path":3},
			{"href":2,"n":4},"/about","/","/no"]</script>`, payload: []string{"/", "/about"}},
		{name: "Nuxt 2", page: `<script>window.__NUXT__ = {"routePath":"/no","state":{"fullPath":"/x"}};</script>`,
			payload: []string{"/x"}},
		{name: "Nuxt 2 as a program",
			page: `<script>window.__NUXT__=(function(a){return {"path":"/no"}}("/a"))</script>`},
		{name: "an empty root", page: `<div id=root> <div class=wait></div>
			</div><script src=/main.js></script>`, empty: true},
		{name: "an empty root, in Angular", page: `<app-root></app-root><script type=module src=m.js></script>`,
			empty: true},
		{name: "no script", page: `<div id=root></div>`},
		{name: "a text in the root", page: `<div id=app><div>Loading</div></div><script src=m.js></script>`},
		{name: "a link in the root", page: `<div id=app><a href=/></a></div><script src=m.js></script>`},
		{name: "a text in a bare root", page: `<div id=app>x</div><script src=m.js></script>`},
		{name: "a root that is not closed", page: `<script src=m.js></script><div id=app>`},
		{name: "another element", page: `<div id=other></div><script src=m.js></script>`},
	} {
		for _, parser := range parsers {
			r := site.Response{ContentType: "text/html; charset=utf-8", Body: []byte(c.page)}
			doc := parse(t, parser, Options{}, r)
			if !slices.Equal(doc.Breadcrumbs, c.crumbs) || !slices.Equal(doc.Payload, c.payload) ||
				doc.EmptyRoot != c.empty {
				t.Errorf("%s, %s: %q, %q, %v, want %q, %q, %v", parser, c.name, doc.Breadcrumbs, doc.Payload,
					doc.EmptyRoot, c.crumbs, c.payload, c.empty)
			}
		}
	}
}

// JSON that is too long or nested too deeply is not read.
func TestDeclaredBounds(t *testing.T) {
	deep := func(n int) []byte {
		return []byte(strings.Repeat("[", n) + `{"href":"/a"}` + strings.Repeat("]", n))
	}
	console.Equal(t, len(treeLinks(deep(deepestJSON-1))), 1)
	console.Equal(t, len(treeLinks(deep(deepestJSON))), 0, "links, too deep")
	long := `{"href":"/a","b":"` + strings.Repeat("x", maxPayloadJSON) + `"}`
	console.Equal(t, len(treeLinks([]byte(long))), 0, "links, too long")
	var d declared
	for i := range 2 * maxPayload {
		d.add([]string{fmt.Sprint("/", i)})
	}
	console.Equal(t, len(d.payload), maxPayload)
}

// FuzzDeclaredJSON checks that data from any JSON stays within its bounds.
func FuzzDeclaredJSON(f *testing.F) {
	for _, seed := range []string{`{"@type":"BreadcrumbList","itemListElement":[{"position":1,"item":"/a"},null,3]}`,
		`{"@graph":[{"@graph":[]},{"@type":"BreadcrumbList","itemListElement":{"item":{"@id":"b"}}}]}`,
		`{"a":{"href":"/x","to":["/y",{"url":"/z"}]}}`, `[{"href":1},"/x",{"url":-1,"to":9}]`, `[[[["href"`, `"\"[["`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if n := len(breadcrumbs(text)); n > maxCrumbs {
			t.Errorf("%d breadcrumbs", n)
		}
		for _, l := range slices.Concat(breadcrumbs(text), treeLinks(text), indexedLinks(text)) {
			if len(l) > longestDeclared {
				t.Errorf("a link of %d bytes", len(l))
			}
		}
		console.Equal(t, indexedLinks(text), indexedLinks(text))
	})
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       site.Document
	}{
		{"nothing", "<p>", site.Document{}},
		{"description", `<meta name=Description content=" a
			b &amp; c "><meta name=description content=no>`, site.Document{Description: "a b & c"}},
		{"empty description first", `<meta name=description content><meta name=description content=a>`,
			site.Document{Description: "a"}},
		{"h1", `<h1>a <b>b</b><br>c</h1> d e<h1>f</h1>`, site.Document{H1: "a b c", H1s: 2, Words: 6}},
		{"h1 of an image", `<h1><a><img src=l alt="The logo"></a></h1>`, site.Document{H1: "The logo", H1s: 1}},
		{"h1 closed by another heading", `<h1>a<h2>b</h2>c`, site.Document{H1: "a", H1s: 1, Words: 3}},
		{"h1 cut", `<h1>` + strings.Repeat("é", 600) + `</h1>`,
			site.Document{H1: strings.Repeat("é", 500), H1s: 1, Words: 1}},
		{"words", `<title>no</title><p>One two <b>thr</b>ee&nbsp;four&#32;5&amp;6 &mdash; a&NewLine;b
			<script>no no</script><template>no</template><noscript>c</noscript><li>d<li>e`,
			site.Document{Words: 11}},
		{"ideographs", `<p>漢字 かな, ascii; &#28450;`, site.Document{Words: 7}},
		{"half-width kana", `<p>ﾄｳｷｮｳ`, site.Document{Words: 5}},
		{"scripts without spaces, whose marks are no words", `<p>ที่ ລາວ ខ្មែរ မြန်`, site.Document{Words: 9}},
		{"words of other scripts", "<p>слово и слово\u00a0ещё, caf\u00e9\u2003x", site.Document{Words: 6}},
		{"eight characters at a time", `<p>12345678 a b 1234567 ` + strings.Repeat("ab ", 100) + `.`,
			site.Document{Words: 105}},
		{"images", `<img src=a><img src=b alt><img src=c alt=""><IMG ALT=d src=d><img>
			<p title=alt><input type=image>
			<noscript><img src=e></noscript><template><img src=f></template><script>"<img>"</script><!--<img>-->
			<svg><img src=g></svg><map><area href=h></map>`, site.Document{WithoutAlt: 4}},
		{"password", `<p><INPUT name=p TYPE="PassWord">`, site.Document{Password: true}},
		{"no password", `<input name=password><template><input type=password></template>
			<textarea><input type=password></textarea><!-- <input type=password> -->`, site.Document{Words: 2}},
		{"alternates", `<link rel="alternate" hreflang=de href="/de?a&amp;b"><link rel=alternate href=feed>
			<link rel="x ALTERNATE" hreflang=" x-default " href=/><link hreflang=no href=no>`, site.Document{
			Alternates: []site.Alternate{{Lang: "de", URL: "/de?a&b"}, {Lang: "x-default", URL: "/"}}}},
	} {
		for _, parser := range parsers {
			r := site.Response{ContentType: "text/html; charset=utf-8", Body: []byte(c.page)}
			console.Equal(t, factsOf(parse(t, parser, Options{}, r)), c.want, parser, c.name)
		}
	}
}

func factsOf(doc site.Document) site.Document {
	return site.Document{Description: doc.Description, H1: doc.H1, H1s: doc.H1s, Words: doc.Words,
		WithoutAlt: doc.WithoutAlt, Password: doc.Password, Alternates: doc.Alternates}
}

// Each letter of a page is in the place that HTML-AAM and the HTML standard give it.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"no landmark", `A`, "main"},
		{"the five", `<header>A</header><nav>A</nav><main>A</main><aside>A</aside><footer>A</footer>`,
			"header navigation main aside footer"},
		{"outside of main", `A<main>A</main><div>A</div>`, "navigation main navigation"},
		{"roles", `<div role=banner>A</div><ul role=navigation><li>A</ul><div role="main">A<div>A</div>A</div>
			<form role=complementary>A</form><div role=contentinfo>A<div>A</div></div>`,
			"header navigation main main main aside footer footer"},
		{"the first role that is one", `<div role="x Navigation main">A</div>A`, "navigation main"},
		{"a role instead of the element's", `<nav role=main>A</nav><section role=navigation>A</section>`,
			"main navigation"},
		{"a role that says nothing", `<nav role=presentation>A</nav>`, "navigation"},
		{"a header in an article", `<article><header>A</header>A<footer>A</footer></article><footer>A</footer>`,
			"main main main footer"},
		{"a header in main", `<main><header>A</header><div>A</div><footer>A</footer></main>`, "main main main"},
		{"a header in a region", `<div role=region><header>A</header></div>`, "main"},
		{"a header in a nav", `<nav><header>A</header></nav>`, "navigation"},
		{"an aside in an article, and one in main", `<article><aside>A</aside></article><main><aside>A</aside></main>`,
			"navigation aside"},
		{"an article in an aside", `<aside><article>A<header>A</header></article></aside>`, "aside aside"},
		{"the innermost", `<header>A<nav>A</nav>A</header><main><nav>A</nav>A</main>`,
			"header navigation header navigation main"},
		{"closed with what is open in it", `<nav><section><div>A</nav>A`, "navigation main"},
		{"an end tag alone", `</nav></div>A<nav></section>A</nav>A`, "main navigation main"},
		{"divs in a div with a role", `<div role=navigation><div><div>A</div></div>A</div>A`,
			"navigation navigation main"},
		{"in svg", `<svg><nav></nav></svg>A`, "main"},
		{"after an svg that a heading ends", `<svg><path/><h1>x</h1><nav>A</nav>`, "navigation"},
		{"after an svg that an end tag ends", `<svg><path/></p><nav>A</nav>`, "navigation"},
		{"in an svg in which a title has markup", `<svg><title><b>x</b></title><nav>A</nav></svg>`, "main"},
		{"in an svg in an svg", `<svg><foreignObject><svg><p></p></foreignObject><nav>A</nav>`, "main"},
		{"after fonts", `<svg><font-face><font><nav>A</nav></font><font size=1><nav>A</nav>`, "main navigation"},
		{"in a template", `<template><nav></template>A`, "main"},
		{"a reference in a role", `<div role="navig&#97;tion">A</div>`, "navigation"},
	} {
		for _, parser := range parsers {
			page := strings.ReplaceAll(c.page, "A", "<a href=x>x</a>")
			var got []string
			for _, l := range parse(t, parser, Options{}, site.Response{Body: []byte(page)}).Links {
				got = append(got, l.Place.String())
			}
			console.Equal(t, strings.Join(got, " "), c.want, parser, c.name, got)
		}
	}
}

// Unclosed landmarks add no cost that grows with their number.
func TestManyLandmarks(t *testing.T) {
	page := strings.Repeat("<section>", 100_000) + "<a href=x>" + strings.Repeat("</article></div>", 100_000)
	doc := parse(t, "tokenizer", Options{}, site.Response{Body: []byte(page)})
	if len(doc.Links) != 1 || doc.Links[0].Place != site.PlaceMain {
		t.Errorf("%+v", doc.Links)
	}
}

// FuzzValid checks that both parsers agree on facts and places, and count the words of the text, on pages that close
// every element in order.
func FuzzValid(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		w := validPage{Rand: rand.New(rand.NewPCG(seed, 1))}
		w.body.WriteString("<!DOCTYPE html><html><head><meta name=description content='a b'></head><body>")
		w.content(5)
		w.body.WriteString("</body></html>")
		r := site.Response{ContentType: "text/html; charset=utf-8", Body: []byte(w.body.String())}
		source, tree := parse(t, "tokenizer", Options{Text: true}, r), parse(t, "goquery", Options{Text: true}, r)
		console.Equal(t, source, tree, r.Body, "tokenizer")
		words := 0
		for field := range strings.FieldsSeq(source.Text) {
			words++
			if kanji := strings.Count(field, "漢"); kanji > 0 {
				words += kanji - 1
				for _, part := range strings.Split(field, "漢") {
					words += min(len(part), 1)
				}
			}
		}
		console.Equal(t, source.Words, words, r.Body, source.Text)
	})
}

type validPage struct {
	*rand.Rand
	body strings.Builder
}

func (w *validPage) content(depth int) {
	for range w.IntN(5) {
		switch pick := w.IntN(8); {
		case pick < 3:
			w.body.WriteString([]string{"one two", " ", "é\u00a0ü", "漢a", "a&nbsp;b", "x&amp;y", "&mdash;",
				"&#32;&#65;", "twelve letters", "\n"}[w.IntN(10)])
		case pick == 3:
			fmt.Fprintf(&w.body, "<a href=%d>t <img alt=u></a>", w.IntN(9))
		case depth > 0:
			name := []string{"nav", "main", "aside", "header", "footer", "section", "article", "div", "ul",
				"b"}[w.IntN(10)]
			role := ""
			if w.IntN(3) == 0 {
				role = " class=c role='" + []string{"navigation", "main", "region", "x", "banner"}[w.IntN(5)] + "'"
			}
			fmt.Fprintf(&w.body, "<%s%s>", name, role)
			w.content(depth - 1)
			fmt.Fprintf(&w.body, "</%s>", name)
		default:
			fmt.Fprintf(&w.body, "<h1>a<img alt=b> c</h1><h2>d</h2>")
		}
	}
}
