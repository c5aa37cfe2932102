package export

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// linkedRow is a row of linked.csv: a URL that pages link to or use, and what came of
// checking it.
type linkedRow struct {
	url, key, kinds, state, method, reason, chain, end, page string
	status, hops, pages, first                               int
}

// linkedTable is linked.csv.
var linkedTable = table[linkedRow]{name: "linked.csv", columns: []column[linkedRow]{
	{name: "url", text: func(r *linkedRow) *string { return &r.url }},
	{name: "normalized_url", text: func(r *linkedRow) *string { return &r.key }},
	{name: "kinds", text: func(r *linkedRow) *string { return &r.kinds }, repeats: true},
	{name: "state", text: func(r *linkedRow) *string { return &r.state }, repeats: true},
	{name: "status", number: func(r *linkedRow) *int { return &r.status }, optional: true},
	{name: "method", text: func(r *linkedRow) *string { return &r.method }, repeats: true},
	{name: "reason", text: func(r *linkedRow) *string { return &r.reason }, repeats: true},
	{name: "redirects", number: func(r *linkedRow) *int { return &r.hops }},
	{name: "chain", text: func(r *linkedRow) *string { return &r.chain }},
	{name: "final_url", text: func(r *linkedRow) *string { return &r.end }},
	{name: "pages", number: func(r *linkedRow) *int { return &r.pages }},
	{name: "first_page_id", number: func(r *linkedRow) *int { return &r.first }, optional: true},
	{name: "first_page", text: func(r *linkedRow) *string { return &r.page }},
}}

func isChecked(c *site.Crawl) bool { return c.Linked != nil }

func writeLinked(o *out, c *site.Crawl, _ Options) error {
	linkedTable.writeHeader(o)
	for row := range records(o, linkedRows(c)) {
		linkedTable.writeRow(o, &row)
	}
	return nil
}

// linkedRows yields the rows, in the order of the normalized URLs.
func linkedRows(c *site.Crawl) iter.Seq[linkedRow] {
	return func(yield func(linkedRow) bool) {
		for l := range slices.Values(c.Linked) {
			if !yield(rowOfLinked(l, c.Graph)) {
				return
			}
		}
	}
}

func rowOfLinked(l *site.Linked, g *site.Graph) linkedRow {
	check := l.Check
	row := linkedRow{url: l.URL, key: l.Key, state: string(check.State), status: check.Status, reason: check.Why(),
		hops: len(check.Hops), end: check.URL, pages: len(l.Pages)}
	var kinds, chain []string
	for _, k := range l.Kinds {
		kinds = append(kinds, string(k))
	}
	for _, h := range check.Hops {
		chain = append(chain, fmt.Sprintf("%d %s", h.Status, h.URL))
	}
	row.kinds, row.chain = strings.Join(kinds, " "), strings.Join(chain, " > ")
	switch {
	case check.State == site.LinkUnchecked:
		row.state = "not-checked"
	case check.Get:
		row.method = "GET"
	case check.Status != 0 && check.State != site.LinkRobots:
		row.method = "HEAD"
	}
	if len(l.Pages) > 0 {
		row.first = int(l.Pages[0])
		row.page = g.Pages[row.first-1].URL
	}
	return row
}
