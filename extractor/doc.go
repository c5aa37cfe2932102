// Package extractor crawls web sites and returns their web graphs (RCCrawler; A. A. Pechnikov, A. V. Lankin, 2016).
//
// It drives a crawl: it decides what is fetched next, keeps the answers, and stops. Package evidence holds what is
// known about a site, scope says which URLs belong to the crawl, identity which pages are one, and graph builds the
// graph. Orders say what is requested; package engine sends the requests. ARCHITECTURE.md follows a page through the
// program.
//
//	parts.go       the parts that a crawl needs, declared here, chosen by package run
//	ordered.go     the crawl of sites in an order of decisions: its loop, stop conditions, progress
//	decision.go    open decisions and the virtual clock; commitment.go what a commit does
//	requests.go    which requests may be sent, and what becomes of their answers
//	resumption.go  the decisions of earlier runs repeated; failures requested again; changed settings, by which a
//	               crawl is decided again from known answers
//	traps.go       an order over the order that puts off kinds of URLs that give too little
//	listing.go     sitemap entries, in their turn
//	epochs.go      epochs of key stable: learning, building again, second requests
//	ordered_site.go  the state of each site; loading.go how it comes into memory and leaves it
//
// One site:
//
//	walk.go        its parts; the journal, on disk and in memory; progress
//	start.go       taking up a journal; starting.go where the site begins and what belongs to it
//	hosts.go       robots.txt of each host, and its age; the entries of sitemaps
//	learning.go    what key stable learns about kinds of URLs; twins.go second requests
//	rebuild.go     a crawl built again from its journal alone; moment.go at an earlier moment
//	crawl.go       the result of a finished crawl
//
// Fetching and reading a URL, by goroutines that know nothing of the crawl:
//
//	visit.go       download, parse, digest
//	links.go       the links of a page, each distinct href resolved once
//	declared.go    the URLs that pages use, and what pages declare to programs
//	pieces.go      the pieces of a page, for key stable
//
// Watched sites: checks, and when those of all sites are done, all is decided again:
//
//	iteration.go   one iteration; watch.go its plan and its checks
//	checks.go      asking and keeping; the order of a list of URLs
//
// A search by agents, a site without a home page:
//
//	search.go      what its order and its files may ask; searched.go the same about checks, sitemaps and key stable
package extractor
