// Package extractor crawls web sites and gives back their web graphs (RCCrawler; A. A. Pechnikov, A. V. Lankin, 2016).
//
// It drives: it decides what is fetched next, keeps the answers, and stops. What is known of a site is package
// evidence, which URLs it takes is package scope, which pages are one is package dedup/identity, and the graph is built
// by package graph. Orders say what is requested; package engine carries them out. ARCHITECTURE.md follows a page
// through the program.
//
//	parts.go       the parts a crawl needs, declared here, chosen by package run
//	ordered.go     the crawl of sites in an order of decisions: its loop, stop conditions, progress
//	decision.go    open decisions and the virtual clock; commitment.go what a commit does
//	requests.go    which requests may be sent, and what they bring
//	resumption.go  going through what earlier runs decided; failures requested again; which settings may change, so
//	               that a crawl is decided again from answers that are known
//	traps.go       an order over the order, which puts off what gives too little
//	listing.go     what sitemaps list, in its turn
//	epochs.go      epochs of key stable: learning, building again, second requests
//	ordered_site.go  what is kept of each site for its order; loading.go how it comes into memory, and leaves it
//
// One site:
//
//	walk.go        its parts; what is known and the journal that keeps it; what is counted and shown of each answer
//	start.go       taking up a journal; starting.go where the site begins and what belongs to it
//	hosts.go       robots.txt of each host, and its age; what sitemaps list
//	learning.go    what key stable learns: kinds of URLs; twins.go second requests
//	rebuild.go     a crawl built again from its journal alone; moment.go at an earlier moment;
//	               told.go by what key stable has learnt, of a site after changes
//	crawl.go       what the finished crawl leaves
//
// A URL fetched and read, by goroutines that know nothing of the crawl:
//
//	visit.go       download, parse, digest
//	links.go       the links of a page, each distinct href resolved once, and what it leads to
//	declared.go    what pages use, resolved, and what they declare to programs
//	pieces.go      the pieces of a page, for key stable
//
// A site that is watched: checks, and when those of all sites are done, all is decided again:
//
//	iteration.go   one iteration; watch.go its plan and its checks
//	checks.go      asking and keeping; the order of a list of URLs
//
// A search by agents, a site without a home page:
//
//	search.go      what its order and its files may ask; searched.go what they may ask of checks, sitemaps, key stable
package extractor
