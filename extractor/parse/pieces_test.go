package parse

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func piecesOf(doc site.Document) string {
	var all []string
	for _, p := range shown(doc) {
		if p.Link > 0 {
			all = append(all, "->"+doc.Links[p.Link-1].Href)
		} else {
			all = append(all, fmt.Sprintf("[%s]", doc.Source[p.From:p.To]))
		}
	}
	return strings.Join(all, " ")
}

func shown(doc site.Document) []site.Piece {
	return slices.DeleteFunc(slices.Clone(doc.Pieces), func(p site.Piece) bool { return p.Link == site.InMarkup })
}

func withPieces(t testing.TB, parser, page string) site.Document {
	t.Helper()
	o := Options{Elements: []string{"a", "iframe"}, Pieces: true}
	return parse(t, parser, o, site.Response{Body: []byte(page)})
}

func TestPieces(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"none", ``, ""},
		{"title and text", `<title> T &amp; U </title><p> a  b </p> <p>c`, "[T &amp; U] [a  b] [c]"},
		{"second title", `<title>T</title><title>U</title>x`, "[T] [x]"},
		{"link", `a<a href="?b&amp;c">b</a>c`, "[a] ->?b&c [b] [c]"},
		{"empty link", `<a href>b</a><a name=x>c</a>`, "-> [b] [c]"},
		{"what is not shown", `a<!-- no --><script>no</script><style>no</style><template>no<a href=no>` +
			`</template><object><noembed>no</noembed></object>`, "[a]"},
		{"what is shown", `<noscript>a</noscript><textarea> b </textarea><svg><title>c</title></svg>` +
			`<p><i>d</i><xmp>e</xmp>`, "[a] [b] [c] [d] [e]"},
		{"comment", `a<!-- x -->b`, "[a] [b]"},
		{"pictures", `<img src=" a.png "><img alt=x><img src=""><a href=l><img src='b'></a>`, "[a.png] ->l [b]"},
		{"values", `<input value=a><input type=HIDDEN value=no><input type=submit value="b c"><input value="">` +
			`<input type=password value=no><input type=checkbox value=no><input type=radio value=no>` +
			`<input type=date value=2026-11-23>`, "[a] [b c] [2026-11-23]"},
		{"first attribute", `<input value value=no><img src=a src=no>`, "[a]"},
		{"media", `<embed src=b><video src=c><source src=d></video><audio src=e></audio>`, "[b] [c] [d] [e]"},
		{"frames", `<iframe src=a>no</iframe><iframe>no</iframe>`, "->a"},
		{"cut", `<p>a<a href=x>b<p title="`, "[a] ->x [b]"},
		{"NUL", "<p>a\x00b", "[a\x00b]"},
		{"links of the tree", `<div><a href=1>x</div><div>y</div>`, "->1 [x] [y]"},
	} {
		console.Equal(t, piecesOf(withPieces(t, "tokenizer", c.page)), c.want, c.name)
		want := c.want
		if c.name == "links of the tree" {
			want = "[x] [y] ->1 ->1"
		}
		console.Equal(t, piecesOf(withPieces(t, "goquery", c.page)), want, "goquery", c.name)
	}
}

// TestPiecesUnasked checks that a document has no pieces unless asked for, and that the source is the body itself.
func TestPiecesUnasked(t *testing.T) {
	r := site.Response{Body: []byte("<p>a")}
	for _, parser := range parsers {
		if doc := parse(t, parser, Options{Text: true}, r); doc.Pieces != nil || doc.Source != nil {
			t.Errorf("%s: %v %q", parser, doc.Pieces, doc.Source)
		}
		if doc := parse(t, parser, Options{Pieces: true}, r); &doc.Source[0] != &r.Body[0] {
			t.Errorf("%s: the body was copied", parser)
		}
	}
}

