package parse

import (
	"runtime"
	"strings"
	"testing"

	"sitegraph/site"
)

// TestEqualLinks: what is kept of a page of equal links is little for each: the text of
// the page, and 16 bytes, where a link with texts of its own takes 130.
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

// live is the number of bytes in use.
func live() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
