// Package graph builds the graph of a site from evidence, with pages, depths, duplicates, aliases, ledger, arcs and
// tables. It is a pure function of the evidence, the limits and the identity of pages, without workers and contexts.
//
//	build.go             the graph's pages and depths while it is built
//	frontier.go          URLs to fetch; distinct external URLs by page; URLs in sitemaps
//	sequence.go          the graph after each commit, in the order of decisions; nearer.go depths
//	represent.go         the key that represents a page, as learnt here or by another crawl; ends of redirects
//	refusals.go          sites that refuse too much; walls, such as login forms or refusals, that many URLs show
//	rows.go              pages and arcs of the finished crawl, and what key stable learnt about them; blocks of
//	                     template links that contain links to some URLs; URLs that pages link to or use and that are
//	                     not pages
//	names.go             names of pages whose URLs have sessions
//	ledger.go            the final state of each URL
//	tables.go            the long tables, read back from the journal; the pages that link to a URL
//	template.go          links in the template of a page; placed_links.go places of a page's links
//	sitemap_findings.go  findings about the entries of sitemaps
//	seen.go              when pages and arcs were seen; what a policy believes about them
package graph
