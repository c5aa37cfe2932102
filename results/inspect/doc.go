// Package inspect answers questions about single URLs of a finished crawl, for the command line, the desk and
// programs: what became of a URL and why, which pages link to it, by which links one comes to it.
//
//	s, err := inspect.New(crawl, profile)
//	entries, err := s.Find("example.com/gone")
//	page, err := s.Page(entries[0], inspect.Limits{Items: 20})
//
// A crawl is one of the state, which knows of every URL the pages that link to it, or one of a result folder,
// which knows what its files say. What is not known is said in words.
//
//	inspect.go   Site; from the text of a URL to its line of the ledger; List: a part of what there is; what the
//	             states of the ledger mean
//	links.go     links to a URL and from it
//	linked.go    the crawl of a result folder, made to know which pages link to a URL; how these links are written;
//	             problems by kind; those of a URL
//	path.go      shortest paths
//	page.go      Page: all of that in one object
//	pair.go      Pair: whether two URLs are one page
package inspect
