// Package allpages joins the graphs of sites that were crawled to one graph of all their pages, which need not fit
// into memory.
//
// Pages are numbered site after site, the sites by their hosts written backwards, so that no number depends on other
// pages of other sites. A link to another site is an arc if the URL is that of a page there, or an alias of one. In
// memory is what grows with the pages: a print of each URL, where the arcs of a page begin, and the measures. The arcs
// are in files, as differences of a byte or two each, mapped into memory.
package allpages
