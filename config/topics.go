package config

import (
	"regexp"

	"sitegraph/site"
)

// Topics are the settings of a crawl by topical agents: a file of topics. Times
// are in the unit of Clock. The defaults are those of Liu Jia and Du Yajun (2016).
type Topics struct {
	// Scheme is how the agents share the URLs, Matching how a market is cleared; see agents/market.
	Scheme, Matching string
	// Clock is ClockSeconds, of declared delays, or ClockPages, processed by all agents together.
	Clock string
	// Lifetime is how long an agent lives at first, Run how long all work together (0 is no limit), Interval
	// the time between markets, WonTime what a URL bought adds to a life.
	Lifetime, Run, Interval, WonTime float64
	// Understanding is the relevance, 0 to 1, from which a page or a link counts as relevant.
	Understanding float64
	// Strict has agents leave links below Understanding alone, as the document has
	// it; else they follow them when nothing better is left.
	Strict     bool
	PageEnergy float64 // what a page costs
	Step       float64 // of prices, for the matching auction
	// Space is how many bytes an agent can store at first, 0 is no limit; WonSpace is what a URL bought adds.
	Space, WonSpace int64
	Lots            int  // markets held one after the other each time
	Whole           bool // lets all buyers and URLs into a market
	Foreign         bool // has agents sell what is relevant to others only, too
	Agents          []Agent
}

// The clocks.
const (
	ClockSeconds = "seconds"
	ClockPages   = "pages"
)

// Agent is one section of a file of topics.
type Agent struct {
	Name     string // that of the section
	Line     int    // of the section in the file of topics, from 1
	Keywords string // in any language
	Language string // of the keywords, as HTML's lang has it; "" for any
	Seeds    []site.URL
	// Hosts are patterns of hosts that the agent may visit: a host, a host with a port, "*.example.org" for
	// all below it, "*" for all. Empty means those of the seeds.
	Hosts  []string
	Energy float64 // at first
	Target int     // relevant pages stored from which on it may buy
	// Label, if not nil, matches the URLs of the pages on the topic, for the
	// score-card alone: the agents do not see it.
	Label *regexp.Regexp
}
