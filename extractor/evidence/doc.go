// Package evidence is what is known of a site: the journal in memory. The owner of a crawl fills it, from the journal
// at the start and beside the journal afterwards. It decides nothing and builds nothing, so every order, identity and
// graph can be made from it, again and otherwise.
//
//	url_table.go  URLs and normalized URLs as small integers, links packed, hashes that are the same in every run
//	answer.go     what a worker makes of one URL; pieces.go what other keys than exact need of a page
//	record.go     its record in the journal; event.go the journal's other records, of linked URLs too
//	codec.go      writes and reads a record's bytes
//	sides.go      which URLs are the site's own
//	eras.go       answers under another rule about links to http
//	facts.go      the facts of a page in it, and where links are
//	frame.go      the pieces that the records of pages share; packing.go pieces as they differ from those
//	known.go      the answers in memory
//	replay.go     the journal read again, and answers that count again when a crawl is decided anew
//	starts.go     the start pages, what is taken for the site, and robots.txt of its hosts, as seen
//	sitemaps.go   what sitemaps list
//	commit.go     the order in which answers count
//	restored.go   answers as they were made, read back
//	iteration.go  iterations of a watched site, visits, versions of pages
//	watching.go   the visits in memory; visited.go what they make of the pages, of those that were not found too:
//	              gone, an outage, noise
//	checks.go     which answers are as before
//	history.go    the history as policies are told it; how long a page's text is
//	words.go      the words of the versions of a page
package evidence
