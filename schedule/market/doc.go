// Package market decides which of several crawling agents fetches what: URLs
// that an agent cannot do itself are sold, in a market, to agents that have
// reached their target (Liu Jia, Du Yajun, "System of intelligent crawler based
// on multi-Agent", 2016). It knows nothing of HTTP or files.
//
// Three parts, each of use without the others:
//
//   - A [Matching] clears one market: it is given what every buyer thinks a
//     URL worth and says who buys what at which price. [NewMatching].
//   - [Agents] are the document's HostAgent with its agents: their energy,
//     lifetime, queues and markets. [New].
//   - A [TFIDF] says how near a text is to a topic, from 0 to 1: what the
//     agents' valuations are made of.
//
// The loop, for any agent that is idle:
//
//	url, ok := agents.Next(agent, now)
//	agents.Report(agent, url, fetch(url))
//
// and, whenever now reaches Due, agents.Hold(now). Reports may come late,
// several at once and in any order; a URL that was given out stays so until it
// is reported, and must be reported as Failed if it will never be fetched. The
// number of pages need not be known. Everything is deterministic.
//
//	matching.go  a market to clear, the modes by name
//	exact.go     mode exact: shortest augmenting paths on whole numbers
//	auction.go   mode auction: ascending prices, constricted sets
//	literal.go   mode literal: the document's own loop
//	ties.go      the first of equally good assignments
//	agents.go    agents: asked for a URL, given a page
//	queue.go     the URLs of the agents, best first
//	trade.go     sellers, buyers and sales
//	options.go   the parameters, the schemes by name
//	words.go     text to terms: words, stems, character n-grams
//	language.go  stemmers and stop words
//	tfidf.go     terms to similarities (TF-IDF, cosine)
//	links.go     what a link is worth to the agents
package market
