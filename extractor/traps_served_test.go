package extractor_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"sitegraph/site"
)

// What gave too little is put behind all others and reported, with how much of it was left and a rule that leaves it
// out: broken links, each into a folder of its own. Package internal/sites has other traps.
func TestDeferredTrap(t *testing.T) {
	const articles, budget = 400, 650
	o := &oddSite{show: func(u *url.URL, _ int) (string, string) {
		i, ok := number(u, "/articles/", articles)
		if !ok {
			return "", ""
		}
		links := []string{fmt.Sprintf("/lost/of-%d/x", i)}
		for to := 2*i + 1; to <= 2*i+2 && to < articles; to++ {
			links = append(links, fmt.Sprintf("/articles/%d", to))
		}
		return fmt.Sprint(i), article(i, "", "", links...)
	}}
	w := stableWalker(t, o, 8)
	w.limits.PathDepth, w.limits.PathRepeats, w.limits.Budget = 50, 5, budget
	c, spent, trapped := w.walk(t, t.Context()), 0, 0
	for path, n := range o.asks {
		if spent += n; strings.HasPrefix(path, "/lost/") {
			trapped += n
		}
	}
	if spent -= o.asks["/robots.txt"]; spent > budget || len(c.Graph.Pages) != articles {
		t.Errorf("%d requests, %d of %d articles", spent, len(c.Graph.Pages), articles)
	}
	shapes := c.Sameness.Shapes
	if len(shapes) != 1 {
		t.Fatalf("deferred: %+v", shapes)
	}
	if shapes[0].Requests < 100 || shapes[0].Requests > trapped {
		t.Errorf("%d requests, %d were counted", trapped, shapes[0].Requests)
	}
	shapes[0].Requests, shapes[0].Of = 0, 0
	want := site.Shape{Shape: "/lost/*", Waiting: articles - trapped, Deferred: true,
		Exclude: `^http://site\.test/lost/`, Example: "http://site.test/lost/of-0/x"}
	if shapes[0] != want {
		t.Errorf("deferred: %+v, want %+v", shapes[0], want)
	}
}

// TestPutOffDuplicates: on a site that varies nothing the files are those of the exact key, though a kind of URL that
// gave hardly anything new is put off, and equal pages of it come in any order.
func TestPutOffDuplicates(t *testing.T) {
	pages := map[string]fakePage{}
	var home strings.Builder
	for i := range 260 {
		content := "the same notice for all"
		if i >= 100 {
			content = fmt.Sprintf("a notice of its own for two, number %d", i/2)
		}
		path := fmt.Sprintf("/notices/%03d", i)
		fmt.Fprintf(&home, "<a href=%s>x</a>", path)
		pages[origin+path] = fakePage{body: "<title>notice</title><a href=/>home</a> " + content}
	}
	pages[origin+"/"] = fakePage{body: home.String()}
	exact := newWalker(t, newFake(pages), 4).run(t)
	c := makeStable(t, newWalker(t, newFake(pages), 4)).run(t)
	if len(c.Graph.Pages) != 82 {
		t.Errorf("%d pages, want the home page, the common notice and 80 of two URLs each", len(c.Graph.Pages))
	}
	got, want := files(t, c), files(t, exact)
	delete(got, "site.ledger.csv") // it takes the common notice for a soft 404
	delete(want, "site.ledger.csv")
	sameFiles(t, "stable", got, want)
}
