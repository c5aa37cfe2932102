package extractor_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// One page under several URLs, each of which repeats its own in the links: all of them
// are one page, though some links differ. A counter in the foot keeps the site awake.
func TestPagesThatRepeatTheirURLs(t *testing.T) {
	const n = 40
	for name, forms := range map[string][]struct{ url, label, link string }{
		"a feed, which is no page": {
			{"/v?id=%[1]d", "feed", "/v?a=feed&id=%[1]d"},
			{"/v?id=%[1]d&hb=branch%[1]d", "feed", "/v?a=feed&id=%[1]d&h=branch%[1]d"},
		},
		"two names for one value": {
			{"/v?id=%[1]d&hb=HEAD", "get %[1]d", "/get?id=%[1]d&h=HEAD"},
			{"/v?id=%[1]d&h=c0ffee%03[1]d&hb=HEAD", "get %[1]d", "/get?id=%[1]d&h=c0ffee%03[1]d"},
		},
		"a value that is left out": {
			{"/v?id=%[1]d", "difference %[1]d", "/difference?id=%[1]d&v=HEAD"},
			{"/v?id=%[1]d&v=HEAD", "difference %[1]d", "/difference?id=%[1]d&v=HEAD"},
			{"/v?id=%[1]d&v=c0ffee%03[1]d", "difference %[1]d", "/difference?id=%[1]d&v=c0ffee%03[1]d"},
		},
		"a name for a hash in the path": {
			{"/v/%[1]d/tip", "difference %[1]d", "/difference/%[1]d/tip"},
			{"/v/%[1]d/c0ffee%03[1]d", "difference %[1]d", "/difference/%[1]d/c0ffee%03[1]d"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &oddSite{show: func(u *url.URL, asked int) (identity, html string) {
				if u.Path == "/" {
					var links []string
					for i := range n {
						for _, f := range forms {
							links = append(links, fmt.Sprintf(f.url, i+1))
						}
					}
					return "home", article(0, "", "", links...)
				}
				for _, f := range forms {
					for i := 1; i <= n; i++ {
						own, _ := url.Parse(fmt.Sprintf(f.url, i))
						if u.Path == own.Path && u.Query().Encode() == own.Query().Encode() {
							more := fmt.Sprintf("<p><a href='%s'>%s</a>", fmt.Sprintf(f.link, i), fill(f.label, i))
							return fmt.Sprint(i), article(i, "", more+fmt.Sprintf("<p class=foot>visit %d", asked))
						}
					}
				}
				return "", ""
			}}
			o.check(t, stableWalker(t, o, 8).run(t), n+1)
		})
	}
}

func fill(format string, i int) string {
	if !strings.Contains(format, "%") {
		return format
	}
	return fmt.Sprintf(format, i)
}
