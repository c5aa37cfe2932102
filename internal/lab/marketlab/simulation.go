package marketlab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sitegraph/agents/market"
	"sitegraph/config"
)

// task is the search for one topic on one web. Agent k searches for the topic's keyword k.
type task struct {
	*web
	topic int
	// searched has the terms that each agent searches for.
	searched []termCounts
	// slow is the factor by which each agent's fetches take longer.
	slow []float64
	// seeds are the pages that each agent starts from.
	seeds [][]int
	// relevant counts the pages on topic that can be reached from the seeds.
	relevant int
	// values and links are a page's values and links as agents see them. All schemes share them. They are computed
	// when the page is first fetched.
	values [][]float64
	links  [][]market.Link
	// depth is the number of links from a page to the nearest one on topic.
	depth []int
}

func newTask(w *web, topic int) *task {
	rng := w.rng(streamTask, uint64(topic))
	t := &task{web: w, topic: topic,
		values: make([][]float64, len(w.pages)), links: make([][]market.Link, len(w.pages))}
	for k := range keywords {
		t.searched = append(t.searched, w.lexicon.terms(query(topic, k), "en"))
		t.slow = append(t.slow, math.Pow(w.model.Slower, 2*rng.Float64()-1))
	}
	t.seeds = make([][]int, keywords)
	for i := range keywords * w.model.Seeds {
		at := rng.IntN(len(w.pages))
		all := w.model.Pages * keywords
		if rng.Float64() >= w.model.Noise {
			at = topic*all + rng.IntN(all)
		}
		t.seeds[i%keywords] = append(t.seeds[i%keywords], at)
	}
	t.explore()
	return t
}

// query returns the text that agent k searches for. It has the topic's name and keywords, agent k's three times.
func query(topic, k int) string {
	t := topics[topic]
	return strings.Repeat(t.keywords[k]+" ", 2) + t.name + " " + strings.Join(t.keywords[:], " ")
}

// on reports whether a page is on topic, by the label that agents cannot see.
func (t *task) on(i int) bool { return t.pages[i].label == t.topic }

// explore counts the pages on topic within reach and sets the depth of every page.
func (t *task) explore() {
	out, into := make([][]int, len(t.pages)), make([][]int, len(t.pages))
	var topical []int
	for i, p := range t.pages {
		for _, l := range p.links {
			out[i] = append(out[i], l.to)
			into[l.to] = append(into[l.to], i)
		}
		if t.on(i) {
			topical = append(topical, i)
		}
	}
	t.depth = depths(into, topical)
	reached := depths(out, slices.Concat(t.seeds...))
	for _, i := range topical {
		if reached[i] < math.MaxInt32 {
			t.relevant++
		}
	}
}

// depths returns each page's distance in links from the nearest start, math.MaxInt32 if no start leads there.
func depths(links [][]int, starts []int) []int {
	depth := slices.Repeat([]int{math.MaxInt32}, len(links))
	for _, i := range starts {
		depth[i] = 0
	}
	line := slices.Clone(starts)
	for at := 0; at < len(line); at++ {
		for _, to := range links[line[at]] {
			if depth[to] == math.MaxInt32 {
				depth[to] = depth[line[at]] + 1
				line = append(line, to)
			}
		}
	}
	return depth
}

// worth returns the similarity of page i to each agent's topic.
func (t *task) worth(i int) []float64 {
	if t.values[i] == nil {
		t.values[i] = t.similar(t.bag(i))
	}
	return t.values[i]
}

// found returns the links of page i with the values that agents give them.
func (t *task) found(i int) []market.Link {
	if t.links[i] == nil {
		for at, l := range t.pages[i].links {
			anchor, context := t.describe(i, at)
			t.links[i] = append(t.links[i], market.Link{URL: l.url(), Values: t.worthOf(anchor, context, t.worth(i))})
		}
	}
	return t.links[i]
}

// trueLinks returns the links of page i for omniscient agents. A page on topic is worth 1, another page less with
// each link to the nearest one on topic. A second URL is worth nothing.
func (t *task) trueLinks(i int) []market.Link {
	var all []market.Link
	for _, l := range t.pages[i].links {
		v := 0.0
		if !l.second && t.depth[l.to] < math.MaxInt32 {
			v = 1 / float64(1+t.depth[l.to])
		}
		all = append(all, market.Link{URL: l.url(), Values: []float64{v, v, v, v, v}})
	}
	return all
}

// omniscient is the scheme of agents that share all URLs and know which pages are on topic, a bound for the others.
const omniscient = "omniscient"

type counts struct {
	// visited, onTopic, stored and again are the document's VC, CC, DTOC and RC.
	visited, onTopic, stored, again int
	// own counts visits to pages on the agent's own keyword. recalled counts distinct stored pages on topic.
	own, recalled int
	// markets counts the markets held, offered and sold their URLs.
	markets, offered, sold int
}

func simulate(t *task, scheme string, s setup) (counts, error) {
	o := s.options
	if o.Scheme = scheme; scheme == omniscient {
		o.Scheme = "pool"
	}
	o.Agents = slices.Repeat([]config.Agent{s.each}, keywords)
	agents := market.New(o, s.seed)
	r := &simulation{task: t, agents: agents, truth: scheme == omniscient, understanding: o.Understanding}
	r.away = make([]fetch, keywords)
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
	// away has each agent's current fetch.
	away []fetch
	// kept marks the pages that any agent stored.
	kept []bool
	counts
}

type fetch struct {
	busy bool
	url  string
	page int
	back float64
}

// seedValues returns a seed's values. Like a search engine, it goes by the text unless the agents are omniscient.
func (r *simulation) seedValues(s int) []float64 {
	if r.truth {
		v := 1 / float64(1+min(r.depth[s], math.MaxInt32-1))
		return []float64{v, v, v, v, v}
	}
	return r.worth(s)
}

// work advances time from event to event, each a finished fetch or a market. Before each, idle agents ask for URLs.
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

// send lets every idle agent begin a fetch.
func (r *simulation) send(now float64) {
	for q := range r.away {
		if r.away[q].busy {
			continue
		}
		url, _, ok := r.agents.Next(q, now)
		if !ok {
			continue
		}
		var page int
		if _, err := fmt.Sscanf(url, "http://web.example/%d", &page); err != nil {
			continue // cannot happen, since agents get only such URLs
		}
		took := float64(r.pages[page].seconds * r.slow[q])
		r.away[q] = fetch{true, url, page, now + took}
	}
}

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
	if p.Value < r.understanding {
		return
	}
	r.stored++
	switch {
	case r.kept[e.page]:
		r.again++
	case on:
		r.recalled++
	}
	r.kept[e.page] = true
}
