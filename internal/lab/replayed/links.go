package replayed

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
)

// linker finds the links on a crawl's pages.
type linker struct {
	*Site
	crawl  *site.Crawl
	from   func(site.Entry) string
	listed []bool           // pages whose linking pages the ledger lists; their arcs are ignored
	form   map[string]int32 // numbers of external URLs by their form, in lower case without final slash
}

func newLinker(s *Site, c *site.Crawl) *linker {
	if c.External != nil {
		s.External = make([][]int32, len(c.Graph.Pages))
	}
	return &linker{Site: s, crawl: c, from: c.LinkedFrom(), listed: make([]bool, len(c.Graph.Pages)),
		form: map[string]int32{}}
}

// take adds the links to a URL in the ledger.
func (l *linker) take(e site.Entry) {
	from := l.from(e)
	switch {
	case e.State == site.StateExternal:
		if l.crawl.Mentions != nil {
			for _, id := range l.crawl.Mentions(e.Key) {
				l.mention(id-1, e.Key)
			}
		}
	case !l.requested(e.Key):
	case from != "":
		if page, _ := l.Page(e.Key); e.State == site.StatePage {
			l.listed[page] = true
		}
		anchor := anchorOf(e.Key)
		for id := range site.IDs(from) {
			if id > len(l.links) {
				break
			}
			l.links[id-1] = append(l.links[id-1], anchor)
		}
	case e.State != site.StatePage: // from an older version
		if page, ok := l.Page(e.From); ok {
			l.links[page] = append(l.links[page], anchorOf(e.Key))
		}
	}
}

// mention records a page's link to an external URL.
func (l *linker) mention(page int, key string) {
	if l.External == nil {
		return
	}
	form := strings.TrimSuffix(strings.ToLower(key), "/")
	number, known := l.form[form]
	if !known {
		number = int32(len(l.outside))
		l.form[form] = number
		l.outside = append(l.outside, anchorOf(fmt.Sprint("http://external.invalid/", number)))
	}
	l.External[page] = append(l.External[page], number)
}

func anchorOf(key string) *site.AnchorText { return &site.AnchorText{Element: "a", Href: key} }

// end adds the arcs and the table of external links. It sorts each page's links as in the ledger.
func (l *linker) end() error {
	anchors := make([]*site.AnchorText, len(l.links))
	for p := range l.links {
		anchors[p] = anchorOf(l.Graph.Pages[p].Key)
	}
	for p := range l.links {
		targets, _ := l.Graph.Out(p)
		for _, t := range targets {
			if !l.listed[t] {
				l.links[p] = append(l.links[p], anchors[t])
			}
		}
		slices.SortFunc(l.links[p], func(a, b *site.AnchorText) int { return cmp.Compare(a.Href, b.Href) })
	}
	if l.crawl.External == nil {
		return nil
	}
	for link, err := range l.crawl.External {
		if err != nil {
			return fmt.Errorf("external links of %s: %w", l.crawl.Site, err)
		}
		if link.Source < 1 || link.Source > len(l.links) {
			return fmt.Errorf("external links of %s: no page %d among %d", l.crawl.Site, link.Source, len(l.links))
		}
		l.mention(link.Source-1, link.Key)
	}
	for p, links := range l.External {
		slices.Sort(links)
		l.External[p] = slices.Compact(links)
	}
	l.Kinds = len(l.outside)
	return nil
}
