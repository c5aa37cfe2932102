package config

import (
	"regexp"

	"sitegraph/site"
)

// Topics has the settings of agents, with times in the unit of Clock and defaults by Liu Jia and Du Yajun (2016).
type Topics struct {
	Scheme   string  // how agents share URLs; see agents/market
	Matching string  // how a market is cleared; see agents/market
	Clock    string  // ClockSeconds or ClockPages
	Lifetime float64 // of an agent, at first
	Run      float64 // how long all agents work; 0 means no limit
	Interval float64 // between markets
	WonTime  float64 // what a bought URL adds to a life

	Understanding float64 // the relevance, 0 to 1, from which pages and links are relevant
	// Strict agents ignore links below Understanding, as in the paper. Others follow them when nothing better is left.
	Strict     bool
	PageEnergy float64 // the cost of a page
	Step       float64 // of prices, for the matching auction
	Space      int64   // bytes that an agent can store at first; 0 means no limit
	WonSpace   int64   // what a bought URL adds to the space
	Lots       int     // markets held in a row each time
	Whole      bool    // lets all buyers and URLs into a market
	Foreign    bool    // agents also sell URLs that are relevant only to others
	Agents     []Agent
}

// Clocks count seconds of declared delays, or pages processed by all agents together.
const (
	ClockSeconds = "seconds"
	ClockPages   = "pages"
)

// Agent is a section of a file of topics.
type Agent struct {
	Name     string // the name of the section
	Line     int    // the line of the section, from 1
	Keywords string // in any language
	Language string // of the keywords, as in HTML's lang; "" for any
	Seeds    []site.URL
	// Hosts are patterns of hosts that the agent may visit: a host, a host with a port, "*.example.org" for all hosts
	// below it, or "*" for all. If there are none, the agent may visit the hosts of its seeds.
	Hosts  []string
	Energy float64        // at first
	Target int            // number of relevant pages that the agent must store before it may buy
	Label  *regexp.Regexp // matches the URLs of pages on the topic, for the score-card only; may be nil
}
