package parse

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func around(t testing.TB, parser, page string, elements ...string) []string {
	t.Helper()
	doc := parse(t, parser, Options{Elements: elements, Around: true}, site.Response{Body: []byte(page)})
	var all []string
	for _, l := range doc.Links {
		if !strings.Contains(doc.Text, l.Around) || l.Text != "" && l.Element != "area" {
			t.Errorf("%s: %+v of %q", parser, l, doc.Text)
		}
		all = append(all, l.Around)
	}
	return all
}

// TestAround checks that the context is 120 characters on each side, cut between words.
func TestAround(t *testing.T) {
	words := strings.Repeat("word ", 40)               // 24 words are 120 characters
	near := strings.TrimSpace(words[:24*len("word ")]) // context on one side
	for _, c := range []struct{ name, page, want string }{
		{"whole", `<p>See <a href=1>this <b>page</b></a>, please.`, "See this page, please."},
		{"blocks", `<h1>A</h1><div><a href=1>b</a></div><p>c`, "A b c"},
		{"long", words + "<a href=1>x</a> " + words, near + " x " + near},
		{"words cut", "x" + words + "<a href=1>x</a>x " + words, near + " xx " + near[len("word "):]},
		{"no breaks", strings.Repeat("é", 200) + "<a href=1>中</a>" + strings.Repeat("文", 200),
			strings.Repeat("é", 120) + "中" + strings.Repeat("文", 120)},
		{"list", `<ul><li><a href=1>one</a><li><a href=2>two</a></ul>`, "one two|one two"},
		{"no text", `<a href=1><img src=x alt=no></a>`, ""},
		{"image", `a <a href=1><img src=x alt=no></a> b`, "a b"},
		{"first and last", `<a href=1>a</a>` + words + `<a href=2>b</a>`, "a" + near + "|" + near + " b"},
		{"text of the link cut", `<a href=1>` + strings.Repeat("é", 800) + `</a>`, strings.Repeat("é", 620)},
		{"never closed", `a <a href=1>b c`, "a b c"},
		{"hidden", `a<script>no</script> <a href=1>b</a><style>no</style>`, "a b"},
	} {
		for _, parser := range parsers {
			console.Equal(t, strings.Join(around(t, parser, c.page), "|"), c.want, parser, c.name)
		}
	}
	const frames = `a <map><area href=1 alt=x></map> b <iframe src=2>no</iframe> c`
	for _, parser := range parsers {
		console.Equal(t, around(t, parser, frames, "area", "iframe"), []string{"a b c", "a b c"}, parser)
	}
}

// TestAroundContract checks that both parsers find the same text around a link if they find the same links.
func TestAroundContract(t *testing.T) {
	for _, e := range edges {
		if a, b := around(t, "tokenizer", e.page), around(t, "goquery", e.page); !slices.Equal(a, b) {
			t.Errorf("%s: tokenizer %q, goquery %q", e.name, a, b)
		}
	}
}

// articlePage builds a page like those of a content management system, with about 25 KB and 100 links.
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

// TestProse checks the content of a page, block by block, by hand. Text in links is in [], code in {}.
func TestProse(t *testing.T) {
	for _, test := range []struct{ name, page, want string }{
		{"nothing", "", ""},
		{"blocks", "<p>One  two\n three.<p>Four<br>five<ul><li> six <li>seven", "One two three.|Four|five|six|seven"},
		{"inline", "<p>a <b>b</b>c <i> d</i>&amp;e", "a bc d&e"},
		{"links", "<p>See <a href=x>the  page</a> and <a name=y>here</a>.", "See [the page] and here."},
		{"code", "<p>Call <code>f(x)</code>, <a href=x><code>g</code></a> or <TT>h</TT>.", "Call {f(x)}, [g] or {h}."},
		{"code ends with its block", "<p>a <code>b<p>c", "a {b}|c"},
		{"nested code", "<p>a <code>b <code>c</code> d</code> e", "a {b} {c} {d} e"},
		{"headings", "<h1>No</h1><p>a<h3>no <b>no</b></h3>b", "a|b"},
		{"preformatted", "<p>a<pre>no <code>no</code> no</pre>b", "a|b"},
		{"list of terms", "<dl><dt>no</dt><dd>c</dd></dl>d", "c|d"},
		{"terms without end tags", "<dl><dt>no<dt>no<dd>a<dt>no</dl>b", "a|b"},
		{"fields", "<p>a<button>no</button><select><option>no</select><textarea>no</textarea> b", "a|b"},
		{"not shown", "<title>no</title><p>a<script>no</script><style>no</style><template>no</template><!-- no -->b",
			"ab"},
		{"landmarks", "<nav>no</nav><header>no</header><p>a<aside>no</aside><footer>no</footer>b", "a|b"},
		{"beside a main", "<p>no<main><p>a</main><p>no", "a"},
		{"after a link that is open", "<p><a href=x>a<p>b", "[a]|[b]"},
	} {
		for _, parser := range parsers {
			doc := parse(t, parser, Options{Prose: true}, site.Response{Body: []byte(test.page)})
			var got []string
			for _, p := range doc.Prose {
				got = append(got, marked(p))
			}
			console.Equal(t, strings.Join(got, "|"), test.want, test.name, parser)
			if doc := parse(t, parser, Options{}, site.Response{Body: []byte(test.page)}); doc.Prose != nil {
				t.Errorf("%s, %s: prose that nobody asked for", test.name, parser)
			}
		}
	}
}

