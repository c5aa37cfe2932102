// Package sites decides which site to scan next when external links are wanted
// and there is time for only a part of the pages: the rules of BeeBot (A. A.
// Pechnikov, D. I. Chernobrovkin, "Adaptive crawler for external hyperlinks
// search and acquisition") and better ones. It knows nothing of HTTP or files:
// the caller asks for a site, or for a page, and reports what it brought.
//
// There are two kinds of policy:
//
//   - A [Policy] chooses sites; the pages of a site are taken in the order of
//     the crawl, breadth first. See [New].
//   - A [Pages] policy chooses single pages from the frontiers of all sites, by
//     the URLs of the links. See [NewPages].
//
// The loop of the first:
//
//	for i, ok := policy.Next(); ok; i, ok = policy.Next() {
//		policy.Report(i, scan(i))
//	}
//
// Reports may come late and several at once. Until its report comes, a page
// counts as asked for (in confidence bounds, blocks and the budget) but not in
// any mean. The number of a site's pages need not be known: a site whose
// frontier is empty sleeps (Sleep) until it has a page again (Wake), and a
// finished site sleeps for ever.
//
// Every policy is deterministic and uses no random numbers. The errors of
// Report, Sleep and Wake mean that the caller has lost count; they leave the
// policy unchanged.
//
//	policy.go      what all rules share: asking, reporting, the first pages
//	rules.go       the rules by name, their defaults
//	inturn.go      sequential, quantum: sites in turn
//	beebot.go      r1, r2, r3: the rules of BeeBot
//	optimistic.go  good-ucb, r4, auto: rules with an optimistic estimate
//	fading.go      a mean that forgets
//	pages.go       what all page policies share
//	breadth.go     breadth-first
//	directories.go r5
//	shapes.go      auto
//	tree.go        the frontier of a site, grouped by URL
//	url.go         what URLs have in common
package sites
