package parse

import (
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

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
		if got := all[len(all)-1]; got.Hash() != first.Hash() {
			t.Errorf("%s: %x, want %x", same, got.Hash(), first.Hash())
		}
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
		if got := len(tree) > 0 && tree[len(tree)-1].Mark == source[len(source)-1].Mark; got != want {
			t.Errorf("%s: %v, want %v\n%+v\n%+v", page, got, want, source, tree)
		}
	}
}
