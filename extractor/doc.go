// Package extractor walks one web site, breadth-first by closed levels, and
// gives back its web graph (spec: RCCrawler, Part 1).
//
// The walk keeps one thing, a journal of answers; levels, duplicates, aliases,
// ledger and graph are computed from it and depend on nothing else. See
// ARCHITECTURE.md for the life of a page.
//
//	parts.go      the parts a walk needs, declared here, chosen by main
//	walk.go       the owner goroutine: levels, rounds, finishers
//	quota.go      how much of a level is fetched
//	dispatch.go   one round: addresses to workers, answers to the journal
//	visit.go      a worker's job: download, parse, digest
//	linker.go     the links of a page, each distinct href resolved once
//	adopt.go      robots.txt and the home page, before the first level
//	address.go    addresses and keys as small integers
//	answer.go     what is kept of one fetched address
//	record*.go    its bytes in the journal
//	events.go     the journal's other records
//	memory.go     the answers in memory, filled from the journal
//	level.go      closing a level: a pure function of the answers
//	chain.go      where a chain of redirects ends
//	graph.go      pages and arcs
//	ledger.go     the one state in which each URL ends
//	tables.go     the long tables, read back from the journal
package extractor
