// Package allpages joins the graphs of crawled sites to one graph of all their pages, which need not fit into memory.
//
// Pages are numbered site after site, the sites by their hosts written backwards, so that no number depends
// on pages of other sites. A link to another site is an arc if its URL is a page there, or an alias of one.
// Memory holds what grows with the pages: a print of each URL, where a page's arcs begin, and the measures.
// The arcs are in files mapped into memory, as differences of a byte or two each.
package allpages
