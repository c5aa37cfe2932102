package export

import (
	"iter"
	"maps"
	"slices"

	"sitegraph/site"
)

// ledgerTable is ledger.csv, which says what became of every URL ever seen.
var ledgerTable = table[site.Entry]{name: "ledger.csv", columns: []column[site.Entry]{
	{name: "normalized_url", text: func(e *site.Entry) *string { return &e.Key }, isURL: true},
	{name: "url", text: func(e *site.Entry) *string { return &e.URL }, isURL: true},
	{name: "state", text: func(e *site.Entry) *string { return (*string)(&e.State) }, repeats: true},
	{name: "level", number: func(e *site.Entry) *int { return &e.Level }, optional: true, none: -1},
	{name: "status", number: func(e *site.Entry) *int { return &e.Status }, optional: true, most: 999},
	{name: "reason", text: func(e *site.Entry) *string { return &e.Reason.Text }},
	{name: "page", text: func(e *site.Entry) *string { return &e.Page }, isURL: true},
	{name: "from", text: func(e *site.Entry) *string { return &e.From }, isURL: true},
	{name: "class", later: true, repeats: true, text: func(e *site.Entry) *string {
		return (*string)(&e.Reason.Failure.Class)
	}},
	{name: "limit", later: true, text: func(e *site.Entry) *string { return &e.Reason.Limit }, repeats: true},
	{name: "target", later: true, text: func(e *site.Entry) *string { return &e.Reason.Target }},
	{name: "target_state", later: true, repeats: true, text: func(e *site.Entry) *string {
		return (*string)(&e.Reason.TargetState)
	}},
	{name: "location", later: true, text: func(e *site.Entry) *string { return &e.Location }},
	{name: "linked_from", later: true, text: func(e *site.Entry) *string { return &e.LinkedFrom }},
}}

// Ledger returns ledger.csv with a row for each URL, but without the pages that link to it.
func Ledger(c *site.Crawl) Listing { return List(ledgerTable.name, c.Ledger, LedgerRow) }

// LedgerRow adds the cells of a row of [Ledger].
func LedgerRow(r *Row, e *site.Entry) {
	e.Reason.Text = e.Why()
	if e.Location == e.Reason.Target {
		e.Location = "" // target already has it
	}
	ledgerTable.cells(r, e)
}

func writeLedger(o *out, c *site.Crawl, _ Options) error {
	from := c.LinkedFrom()
	return List(ledgerTable.name, c.Ledger, func(r *Row, e *site.Entry) {
		e.LinkedFrom = from(*e)
		LedgerRow(r, e)
	}).write(o)
}

func (f *Folder) ledger(keys *site.Index, pages int) iter.Seq2[site.Entry, error] {
	return rows(f, ledgerTable, func() tableCheck[site.Entry] {
		check := ledgerCheck{counts: f.Manifest.Counts.States, counted: map[site.State]int{}, keys: keys, pages: pages}
		return tableCheck[site.Entry]{check.row, check.end}
	})
}

// ledgerCheck checks the order of the ledger, its pages, and the number of entries in each state.
type ledgerCheck struct {
	counts, counted map[site.State]int
	keys            *site.Index
	pages           int
	last            site.Entry
}

func (c *ledgerCheck) row(r *tableReader[site.Entry], e *site.Entry) error {
	outside, after := e.State == site.StateExternal, c.last.State == site.StateExternal
	switch {
	case after && !outside:
		return r.damage("a URL of the site after external ones")
	case after == outside && e.Key <= c.last.Key:
		return r.damage("normalized_url %s after %s: the rows are sorted by it", shown(e.Key), shown(c.last.Key))
	case c.counts[e.State] <= c.counted[e.State]:
		return r.damage("state %s: the manifest counts %d of them", shown(e.State), c.counts[e.State])
	}
	for _, key := range []string{e.Page, e.From} {
		if key == "" {
			continue
		}
		if err := checkPage(r, c.keys, key); err != nil {
			return err
		}
	}
	for id := range site.IDs(e.LinkedFrom) {
		if err := pageID(r, "linked_from", id, c.pages); err != nil {
			return err
		}
	}
	c.counted[e.State]++
	c.last = *e
	return nil
}

func (c *ledgerCheck) end(r *tableReader[site.Entry]) error {
	for _, state := range slices.Sorted(maps.Keys(c.counts)) {
		if got, want := c.counted[state], c.counts[state]; got != want {
			return r.mismatch("%d URLs of the state %s, the manifest counts %d", got, shown(state), want)
		}
	}
	return nil
}

var aliasKinds = []string{site.AliasRedirect, site.AliasDuplicate, site.AliasBoth, site.AliasRule, site.AliasCanonical}

// aliasesTable is aliases.csv, which lists URLs that are not pages of their own.
var aliasesTable = table[site.Alias]{name: "aliases.csv", columns: []column[site.Alias]{
	{name: "normalized_url", text: func(a *site.Alias) *string { return &a.Key }},
	{name: "page", text: func(a *site.Alias) *string { return &a.Page }},
	{name: "kind", text: func(a *site.Alias) *string { return &a.Kind }, repeats: true},
	{name: "held_for", text: func(a *site.Alias) *string { return &a.HeldFor }, repeats: true, later: true, of: holds},
	{name: "differs_in", text: func(a *site.Alias) *string { return &a.DiffersIn }, repeats: true, later: true,
		of: holds},
	{name: "own_links", number: func(a *site.Alias) *int { return &a.Links }, later: true, of: holds},
}}

// holds reports whether any alias of a crawl has other bytes than its page.
func holds(c *site.Crawl) bool {
	return slices.ContainsFunc(c.Aliases, func(a site.Alias) bool { return a.HeldFor != "" })
}

func (f *Folder) readAliases(c *site.Crawl, keys *site.Index) error {
	last := ""
	return each(f, aliasesTable, func(r *tableReader[site.Alias], a *site.Alias) error {
		switch {
		case a.Key <= last:
			return r.damage("normalized_url %s after %s: the rows are sorted by it", shown(a.Key), shown(last))
		case !slices.Contains(aliasKinds, a.Kind):
			return r.damage("kind %s is unknown", shown(a.Kind))
		}
		c.Aliases, last = append(c.Aliases, *a), a.Key
		return checkPage(r, keys, a.Page)
	})
}

func checkPage[T any](r *tableReader[T], keys *site.Index, key string) error {
	if _, ok := keys.Find(key); !ok {
		return r.damage("%s is not a normalized_url of %s", shown(key), nodesTable.name)
	}
	return nil
}