// TestPieceHashes checks which of Place, Text and Rest are equal in the second pieces of two pages.
func TestPieceHashes(t *testing.T) {
	for _, c := range []struct{ name, one, other, equal string }{
		{"same", `a<p>b 1`, `c<p>b 1`, "place text rest"},
		{"digits", `a<p>took 0.01 s`, `a<p>took 0.234 s`, "place rest"},
		{"more words with digits", `a<p>at 1 h 2 m`, `a<p>at 17:00 h 3 4 m`, "place rest"},
		{"only digits", `a<p>17`, `a<p>18 19`, "place rest"},
		{"words", `a<p>took long 1`, `a<p>took short 1`, "place"},
		{"ends", "a<p>b", "a<p> \n b \t", "place text rest"},
		{"white space within", "a<p>b c", "a<p>b  c", "place rest"}, // no word holds a digit, so both are 0
		{"comment between", `a<p>b`, `a<p><!-- 17 -->b`, "place text rest"},
		{"script between", `a<script>x</script>b`, `a<script>y</script>b`, "place text rest"},
		{"attribute", `a<p class=x>b`, `a<p class=y>b`, "text rest"},
		{"attribute with a digit", `a<p id=x title="1 h">b`, `a<p id=x title="12 h">b`, "place text rest"},
		{"heading", `a<h1>b`, `a<h2>b`, "text rest"},
		{"heading with a class", `a<h1 class=x>b`, `a<h1 class=y>b`, "text rest"},
		{"end tag", `a</b>b`, `a</i>b`, "text rest"},
		{"after a link", `<a href=1 class=c>b`, `<A class='c' href=2>b`, "place text rest"},
		{"class of a link", `<a href=1 class=c>b`, `<a href=1 class=d>b`, "text rest"},
		{"pixel", `a<img src="/p?id=x&amp;17">`, `a<img src="/p?id=x&amp;18">`, "place rest"},
		{"pixel of another page", `a<img src="/p?id=x&amp;17">`, `a<img src="/p?id=y&amp;17">`, "place"},
		{"another pixel", `a<img src="/p?17">`, `a<img src="/q?17">`, ""},
		{"picture", `a<img src="/a.png">`, `a<img src="/b.png">`, "place rest"},
		{"value", `a<input name=x value=1>`, `a<input value=1 name=y>`, "place text rest"},
		{"address and text", `a<img src=b>`, `a<img>b`, "text rest"},
	} {
		a, b := withPieces(t, "tokenizer", c.one), withPieces(t, "tokenizer", c.other)
		one, other := shown(a), shown(b)
		if len(one) != 2 || len(other) != 2 {
			t.Errorf("%s: %s, %s", c.name, piecesOf(a), piecesOf(b))
			continue
		}
		for name, same := range map[string]bool{"place": one[1].Place == other[1].Place,
			"text": one[1].Text == other[1].Text, "rest": one[1].Rest == other[1].Rest} {
			console.Equal(t, same, strings.Contains(c.equal, name), c.name, name)
		}
	}
}

// TestRest checks that Rest is 0 if no word holds a digit, but not if no words are left without those that do.
func TestRest(t *testing.T) {
	for text, want := range map[string]uint64{
		"a b": 0, "1": textHash(""), " 1\n2 ": textHash(""), "a 1": textHash("a"),
		"1 a": textHash("a"), "a b2c d": textHash("a d"), "a  b\t12 c3": textHash("a  b"),
		"\u0661": 0, strings.Repeat("x ", 500) + "7": textHash(strings.TrimSpace(strings.Repeat("x ", 500))),
	} {
		console.Equal(t, shown(withPieces(t, "tokenizer", "<p>"+text))[0].Rest, want, text)
	}
}

// TestPiecesChange checks that any change in a page changes its pieces, except in comments and in link targets, which
// come from elsewhere.
func TestPiecesChange(t *testing.T) {
	const page = `<!doctype html><title>T 1</title><meta name=x content="17 a"><div id=a class=b2><!-- c 5 -->` +
		`<script>d={"e":"f9",g:[1,2]}</script><svg viewBox="0 0 1 1"><path d="M1 2"/></svg> h <pre>  i ` + "\n" +
		`</pre>` +
		`<a title=j href="k" rel=l>m</a><template>n7</template></div><h2>o</h2><img src=p1.png alt=q data-r='{"s":1}'> `
	doc := withPieces(t, "tokenizer", page)
	link := doc.Pieces[slices.IndexFunc(doc.Pieces, func(p site.Piece) bool { return p.Link == 1 })]
	comment := strings.Index(page, "-- c 5 -->")
	for at := range len(page) {
		changed := []byte(page)
		changed[at] = 'z'
		got := withPieces(t, "tokenizer", string(changed)).Pieces
		free := at >= comment && at < comment+len("-- c 5 ") || at >= int(link.From) && at < int(link.To)
		console.Equal(t, slices.Equal(got, doc.Pieces), free, changed[max(0, at-9):min(at+9, len(page))], !free)
	}
}

