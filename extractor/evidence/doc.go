// Package evidence holds what is known about a site: the journal in memory. The owner of a crawl fills it, from the
// journal at the start and along with the journal afterwards. It decides nothing and builds nothing, so any order,
// identity and graph can be made from it, as often as needed.
//
//	url_table.go  URLs and normalized URLs as small integers, packed links, hashes that are the same in every run
//	answer.go     what a worker returns for one URL; pieces.go what keys other than exact need
//	record.go     the record of an answer; event.go the other records of the journal, those of linked URLs included
//	codec.go      records as bytes, written and read
//	sides.go      which URLs are the site's own
//	eras.go       answers from before the site took links to another scheme for its own, or ceased to
//	facts.go      the facts of a page in it, and where links are
//	frame.go      pieces that many pages share; packing.go a page as it differs from these
//	known.go      the answers in memory
//	replay.go     the journal read back, and answers that wait when a crawl is decided anew
//	starts.go     the start pages, what belongs to the site, and the robots.txt of its hosts, as seen
//	sitemaps.go   what sitemaps list
//	commit.go     the order in which answers count
//	restored.go   answers as workers returned them, read back
//	iteration.go  records of a watched site: iterations, visits, versions of pages
//	watching.go   the visits in memory; visited.go what follows from them: changed pages, gone pages, an outage, noise
//	checks.go     answers that are the same as before, and the history that policies get
//	history.go    the form of that history; how long a page's text is
//	words.go      the words of the versions of a page
package evidence
