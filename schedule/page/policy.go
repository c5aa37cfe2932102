// Package page decides which page of a site to read next. It has OPIC, the online computation of page
// importance (Abiteboul, Preda, Cobena, "Adaptive On-Line Page Importance Computation", WWW 2003), better
// policies for crawlers that keep the links of the pages they have read, and simple rules to compare with. It
// knows nothing of HTTP or files: the caller reports what it found and asks for a page.
//
//	policy.Discovered(0)
//	for page, ok := policy.Next(); ok; page, ok = policy.Next() {
//		links := read(page)
//		for each link to a page not seen before { policy.Discovered(next) }
//		policy.Read(page, links)
//	}
//
// The caller numbers pages from 0, in the order of their discovery; their number need not be known. It may ask for
// several pages before it reports the first, and reports may come late and in any order: a page that was asked for
// is not asked for again before it is reported as Read or Gone. A page that cannot be read for good is Gone; one
// that is to be tried again is simply not reported yet.
//
// With the same seed a policy makes the same decisions.
//
//	policy.go         the interface, and the policies by name
//	opic.go           OPIC: pages are read again and again; which one: greedy, cycle, random
//	read_once.go      policies that read every page once, their links; random, backlinks
//	stored.go         stored: OPIC along stored links, without downloads
//	rank.go           pagerank-of-known: the PageRank of what is known
//	auto.go           auto: the PageRank that is expected
//	expected_rank.go  its power iteration
//	link_model.go     how unread pages are expected to link, learnt from read ones
//	states.go         which pages are unread, read or gone; sums without rounding errors
//	queue.go          pages by a key, the greatest first
package page

import "sitegraph/site"

// Policy decides which page is read next.
type Policy interface {
	// Discovered reports a new page. Its number is one more than that of the
	// page discovered before; a page that is known already is ignored.
	Discovered(page uint32)
	// Read reports that a page was read and which pages it links to, all of which must be known. A link that occurs
	// twice counts once. When a page is read again, its new links replace the old ones.
	Read(page uint32, links []uint32)
	// Gone reports that a page does not exist, or must not be read. It is not
	// asked for again. If it is Read nevertheless, it exists again.
	Gone(page uint32)
	// Next asks for a page. There is none when all are gone, asked for and not
	// reported, or, for policies that read every page once, read.
	Next() (page uint32, ok bool)
	// Importance estimates the importance of the pages: a value for each, 1 in sum; pages that are gone fade to 0.
	// It is nil if the policy does not estimate importance (random). It changes nothing.
	Importance() []float64
}

// delta is the share of a page's cash that goes to the virtual page, and the chance to jump in the PageRank of others.
const delta = 0.15

// policies holds the policies by name, made with the seed of their random numbers; it is never written to.
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

// New makes a policy by its name, one of [Known], with a seed for its random numbers.
func New(name string, seed uint64) Policy { return policies[name](seed) }

// split returns which share of its cash a page with that many links gives to the virtual page and to each link.
func split(links int) (virtual, each float64) {
	if links == 0 {
		return 1, 0
	}
	return delta, (1 - delta) / float64(links)
}