// TestPiecesLeftOut checks that two things are left out: form fields that repeat a parameter of the page's URL, and a
// feed's query.
func TestPiecesLeftOut(t *testing.T) {
	for _, c := range []struct {
		name, one, other string
		same             bool
	}{
		{"own parameter", `a<p><input type=hidden name=h value="x y">b`, `a<p>b`, true},
		{"own URL", `a<p><input type=hidden name=u value=/to/1>b`, `a<p>b`, true},
		{"another value", `a<p><input type=hidden name=h value=x>b`, `a<p>b`, false},
		{"another name", `a<p><input type=hidden name=i value="x y">b`, `a<p>b`, false},
		{"not hidden", `a<p><input type=checkbox name=h value="x y">b`, `a<p>b`, false},
		{"choice of a view", `<form><option selected="" value=1>b<option>c</form>`,
			`<form><option value=1>b<option SELECTED>c</form>`, true},
		{"choice that is sent elsewhere", `<form action=/x><option selected>b<option>c</form>`,
			`<form action=/x><option>b<option selected>c</form>`, false},
		{"choice that is posted", `<form method=post><option selected>b`, `<form method=post><option>b`, false},
		{"choice after a form", `<form></form><option selected>b`, `<form></form><option>b`, false},
		{"value of a choice", `<form><option value=1>b</form>`, `<form><option value=2>b</form>`, false},
		{"parameter that a form passes on", `<form action="/do?a=b&amp;h=x%20y&amp;c=d">b`,
			`<form action="/do?a=b&amp;c=d">b`, true},
		{"first parameter of a form", `<form action="/do?h=x+y&amp;c=d">b`, `<form action="/do?c=d">b`, true},
		{"parameters of a form alone", `<form action="/do?h=x+y&amp;g=1&h=x+y">b`, `<form action="/do?">b`, true},
		{"parameter of a form", `<form action="/do?a=b&amp;h=x">b`, `<form action="/do?a=b">b`, false},
		{"query of a feed", `<link rel=alternate href="/f?h=1">b`, `<link rel=alternate href="/f?h=2">b`, true},
		{"path of a feed", `<link rel=alternate href="/f/1">b`, `<link rel=alternate href="/f/2">b`, false},
		{"style sheet", `<link rel=stylesheet href="/f?h=1">b`, `<link rel=stylesheet href="/f?h=2">b`, false},
		{"canonical", `<link rel=canonical href=/1>b`, `b`, true},
	} {
		var texts [][]uint64
		for _, page := range []string{c.one, c.other} {
			u, err := site.Parse("http://a.example/?g=1&h=x+y&u=http%3A%2F%2Fa.example%2Fto%2F1")
			must(t, err)
			doc := parse(t, "tokenizer", Options{Pieces: true}, site.Response{URL: u, Body: []byte(page)})
			var all []uint64
			for _, p := range doc.Pieces {
				all = append(all, p.Text, uint64(p.Gap))
			}
			texts = append(texts, all)
		}
		console.Equal(t, slices.Equal(texts[0], texts[1]), c.same, c.name, "the same", !c.same)
	}
}

// TestPiecesCharset checks that an ASCII page has the same pieces in every charset.
func TestPiecesCharset(t *testing.T) {
	page := articlePage()
	o := Options{Pieces: true}
	want := parse(t, "tokenizer", o, site.Response{Body: page}).Pieces
	wide := []byte{0xFF, 0xFE}
	for _, c := range page {
		wide = append(wide, c, 0)
	}
	for contentType, body := range map[string][]byte{"text/html; charset=windows-1252": page, "text/html": wide} {
		got := parse(t, "tokenizer", o, site.Response{ContentType: contentType, Body: body})
		if !slices.Equal(got.Pieces, want) || !bytes.Equal(got.Source, page) {
			t.Errorf("%s: other pieces", got.Charset)
		}
	}
}

