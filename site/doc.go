// Package site holds the words of the program: URL and its normal form, Response and Document (what a download and
// a parse give), Page, Graph and Crawl (what a crawl leaves), State and Entry (the ledger). It does nothing by
// itself but judge and rewrite URLs; every other package speaks through these types and none of them needs another
// package's.
//
//	url*.go       an absolute http(s) URL, resolved as the WHATWG standard says;
//	              why a reference is not a usable link
//	normal*.go    the rules that make a URL a key
//	response.go   request, answer, failure; a robots.txt as fetched
//	document.go   what a parser finds in a page; where a link is, and what links of a template have in common
//	sameness.go   the kinds of a site's URLs; what the crawl learned about those that show the same page
//	graph.go      the compact web graph; page, alias, external and bad link
//	ledger.go     the one state in which every URL ends, why, and in words
//	sitemaps.go   what the sitemaps of a site list, held against its crawl; what access logs say
//	crawl.go      all of it together, as exporters see it; how it ended
//	search.go     the account of a crawl by topical agents; what they know of pages
//	fault.go      a fault of this program, and goroutines that pass it on
//	words.go      the words of a text, also of scripts without spaces
//	hash.go       hashes that are the same in every run, a digest that can be continued
//	progress.go   how far a crawl has come, a line of its log
//	index.go      numbers of texts: a hash index, and an interner; compact lists of numbers, disjoint sets
//	members.go    the hosts of a site that has several; which URLs are a site's own
//	lookup.go     a part by its name, or an error that lists the names; replace.go  a file that is replaced at once
//	show.go       a URL and a text as people read them; colours of groups; what hosts.txt says of a site
package site
