package parse

import (
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
