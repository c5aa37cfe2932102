// Package inspect answers questions about URLs of a finished crawl for the command line, the desk and programs: what
// became of a URL and why, which pages link to it, and which links lead there.
//
//	s, err := inspect.New(crawl, profile)
//	entries, err := s.Find("example.com/gone")
//	page, err := s.Page(entries[0], inspect.Limits{Items: 20})
//
// A crawl of the state knows all pages that link to a URL. A crawl of a result folder knows what its files say. Answers
// say in words what is unknown.
//
//	inspect.go   Site; from text to a line of the ledger; List, a part of what there is; what states mean
//	links.go     links to a URL and from it
//	linked.go    which pages of a result folder link to a URL; how links are written; problems
//	path.go      shortest paths; Pair: whether two URLs are one page
//	page.go      Page: all of that in one object
package inspect
