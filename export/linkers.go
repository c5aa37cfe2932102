package export

import (
	"slices"

	"sitegraph/site"
)

type linkerRow struct {
	kind, url string
	source    int
}

// linkerTable has the columns of problems.csv that Linkers reads back.
var linkerTable = table[linkerRow]{name: "problems.csv", columns: []column[linkerRow]{
	{name: "kind", text: func(r *linkerRow) *string { return &r.kind }, repeats: true},
	{name: "url", text: func(r *linkerRow) *string { return &r.url }, repeats: true},
	{name: "source", number: func(r *linkerRow) *int { return &r.source }, optional: true, later: true},
}}

// Linkers restores from problems.csv, if present, the part of [site.Crawl.Mentions] about URLs with some kinds of
// problems. It also completes the pages in [site.Crawl.Linked]. A changed file is an error.
func (f *Folder) Linkers(c *site.Crawl, ofLinks func(kind string) bool) (func(key string) []int, error) {
	byURL, err := f.linkersByURL(len(c.Graph.Pages), ofLinks)
	if err != nil || len(byURL) == 0 {
		return c.Mentions, err
	}
	for _, l := range c.Linked {
		if ids := byURL[l.URL]; len(ids) == l.Count {
			l.Pages = l.Pages[:0]
			for _, id := range ids {
				l.Pages = append(l.Pages, int32(id))
			}
		}
	}
	known := map[string][]int{}
	for e, err := range c.Ledger {
		if err != nil {
			return nil, err
		}
		if ids, ok := byURL[e.URL]; ok {
			known[e.Key] = ids
		}
	}
	return func(key string) []int { return known[key] }, nil
}

func (f *Folder) linkersByURL(pages int, ofLinks func(kind string) bool) (map[string][]int, error) {
	all := map[string][]int{}
	err := each(f, linkerTable, func(r *tableReader[linkerRow], row *linkerRow) error {
		if row.source == 0 {
			return nil
		}
		if ofLinks(row.kind) {
			all[row.url] = append(all[row.url], row.source)
		}
		return pageID(r, "source", row.source, pages)
	})
	for url, ids := range all {
		slices.Sort(ids)
		all[url] = slices.Compact(ids)
	}
	return all, err
}

// problemKey identifies a problem across crawls by its kind, its URL, and the URL of the page to mend.
type problemKey [3]string

var problemKeyTable = table[problemKey]{name: "problems.csv", columns: []column[problemKey]{
	{name: "kind", text: func(k *problemKey) *string { return &k[0] }, repeats: true},
	{name: "url", text: func(k *problemKey) *string { return &k[1] }, repeats: true},
	{name: "source_url", text: func(k *problemKey) *string { return &k[2] }, optional: true, repeats: true},
}}

// ProblemKeys returns the problems that a result folder lists, each by its kind, its URL and the page to mend. It
// returns nil if the folder has no problems.csv.
func ProblemKeys(dir string) (map[[3]string]bool, error) {
	f, err := Open(dir)
	if err != nil || f.files[problemKeyTable.name].Name == "" {
		return nil, err
	}
	all := map[[3]string]bool{}
	err = each(f, problemKeyTable, func(_ *tableReader[problemKey], k *problemKey) error {
		all[*k] = true
		return nil
	})
	return all, err
}
