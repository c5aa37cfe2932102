package market

import (
	"math"
	"math/rand/v2"

	"sitegraph/config"
)

// Agents are crawling agents, numbered from 0, with their knowledge. They are not safe for concurrent use.
type Agents struct {
	options  config.Topics
	scheme   scheme
	matching func(m Market, step float64) Clearing
	agents   []agent
	// urls has every relevant URL in the order found, once, or once for each finder. index has its position.
	urls   []lot
	index  map[key]int
	due    float64 // time of the next market
	random *rand.Rand
}

type agent struct {
	// energy is the agent's first energy. target is the number of stored pages that lets it buy. spent counts the
	// fetches that took energy, away counts those not reported yet.
	energy              float64
	target, spent, away int
	ends                float64 // end of the agent's life, on the clock of Next
	// space is the number of bytes that the agent may store (at first 0 without a limit). used is the number
	// stored. stored counts its relevant pages.
	space, used int64
	stored      int
	queue       queue
	// foreign has spare URLs for sale, in the order found, and some that the agent no longer has.
	foreign []int
}

type lot struct {
	url string
	// values has v(q,p) for all agents q while the URL is queued; -1 for an agent that may not have it.
	values []float64
	// owner has the URL in its queue or was given it. In scheme pool it is nobody until an agent gets the URL.
	owner   int
	sellers []int // agents that sold the URL and never get it again
	state   lotState
	// spare means that the URL is not relevant to the owner, or in scheme pool to any agent. Agents fetch it when
	// nothing better is left. It is for sale with Foreign.
	spare bool
}

const nobody = -1

type lotState uint8

const (
	queued   lotState = iota
	fetching          // given to the owner, who has not reported it
	done              // reported, or given to another agent that knew it
)

// key identifies a URL, together with the agent in schemes where each agent knows only its own URLs.
type key struct {
	agent int
	url   string
}

func (s scheme) key(agent int, url string) key {
	if s.assigned || s.everyone {
		agent = nobody
	}
	return key{agent, url}
}

// Link is a URL found on a page.
type Link struct {
	URL string // at most 65536 bytes; longer URLs are ignored
	// Values has the similarity of the link (anchor, text around it, page) to each topic, from 0 to 1, 0 if missing.
	// See Scorer. A value below 0 means that the agent may not visit the URL's host.
	Values []float64
}

// Page is the result of a fetch.
type Page struct {
	// Failed means that nothing was fetched. Free means that this took no energy either, as with a redirect or a URL
	// that robots.txt forbids.
	Failed, Free bool
	Again        bool // the content was stored before; the links still count
	// Value is the page's similarity to the agent's topic. Bytes is its size.
	Value float64
	Bytes int64
	// Links may be left out for irrelevant pages. The document does not say whether agents follow those.
	Links []Link
}

// Seed gives an agent its first URLs, relevant or not.
func (c *Agents) Seed(agent int, links ...Link) {
	for _, l := range links {
		c.found(agent, l, true)
	}
}

// Found gives an agent a URL that comes from no page. The agent treats it like a link.
func (c *Agents) Found(agent int, l Link) { c.found(agent, l, false) }

// Next takes the URL of greatest value from an agent's queue, the one found first among equals. It returns false if the
// queue is empty, or the agent has no life, energy or space left. now is in seconds since the agents began. The fetch
// takes energy at once.
//
// Irrelevant URLs come last, after the agent has reported all others, because each page may lead to something better.
func (c *Agents) Next(agent int, now float64) (url string, value float64, ok bool) {
	if c.pagesLeft(agent, now) == 0 {
		return "", 0, false
	}
	best, ok := c.pop(agent)
	if !ok {
		return "", 0, false
	}
	c.give(best.lot, agent)
	return c.urls[best.lot].url, best.value, true
}

func (c *Agents) give(i, agent int) {
	c.agents[agent].spent++
	c.agents[agent].away++
	c.urls[i] = lot{url: c.urls[i].url, owner: agent, state: fetching}
}

