// Package site decides which site to scan next when external links are wanted
// and there is time for a part of the pages only: the rules of BeeBot (A. A.
// Pechnikov, D. I. Chernobrovkin, "Adaptive crawler for external hyperlinks
// search and acquisition") and better ones. It knows nothing of HTTP or files:
// it is asked for a site, or for a page, and told what came of it.
//
// Two kinds of policy:
//
//   - A [Policy] chooses sites; the pages of a site are taken in the order of
//     the crawl, breadth first. [New].
//   - A [Pages] policy chooses single pages of all sites' frontiers, from the
//     addresses of the links. [NewPages].
//
// The loop of the first:
//
//	for i, ok := policy.Next(); ok; i, ok = policy.Next() {
//		policy.Tell(i, scan(i))
//	}
//
// What a page brought may be told late and many at once. Until it is told, the
// page counts as asked for (in bounds of confidence, blocks and the budget)
// but not in any mean. The number of a site's pages need not be known: a site
// whose frontier is empty sleeps (Sleep) until it has a page again (Wake), and
// a finished site sleeps for ever.
//
// Every policy is deterministic, draws no random numbers, and one restored from
// what Save wrote goes on exactly as if nothing had happened. The errors of Tell, Sleep
// and Wake say that the caller has lost count; the policy is then unchanged.
//
//	policy.go      what all rules share: asking, telling, the opening
//	rules.go       the names, defaults and themes
//	simple.go      sequential, quantum
//	beebot.go      r1, r2, r3
//	successor.go   good-ucb, r4, auto
//	tournament.go  the greatest of many indices that all change at once
//	set.go         a set of sites, ordered
//	pages.go       what all page policies share
//	pagerules.go   breadth-first, r5
//	pageauto.go    auto
//	arms.go        the arms of a site
//	address.go     what addresses have in common
//	state.go, pagestate.go  saving and restoring
package site
