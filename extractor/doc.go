// Package extractor crawls one web site, breadth-first, depth by depth, and
// gives back its web graph (spec: RCCrawler, Part 1).
//
// It has three parts. What is known is filled from the journal of answers, the
// one thing that a crawl keeps. Building makes pages, depths, duplicates,
// aliases, ledger and arcs of it, and depends on nothing but what is known and
// the limits. Driving decides what is fetched next, and when to stop. See
// ARCHITECTURE.md for the life of a page.
//
//	parts.go       the parts a walk needs, declared here, chosen by main
//
// What is known:
//
//	url_table.go   URLs and normalized URLs as small integers
//	answer.go      what a worker makes of one URL
//	record*.go     its bytes in the journal
//	events.go      the journal's other records
//	known.go       the answers in memory, filled from the journal
//
// Building:
//
//	build.go       pages, depths and duplicates: a pure function of the answers
//	discovery.go   how a URL was found, and by which spelling it is fetched
//	scope.go       which links are followed
//	redirects.go   where a chain of redirects ends
//	crawl.go       pages and arcs of the finished crawl
//	ledger.go      the one state in which each URL ends
//	inlinks.go     which pages link to a URL
//	tables.go      the long tables, read back from the journal
//
// Driving:
//
//	walk.go        the owner goroutine: depths, stop conditions, journal
//	page_limit.go  how much of a depth is fetched
//	rounds.go      one round: URLs to workers, answers to the journal
//	start.go       the home page, before the first depth
//	robots.go      robots.txt
//	workers.go     the goroutines that fetch
//	visit.go       a worker's job: download, parse, digest
//	links.go       the links of a page, each distinct href resolved once
//	resolve.go     what an href leads to
package extractor
