// Package reload reads a result folder back into the crawl it was written
// from, so that what works on crawls (statistics, reports, comparisons) works
// on folders too, years later and without the state. It trusts nothing that it
// reads: the manifest says which files there are, of which size and SHA-256,
// and every row must fit what docs/files.md promises and the rows before it.
// Damage is an error that names file and line.
//
//	f, err := reload.Open("result/example.com")
//	c, err := f.Crawl()
//
// The text that comes back is the text of the files, that is the pages' own
// after the cleaning that docs/files.md describes. What no file holds stays
// empty: Page.Links, Crawl.Asked, and Crawl.Mentions, which answers nil.
//
//	folder.go    which files are there
//	manifest.go  manifest.json
//	crawl.go     all of it together
//	file.go      a file that is checked against the manifest while it is read
//	row.go       the dialect of the tables
//	table.go     rows by column name
//	nodes.go     nodes.csv → pages
//	arcs.go      arcs.csv → compressed rows
//	tables.go    aliases, external, bad, links
//	ledger.go    the ledger
//	keys.go      which page has a key
package reload
