// Package extractor crawls web sites and returns their web graphs (RCCrawler; A. A. Pechnikov, A. V. Lankin, 2016).
//
// It drives a crawl: it chooses what to fetch next, stores the answers, and stops. Package evidence stores the facts
// about a site, scope decides which URLs belong to the crawl, identity decides which pages are the same, and graph
// builds the graph. Orders choose the requests, and package engine sends them. ARCHITECTURE.md follows a page through
// the program.
//
//	parts.go         the parts that a crawl needs; package run chooses them
//	ordered.go       the crawl of sites in an order of decisions: main loop, stop conditions, progress
//	decision.go      open decisions and the virtual clock; commitment.go the effects of a commit
//	requests.go      chooses the requests to send and handles their answers
//	resumption.go    repeats the decisions of earlier runs; retries failures; after a change of settings, decides
//	                 again from known answers
//	traps.go         an order over the order, which puts off kinds of URLs that yield too little; their yield
//	listing.go       visits sitemap entries in their turn
//	epochs.go        the epochs of key stable: learning, building again, second requests
//	ordered_site.go  the state of each site; loading.go loads it into memory and unloads it
//
// One site:
//
//	walk.go          the parts of its crawl; the journal, on disk and in memory; progress
//	start.go         resumes a journal; starting.go where the site begins and what belongs to it
//	hosts.go         the robots.txt of each host, and its age; the entries of sitemaps
//	twins.go         second requests
//	rebuild.go       rebuilds a crawl from its journal alone; moment.go at an earlier moment
//	crawl.go         the result of a finished crawl
//
// Fetching and reading a URL, in goroutines that do not know the crawl:
//
//	visit.go         download, parse, digest
//	links.go         the links of a page; resolves each distinct href once
//	declared.go      the URLs that pages use, and the links that they declare to programs
//	pieces.go        the pieces of a page for key stable
//
// Watched sites. After the checks of all sites are done, everything is decided again:
//
//	iteration.go     one iteration; watch.go its plan and its checks
//	checks.go        requests and stores checks; the order of a list of URLs
//
// A search by agents, which is a site without a home page:
//
//	search.go        access for its order and files; searched.go the same for checks, sitemaps and key stable
package extractor
