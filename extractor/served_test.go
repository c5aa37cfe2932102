package extractor_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/extractor/refusal"
	"sitegraph/site"
)

// What a service serves in the place of unrelated pages is refused with every key: nothing
// but the home page is a page, and the ledger names the service.
func TestServedInPlace(t *testing.T) {
	links := []string{"/about", "/shop/item-7", "/news/2026/01/", "/search?q=a", "/forum/topic.php?id=12"}
	for name, c := range servedPages(t, "refusal/testdata/refused/*.http") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &oddSite{show: func(u *url.URL, call int) (string, string) {
				if u.Path == "/" {
					return u.Path, article(0, "", "", links...)
				}
				return u.String(), fmt.Sprintf("%s<!-- %s %d -->", c.body, u, call)
			}}
			for _, stable := range []bool{false, true} {
				w := stableWalker(t, s, 8)
				if w.parts.Refused = refusal.Of; !stable {
					w.parts.Stable, w.parts.Parser = false, parser(t, "tokenizer")
				}
				w.limits.Refused = 1
				crawl, refused := w.run(t), 0
				for e := range crawl.Ledger {
					if e.State == site.StateRefused && string(e.Reason.Refusal) == c.by {
						refused++
					}
				}
				if refused != len(links) || len(crawl.Graph.Pages) != 1 {
					t.Errorf("stable %t: %d of %d URLs refused by %s, %d pages", stable, refused, len(links), c.by,
						len(crawl.Graph.Pages))
				}
			}
		})
	}
}

// servedPage is a page and the service whose it is.
type servedPage struct{ body, by string }

// servedPages reads answers that no header tells, by the names of their files.
func servedPages(t *testing.T, pattern string) map[string]servedPage {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d files, error %v", pattern, len(names), err)
	}
	all := map[string]servedPage{}
	for _, name := range names {
		f, err := os.Open(name)
		must(t, err)
		defer f.Close()
		r, err := http.ReadResponse(bufio.NewReader(f), nil)
		if err != nil {
			t.Fatal(name, err)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(name, err)
		}
		if refusal.ByHeader(r.Header) == "" {
			name = strings.TrimSuffix(filepath.Base(name), ".http")
			all[name] = servedPage{string(body), r.Header.Get("X-Refused-By")}
		}
	}
	return all
}
