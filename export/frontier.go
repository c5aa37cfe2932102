package export

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

const maxCandidates = 10_000

// frontierTable is frontier.csv, which lists the URLs most worth fetching next.
var frontierTable = table[site.Candidate]{name: "frontier.csv", columns: []column[site.Candidate]{
	{name: "url", text: func(c *site.Candidate) *string { return &c.URL }},
	{name: "normalized_url", text: func(c *site.Candidate) *string { return &c.Key }},
	{name: "level", number: func(c *site.Candidate) *int { return &c.Depth }},
	{name: "importance", share: func(c *site.Candidate) *float64 { return &c.Importance }},
}}

// writeFrontier sorts URLs by rounded importance, then by normalized URL.
func writeFrontier(o *out, c *site.Crawl, _ Options) error {
	var first []site.Candidate
	for candidate := range c.Frontier {
		if len(first) == maxCandidates {
			break
		}
		candidate.Importance = rounded(candidate.Importance)
		first = append(first, candidate)
	}
	site.Sort(first, byImportance)
	return frontierTable.writeAll(o, places(first))
}

func byImportance(a, b site.Candidate) int {
	return cmp.Or(cmp.Compare(b.Importance, a.Importance), cmp.Compare(a.Key, b.Key))
}

// readFrontier reads frontier.csv if it exists and the pages are ranked.
func (f *Folder) readFrontier(crawl *site.Crawl) error {
	if _, ok := f.files[frontierTable.name]; !ok || !f.ranked {
		return nil
	}
	var all []site.Candidate
	err := each(f, frontierTable, func(r *tableReader[site.Candidate], c *site.Candidate) error {
		if n := len(all); n > 0 && byImportance(all[n-1], *c) >= 0 {
			return r.damage("%s after %s: the rows are sorted by importance, then by normalized_url",
				shown(c.Key), shown(all[n-1].Key))
		}
		all = append(all, *c)
		return nil
	})
	crawl.Frontier = slices.Values(all)
	return err
}
