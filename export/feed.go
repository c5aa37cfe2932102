package export

import (
	"fmt"
	"html"
	"net/url"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// A feed names this many iterations, and this many pages of each.
const (
	feedIterations = 30
	feedPages      = 100
)

func hasFeed(c *site.Crawl) bool {
	return isWatched(c) && len(c.Watched.Iterations) > 1 && len(c.Graph.Pages) > 0
}

// found reports whether an iteration found a change.
func found(it *site.Iteration) bool { return it.Changed+it.Added+it.Removed > 0 }

// writeFeed writes an Atom feed (RFC 4287) with an entry for each iteration that found a change, the newest first.
func writeFeed(o *out, c *site.Crawl, _ Options) error {
	home, its := c.Graph.Pages[0].URL, c.Watched.Iterations
	id := home + "#sitegraph-" + url.PathEscape(c.Name)
	latest := its[0].At
	for i := range its[1:] {
		if it := &its[i+1]; found(it) {
			latest = it.At
		}
	}
	head := func(id, title, updated string) {
		o.raw("<id>").escaped(id).raw("</id><title>").escaped(title).raw("</title><updated>").raw(updated)
		o.raw(`</updated><link href="`).escaped(home).raw(`"/>`)
	}
	o.raw(xmlHeader + `<feed xmlns="http://www.w3.org/2005/Atom"><author><name>sitegraph</name></author>`)
	head(id, "Changes of "+site.Show(c.Site), writtenTime(latest))
	for i, left := len(its)-1, feedIterations; i > 0 && left > 0; i-- {
		if it := &its[i]; found(it) {
			left--
			o.raw("\n<entry>")
			head(fmt.Sprint(id, "-", it.Number), fmt.Sprintf("%s changed, %d new, %d gone",
				wording.Count(it.Changed, "page", "pages"), it.Added, it.Removed), writtenTime(it.At))
			o.raw(`<content type="html">`).escaped(feedContent(c, int32(it.Number))).raw("</content></entry>")
		}
	}
	o.raw("\n</feed>\n")
	return nil
}

// feedContent lists the pages that are new or changed since an iteration, as HTML.
func feedContent(c *site.Crawl, iteration int32) string {
	var b strings.Builder
	for _, what := range []string{"New", "Changed"} {
		n := 0
		for i, s := range c.Watched.Pages {
			if s.Changed != iteration || (s.First == s.Changed) != (what == "New") {
				continue
			}
			if n++; n == 1 {
				b.WriteString("<h3>" + what + "</h3><ul>")
			}
			if p := &c.Graph.Pages[i]; n <= feedPages {
				fmt.Fprintf(&b, `<li><a href="%s">%s</a></li>`, html.EscapeString(p.URL), html.EscapeString(label(p)))
			}
		}
		if n > feedPages {
			fmt.Fprintf(&b, "<li>and %d more</li>", n-feedPages)
		}
		if n > 0 {
			b.WriteString("</ul>")
		}
	}
	return b.String()
}
