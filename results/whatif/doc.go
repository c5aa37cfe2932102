// Package whatif changes the answers that a finished crawl got, so that the usual code can build the future graph from
// them. A file of changes says which pages move or go and which links change. There is no second crawler. A change
// rewrites answers (their URL, status, redirect, links and head) while copying them from one journal to another, and
// everything else is built from that as usual. URLs that were never fetched stay unknown.
//
//	parse.go      reads a file of changes, and which URLs a change names; words.go reads and writes its lines
//	index.go      which changes name a URL, within a limit on the work; what each line touches, and which lines take
//	              away a link
//	plan.go       applies changes to the URLs of a crawl; fate.go the fate of each URL, impossible changes, and moves
//	              of a site to another host
//	journal.go    rewrites the answers into the journal of the future site
//	page.go       changes in a page, and which URLs are one page afterwards; links.go changes of its links
//	blocks.go     blocks of links on pages; menu.go links that are added or replace a block
//	robots.go     robots.txt with more rules
//	backlinks.go  the fate of links from other sites
//	moves.go      writes a file of changes for moves between two crawls
//	redirects.go  the redirects that the future site needs; servers.go writes them for servers
package whatif
