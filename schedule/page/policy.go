// Package page decides which page of a site to read next. It has OPIC, the online computation of page
// importance (Abiteboul, Preda, Cobena, "Adaptive On-Line Page Importance Computation", WWW 2003), better
// policies for crawlers that keep the links of the pages they have read, and simple rules to compare with. It
// knows nothing of HTTP or files: the caller reports what it found and asks for a page.
//
//	policy.Discovered(0, now)
//	for page, ok := policy.Next(); ok; page, ok = policy.Next() {
//		links := read(page)
//		for each link to a page not seen before { policy.Discovered(next, now) }
//		policy.Read(page, links, now)
//	}
//
// The caller numbers pages from 0, in the order of their discovery; their number need not be known. It may
// ask for several pages before it reports the first, and reports may come late and in any order: a page that
// was asked for is not asked for again before it is reported as Read or Gone. A page that cannot be read for
// good is Gone; one that is to be tried again is simply not reported yet.
//
// With the same seed a policy makes the same decisions.
//
//	policy.go         the interface, the policies by name and their options
//	opic.go           OPIC: pages are read again and again
//	choice.go         which page OPIC reads: greedy, cycle, random
//	read_once.go      policies that read every page once, their links; random, backlinks
//	stored.go         stored: OPIC along stored links, without downloads
//	rank.go           pagerank-of-known: the PageRank of what is known
//	auto.go           auto: the PageRank that is expected
//	expected_rank.go  its power iteration
//	link_model.go     how unread pages are expected to link, learnt from read ones
//	states.go         which pages are unread, read or gone; sums without rounding errors
//	queue.go          pages by a key, the greatest first
package page

import (
	"fmt"

	"sitegraph/site"
)

// Policy decides which page is read next. Times are on the caller's clock, in any unit; only the sliding
// window uses them. A time before the last one counts as the last one. An error leaves the policy as it was.
type Policy interface {
	// Discovered reports a new page. Its number is one more than that of the
	// page discovered before; a page that is known already is ignored.
	Discovered(page uint32, at float64) error
	// Read reports that a page was read and which pages it links to, all of which must be known. A link that
	// occurs twice counts once. When a page is read again, its new links replace the old ones.
	Read(page uint32, links []uint32, at float64) error
	// Gone reports that a page does not exist, or must not be read. It is not
	// asked for again. If it is Read nevertheless, it exists again.
	Gone(page uint32, at float64) error
	// Next asks for a page. There is none when all are gone, asked for and not
	// reported, or, for policies that read every page once, read.
	Next() (page uint32, ok bool)
	// Importance estimates the importance of the pages: a value for each, 1 in sum; pages that are gone fade
	// to 0. It is nil if the policy does not estimate importance (random). It changes nothing.
	Importance() []float64
}

// Options are the settings of a policy; the zero value is valid.
type Options struct {
	// Seed is that of the random numbers.
	Seed uint64
	// Rest is the share of all credit that may rest on a page that was read, 0 is 1e-5; stored only.
	Rest float64
}

// policies holds the policies by name; it is never written to.
var policies = map[string]func(Options) Policy{
	"auto":              func(o Options) Policy { return newReadOnce(o, &auto{}) },
	"stored":            func(o Options) Policy { return Stored{newReadOnce(o, &stored{})} },
	"random":            func(o Options) Policy { return newReadOnce(o, shuffled{}) },
	"backlinks":         func(o Options) Policy { return newReadOnce(o, &backlinks{}) },
	"opic-greedy":       func(Options) Policy { return &opic{choice: greedy} },
	"opic-cycle":        func(Options) Policy { return &opic{choice: newCycle()} },
	"opic-random":       func(o Options) Policy { return &opic{choice: newUniform(o.Seed)} },
	"pagerank-of-known": func(o Options) Policy { return newReadOnce(o, &rank{}) },
}

// Known lists the names of the policies.
func Known() []string { return site.Names(policies) }

// New makes a policy by its name.
func New(name string, o Options) (Policy, error) {
	build, err := site.Lookup("page policy", name, policies)
	if err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("page policy %s: %w", name, err)
	}
	return build(o.filled()), nil
}

func (o Options) check() error {
	if !(o.Rest >= 0 && o.Rest < 1) {
		return fmt.Errorf("the share that may rest is %v; it must be at least 0 and less than 1", o.Rest)
	}
	return nil
}

func (o Options) filled() Options {
	if o.Rest == 0 {
		o.Rest = 1e-5
	}
	return o
}

// delta is the share of a page's cash that goes to the virtual page, and the chance to jump in the PageRank of the
// other policies.
const delta = 0.15

// split returns which share of its cash a page with that many links gives to the virtual page and to each link.
func split(links int) (virtual, each float64) {
	if links == 0 {
		return 1, 0
	}
	return delta, (1 - delta) / float64(links)
}