func marked(p site.Passage) string {
	text := p.Text
	for _, c := range slices.Backward(p.Closed) {
		marks := "{%s}"
		if c.Link {
			marks = "[%s]"
		}
		text = text[:c.From] + fmt.Sprintf(marks, text[c.From:c.To]) + text[c.To:]
	}
	return text
}

// A page that reuses the memory of earlier links is read like the first one.
func TestRecycle(t *testing.T) {
	p, err := New("tokenizer", Options{AnchorText: true, Around: true})
	must(t, err)
	for _, links := range []int{3, 40, 1, 0, 600, ownTexts, ownTexts + 1, 20} {
		var page strings.Builder
		for i := range links {
			fmt.Fprintf(&page, `<p>of %d<a href="/%d" rel=r%d>text %[1]d</a>`, i, links*i, i%7)
		}
		r := site.Response{ContentType: "text/html", Body: []byte(page.String())}
		doc, err := p.Parse(r)
		must(t, err)
		recycle := doc.Recycle
		doc.Recycle = nil
		want := parse(t, "tokenizer", Options{AnchorText: true, Around: true}, r)
		console.Equal(t, doc, want, links, doc.Links)
		recycle()
	}
}

// TestEqualLinks checks that a page of equal links keeps little for each: 16 bytes and the text of the page. A link
// with its own texts takes 130 bytes.
func TestEqualLinks(t *testing.T) {
	const links = 10_000
	body := []byte("<body>" + strings.Repeat("<a href=/x rel=next>go on</a>\n", links))
	for _, parser := range parsers {
		for _, around := range []bool{false, true} {
			before := live()
			doc := parse(t, parser, Options{AnchorText: true, Around: around}, site.Response{Body: body})
			kept := int(live()) - int(before) - len(doc.Text)
			if len(doc.Links) != links || kept > 40*links {
				t.Errorf("%s, around %v: %d links, %d bytes for each", parser, around, len(doc.Links), kept/links)
			}
			runtime.KeepAlive(doc)
		}
	}
}

func live() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func marksOf(t *testing.T, page string) (all []site.LinkMark) {
	t.Helper()
	for _, l := range parse(t, "tokenizer", Options{}, site.Response{Body: []byte(page)}).Links {
		all = append(all, l.Mark)
	}
	return all
}

func TestGaps(t *testing.T) {
	const none, block, apart, text = "none ", "block ", "apart ", "text "
	names := map[site.LinkGap]string{site.GapNone: none, site.GapBlock: block, site.GapApart: apart, site.GapText: text}
	for _, c := range []struct{ page, want string }{
		{"A", apart},
		{"<p>A", apart},
		{"x A | A &middot; A » A – A 3 A", text + none + none + none + none + none},
		{"<li>A<li>A</li> <li> <b>A", apart + block + block},
		{"<li>A é<li>A и A", apart + apart + text},
		{"x<div> &nbsp; A", apart},
		{"A<script>no</script><!-- no -->A<title>no</title>A", apart + none + none},
		{"<a href=x>x<p>y</a>A", apart + none},
		{"<a name=x>x</a> A", text},
		{"x<a href=#x>A</a>", text + none},
	} {
		got := ""
		for _, m := range marksOf(t, strings.ReplaceAll(c.page, "A", "<a href=x>x</a>")) {
			got += names[m.Gap()]
		}
		console.Equal(t, got, c.want, c.page)
	}
}

