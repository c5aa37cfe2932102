package extractor_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitegraph/extractor"
	"sitegraph/site"
)

// wholes notes the pages that need no division into pieces.
type wholes struct {
	extractor.Parser
	mu   sync.Mutex
	urls []string
}

func (p *wholes) Parse(r site.Response) (site.Document, error) {
	if r.Whole {
		p.mu.Lock()
		p.urls = append(p.urls, r.URL.String())
		p.mu.Unlock()
	}
	return p.Parser.Parse(r)
}

// TestSettledSite crawls files that do not vary, which lead to an application that does. Each page of the application
// has two URLs. Once second requests have shown that files stay the same, their bytes identify them, for any number of
// connections. All pages are found, and each once. A site that varies, or whose URLs have queries, does not settle.
func TestSettledSite(t *testing.T) {
	t.Parallel()
	const files, views = 600, 40
	show := func(site string) func(u *url.URL, call int) (string, string) {
		return func(u *url.URL, call int) (string, string) {
			if id := u.Query().Get("id"); id != "" {
				return "view " + id, article(files+len(id), "", fmt.Sprintf("<p>View %s<p>Visit %d", id, call),
					"/app?id="+id+"&by=menu")
			}
			i, ok := number(u, "/file/", files)
			if !ok {
				return "", ""
			}
			more, links := "", onward("/file/%d", i)
			switch {
			case site == "varies":
				more = fmt.Sprintf("<p>Visit %d", call)
			case site == "queries" && i%2 > 0:
				links = onward("/file/%d?from=menu", i)
			}
			if i >= files-views {
				links = append(links, "/app?id="+strings.Repeat("i", i-files+views+1))
			}
			return fmt.Sprint(i), article(i, "", more, links...)
		}
	}
	for _, site := range []string{"settles", "varies", "queries"} {
		var urls []string
		for _, connections := range []int{1, 8} {
			o := &oddSite{show: show(site)}
			w := stableWalker(t, o, connections)
			p := &wholes{Parser: w.parts.Parser}
			w.parts.Parser = p
			o.check(t, w.run(t), files+views)
			slices.Sort(p.urls)
			if urls != nil && !slices.Equal(p.urls, urls) {
				t.Errorf("%s: %d or %d pages whole", site, len(urls), len(p.urls))
			}
			urls = p.urls
		}
		if got, want := len(urls) > files/4, site == "settles"; got != want || len(urls) > 0 && !want {
			t.Errorf("%s: %d pages whole", site, len(urls))
		}
	}
}
