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

// byLink uses one policy over the URLs of all sites.
type byLink struct {
	policy sites.PagePolicy
	state  [][]status           // by site
	from   map[int]sites.Origin // of the open URLs
	last   []bool               // sites that are done for now
}

func newByLink(name string, o Options) *byLink {
	b := &byLink{policy: sites.NewPagePolicy(name, o.Sites), state: make([][]status, o.Sites),
		from: map[int]sites.Origin{}, last: make([]bool, o.Sites)}
	for i := range o.Sites {
		b.add(i, site.Known{})
	}
	return b
}

// id returns the policy's number of a URL.
func id(i int, page uint32) int { return i<<32 | int(page) }

func (b *byLink) add(i int, k site.Known) {
	b.policy.Add(sites.Link{Site: i, Page: id(i, uint32(len(b.state[i]))), URL: k.Key})
	b.state[i] = append(b.state[i], waiting)
}

func (b *byLink) next() (int, uint32, bool) {
	for {
		number, from, ok := b.policy.Next()
		if !ok {
			return 0, 0, false
		}
		i, page := from.Site, uint32(number)
		if b.state[i][page] == waiting && !b.last[i] {
			b.open(i, page, from)
			return i, page, true
		}
	}
}

func (b *byLink) open(i int, page uint32, from sites.Origin) {
	b.state[i][page] = open
	b.from[id(i, page)] = from
}

func (b *byLink) done(i int, page uint32, out site.Outcome) {
	b.found(i, out.Known)
	b.state[i][page] = done
	b.last[i] = b.last[i] || out.Last
	if !out.Free {
		b.policy.Report(b.from[id(i, page)], out.Found)
	}
	if !out.Free || out.Kind != site.OutcomeMerged || out.Last { // otherwise pass passes the turn on
		delete(b.from, id(i, page))
	}
}

func (b *byLink) found(i int, known []site.Known) {
	for _, k := range known {
		b.add(i, k)
	}
}

func (b *byLink) pass(i int, page, target uint32) bool {
	from, takes := b.from[id(i, page)], b.state[i][target] == waiting
	if delete(b.from, id(i, page)); takes {
		b.open(i, target, from)
	}
	return takes
}

func (b *byLink) again(i int, page uint32) {
	b.last[i] = false
	b.open(i, page, sites.Origin{Site: i})
}

func (b *byLink) importance(int) []float64 { return nil }
