package market

import (
	"math"
	"math/rand/v2"
)

// Agents is a group of crawling agents and what they know. It is not safe for
// concurrent use.
type Agents struct {
	options  Options
	scheme   scheme
	matching *Matching
	agents   []agent
	// urls holds every relevant URL in the order found; where it does not
	// belong to one agent alone, once for each that found it. index finds it.
	urls  []lot
	index map[key]int
	// due is the time of the next market.
	due    float64
	random *rand.Rand
}

// agent is one crawler.
type agent struct {
	Status
	queue queue
}

// Status is what an agent has left and has done.
type Status struct {
	// Energy is what is left of beta.
	Energy float64
	// Ends is when the agent's life is over, on the clock of Next.
	Ends float64
	// Space is how many bytes the agent may store, 0 if there was no limit at
	// first, Used how many it has stored.
	Space, Used int64
	// Won is how many bytes of space came with the URLs bought.
	Won int64
	// Given counts the URLs given to the agent, Visited those of them that
	// were fetched, Stored the relevant pages among these.
	Given, Visited, Stored int
	// Bought and Sold count URLs.
	Bought, Sold int
}

// lot is a URL.
type lot struct {
	url string
	// values are v(q,p) for all agents, kept while the URL is queued.
	values []float64
	// owner is the agent that has the URL in its queue or was given it, or
	// nobody's in scheme pool until it is given out.
	owner int
	// sellers are the agents who sold the URL: none of them ever gets it again.
	sellers []int
	fate    fate
}

const nobody = -1

// fate is what became of a URL.
type fate uint8

const (
	queued fate = iota
	// out: given to the owner, who has not reported it.
	out
	// done: reported, or given to another agent that knew it too.
	done
)

// key is what a URL is known by: in schemes where each agent knows its own
// URLs, together with the agent.
type key struct {
	agent int
	url   string
}

// Link is a URL found on a page.
type Link struct {
	// URL is taken as it is; one of more than 65536 bytes is ignored.
	URL string
	// Values are the similarities of the URL (its anchor, the text around it,
	// the page where it was found) to the topics of all agents, 0 to 1. What
	// is missing counts as 0. See Scorer.
	Values []float64
}

// Page is what came of a fetch.
type Page struct {
	// Failed says that nothing was fetched.
	Failed bool
	// Value is the page's similarity to the topic of the agent that fetched
	// it, Bytes its size.
	Value float64
	Bytes int64
	// Links are the page's links. The document does not say whether those of
	// irrelevant pages are followed; leave them out if not.
	Links []Link
}

// Status returns the status of an agent, the zero Status if there is no such
// agent.
func (c *Agents) Status(agent int) Status {
	if agent < 0 || agent >= len(c.agents) {
		return Status{}
	}
	return c.agents[agent].Status
}

// Seed gives an agent URLs to begin with, relevant or not.
func (c *Agents) Seed(agent int, links ...Link) {
	if agent < 0 || agent >= len(c.agents) {
		return
	}
	for _, l := range links {
		c.found(agent, l, true)
	}
}

// Next gives an idle agent the best URL of its queue, best for the agent's
// topic, among equals the one found first; false if it has none, or neither
// life, energy nor space left. now is in seconds since the agents began. The
// energy of a fetch is spent at once.
func (c *Agents) Next(agent int, now float64) (url string, ok bool) {
	if agent < 0 || agent >= len(c.agents) || c.able(agent, now) == 0 {
		return "", false
	}
	i, ok := c.pop(agent)
	if !ok {
		return "", false
	}
	a := &c.agents[agent]
	a.Energy = max(0, a.Energy-c.options.PageEnergy)
	a.Given++
	c.urls[i].fate, c.urls[i].owner, c.urls[i].values, c.urls[i].sellers = out, agent, nil, nil
	return c.urls[i].url, true
}

// Report says what came of a URL that Next gave to an agent. A URL that the
// agent was not given, or that was reported already, is ignored.
func (c *Agents) Report(agent int, url string, p Page) {
	if agent < 0 || agent >= len(c.agents) {
		return
	}
	i, ok := c.index[c.key(agent, url)]
	if !ok || c.urls[i].fate != out || c.urls[i].owner != agent {
		return
	}
	c.urls[i].fate = done
	if p.Failed {
		return
	}
	a := &c.agents[agent]
	a.Visited++
	if similarity(p.Value) >= c.options.Understanding {
		a.Stored++
		a.Used = min(a.Used+min(max(p.Bytes, 0), maxAmount), maxAmount)
	}
	for _, l := range p.Links {
		c.found(agent, l, false)
	}
}

// able is how many pages an agent can still do: none when its life or space is
// over, else as many as its energy allows.
func (c *Agents) able(agent int, now float64) int {
	a := c.agents[agent]
	if !(now < a.Ends) || c.options.Space > 0 && a.Used >= a.Space {
		return 0
	}
	if c.options.PageEnergy == 0 {
		return math.MaxInt32
	}
	pages := math.Floor(a.Energy/c.options.PageEnergy + 1e-9)
	return int(min(pages, math.MaxInt32))
}

// key is what an agent knows a URL by.
func (c *Agents) key(agent int, url string) key {
	if c.scheme.assigned || c.scheme.everyone {
		agent = nobody
	}
	return key{agent, url}
}