// Take gives an agent a URL at once, such as the target of a redirect, even if it is irrelevant or the agent has no
// energy left. It returns false if the URL is known or the agent may not have it. If the agent has no life or space
// left, Take queues the URL and returns false.
func (c *Agents) Take(agent int, l Link, now float64) bool {
	at := c.scheme.key(agent, l.URL)
	if i, known := c.index[at]; known && !c.urls[i].spare {
		c.again(i, agent, l.Values, true)
		return false
	}
	c.found(agent, l, true)
	i, ok := c.index[at]
	if !ok || c.urls[i].state != queued || c.urls[i].values[agent] < 0 || !c.lives(agent, now) || !c.take(i) {
		return false
	}
	c.give(i, agent)
	return true
}

// Report takes the result for a URL that Next or Take gave to an agent. It ignores any other URL.
func (c *Agents) Report(agent int, url string, p Page) {
	i, ok := c.index[c.scheme.key(agent, url)]
	if !ok || c.urls[i].state != fetching || c.urls[i].owner != agent {
		return
	}
	c.urls[i].state = done
	a := &c.agents[agent]
	a.away--
	if p.Free {
		a.spent--
	}
	if !p.Free && !p.Failed {
		c.Read(agent, p)
	}
}

// Read gives an agent a page. Report calls it, or a caller that first took the page for a known one.
func (c *Agents) Read(agent int, p Page) {
	a := &c.agents[agent]
	if !p.Again && similarity(p.Value) >= c.options.Understanding {
		a.stored++
		a.used = min(a.used+min(max(p.Bytes, 0), maxAmount), maxAmount)
	}
	for _, l := range p.Links {
		c.found(agent, l, false)
	}
}

// Return gives a reported URL back to its agent, which must fetch it after all.
func (c *Agents) Return(agent int, l Link) {
	i, known := c.index[c.scheme.key(agent, l.URL)]
	if !known || c.urls[i].state != done || c.urls[i].owner != agent {
		return
	}
	if c.scheme.contested() {
		delete(c.index, key{nobody, l.URL})
	}
	delete(c.index, c.scheme.key(agent, l.URL))
	c.found(agent, l, c.options.Strict) // a strict agent's URL was given to it, so it need not be relevant
}

func (c *Agents) energy(agent int) float64 {
	a := &c.agents[agent]
	return max(0, a.energy-float64(float64(a.spent)*c.options.PageEnergy))
}

func (c *Agents) lives(agent int, now float64) bool {
	a := &c.agents[agent]
	return now < a.ends && (c.options.Space == 0 || a.used < a.space)
}

// pagesLeft returns the number of pages that an agent's energy allows, or 0 without life or space.
func (c *Agents) pagesLeft(agent int, now float64) int {
	if !c.lives(agent, now) {
		return 0
	}
	if c.options.PageEnergy == 0 {
		return math.MaxInt32
	}
	return int(min(c.energy(agent)/c.options.PageEnergy+1e-9, math.MaxInt32))
}

const maxAmount = 1 << 50

type scheme struct {
	common   bool                           // only one agent gets a URL
	assigned bool                           // a URL belongs to its first finder, then to its buyer
	everyone bool                           // a URL is in the queues of all agents that it is relevant to
	trade    func(*Agents, Market) Clearing // nil without markets
}

var schemes = map[string]scheme{
	"market":   {common: true, assigned: true, trade: byMatching},
	"random":   {common: true, assigned: true, trade: (*Agents).byChance},
	"separate": {},
	"shared":   {common: true},
	"pool":     {common: true, everyone: true},
}

// New returns agents without URLs, at time 0. Only scheme random uses the seed.
//
// "market" is the document's system, where an agent keeps the URLs that it finds and sells those it cannot fetch.
// "random" lets chance decide who gets what in its markets. "separate" is the document's comparison, where agents
// ignore each other and may fetch the same URL. "shared" has separate queues but one set of visited URLs. "pool" is not
// in the document. It shows all URLs to all agents, and an idle agent takes the best one left for it.
func New(o config.Topics, seed uint64) *Agents {
	c := &Agents{
		options: o, scheme: schemes[o.Scheme], matching: matchings[o.Matching],
		index:  map[key]int{},
		due:    o.Interval,
		random: rand.New(rand.NewPCG(seed, 0x6d61726b6574)),
	}
	for _, e := range o.Agents {
		c.agents = append(c.agents, agent{energy: e.Energy, target: e.Target, ends: o.Lifetime, space: o.Space})
	}
	return c
}

// similarity clamps a number to [0,1]; NaN becomes 0.
func similarity(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, 0), 1)
}
