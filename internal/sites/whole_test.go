package sites

import (
	"strings"
	"testing"

	"sitegraph/schedule/order"
)

// readBy is how many pages a run reads, each once, and how many external links it finds.
func readBy(t *testing.T, origins []string, flags ...string) (pages, links int) {
	t.Helper()
	read := map[string]bool{}
	d := decide(t, 8, origins, flags...)
	for _, one := range d {
		path := one.site + "/" + strings.TrimLeft(one.path, "/")
		if one.page && read[path] {
			t.Errorf("%q: %s is read twice", flags, path)
		}
		if one.page {
			read[path] = true
		}
	}
	return len(read), d.found(1000)
}

// TestWhole: every order of pages, and every rule for sites with a budget that is large enough, reads as many
// pages as the crawl by depth, each once, and finds all their external links; down to a greatest depth, too.
func TestWhole(t *testing.T) {
	t.Parallel()
	origins := []string{serveVariety(t, 0), serveVariety(t, 1)}
	for _, depth := range []string{"-1", "2"} {
		want, links := readBy(t, origins, "--max-depth", depth, "--order-pages", order.Levels, "--budget", "1000")
		if depth == "-1" && want < 60 || want < 10 || links == 0 {
			t.Fatalf("%d pages, %d links to depth %s", want, links, depth)
		}
		orders := map[string][]string{}
		for _, name := range order.Pages() {
			orders[name] = []string{"--order-pages", name, "--order-sites", "sequential"}
			if order.OverAllSites(name) {
				orders[name] = []string{"--order-pages", name}
			}
		}
		for _, rule := range order.Rules() {
			orders["sites "+rule] = []string{"--order-sites", rule, "--budget", "1000"}
		}
		for name, flags := range orders {
			read, found := readBy(t, origins, append(flags, "--max-depth", depth)...)
			if read != want || found != links {
				t.Errorf("%s to depth %s: %d pages and %d links, want %d and %d", name, depth, read, found, want, links)
			}
		}
	}
}
