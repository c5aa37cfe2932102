// Package site holds the words of the program: URL and its normal form,
// Response and Document (what a download and a parse give), Page, Graph and
// Crawl (what a crawl leaves), State and Entry (the ledger). It does
// nothing by itself but judge and rewrite URLs; every other package speaks
// through these types and none of them needs another package's.
//
//	url*.go       an absolute http(s) URL, resolved as the WHATWG standard says
//	normal*.go    the rules that make a URL a key
//	response.go   request, answer, failure
//	document.go   what a parser finds in a page
//	page.go       page, link, alias, external and bad link
//	graph.go      the compact web graph
//	ledger.go     the one state in which every URL ends
//	reason.go     why, as values, and their sentences
//	link_fault.go why a reference is no usable link
//	ending.go     how a crawl ended
//	robots.go     a robots.txt as fetched
//	crawl.go      all of it together, as exporters see it
//	index.go      numbers of texts: a hash index, and an interner
//	pick.go       a part by its name, or an error that lists the names
package site
