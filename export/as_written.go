package export

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// AsWritten is a crawl whose pages have the texts that a result folder keeps of them, so that numbers and reports are
// the same from the crawl and from its folder. It shares what need not change.
func AsWritten(c *site.Crawl) *site.Crawl {
	var pages []site.Page
	for i := range c.Graph.Pages {
		page := pageAsWritten(c.Graph.Pages[i])
		if pages == nil && samePage(page, c.Graph.Pages[i]) {
			continue
		}
		if pages == nil {
			pages = slices.Clone(c.Graph.Pages)
		}
		pages[i] = page
	}
	if pages == nil {
		return c
	}
	crawl, graph := *c, *c.Graph
	graph.Pages, crawl.Graph = pages, &graph
	return &crawl
}

// samePage compares the texts of a page with those that are kept.
func samePage(a, b site.Page) bool {
	facts := a.Facts == b.Facts
	if !facts {
		x, y := *a.Facts, *b.Facts
		facts = x.Description == y.Description && x.H1 == y.H1 && x.RobotsTag == y.RobotsTag &&
			x.Modified == y.Modified && slices.Equal(x.Alternates, y.Alternates)
	}
	return facts && a.Title == b.Title && a.Lang == b.Lang && a.Canonical == b.Canonical && a.Robots == b.Robots &&
		a.Refresh == b.Refresh && a.ContentType == b.ContentType
}

func pageAsWritten(p site.Page) site.Page {
	for _, text := range []*string{&p.Title, &p.Lang, &p.Canonical, &p.Robots, &p.Refresh, &p.ContentType} {
		*text = cleanText(*text)
	}
	if p.Facts == nil {
		return p
	}
	facts := *p.Facts
	for _, text := range []*string{&facts.Description, &facts.H1, &facts.RobotsTag, &facts.Modified} {
		*text = cleanText(*text)
	}
	facts.Alternates = slices.Clone(facts.Alternates)
	for i, a := range facts.Alternates {
		facts.Alternates[i] = alternateAsWritten(a)
	}
	p.Facts = &facts
	return p
}

// alternateAsWritten is an alternate whose language and URL can be told apart in a list with blanks between its
// members.
func alternateAsWritten(a site.Alternate) site.Alternate {
	apart := func(r rune) bool { return unicode.IsSpace(r) || r == '=' }
	lang := strings.Join(strings.FieldsFunc(cleanText(a.Lang), apart), "")
	return site.Alternate{Lang: lang, URL: strings.Join(strings.Fields(cleanText(a.URL)), "%20")}
}

// cleanText is [out.clean] of a text; most are clean.
func cleanText(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return string((&out{}).clean(s))
		}
	}
	return strings.Trim(s, " ")
}

// CleanJSON writes JSON in which characters that move a cursor or turn the text are escaped.
func CleanJSON(w io.Writer) io.Writer { return cleanJSON{w} }

type cleanJSON struct{ to io.Writer }

// Write takes whole values, as encoding/json writes them.
func (c cleanJSON) Write(p []byte) (int, error) {
	odd := func(r rune) bool { return r >= 0x7f && (unicode.IsControl(r) || site.TurnsText(r)) }
	clean := p
	if bytes.ContainsFunc(p, odd) {
		clean = nil
		for _, r := range string(p) {
			if odd(r) {
				clean = fmt.Appendf(clean, `\u%04x`, r)
			} else {
				clean = utf8.AppendRune(clean, r)
			}
		}
	}
	if _, err := c.to.Write(clean); err != nil {
		return 0, err
	}
	return len(p), nil
}
