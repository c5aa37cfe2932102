// Package allpages joins the graphs of crawled sites into one graph of all their pages, which may exceed memory.
//
// Pages are numbered site by site. Sites are sorted by reversed host name, so that no number depends on the pages of
// unrelated sites. A link to another site is an arc if its URL is a page there or an alias of one.
// Memory holds only data that grows with the pages: a hash of each URL, where each page's arcs begin, and the measures.
// The arcs are in memory-mapped files, as differences of one or two bytes each.
package allpages
