package parse

import (
	"testing"

	"sitegraph/site"
)

// The right values follow from XML: an empty-element tag is an element without content.
func TestXHTML(t *testing.T) {
	const link = `<a href="x">t</a>`
	for _, parser := range parsers {
		for _, c := range []struct {
			page  string
			links int
			h1    string
			words int
		}{
			{`<script src="a"/>` + link + `<script>"<a href='no'>"</script>` + link, 2, "", 1},
			{`<style/><iframe src="f" /><noembed/><noframes/><xmp/>` + link, 1, "", 1},
			{`<textarea/>` + link + `<title/>` + link, 2, "", 1},
			{`<SCRIPT/>` + link, 1, "", 1},
			{`<noscript><script/>` + link + `</noscript>`, 1, "", 1},
			{`<h1/>text<h1>two</h1>`, 0, "", 2},
			{`<a href="y"/>` + link, 2, "", 1},
			{`<br/><img src="a/b"/><!-- <script/> --><svg><title/><path/></svg>` + link, 1, "", 1},
			{`<p title="/>">a</p>` + link, 1, "", 2},
			{`<h1><![CDATA[a > b <script/> & c]]></h1>` + link, 1, "a > b <script/> & c", 7},
		} {
			r := site.Response{ContentType: "application/xhtml+xml; charset=utf-8",
				Body: []byte(`<html xmlns="http://www.w3.org/1999/xhtml"><body>` + c.page + "</body></html>")}
			doc := parse(t, parser, Options{}, r)
			if len(doc.Links) != c.links || doc.H1 != c.h1 || doc.Words != c.words {
				t.Errorf("%s, %s: %d links, h1 %q, %d words", parser, c.page, len(doc.Links), doc.H1, doc.Words)
			}
		}
	}
}
