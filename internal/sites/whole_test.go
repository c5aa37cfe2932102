package sites

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"sitegraph/schedule/order"
)

// museum crawls the sample site from its folder and returns it as a site.
func museum(t *testing.T) *finished {
	t.Helper()
	source, err := filepath.Abs(filepath.Join("..", "..", "testdata", "sites", "museum"))
	must(t, err)
	settings := []string{"SITEGRAPH_DOWNLOAD_DOWNLOADER=folder", "SITEGRAPH_DOWNLOAD_FOLDER=" + source}
	folder := sitegraph(t, settings, "--export", "csv,external,ledger", "http://museum.example")
	return readFinished(t, filepath.Join(folder, "result", "museum.example"))
}

// TestMaxDepth: whatever the order, the pages read are those whose depth in the
// finished graph is at most the greatest.
func TestMaxDepth(t *testing.T) {
	f := museum(t)
	origin := serveSite(t, f)
	for _, name := range order.Pages() {
		read := 0
		d := decide(t, 8, []string{origin}, "--order-pages", name, "--budget", "1000", "--max-depth", "2")
		for _, one := range d {
			if one.page {
				read++
			}
		}
		if want := 10; read != want { // 13 pages, of which three have depth 3
			t.Errorf("%s read %d pages down to depth 2, want %d", name, read, want)
		}
	}
}

// TestWhole: without a budget every order of pages, and every rule for sites with a budget that is large enough,
// reads all pages of the sites, each once, and finds all their external links.
func TestWhole(t *testing.T) {
	f := museum(t)
	origins := []string{serveSite(t, f), serveSite(t, f)}
	pages, links := len(f.paths), f.links()
	if pages != 13 {
		t.Fatalf("the museum has %d pages, want the 13 of its own crawl", pages)
	}
	orders := map[string][]string{}
	for _, name := range order.Pages() {
		orders[name] = []string{"--order-sites", "sequential", "--order-pages", name}
		if order.OverAllSites(name) {
			orders[name] = []string{"--order-pages", name}
		}
	}
	for _, rule := range order.Rules() {
		orders["sites "+rule] = []string{"--order-sites", rule, "--budget", "1000"}
	}
	for name, flags := range orders {
		t.Run(name, func(t *testing.T) {
			d := decide(t, 8, origins, flags...)
			read := map[string]int{}
			for _, one := range d {
				if one.page {
					read[one.site+one.path]++
				}
			}
			if once := slices.Repeat([]int{1}, 2*pages); !slices.Equal(slices.Collect(maps.Values(read)), once) {
				t.Errorf("pages read, and how often: %v", read)
			}
			if found := d.found(1000); found != 2*links {
				t.Errorf("found %d external links, want %d", found, 2*links)
			}
		})
	}
}
