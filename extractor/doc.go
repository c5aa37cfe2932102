// Package extractor crawls web sites and gives back their web graphs (RCCrawler; A. A. Pechnikov, A. V. Lankin, 2016).
//
// It drives: it decides what is fetched next, keeps the answers, and stops. What is known of a site is package
// evidence, which URLs it takes is package scope, which pages are one is package dedup/identity, and the graph is built
// by package graph. Orders say what is requested; package engine carries them out. ARCHITECTURE.md follows a page
// through the program.
//
//	parts.go       the parts a walk needs, declared here, chosen by package run
//	walk.go        what is kept of one site
//	start.go       robots.txt and the home page, before the first depth
//	starting.go    the start pages, and what is taken for the site: all, sections, a list
//	reporting.go   what is counted and shown of each answer; how often a URL may be requested
//	hosts.go       robots.txt of each host of a site, and its age
//	listed.go      what sitemaps list: read, begun at, or checked after all else
//	recall.go      answers recalled, when a crawl is decided anew: another order, other URLs left out
//	rebuild.go     a crawl built again from its journal alone; moment.go at an earlier moment;
//	               told.go by what key stable has learnt, of a site after changes
//	crawl.go       what the finished crawl leaves
//	linked_urls.go what pages use, resolved
//
// A URL fetched and read, by goroutines that know nothing of the walk:
//
//	visit.go       download, parse, digest
//	links.go       the links of a page, each distinct href resolved once, and what it leads to
//	pieces.go      the pieces of a page, for key stable
//
// Key stable, by depth:
//
//	portions.go    the frontier in portions: learn, build anew, choose, fetch, close
//	twins.go       which pages are requested twice; repeated.go the home page among them
//	learnt.go      what was learnt, for the files
//
// A site that is watched:
//
//	watch.go       one iteration: its plan, its checks, what new links lead to
//	recheck.go     the same in two parts, in an order or with key stable: checks, then all decided anew
//	searched.go    a search that is watched: what it was before the checks, when its pages were seen
//
// The order of decisions:
//
//	ordered.go       the crawl of several sites: resuming, stop conditions
//	ordered_retry.go failures requested again
//	decision.go      open decisions, the virtual clock, commits
//	requests.go      which requests may be sent, and what they bring
//	ordered_site.go  what it keeps of each site
//	ordered_listed.go  what sitemaps list
//	ordered_stable.go  epochs of key stable: learning, building anew, second requests
//	search.go        a search by agents: a site without a home page; what its order may ask
//	search_listed.go what sitemaps list, for its order, and held against it
//	search_stable.go what it may ask of key stable
package extractor
