// Package agents crawls by topic. Several agents, each with keywords, fetch pages in turn and sell each other
// URLs that they cannot fetch. Package agents/market decides which URL an agent takes and who buys what.
//
// A search is an ordered crawl (extractor.Ordered) of one site that has all hosts and no home page. This package
// provides the order. Each decision is about a URL of one agent, and the search acts on an answer when the crawl
// commits it. It knows nothing of HTTP or the journal, so a search that was stopped or killed continues as if nothing
// had happened. A search with other settings is decided again from the known answers.
//
//	options.go   options of a search
//	search.go    its order of decisions and answers
//	decision.go  turns of the agents; targets of redirects; markets; why agents and the search ended
//	commit.go    effects of an answer
//	identity.go  which visits show the same page, which may change with key stable
//	seeds.go     seeds of the command line and of the agents; URLs that sitemaps list
//	hosts.go     who may visit which hosts, and which hosts refuse too much
//	places.go    known URLs and the links that led to them; what became of each URL; URLs that pages link to or use
//	             and no agent visits
//	account.go   the final account of a search
//	graph.go     graphs of all pages, or of one topic; when a watched search saw the pages
package agents
