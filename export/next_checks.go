package export

import (
	"slices"

	"sitegraph/site"
)

type nextCheck struct {
	site.NextCheck
	rank, id int
	url      string
	chance   float64
}

// nextTable is next_checks.csv: the pages that the next iteration would check.
var nextTable = table[nextCheck]{name: "next_checks.csv", columns: []column[nextCheck]{
	{name: "rank", number: func(n *nextCheck) *int { return &n.rank }},
	{name: "Id", number: func(n *nextCheck) *int { return &n.id }},
	{name: "url", text: func(n *nextCheck) *string { return &n.url }, computed: true},
	{name: "reason", text: func(n *nextCheck) *string { return (*string)(&n.Why) }, repeats: true},
	{name: "chance", share: func(n *nextCheck) *float64 { return &n.chance }, computed: true},
	{name: "age", real: func(n *nextCheck) *float64 { return &n.Age }},
	{name: "index", real: func(n *nextCheck) *float64 { return &n.Index }},
}}

func hasBelief(c *site.Crawl) bool { return c.Watched != nil && c.Watched.Belief != nil }

func writeNextChecks(o *out, c *site.Crawl, _ Options) error {
	b := c.Watched.Belief
	return nextTable.write(o, func(yield func(nextCheck, error) bool) {
		for k, next := range b.Next {
			row := nextCheck{next, k + 1, next.Page + 1, c.Graph.Pages[next.Page].URL, b.Chance[next.Page]}
			if !yield(row, nil) {
				return
			}
		}
	})
}

// belief reads what the policy of the settings believes of the site, apart from
// the chances, which nodes.csv has; nil if the folder lacks them or the table.
func (f *Folder) belief() (*site.Belief, error) {
	if _, ok := f.files[nextTable.name]; !ok || !f.believed {
		return nil, nil
	}
	b := &site.Belief{Policy: f.Manifest.Settings["revisit.policy"]}
	reasons := []site.CheckReason{site.CheckGone, site.CheckWorth, site.CheckScent, site.CheckWaiting}
	err := each(f, nextTable, func(r *tableReader[nextCheck], n *nextCheck) error {
		switch {
		case n == nil:
			return nil
		case n.rank != len(b.Next)+1:
			return r.damage("rank is %d, not %d: they are counted from 1", n.rank, len(b.Next)+1)
		case n.id < 1 || n.id > f.Manifest.Counts.Pages:
			return r.damage("Id is %d: there are %d pages", n.id, f.Manifest.Counts.Pages)
		case !slices.Contains(reasons, n.Why):
			return r.damage("reason %s is unknown", shown(n.Why))
		}
		n.Page = n.id - 1
		b.Next = append(b.Next, n.NextCheck)
		return nil
	})
	return b, err
}
