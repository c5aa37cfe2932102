package parse

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/site"
)

// piecesOf writes the pieces of a page: texts in brackets, links after an arrow.
func piecesOf(doc site.Document) string {
	var all []string
	for _, p := range doc.Pieces {
		if p.Link > 0 {
			all = append(all, "->"+doc.Links[p.Link-1].Href)
		} else {
			all = append(all, fmt.Sprintf("[%s]", doc.Source[p.From:p.To]))
		}
	}
	return strings.Join(all, " ")
}

func withPieces(t testing.TB, page string) site.Document {
	return parse(t, "tokenizer", Options{Pieces: true}, site.Response{Body: []byte(page)})
}

func TestPieces(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"none", ``, ""},
		{"title and text", `<title> T &amp; U </title><p> a  b </p> <p>c`, "[T &amp; U] [a  b] [c]"},
		{"second title", `<title>T</title><title>U</title>x`, "[T] [x]"},
		{"link", `a<a href="?b&amp;c">b</a>c`, "[a] ->?b&c [b] [c]"},
		{"empty link", `<a href>b</a><a name=x>c</a>`, "-> [b] [c]"},
		{"what is not shown", `a<!-- no --><script>no</script><style>no</style><template>no<a href=no>` +
			`</template><iframe>no</iframe><noembed>no</noembed>`, "[a]"},
		{"what is shown", `<noscript>a</noscript><textarea> b </textarea><svg><title>c</title></svg>` +
			`<math>d</math><xmp>e</xmp>`, "[a] [b] [c] [d] [e]"},
		{"comment", `a<!-- x -->b`, "[a] [b]"},
		{"pictures", `<img src=" a.png "><img alt=x><img src=""><a href=l><img src='b'></a>`, "[a.png] ->l [b]"},
		{"values", `<input value=a><input type=HIDDEN value=no><input type=submit value="b c"><input value="">` +
			`<input type=password value=no><input type=checkbox value=no><input type=radio value=no>` +
			`<input type=date value=2026-11-23>`, "[a] [b c] [2026-11-23]"},
		{"media", `<iframe src=a></iframe><embed src=b><video src=c><source src=d></video><audio src=e></audio>`,
			"[a] [b] [c] [d] [e]"},
		{"cut", `<p>a<a href=x>b<p title="`, "[a] ->x [b]"},
		{"NUL", "a\x00b", "[a\x00b]"},
	} {
		if got := piecesOf(withPieces(t, c.page)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
