// Package page decides which page of a site to read next. It has OPIC, the online computation of page importance
// (Abiteboul, Preda, Cobena, "Adaptive On-Line Page Importance Computation", WWW 2003). It also has better policies for
// crawlers that keep the links of read pages, and simple rules for comparison. It knows neither HTTP nor files: the
// caller reports its findings and asks for a page.
//
//	policy.Discovered(0)
//	for page, ok := policy.Next(); ok; page, ok = policy.Next() {
//		links := read(page)
//		for each link to a page not seen before { policy.Discovered(next) }
//		policy.Read(page, links)
//	}
//
// The caller numbers pages from 0 in order of discovery, and need not know how many there are. It may ask for several
// pages before it reports the first. Reports may come late and in any order; a policy does not return a page again
// before it is reported as Read or Gone. Gone means that a page can never be read. The caller does not report a page
// that it will try again.
//
// With the same seed a policy makes the same decisions.
//
//	policy.go         the interface, and the policies by name
//	opic.go           OPIC, which reads pages again and again: greedy, cycle or random
//	read_once.go      policies that read every page once, and their links; random, backlinks
//	stored.go         stored: OPIC along stored links, without downloads
//	rank.go           pagerank-of-known: the PageRank of the known graph
//	auto.go           auto: the expected PageRank
//	expected_rank.go  its power iteration
//	link_model.go     how unread pages probably link, learnt from read ones
//	states.go         which pages are unread, read or gone; sums without rounding errors
//	queue.go          pages by key, the greatest first
package page

import "sitegraph/site"

// Policy decides which page to read next.
type Policy interface {
	// Discovered reports a new page. Its number is the next one. A known page is ignored.
	Discovered(page uint32)
	// Read reports a read page and the pages it links to, which must all be known. Repeated links count once. When a
	// page is read again, the new links replace the old ones.
	Read(page uint32, links []uint32)
	// Gone reports that a page does not exist or must not be read. Next does not return it again. If it is Read
	// nevertheless, it exists again.
	Gone(page uint32)
	// Next returns a page. It returns none if all pages are gone, asked for but unreported, or already read by a policy
	// that reads each page once.
	Next() (page uint32, ok bool)
	// Importance estimates the importance of the pages with one value for each. The sum is 1; gone pages fade to 0. It
	// returns nil if the policy does not estimate importance (random). It changes nothing.
	Importance() []float64
}

// delta is the share of a page's cash for the virtual page, and the chance to jump in PageRank.
const delta = 0.15

// policies constructs the policies by name and random seed; nothing changes it.
var policies = map[string]func(seed uint64) Policy{
	"auto":              func(uint64) Policy { return newReadOnce(&auto{}) },
	"stored":            func(uint64) Policy { return Stored{newReadOnce(&stored{})} },
	"random":            func(seed uint64) Policy { return newReadOnce(shuffled{seed: seed}) },
	"backlinks":         func(uint64) Policy { return newReadOnce(&backlinks{}) },
	"opic-greedy":       func(uint64) Policy { return &opic{choice: greedy} },
	"opic-cycle":        func(uint64) Policy { return &opic{choice: newCycle()} },
	"opic-random":       func(seed uint64) Policy { return &opic{choice: newUniform(seed)} },
	"pagerank-of-known": func(uint64) Policy { return newReadOnce(&rank{}) },
}

// Known lists the names of the policies.
func Known() []string { return site.Names(policies) }

// New returns the policy with one of the names in [Known]. seed initializes its random numbers.
func New(name string, seed uint64) Policy { return policies[name](seed) }

// split returns the shares of a page's cash for the virtual page and for each of its links.
func split(links int) (virtual, each float64) {
	if links == 0 {
		return 1, 0
	}
	return delta, (1 - delta) / float64(links)
}
