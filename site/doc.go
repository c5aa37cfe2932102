// Package site holds the vocabulary of the program: URL and its normal form, Response and Document (the results of
// downloading and parsing), Page, Graph and Crawl (the results of crawling), State and Entry (the ledger). Its only
// logic judges and rewrites URLs. All other packages communicate through these types, so that none of them needs
// another's.
//
//	url*.go       an absolute http(s) URL, resolved as the WHATWG standard says;
//	              why a reference is not a usable link
//	normal*.go    the rules that make a URL a key
//	response.go  request, answer, failure; a robots.txt as fetched
//	document.go  the parts of a page that a parser finds; the places of links and their marks
//	sameness.go  the kinds of a site's URLs; the crawl's findings about URLs that show the same page
//	graph.go     the compact web graph; page, alias, external and bad link
//	ledger.go    the one final state of every URL, with its reason, also in words
//	sitemaps.go  a site's sitemaps and access logs, compared with its crawl
//	crawl.go     everything together, as exporters see it; how it ended
//	search.go    the account of a crawl by topical agents; their facts about pages
//	fault.go     a bug in this program, and goroutines that pass it on
//	words.go     the words of a text, also in scripts without spaces
//	hash.go      hashes that are the same in every run; a digest that can be continued
//	progress.go  the progress of a crawl, and a line of its log
//	index.go     numbers for texts: a hash index and an interner; compact lists of numbers; disjoint sets
//	members.go   the hosts of a site with several; which URLs belong to a site
//	lookup.go    finds a part by name, or lists the names in an error; a value of each member of a list, their sum,
//	             and sorting; replace.go replaces a file atomically
//	show.go      URLs and texts for people; colours of groups; a site's description in hosts.txt
package site
