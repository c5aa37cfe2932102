// Package agents crawls by topic: several agents, each with keywords, fetch pages in turn and sell each other
// the URLs that they cannot fetch. Which URL an agent takes, and who buys what, is decided by agents/market.
//
// A search is a crawl in an order of decisions (extractor.Ordered) of one site that has all hosts and no home page.
// This package is the order: each decision is about a URL of one agent, and what follows from an answer, it learns when
// that is committed. It knows nothing of HTTP or the journal, so a search that was stopped or killed goes on as if
// nothing had happened, and one with other settings is decided again from the answers that are known.
//
//	options.go   what a search needs
//	search.go    its order: decisions, answers
//	decision.go  whose turn it is; the targets of redirects; markets
//	commit.go    what follows from an answer
//	identity.go  which visits are of one page, which may change with key stable
//	seeds.go     the seeds of the command line, and those of the agents
//	hosts.go     the hosts of a search: who may visit them, which refuse too much
//	listed.go    what sitemaps list
//	places.go    the URLs known, and the links that led to them
//	account.go   what it all came to, as the search tells it at its end
//	times.go     when the pages of a search that is watched were seen
//	endings.go   why agents, and the search, ended
//	graph.go     the graphs of a search: of all pages, of one topic
//	ledger.go    what became of each URL; what pages link to or use and no agent visits
package agents
