// Package evidence holds the facts about a site: the journal in memory. The owner of a crawl loads it from the journal
// at the start and then updates it along with the journal. It decides nothing and builds nothing, so any order,
// identity and graph can be built from it, as often as needed.
//
//	url_table.go  URLs and normalized URLs as small integers; packed links; hashes that are equal in every run
//	answer.go     a worker's result for one URL; pieces.go the parts for keys other than exact; the pieces shared by
//	              many pages
//	record.go     the record of an answer; event.go the other records, including those of linked URLs
//	codec.go      writing and reading records as bytes
//	sides.go      which URLs belong to the site
//	eras.go       answers from before the site changed how it treats links to another scheme
//	facts.go      the facts of a page in its record, and the places of links
//	packing.go    a page as its differences from them
//	known.go      the journal in memory; view.go the answers, and which of them count
//	replay.go     the journal read back, and a crawl that is decided again
//	starts.go     the start pages, the extent of the site, and the robots.txt of its hosts, as seen; the entries of
//	              sitemaps
//	commit.go     the order in which answers count
//	restored.go   answers read back in the form that workers returned
//	iteration.go  records of a watched site: iterations, visits, versions of pages
//	watching.go   the visits in memory; visited.go their consequences: changed pages, gone pages, an outage, noise
//	checks.go     answers that are as before, and the history for policies
//	history.go    the types of that history; the length of a page's text
//	words.go      the words in the versions of a page
package evidence
