package sites

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"testing"

	"sitegraph/results"
	"sitegraph/site"
)

// finished is a finished crawl as a site: its pages, with an internal link for each arc and with their external URLs,
// and the URLs that failed, which the first page that linked to them links to again. Aliases are left out: arcs lead
// to the page that stands for them. The links of a page are in the order of the crawl, as in the replay.
type finished struct {
	name     string
	graph    *site.Graph
	pages    map[string]int // by path
	paths    []string       // of the pages
	external [][]string     // of each page
	broken   [][]site.Page  // URLs that failed, of each page
	failures map[string]int // the status of each
}

// readFinished reads a result folder.
func readFinished(t *testing.T, folder string) *finished {
	t.Helper()
	c, err := results.ReadFolder(folder)
	must(t, err)
	n := len(c.Graph.Pages)
	f := &finished{name: c.Name, graph: c.Graph, pages: map[string]int{}, external: make([][]string, n),
		broken: make([][]site.Page, n), failures: map[string]int{}}
	keys := map[string]int{}
	for i, p := range c.Graph.Pages {
		path := strings.TrimPrefix(p.URL, c.Site)
		f.pages[path], keys[p.Key] = i, i
		f.paths = append(f.paths, path)
	}
	for link, err := range c.External {
		must(t, err)
		f.external[link.Source-1] = append(f.external[link.Source-1], link.URL)
	}
	for e, err := range c.Ledger {
		must(t, err)
		from, ok := keys[e.From]
		path := strings.TrimPrefix(e.URL, c.Site)
		if !ok || e.Level < 1 || e.State != site.StateStatus && e.State != site.StateFailed {
			continue
		}
		f.failures[path] = http.StatusNotFound
		if e.State == site.StateStatus {
			f.failures[path] = e.Status
		}
		f.broken[from] = append(f.broken[from], site.Page{URL: path, Key: e.Key, Level: e.Level})
	}
	return f
}

func (f *finished) answer(path string) (answer, bool) {
	if status := f.failures[path]; status != 0 {
		return answer{status: status}, true
	}
	i, ok := f.pages[path]
	if !ok {
		return answer{}, false
	}
	internal := slices.Clone(f.broken[i])
	targets, _ := f.graph.Out(i)
	for _, p := range targets {
		target := f.graph.Pages[p]
		target.URL = f.paths[p]
		internal = append(internal, target)
	}
	slices.SortFunc(internal, func(a, b site.Page) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.Key, b.Key))
	})
	a := answer{status: http.StatusOK, links: slices.Clone(f.external[i])}
	for _, p := range internal {
		a.links = append(a.links, p.URL)
	}
	return a, true
}

// links counts the distinct external URLs, in BeeBot's normal form.
func (f *finished) links() int {
	known := map[string]bool{}
	for _, page := range f.external {
		for _, link := range page {
			known[strings.TrimSuffix(strings.ToLower(link), "/")] = true
		}
	}
	return len(known)
}
