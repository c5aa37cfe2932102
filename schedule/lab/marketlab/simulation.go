package marketlab

import (
	"fmt"
	"math"

	"sitegraph/schedule/market"
)

// omniscient is the scheme of agents that share all URLs and know which pages
// are on topic: what could be reached at best.
const omniscient = "omniscient"

// counts are what a simulation brought.
type counts struct {
	// visited is VC, onTopic CC, stored DTOC, again RC.
	visited, onTopic, stored, again int
	// own counts the visited pages of the agent's own keyword, recalled the
	// distinct pages on topic that were stored.
	own, recalled int
	// markets were held, offered and sold URLs.
	markets, offered, sold int
}

// simulate lets agents work on a task.
func simulate(t *task, scheme string, s setup) (counts, error) {
	name, o := scheme, s.options
	if scheme == omniscient {
		name = "pool"
	}
	o.Agents = keywords
	agents, err := market.New(name, o)
	if err != nil {
		return counts{}, err
	}
	r := &simulation{task: t, agents: agents, truth: scheme == omniscient, understanding: o.Understanding}
	r.away = make([]fetch, o.Agents)
	r.kept = make([]bool, len(t.pages))
	for q, seeds := range t.seeds {
		for _, s := range seeds {
			agents.Seed(q, market.Link{URL: link{to: s}.url(), Values: r.seedValues(s)})
		}
	}
	r.work(s.seconds)
	return r.counts, nil
}

// simulation is the state between two events.
type simulation struct {
	*task
	agents        *market.Agents
	truth         bool
	understanding float64
	// away holds what each agent is fetching.
	away []fetch
	// kept marks the pages stored by anybody.
	kept []bool
	counts
}

// fetch is a fetch under way.
type fetch struct {
	busy bool
	url  string
	page int
	back float64
}

// seedValues are what a search engine makes of a seed: the similarity of its
// text.
func (r *simulation) seedValues(s int) []float64 {
	if r.truth {
		v := 1 / float64(1+min(r.depth[s], math.MaxInt32-1))
		return []float64{v, v, v, v, v}
	}
	return r.worth(s)
}

// work lets time pass: whatever comes next, a fetch that is done or a market,
// and then all idle agents ask for a URL.
func (r *simulation) work(until float64) {
	for now := 0.0; now < until; {
		r.send(now)
		next, agent := r.agents.Due(), -1
		for q, e := range r.away {
			if e.busy && e.back < next {
				next, agent = e.back, q
			}
		}
		if now = next; !(now < until) {
			return
		}
		if agent >= 0 {
			r.finish(agent)
			continue
		}
		m, held := r.agents.Hold(now)
		if held {
			r.markets++
		}
		r.offered += m.Offered
		r.sold += len(m.Sales)
	}
}

// send lets all idle agents begin a fetch.
func (r *simulation) send(now float64) {
	for q := range r.away {
		if r.away[q].busy {
			continue
		}
		url, ok := r.agents.Next(q, now)
		if !ok {
			continue
		}
		var page int
		if _, err := fmt.Sscanf(url, "http://web.example/%d", &page); err != nil {
			continue // the agents give back the URLs they were given
		}
		took := float64(r.pages[page].seconds * r.slow[q])
		r.away[q] = fetch{true, url, page, now + took}
	}
}

// finish reports a fetch and counts it.
func (r *simulation) finish(q int) {
	e := r.away[q]
	r.away[q].busy = false
	p := market.Page{Value: r.worth(e.page)[q], Bytes: 1}
	on := r.on(e.page)
	if r.truth {
		p.Value, p.Links = 0, r.trueLinks(e.page)
		if on {
			p.Value = 1
		}
	} else {
		p.Links = r.found(e.page)
	}
	r.agents.Report(q, e.url, p)
	r.visited++
	if on {
		r.onTopic++
		if r.pages[e.page].keyword == q {
			r.own++
		}
	}
	if p.Value >= r.understanding {
		r.store(e.page, on)
	}
}

func (r *simulation) store(page int, on bool) {
	r.stored++
	switch {
	case r.kept[page]:
		r.again++
	case on:
		r.recalled++
	}
	r.kept[page] = true
}
