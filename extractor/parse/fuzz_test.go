package parse

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// addPages seeds a fuzz test with the pages of all tables.
func addPages(f *testing.F) {
	for _, e := range edges {
		f.Add([]byte(e.page), "text/html")
	}
	for _, c := range charsetPages {
		f.Add([]byte(c.body), c.contentType)
	}
}

// FuzzDifferential checks that the source has each link of the tree: a tree repeats, moves and drops links, but invents
// none. It skips pages with elements whose content the parsers read differently.
func FuzzDifferential(f *testing.F) {
	addPages(f)
	f.Add([]byte("<a href><div><a>"), "text/html") // the tree has one more link, and no marks
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		page, _, _ := decode(body, contentType)
		for _, name := range []string{"svg", "math", "template", "noscript", "frameset"} {
			if strings.Contains(strings.ToLower(string(page)), "<"+name) {
				return
			}
		}
		r := site.Response{ContentType: contentType, Body: body}
		o := Options{Elements: []string{"a", "area", "frame", "iframe"}}
		source, tree := parse(t, "tokenizer", o, r), parse(t, "goquery", o, r)
		console.Equal(t, source.Charset, tree.Charset, "tokenizer")
		for i := range source.Links {
			source.Links[i].Place, source.Links[i].Mark = 0, 0 // a tree moves links; FuzzValid compares places
		}
		for _, l := range tree.Links {
			if l.Place, l.Mark = 0, 0; !slices.ContainsFunc(source.Links, l.Equal) {
				t.Errorf("%+v is not in the source", l)
			}
		}
	})
}

// FuzzParse checks that a document keeps its promises.
func FuzzParse(f *testing.F) {
	addPages(f)
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		before := bytes.Clone(body)
		for _, parser := range parsers {
			doc := parse(t, parser, Options{AnchorText: true, Around: true},
				site.Response{ContentType: contentType, Body: body})
			if !bytes.Equal(body, before) {
				t.Fatal("the body was changed")
			}
			console.Equal(t, charsetName(doc.Charset), doc.Charset, parser, "charset")
			texts := []string{doc.Title}
			for _, l := range doc.Links {
				texts = append(texts, l.Text)
				if !strings.Contains(doc.Text, l.Around) || squeezed(l.Around) != l.Around {
					t.Errorf("%s: around %q", parser, l.Around)
				}
				if !utf8.ValidString(l.Href + l.Rel) {
					t.Errorf("%s: href %q rel %q", parser, l.Href, l.Rel)
				}
			}
			for _, s := range texts {
				if len(s) > textLimit {
					t.Errorf("%s: text of %d bytes", parser, len(s))
				}
			}
			for _, s := range append(texts, doc.Text) {
				if !utf8.ValidString(s) || squeezed(s) != s {
					t.Errorf("%s: text %q", parser, s)
				}
			}
		}
	})
}

// squeezed collapses white space independently of the code under test.
func squeezed(s string) string {
	var b []byte
	for i, field := range bytes.FieldsFunc([]byte(s), isSpace) {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, field...)
	}
	return string(b)
}

// FuzzAttributes compares this package's reading of attributes with golang.org/x/net/html.
func FuzzAttributes(f *testing.F) {
	for _, s := range []string{` href=x`, ` href rel=`, `/href=/x/ rel/`, ` =href = 'x"' href="y"alt=z`,
		` HREF='a&amp;b' href=2`, " rel\f=\r\nx\x00", ` src= alt>`, ` http-equiv=a content lang=de name`, ` a"b=c'd>`,
		` href="?a&amp;b=1&copy=2&c&d;&#65;&=&amp"`, ` value class type=TEXT CLASS=no Value=no`,
		` href=?a&ampb=1 rel=&not;`, ` href=&copy=&amp;`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		page := append(append([]byte("<a"), s...), '>')
		z := html.NewTokenizer(bytes.NewReader(page))
		c := scanner{body: page}
		if kind := c.next(); kind != z.Next() || kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			return // FuzzScanner covers these
		}
		if c.tag != tagA {
			return // other elements' attributes do not matter
		}
		var seen [attrAll]bool
		for name, value := range c.allAttributes() {
			i, ok := attribute(name)
			if ok && !seen[i] && !bytes.Equal(c.written(i), value) {
				t.Errorf("%q: %s is %q, want %q", c.raw, name, c.written(i), value)
			}
			seen[i] = seen[i] || ok
		}
		n := 0
		for rest := c.raw[1+len(c.name):]; len(rest) > 0; n++ {
			_, _, rest = nextAttribute(rest)
		}
		if n > len(c.raw) {
			t.Errorf("%d attributes in %q", n, c.raw)
		}
		want := decodedAttributes(z)
		for range 2 { // the second round reuses the decoder
			console.Equal(t, c.attributes(), want, c.raw)
			console.Equal(t, c.decoder.attributes(c.raw), want, c.raw, "decoder")
		}
	})
}

func FuzzQueryEncoder(f *testing.F) {
	f.Add("windows-1252", "é日")
	f.Add("iso-2022-jp", "日é\x1B")
	f.Add("gbk", "中文😀")
	f.Fuzz(func(t *testing.T, charset, query string) {
		encode := QueryEncoder(charset)
		if encode == nil || !utf8.ValidString(query) {
			return
		}
		if got := encode(query); len(got) > 18*len(query) {
			t.Errorf("%s, %q: %q", charset, query, got)
		}
	})
}
