package parse

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"sitegraph/site"
)

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
		if !reflect.DeepEqual(doc, want) {
			t.Errorf("%d links: %+v", links, doc.Links)
		}
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
