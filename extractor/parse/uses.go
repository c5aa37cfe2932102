package parse

import (
	"bytes"

	"golang.org/x/net/html"

	"sitegraph/site"
)

// mostUses bounds what is read of one page.
const mostUses = 10000

// Uses returns what a page uses, whatever the parser: the src of <img> and <script>,
// and the href of <link rel=stylesheet>, in the order of the source. What is part of
// the page itself (data:) is left out.
func Uses(r site.Response) (found []site.Use) {
	body, _ := decode(r.Body, r.ContentType)
	t := newTokens(body)
	for len(found) < mostUses {
		switch t.next() {
		case html.ErrorToken:
			return found
		case html.StartTagToken, html.SelfClosingTagToken:
			if use, ok := usedBy(t); ok {
				found = append(found, use)
			}
		}
	}
	return found
}

// usedBy returns what the current start tag uses.
func usedBy(t *tokens) (use site.Use, ok bool) {
	attribute := "src"
	switch {
	case t.tag == tagImg:
		use.Kind = site.LinkedImage
	case t.tag == tagRaw && equalFold(t.name, "script"):
		use.Kind = site.LinkedScript
	case t.tag == tagLink && hasWord(writtenAs(t, "rel"), "stylesheet"):
		use.Kind, attribute = site.LinkedStyle, "href"
	default:
		return use, false
	}
	use.Href = writtenAs(t, attribute)
	const embedded = "data:"
	start := bytes.TrimSpace([]byte(use.Href[:min(len(use.Href), 100)]))
	return use, len(start) > 0 && !(len(start) >= len(embedded) && equalFold(start[:len(embedded)], embedded))
}

// writtenAs is the value of an attribute of the current start tag, "" without it.
func writtenAs(t *tokens, attribute string) string {
	for name, value := range t.allAttributes() {
		if equalFold(name, attribute) {
			return html.UnescapeString(string(value))
		}
	}
	return ""
}
