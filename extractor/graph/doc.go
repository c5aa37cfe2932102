// Package graph builds the graph of a site from evidence: pages, depths, duplicates, aliases, ledger, arcs and tables.
// It is a pure function of what is known, the limits and the identity of pages, and knows no worker and no context.
//
//	build.go      what the graph consists of, and what is known of its pages
//	frontier.go   which URLs are to be fetched; distinct external URLs, page by page; what sitemaps list
//	sequence.go   the graph grows with each commit, in the order of decisions; nearer.go depths
//	represent.go  which key represents a page, as learnt here or by another crawl; where redirects end
//	refusals.go   when a site refuses too much; walls: a login form, or a refusal by an unknown service, at many URLs
//	rows.go       pages and arcs of the finished crawl, and what key stable learnt about them
//	ledger.go     the final state of each URL
//	tables.go     the long tables, read back from the journal; which pages link to a URL
//	template.go   which links belong to the template of a page; placed_links.go the links of a page beside that
//	blocks.go     the blocks of links of the template in which links to some URLs stand
//	linked.go     URLs that pages link to or use and that are no pages
//	sitemap_findings.go  what became of each entry of a sitemap
//	seen.go       when pages and arcs were seen; what a policy believes about them
package graph
