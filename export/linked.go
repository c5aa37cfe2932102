package export

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

type linkedRow struct {
	url, key, kinds, state, method, reason, chain, end, page string
	status, hops, pages, first                               int
}

var linkedTable = table[linkedRow]{name: "linked.csv", columns: []column[linkedRow]{
	{name: "url", text: func(r *linkedRow) *string { return &r.url }, isURL: true},
	{name: "normalized_url", text: func(r *linkedRow) *string { return &r.key }},
	{name: "kinds", text: func(r *linkedRow) *string { return &r.kinds }, repeats: true},
	{name: "state", text: func(r *linkedRow) *string { return &r.state }, repeats: true},
	{name: "status", number: func(r *linkedRow) *int { return &r.status }, optional: true},
	{name: "method", text: func(r *linkedRow) *string { return &r.method }, repeats: true},
	{name: "reason", text: func(r *linkedRow) *string { return &r.reason }, repeats: true},
	{name: "redirects", number: func(r *linkedRow) *int { return &r.hops }},
	{name: "chain", text: func(r *linkedRow) *string { return &r.chain }},
	{name: "final_url", text: func(r *linkedRow) *string { return &r.end }, isURL: true},
	{name: "pages", number: func(r *linkedRow) *int { return &r.pages }},
	{name: "first_page_id", number: func(r *linkedRow) *int { return &r.first }, optional: true},
	{name: "first_page", text: func(r *linkedRow) *string { return &r.page }, isURL: true},
}}

// Linked returns linked.csv, with a row for each checked URL that pages link to or use.
func Linked(all []*site.Linked, g *site.Graph) Listing {
	rows := rowsOf(all, func(l *site.Linked) linkedRow { return rowOfLinked(l, g) })
	return List(linkedTable.name, rows, linkedTable.cells)
}

func rowOfLinked(l *site.Linked, g *site.Graph) linkedRow {
	check := l.Check
	row := linkedRow{url: l.URL, key: l.Key, kinds: l.KindNames(), state: check.State.Name(), status: check.Status,
		reason: check.Why(), hops: len(check.Hops), end: check.URL, pages: l.PageCount()}
	chain := site.Each(check.Hops, func(h site.LinkHop) string { return fmt.Sprintf("%d %s", h.Status, h.URL) })
	row.chain = strings.Join(chain, " > ")
	switch {
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

func (f *Folder) readLinked(c *site.Crawl) error {
	if _, ok := f.files[linkedTable.name]; !ok {
		return nil
	}
	c.Linked = []*site.Linked{}
	return each(f, linkedTable, func(r *tableReader[linkedRow], row *linkedRow) error {
		if n := len(c.Linked); n > 0 && row.key <= c.Linked[n-1].Key {
			return r.damage("%s after %s: the rows are sorted by normalized_url", shown(row.key),
				shown(c.Linked[n-1].Key))
		}
		l, err := row.parse(len(c.Graph.Pages))
		if err != nil {
			return r.damage("%v", err)
		}
		c.Linked = append(c.Linked, l)
		return nil
	})
}

func (r *linkedRow) parse(pages int) (*site.Linked, error) {
	l := &site.Linked{Key: r.key, URL: r.url, Count: r.pages}
	for name := range strings.FieldsSeq(r.kinds) {
		if !slices.Contains(site.LinkedKinds(), site.LinkedKind(name)) {
			return nil, fmt.Errorf("kind %s is not known", shown(name))
		}
		l.Kinds = append(l.Kinds, site.LinkedKind(name))
	}
	if len(l.Kinds) == 0 {
		return nil, errors.New("no kind")
	}
	if r.first < 0 || r.first > pages {
		return nil, fmt.Errorf("first_page_id is %d among %d pages", r.first, pages)
	}
	if r.first > 0 {
		l.Pages = []int32{int32(r.first)}
	}
	if r.state == site.NotChecked {
		return l, nil
	}
	if !slices.Contains(site.LinkStates(), site.LinkState(r.state)) {
		return nil, fmt.Errorf("state %s is not known", shown(r.state))
	}
	c := site.LinkCheck{State: site.LinkState(r.state), Status: r.status, Get: r.method == "GET", URL: r.end}
	for hop := range strings.SplitSeq(r.chain, " > ") {
		status, url, ok := strings.Cut(hop, " ")
		if number, err := strconv.Atoi(status); ok && err == nil {
			c.Hops = append(c.Hops, site.LinkHop{URL: url, Status: number})
		}
	}
	l.Check = site.ReadBack(c, r.reason)
	return l, nil
}

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
			l.Pages = append(l.Pages, site.Each(ids, func(id int) int32 { return int32(id) })...)
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
