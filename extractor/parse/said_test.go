package parse

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sitegraph/site"
)

// Pages whose links had the room of earlier ones are read as if they were the first.
func TestRecycle(t *testing.T) {
	p, err := New("tokenizer", Options{AnchorText: true, Around: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, links := range []int{3, 40, 1, 0, 600, ownTexts, ownTexts + 1, 20} {
		var page strings.Builder
		for i := range links {
			fmt.Fprintf(&page, `<p>of %d<a href="/%d" rel=r%d>text %[1]d</a>`, i, links*i, i%7)
		}
		r := site.Response{ContentType: "text/html", Body: []byte(page.String())}
		doc, err := p.Parse(r)
		if err != nil {
			t.Fatal(err)
		}
		recycle := doc.Recycle
		doc.Recycle = nil
		want := parse(t, "tokenizer", Options{AnchorText: true, Around: true}, r)
		if !reflect.DeepEqual(doc, want) {
			t.Errorf("%d links: %+v", links, doc.Links)
		}
		recycle()
	}
}
