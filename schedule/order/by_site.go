package order

import (
	"cmp"

	"sitegraph/schedule/page"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

type pageOrder interface {
	// add takes a newly known URL and gives it the next number.
	add(site.Known)
	// next takes a waiting URL. It returns none while the order waits for reports.
	next() (page uint32, ok bool)
	// ready reports whether next would return a URL.
	ready() bool
	// take takes a URL out of turn. It returns false if the URL is not waiting.
	take(page uint32) bool
	// done reports the result of a taken URL.
	done(page uint32, out site.Outcome)
	// again takes a URL once more.
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

// of returns the order of a site, and creates it at first use.
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

// rest puts a site to sleep while it has no URL to take.
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

// status tells how far a URL has come.
type status uint8

const (
	waiting status = iota
	open           // decided, not reported
	done
)
