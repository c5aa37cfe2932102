package order

import (
	"cmp"

	"sitegraph/schedule/page"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

type pageOrder interface {
	// add takes a URL that became known; its number is the next one.
	add(site.Known) error
	// next takes a URL that waits; there is none while the order waits for reports.
	next() (page uint32, ok bool)
	// ready reports whether next has one.
	ready() bool
	// take takes a URL out of its turn, and is false if it does not wait.
	take(page uint32) bool
	// done reports what became of a URL that was taken.
	done(page uint32, out site.Outcome) error
	// again takes a URL once more.
	again(page uint32)
	importance() []float64
}

// bySite has a rule that chooses the site, and an order for each site.
type bySite struct {
	rule  *sites.Policy
	pages []pageOrder // nil: only the home page is known
	make  func(i int) (pageOrder, error)
	last  []bool // sites that are done for now
}

func newBySite(o Options) (*bySite, error) {
	build, err := newPageOrder(o)
	if err != nil {
		return nil, err
	}
	options := sites.Options{Sites: o.Sites, Quantum: o.Quantum, Block: o.Block, Start: o.Start}
	name := cmp.Or(o.Rule, All)
	switch name {
	case All:
		name, options.Quantum = "quantum", 1
	case "r1":
		options.Budget = o.Budget
	}
	rule, err := sites.New(name, options)
	if err != nil {
		return nil, err
	}
	return &bySite{rule: rule, make: build, pages: make([]pageOrder, o.Sites), last: make([]bool, o.Sites)}, nil
}

func newPageOrder(o Options) (func(i int) (pageOrder, error), error) {
	if cmp.Or(o.Pages, Levels) == Levels {
		return func(int) (pageOrder, error) { return &byDepth{}, nil }, nil
	}
	if _, err := page.New(o.Pages, o.Seed); err != nil {
		return nil, err
	}
	return func(i int) (pageOrder, error) {
		p, err := page.New(o.Pages, o.Seed)
		return &byRank{policy: p, links: func(page uint32) []uint32 { return o.Links(i, page) }}, err
	}, nil
}

// of returns the order of a site, which is made when it is first needed.
func (b *bySite) of(i int) (pageOrder, error) {
	if b.pages[i] != nil {
		return b.pages[i], nil
	}
	p, err := b.make(i)
	if err == nil {
		b.pages[i] = p
		err = p.add(site.Known{})
	}
	return p, err
}

func (b *bySite) next() (int, uint32, bool) {
	for {
		i, ok := b.rule.Next()
		if !ok {
			return 0, 0, false
		}
		p, err := b.of(i)
		if err != nil {
			return 0, 0, false // the settings were checked: there is no such error
		}
		page, ok := p.next()
		b.rest(i)
		if ok {
			return i, page, true
		}
		if b.rule.Free(i) != nil {
			return 0, 0, false
		}
	}
}

// rest has a site sleep while it has no URL to take.
func (b *bySite) rest(i int) {
	b.rule.Sleep(i, b.last[i] || !b.pages[i].ready())
}

func (b *bySite) done(i int, page uint32, out site.Outcome) error {
	p, err := b.of(i)
	if err != nil {
		return err
	}
	if err := b.found(i, out.Known); err != nil {
		return err
	}
	if err := p.done(page, out); err != nil {
		return err
	}
	b.last[i] = b.last[i] || out.Last
	defer b.rest(i)
	switch {
	case !out.Free:
		return b.rule.Report(i, sites.Page{New: out.Found, Again: out.Again})
	case out.Kind == site.OutcomeMerged && !out.Last:
		return nil // pass has the turn
	}
	return b.rule.Free(i)
}

func (b *bySite) found(i int, known []site.Known) error {
	for _, k := range known {
		if err := b.pages[i].add(k); err != nil {
			return err
		}
	}
	b.rest(i)
	return nil
}

func (b *bySite) pass(i int, _, target uint32) (bool, error) {
	defer b.rest(i)
	if b.pages[i].take(target) {
		return true, nil
	}
	return false, b.rule.Free(i)
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
