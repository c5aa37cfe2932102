package market

import (
	"math"
	"math/rand/v2"

	"sitegraph/config"
)

// Agents is a group of crawling agents, numbered from 0, and what they know. It is not safe for concurrent use.
type Agents struct {
	options  config.Topics
	scheme   scheme
	matching func(m Market, step float64) Clearing
	agents   []agent
	// urls holds every relevant URL in the order found; where it does not
	// belong to one agent alone, once for each that found it. index finds it.
	urls  []lot
	index map[key]int
	// due is the time of the next market.
	due    float64
	random *rand.Rand
}

type agent struct {
	// energy is what the agent has at first, target the number of stored pages from which on it may buy; spent
	// counts the fetches that took energy, away those that are not reported.
	energy              float64
	target, spent, away int
	// ends is when the agent's life is over, on the clock of Next.
	ends float64
	// space is how many bytes the agent may store, 0 if there was no limit at
	// first, used how many it has stored; stored counts its relevant pages.
	space, used int64
	stored      int
	queue       queue
	// foreign are the spare URLs that the agent has for sale, as found; those that it has no more are skipped.
	foreign []int
}

type lot struct {
	url string
	// values are v(q,p) for all agents, kept while the URL is queued; -1 for an agent that may not have the URL.
	values []float64
	// owner is the agent that has the URL in its queue or was given it, or
	// nobody's in scheme pool until it is given out.
	owner int
	// sellers are the agents who sold the URL: none of them ever gets it again.
	sellers []int
	state   lotState
	// spare: the URL is not relevant to the owner, and in scheme pool to no agent.
	// It is fetched when nothing better is left, and for sale with Foreign.
	spare bool
}

const nobody = -1

type lotState uint8

const (
	queued lotState = iota
	// fetching: given to the owner, who has not reported it.
	fetching
	// done: reported, or given to another agent that knew it too.
	done
)

// key identifies a URL: in schemes where each agent knows its own URLs, together with the agent.
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
	// URL is taken as it is; one of more than 65536 bytes is ignored.
	URL string
	// Values are the similarities of the URL (its anchor, the text around it, the page where it was found) to
	// the topics of all agents, 0 to 1. What is missing counts as 0. See Scorer. A value below 0 keeps the
	// URL from the agent altogether: its host is not one of those that it may visit.
	Values []float64
}

// Page is what came of a fetch.
type Page struct {
	// Failed: nothing was fetched. Free: likewise, but it took no energy: a redirect, or what robots.txt forbids.
	Failed, Free bool
	// Again: a page with the same content was stored before, so this one is not. Its links count.
	Again bool
	// Value is the page's similarity to the topic of the agent that fetched it, Bytes its size.
	Value float64
	Bytes int64
	// Links are the page's links. The document does not say whether those of
	// irrelevant pages are followed; leave them out if not.
	Links []Link
}

// Seed gives an agent URLs to begin with, relevant or not.
func (c *Agents) Seed(agent int, links ...Link) {
	for _, l := range links {
		c.found(agent, l, true)
	}
}

// Found gives an agent a URL that no page told it of. It is no seed: the agent wants it as it wants links.
func (c *Agents) Found(agent int, l Link) { c.found(agent, l, false) }

// Next gives an idle agent the URL of its queue that is of greatest value to its topic, among equals the one
// found first; false if it has none, or no life, energy or space left. now is in seconds since the agents
// began. The energy of a fetch is spent at once.
//
// URLs that are not relevant come last, and only when the agent has reported all
// that it was given: each page may lead to something better.
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

// Take gives an agent a URL that it came upon on the way, as the target of a redirect: at once, relevant or
// not, whatever energy is left. It returns false if the URL is known already or the agent may not have it,
// and also if the agent has no life or space left, when it keeps the URL in its queue.
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

// Report reports what came of a URL that Next gave to an agent. A URL that the
// agent was not given, or that was reported already, is ignored.
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

// Read has an agent know a page, which Report had taken for another one's.
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

// Return gives a URL that was reported back to its agent, which is to fetch it after all.
func (c *Agents) Return(agent int, l Link) {
	i, known := c.index[c.scheme.key(agent, l.URL)]
	if !known || c.urls[i].state != done || c.urls[i].owner != agent {
		return
	}
	if c.scheme.contested() {
		delete(c.index, key{nobody, l.URL})
	}
	delete(c.index, c.scheme.key(agent, l.URL))
	c.found(agent, l, c.options.Strict) // what strict agents were given need not be relevant
}

func (c *Agents) energy(agent int) float64 {
	a := &c.agents[agent]
	return max(0, a.energy-float64(float64(a.spent)*c.options.PageEnergy))
}

func (c *Agents) lives(agent int, now float64) bool {
	a := &c.agents[agent]
	return now < a.ends && (c.options.Space == 0 || a.used < a.space)
}

// pagesLeft is how many pages an agent can still fetch: none when its life or
// space is used up, else as many as its energy allows.
func (c *Agents) pagesLeft(agent int, now float64) int {
	if !c.lives(agent, now) {
		return 0
	}
	if c.options.PageEnergy == 0 {
		return math.MaxInt32
	}
	return int(min(c.energy(agent)/c.options.PageEnergy+1e-9, math.MaxInt32))
}
