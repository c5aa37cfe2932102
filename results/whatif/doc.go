// Package whatif changes what a finished crawl was answered, so that the graph to come can be built of it as any other
// graph is. A file of changes says what is moved, deleted, linked otherwise. A change is no second crawler: it rewrites
// answers (their URL, status, redirect, links and head) on their way from one journal to another one, and everything
// else is built of that as ever. What was never fetched stays unknown.
//
//	parse.go      a file of changes; words.go its lines, read and written
//	pattern.go    which URLs a change names, and what they become; index.go which changes name a URL, and a bound on
//	              the work
//	plan.go       changes held against the URLs of a crawl; fate.go what becomes of each, and what cannot be; a site
//	              that moves to another host
//	journal.go    the answers rewritten: the journal of the site to come
//	page.go       what changes in a page, which URLs are one page then; links.go its links
//	blocks.go     blocks of links on pages; menu.go links that are added, or replace those of a block
//	robots.go     robots.txt with more rules
//	explain.go    what each line touches, which lines take away a link
//	backlinks.go  what becomes of links from other sites
//	moves.go      a file of changes for what moved between two crawls
//	redirects.go  the redirects that the site needs then; servers.go these for servers
package whatif