func TestMarks(t *testing.T) {
	const link = `<li class=prev><a class=a href=1 title=1><b>Previous</b> page</a>`
	first := marksOf(t, link)[0]
	for _, same := range []string{
		`<li class=prev><a title=2 class=a href=/other><b>Previous</b> page</a>`,
		`<li class=prev><a class=a href=#other><b>Previous</b> page`,
		`<p>y</p>y <li class=prev>x <a class=a href=1><b>Previous</b> page<a>`,
	} {
		all := marksOf(t, same)
		console.Equal(t, all[len(all)-1].Hash(), first.Hash(), same)
	}
	for _, other := range []string{
		`<li class=next><a class=a href=1><b>Previous</b> page</a>`,
		`<li class=prev><a class=b href=1><b>Previous</b> page</a>`,
		`<li class=prev><a class=a href=1><b>Previews</b> page</a>`,
		`<li class=prev><a class=a href=1><b>Previous</b> pages</a>`,
	} {
		if got := marksOf(t, other)[0]; got.Hash() == first.Hash() {
			t.Errorf("%s: %x", other, got.Hash())
		}
	}
}

// Without the links before it, a link has the same mark, except for the gap.
func TestMarksBehindLinks(t *testing.T) {
	const link = `<a class=a href=/x>x</a>`
	for page, without := range map[string]string{
		`<li class=b><a href=/y>y</a> ` + link:                     `<li class=b> ` + link,
		`<li class=b>see <a href=/y><b>y</b></a>, ` + link:         `<li class=b>see , ` + link,
		`<li class=b><a href=/y>y</a><a href=/z>z</a>` + link:      `<li class=b>` + link,
		`<li class=b><a href=/y>y` + link:                          `<li class=b>` + link,
		`<a href=/y>y</a>` + link:                                  link,
		`<li class=b><a href=/y>y</a> <a name=n>n</a> ` + link:     `<li class=b> <a name=n>n</a> ` + link,
		`<li><a href=/y>y</a></li><li class=b>` + link:             `<li></li><li class=b>` + link,
		`<li class=b><a href=mailto:m@b.example>write</a> ` + link: `<li class=b> ` + link,
	} {
		with, alone := marksOf(t, page), marksOf(t, without)
		console.Equal(t, with[len(with)-1].Hash(), alone[len(alone)-1].Hash(), page)
	}
}

// A link that names the text before it belongs to no template, but a link to the top of the page does.
func TestAnchors(t *testing.T) {
	for page, want := range map[string]bool{
		"<h2>A heading <a href=#heading>¶</a></h2>":     true,
		"<h2>A heading <a href=#top>top</a></h2>":       false,
		"<h2>A heading <a href=#>top</a></h2>":          false,
		"<h2>A heading <a href=x#heading>¶</a></h2>":    false,
		"<h2>A heading</h2><p><a href=#heading>¶</a>":   false,
		"<ul><li><a href=#heading>A heading</a></ul>":   false,
		"<dt>name <a href='&#35;name'>link</a><dd>text": true,
	} {
		console.Equal(t, marksOf(t, page)[0] == site.MarkAnchor, want, page)
	}
}

// The tree parser sets marks too, if the source has the same links.
func TestMarksOfTree(t *testing.T) {
	for page, want := range map[string]bool{
		"<p><a href=a>x</a> <a href=b>y</a>":            true,
		"<table><a href=b>y</a><tr><td><a href=a>x</a>": true,
		"<a href=a>x<p>y</a>z</p>":                      false,
	} {
		source := parse(t, "tokenizer", Options{}, site.Response{Body: []byte(page)}).Links
		tree := parse(t, "goquery", Options{}, site.Response{Body: []byte(page)}).Links
		got := len(tree) > 0 && tree[len(tree)-1].Mark == source[len(source)-1].Mark
		console.Equal(t, got, want, page, source, tree)
	}
}
