// Package page decides which page of a site to read next. It has AOPIC, the online computation of page importance
// (Abiteboul, Preda, Cobena, "Adaptive On-Line Page Importance Computation", WWW 2003), better policies for
// crawlers that keep the links of the pages they have read, and simple rules to compare with. It knows nothing of
// HTTP or files: the caller reports what it found and asks for a page.
//
//	policy.Discovered(0, now)
//	for page, ok := policy.Next(); ok; page, ok = policy.Next() {
//		links := read(page)
//		for each link to a page not seen before { policy.Discovered(next, now) }
//		policy.Read(page, links, now)
//	}
//
// The caller numbers pages from 0, in the order of their discovery; their number need not be known. It may ask for
// several pages before it reports the first, and reports may come late and in any order: a page that was asked for
// is not asked for again before it is reported as Read or Gone. A page that cannot be read for good is Gone; one
// that is to be tried again is simply not reported yet.
//
// With the same seed a policy makes the same decisions.
//
//	policy.go         the interface, the policies by name and their options
//	opic.go           OPIC and AOPIC: pages are read again and again
//	choice.go         which page OPIC reads: greedy, cycle, random
//	window.go         the history of a page, with and without window
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
	"math"

	"sitegraph/site"
)

// Policy decides which page is read next. Times are on the caller's clock, in any unit; only the sliding window
// uses them. A time before the last one counts as the last one. An error leaves the policy as it was.
type Policy interface {
	// Discovered reports a new page. Its number is one more than that of the
	// page discovered before; a page that is known already is ignored.
	Discovered(page uint32, at float64) error
	// Read reports that a page was read and which pages it links to, all of which must be known. A link that occurs
	// twice counts once. When a page is read again, its new links replace the old ones.
	Read(page uint32, links []uint32, at float64) error
	// Gone reports that a page does not exist, or must not be read. It is not
	// asked for again. If it is Read nevertheless, it exists again.
	Gone(page uint32, at float64) error
	// Next asks for a page. There is none when all are gone, asked for and not
	// reported, or, for policies that read every page once, read.
	Next() (page uint32, ok bool)
	// Importance estimates the importance of the pages: a value for each, 1 in sum; pages that are gone fade to 0.
	// It is nil if the policy does not estimate importance (random). It changes nothing.
	Importance() []float64
}

// Options are the settings of a policy; the zero value is valid.
type Options struct {
	// Seed is that of the random numbers.
	Seed uint64
	// Delta is the share of a page's cash that goes to the virtual page, and
	// the chance to jump in the PageRank of the others; 0 is 0.15.
	Delta float64
	// Paper does as the document does: the virtual page is one more link of every page, whatever Delta is, and of
	// pages with equal cash greedy takes the first discovered, not the least recently read.
	Paper bool
	// Unread is the share of the virtual page's cash that goes to unread pages
	// only, 0 to 1; the rest goes to all pages. OPIC only.
	Unread float64
	// Window is the time after which history is forgotten; 0 is never. OPIC only.
	Window float64
	// Sweeps, if not 0, sets the window to that many times the median time in which every page is read once; until
	// that is known nothing is forgotten. 10 is a good value for a site that is read for ever. OPIC only.
	Sweeps float64
	// Rest is the share of all credit that may rest on a page that was read, 0 is 1e-5; stored only.
	Rest float64
}

// policies holds the policies by name; it is never written to.
var policies = map[string]func(Options) Policy{
	"auto":              func(o Options) Policy { return newReadOnce(o, &auto{}) },
	"stored":            func(o Options) Policy { return Stored{newReadOnce(o, &stored{})} },
	"random":            func(o Options) Policy { return newReadOnce(o, shuffled{}) },
	"backlinks":         func(o Options) Policy { return newReadOnce(o, &backlinks{}) },
	"opic-greedy":       func(o Options) Policy { return newOPIC(o, greedy) },
	"opic-cycle":        func(o Options) Policy { return newOPIC(o, newCycle()) },
	"opic-random":       func(o Options) Policy { return newOPIC(o, newUniform(o.Seed)) },
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
	switch {
	case !(o.Delta >= 0 && o.Delta < 1):
		return fmt.Errorf("the virtual page's share is %v; it must be at least 0 and less than 1", o.Delta)
	case !(o.Unread >= 0 && o.Unread <= 1):
		return fmt.Errorf("the share for unread pages is %v; it must be 0 to 1", o.Unread)
	case !(o.Window >= 0):
		return fmt.Errorf("the window is %v; it must be 0 (never) or more", o.Window)
	case !(o.Sweeps >= 0) || math.IsInf(o.Sweeps, 1):
		return fmt.Errorf("the window is %v sweeps; it must be 0 (not used) or more", o.Sweeps)
	case !(o.Rest >= 0 && o.Rest < 1):
		return fmt.Errorf("the share that may rest is %v; it must be at least 0 and less than 1", o.Rest)
	}
	return nil
}

func (o Options) filled() Options {
	if o.Delta == 0 {
		o.Delta = 0.15
	}
	if o.Window == 0 {
		o.Window = math.Inf(1)
	}
	if o.Rest == 0 {
		o.Rest = 1e-5
	}
	return o
}

// split returns which share of its cash a page with that many links gives to the virtual page and to each link.
func (o Options) split(links int) (virtual, each float64) {
	switch {
	case links == 0:
		return 1, 0
	case o.Paper:
		each = 1 / float64(links+1)
		return each, each
	}
	return o.Delta, (1 - o.Delta) / float64(links)
}
