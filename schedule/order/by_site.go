package order

import (
	"cmp"

	"sitegraph/schedule/page"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

type pageOrder interface {
	// add takes a URL that became known; its number is the next one.
	add(site.Known)
	// next takes a URL that waits; there is none while the order waits for reports.
	next() (page uint32, ok bool)
	// ready reports whether next has one.
	ready() bool
	// take takes a URL out of its turn, and is false if it does not wait.
	take(page uint32) bool
	// done reports what became of a URL that was taken.
	done(page uint32, out site.Outcome)
	// again takes a URL again.
	again(page uint32)
	importance() []float64
}

// bySite has a rule that chooses the site, and an order for each site.
type bySite struct {
	Options
	rule  *sites.Policy
	pages []pageOrder // nil: only the home page is known
	last  []bool      // sites that are done for now
}

func newBySite(o Options) *bySite {
	options := sites.Options{Sites: o.Sites, Quantum: o.Quantum, Block: o.Block, Start: o.Start}
	name := cmp.Or(o.Rule, All)
	switch name {
	case All:
		name, options.Quantum = "quantum", 1
	case "r1":
		options.Budget = o.Budget
	}
	return &bySite{Options: o, rule: sites.New(name, options), pages: make([]pageOrder, o.Sites),
		last: make([]bool, o.Sites)}
}

func (b *bySite) newPageOrder(i int) pageOrder {
	if cmp.Or(b.Pages, Levels) == Levels {
		return &byDepth{}
	}
	return &byRank{policy: page.New(b.Pages, b.Seed), links: func(page uint32) []uint32 { return b.Links(i, page) }}
}

// of returns the order of a site, and makes it when it is first needed.
func (b *bySite) of(i int) pageOrder {
	if b.pages[i] == nil {
		b.pages[i] = b.newPageOrder(i)
		b.pages[i].add(site.Known{})
	}
	return b.pages[i]
}

func (b *bySite) next() (int, uint32, bool) {
	for {
		i, ok := b.rule.Next()
		if !ok {
			return 0, 0, false
		}
		page, ok := b.of(i).next()
		b.rest(i)
		if ok {
			return i, page, true
		}
		b.rule.Free(i)
	}
}

// rest makes a site sleep while it has no URL to take.
func (b *bySite) rest(i int) {
	b.rule.Sleep(i, b.last[i] || !b.pages[i].ready())
}

func (b *bySite) done(i int, page uint32, out site.Outcome) {
	p := b.of(i)
	b.found(i, out.Known)
	p.done(page, out)
	b.last[i] = b.last[i] || out.Last
	defer b.rest(i)
	switch {
	case !out.Free:
		b.rule.Report(i, sites.Page{New: out.Found, Again: out.Again})
	case out.Kind != site.OutcomeMerged || out.Last: // otherwise pass passes the turn on
		b.rule.Free(i)
	}
}

func (b *bySite) found(i int, known []site.Known) {
	for _, k := range known {
		b.pages[i].add(k)
	}
	b.rest(i)
}

func (b *bySite) pass(i int, _, target uint32) bool {
	defer b.rest(i)
	taken := b.pages[i].take(target)
	if !taken {
		b.rule.Free(i)
	}
	return taken
}

func (b *bySite) again(i int, page uint32) {
	b.last[i] = false
	b.pages[i].again(page)
	b.rule.Asked(i)
}

func (b *bySite) importance(i int) []float64 {
	if b.pages[i] == nil {
		return nil
	}
	return b.pages[i].importance()
}

// status is where a URL is between being known and being done.
type status uint8

const (
	waiting status = iota
	open           // decided about, not reported
	done
)
