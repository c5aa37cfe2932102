// Package evidence is what is known of a site: the journal in memory. The owner of a crawl fills it, from the journal
// at the start and beside the journal afterwards. It decides nothing and builds nothing, so every order, identity and
// graph can be made from it, again and otherwise.
//
//	url_table.go  URLs and normalized URLs as small integers
//	answer.go     what a worker makes of one URL; pieces.go what key stable needs of a page
//	record.go     its record in the journal; event.go the journal's other records
//	codec.go      writes and reads a record's bytes
//	sides.go      which URLs are the site's own; open.go digests that wait for that
//	told.go       the texts of links that an earlier page has, too
//	eras.go       answers under another rule about links to http
//	facts.go      the facts of a page in it, and where links are
//	frame.go      the texts that the records of pages share; packing.go, unpacking.go pieces as they differ from
//	              those of a model
//	texts.go      what pages say, for agents
//	known.go      the answers in memory
//	replay.go     the journal read again
//	robots.go     robots.txt of the site's hosts, as seen
//	starts.go     the start pages, and what is taken for the site
//	sitemaps.go   what sitemaps list
//	linked.go     what pages use, and what came of checking linked URLs
//	commit.go     the order in which answers count
//	sameness.go   which URLs are one page, as a crawl before has learnt it
//	restored.go   answers as they were made, read back
//	recall.go     answers that count again when a crawl is decided again
//	portion.go    the portions of key stable, and second requests
//	iteration.go  iterations of a watched site, visits, versions of pages
//	watching.go   the visits in memory; visited.go what they make of the pages
//	checks.go     which answers are as before
//	history.go    the history as policies are told it
//	judge.go      pages that were not found: gone, an outage, noise
//	words.go      the words of the versions of a page; text_size.go how long a page's text is
//	hash.go       hashes that are the same in every run
package evidence