// TestManyPieces checks that everything beyond the limit becomes one piece, and that no change in it is lost.
func TestManyPieces(t *testing.T) {
	page := strings.Repeat("<p>x", maxPieces+2)
	a, b := withPieces(t, "tokenizer", page), withPieces(t, "tokenizer", page[:len(page)-1]+"y")
	if n := len(a.Pieces); n != maxPieces || len(b.Pieces) != n {
		t.Fatalf("%d and %d pieces", n, len(b.Pieces))
	}
	last := maxPieces - 1
	if !slices.Equal(a.Pieces[:last], b.Pieces[:last]) || a.Pieces[last].Text == b.Pieces[last].Text {
		t.Error("the change is lost")
	}
	console.Equal(t, string(a.Source[a.Pieces[last].From:a.Pieces[last].To]), "x<p>x<p>x", "the last piece")
}

// FuzzPieces checks that the pieces of a page keep their promises.
func FuzzPieces(f *testing.F) {
	addPages(f)
	f.Add([]byte(`<h1 class="a 1"> 2 <img src="x?3"><input value=4><iframe src=5><a href=6>7`), "")
	f.Add([]byte(`<form action="/?a=b&amp;c=1&a=b"><input type=hidden name=a value=b><option selected/>`+
		`<link rel=alternate href="/?a=b">`), "")
	u, err := site.Parse("http://a.example/?a=b&c=1")
	must(f, err)
	o := Options{Elements: []string{"a", "area", "frame", "iframe"}, Text: true, Pieces: true}
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		r := site.Response{URL: u, ContentType: contentType, Body: body}
		doc := parse(t, "tokenizer", o, r)
		done := 0
		for _, part := range doc.Skipped {
			if part[0] < done || part[1] < part[0] || part[1] > len(doc.Source) {
				t.Fatalf("skipped %v of %d bytes after %d", part, len(doc.Source), done)
			}
			done = part[1]
		}
		var shown []byte
		links, end := uint32(0), uint32(0)
		for i, p := range doc.Pieces {
			if p.From < end || p.To < p.From || int(p.To) > len(doc.Source) {
				t.Fatalf("piece %d: %+v of %d bytes after %d", i, p, len(doc.Source), end)
			}
			end = p.To
			if p.Link == site.InMarkup {
				continue
			}
			if p.Link > 0 {
				if links++; p.Link != links || p.Text != 0 || p.Rest != 0 {
					t.Fatalf("piece %d: link %d as %+v", i, links, p)
				}
				continue
			}
			s := doc.Source[p.From:p.To]
			if p.From == p.To || p.Text != site.TextHash(s) || (p.Rest != 0) != bytes.ContainsAny(s, "0123456789") {
				t.Fatalf("piece %d: %q as %+v", i, s, p)
			}
			shown = append(shown, s...)
		}
		if plain(doc.Source) && spaceless(string(shown)) != spaceless(doc.Text) {
			t.Errorf("pieces %q, text %q", shown, doc.Text)
		}
		console.Equal(t, int(links), len(doc.Links), links)
		if again := parse(t, "tokenizer", o, r); !slices.Equal(again.Pieces, doc.Pieces) {
			t.Error("other pieces the second time")
		}
		if tree := parse(t, "goquery", o, r); len(tree.Links) != countLinks(tree.Pieces) {
			t.Errorf("goquery: %d links, %d pieces", len(tree.Links), countLinks(tree.Pieces))
		}
	})
}

func plain(page []byte) bool {
	lower := string(bytes.ToLower(page))
	return !slices.ContainsFunc([]string{"&", "\x00", "<title", "src", "value"}, func(s string) bool {
		return strings.Contains(lower, s)
	})
}

func spaceless(s string) string {
	return strings.Map(func(r rune) rune {
		if isSpace(r) {
			return -1
		}
		return r
	}, s)
}

func countLinks(pieces []site.Piece) (n int) {
	for _, p := range pieces {
		if p.Link > 0 && p.Link != site.InMarkup {
			n++
		}
	}
	return n
}

func textHash(s string) uint64 { return site.TextHash([]byte(s)) }
