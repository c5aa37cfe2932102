// Package extractor crawls one web site, breadth-first, depth by depth, and
// gives back its web graph (spec: RCCrawler, Part 1).
//
// It has three parts. What is known is filled from the journal of answers, the
// one thing that a crawl keeps. Building makes pages, depths, duplicates,
// aliases, ledger and arcs of it, and depends on nothing but what is known and
// the limits. Driving decides what is fetched next, and when to stop. See
// ARCHITECTURE.md for the life of a page.
//
//	parts.go       the parts a walk needs, declared here, chosen by package run
//
// What is known:
//
//	url_table.go   URLs and normalized URLs as small integers
//	answer.go      what a worker makes of one URL
//	record.go      its record in the journal, and the journal's other records
//	facts.go       the facts of a page in it, and where links stand
//	template.go    which links belong to the template of a page
//	placed_links.go  the links of a page beside that
//	codec.go       writes and reads a record's bytes
//	answers.go     the answers in memory, filled from the journal
//	replay.go      the journal read again
//
// Building:
//
//	build.go       pages, depths and duplicates: a pure function of the answers
//	discovery.go   how a URL was found, and by which spelling it is fetched
//	scope.go       which links are followed
//	traps.go       paths that repeat themselves, links written wrongly
//	redirects.go   where a chain of redirects ends
//	crawl.go       pages and arcs of the finished crawl
//	ledger.go      the one state in which each URL ends
//	tables.go      the long tables, read back from the journal; which pages link to a URL
//	linked_urls.go what pages link to or use beside pages, and what came of checking it
//	sequence.go    building in the order of decisions: a replay of commits
//	commit.go      the records of such a crawl: commits, importance
//	rewards.go     distinct external URLs, page by page
//	listed.go      what sitemaps list: read, begun at, or checked after all else
//	ordered_listed.go  the same in an order of decisions
//	listed_findings.go  what became of each entry
//	refusals.go    when a site refuses too much
//
// Of key stable, which tells pages apart by what they show whenever they are asked:
//
//	portions.go   the frontier in portions: learn, build anew, choose, fetch, close; open_depth.go building on
//	twins.go      which pages are requested twice
//	pieces.go     the pieces of pages, and what masks see of them
//	frame.go      what the pages of a site share; packing.go and unpacking.go the pieces in records
//	sameness.go   what is learnt, from masks to rules; masked.go what masks leave of pages
//	frames.go     the texts that most pages have
//	newcomers.go  pages that came after the last lesson
//	classes.go    which pages are one: pages compared in steps
//	alike.go      two pages of equal texts compared link by link; undecided.go the pairs it leaves
//	              open, no_page.go the links that lead to no page
//	anatomy.go    links without what only repeats the page's own URL
//	echoes.go     texts without that
//	trials.go     the parameters that were seen to do nothing else
//	canonical.go  rel=canonical with a second witness
//	ruled.go      URLs that rules make aliases
//	repeated.go   refusals that nobody knows, found out by the home page
//	soft.go       pages of what is missing, sent with status 200
//	yield.go      what each shape of URL gave, and which give too little
//	value_yield.go  the same for the values of a parameter, and file extensions
//	shares.go     whose turn it is: portions divided among directories and shapes
//	deferred.go   the shapes that gave too little, for the files
//	learnt.go     what was learnt, for the files
//	hash.go       hashes that are the same in every run
//
// Of a site that is watched:
//
//	watch.go      one iteration: its plan, its checks, what new links lead to
//	iteration.go  its records: iterations, visits, versions of pages
//	watching.go   the visits in memory: what they make of the pages
//	recheck.go    the same in two parts, in an order or with key stable: checks, then all decided anew
//	judge.go      pages that were not found: gone, an outage, noise
//	since.go      what was not part of the graph before an iteration, and is looked at anew
//	checks.go     which answers are as before; the history as policies are told it
//	words.go      the words of the versions of a page, and how they differ
//	seen.go       when pages and arcs were seen; what was believed of them
//	moment.go     earlier moments: how many records there were then
//
// Driving:
//
//	walk.go        the owner goroutine: depths, stop conditions, journal
//	rebuild.go     a crawl built again from its journal alone
//	recall.go      answers recalled, when a crawl is decided anew: another order, other URLs left out
//	rounds.go      one round: the order of a list of URLs; the page limit, a share of the budget
//	start.go       robots.txt and the home page, before the first depth
//	transfers.go   requests under way of a search by agents
//	starting.go    the start pages, and what is taken for the site: all, sections, a list
//	hosts.go       robots.txt of each host of a site, and its age
//	turns.go       whose turn it is among the hosts of a site
//	visit.go       one URL fetched and read: download, parse, digest
//	visitor.go     single URLs of a host, for a crawl in an order of its own
//	links.go       the links of a page, each distinct href resolved once, and what it leads to
//	exclude.go     an exclude rule for a shape or directory that gave too little
//
// Driving in the order of decisions:
//
//	ordered.go       the owner goroutine of several sites: resuming, stop conditions
//	decision.go      open decisions, the virtual clock, commits
//	requests.go      which requests may be sent, and what they bring
//	ordered_site.go  what it keeps of each site
//	ordered_stable.go  epochs of key stable: learning, building anew, second requests
package extractor
