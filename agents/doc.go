// Package agents crawls by topic: several agents, each with keywords, fetch pages
// in turn and sell each other the URLs that they cannot fetch (spec Part 5).
// Which URL an agent takes, and who buys what, is decided by schedule/market.
//
// A search is a sequence of decisions, each a URL of one agent. The answers are
// committed in the order of a virtual clock of declared delays: only then they
// count, and only then they are written to the journal. So the sequence depends
// on the answers and the settings, never on when an answer came, and a search
// that was stopped or killed goes on as if nothing had happened: it asks the
// agents their decisions again and holds them against the journal. An answer
// that was not committed is requested again, at most one for each decision that
// was open.
//
//	search.go    what a search needs, and its course: decide, request, commit
//	decision.go  whose turn it is; open decisions on the virtual clock; markets
//	requests.go  requests under way, robots.txt
//	commit.go    what an answer comes to: the record, and what follows from it
//	seeds.go     the seeds of the command line, and those of the agents
//	hosts.go     the hosts of a search: who may visit them, their delays
//	places.go    the URLs known, and the links that led to them
//	journal.go   the records of the journal, going on with an earlier run
//	account.go   what it all came to
//	endings.go   why agents, and the search, ended
//	graph.go     the graphs of a search: of all pages, of one topic
//	ledger.go    what became of each URL
package agents
