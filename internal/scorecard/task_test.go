package scorecard

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/site"
)

// agents is their number, as in the document.
const agents = 5

// largeTopic is how many pages a topic has that all agents share.
const largeTopic = 100

// pagesEach is how many pages an agent can fetch, where all are alike.
const pagesEach = 50

// task is what a seed draws.
type task struct {
	topics [agents]*topic
	config []config.Agent
	// near are how many links each page is away from the topic of each agent.
	near [agents][]int
	// reachable counts the pages on the topic of each agent that links lead to.
	reachable int
}

// draw draws topics, keywords, which entries of the portal each agent begins with,
// in which order, and energies.
func (w *world) draw(s setup, seed uint64) *task {
	rng := rand.New(rand.NewPCG(seed, 0x5c02e))
	k := &task{}
	for q, i := range w.drawTopics(rng, s) {
		t := &w.topics[i]
		k.topics[q] = t
		words := slices.Clone(t.words)
		rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		k.config = append(k.config, config.Agent{Name: fmt.Sprintf("agent%d", q), Hosts: []string{"*"},
			Keywords: strings.Join(words[:keywordsEach], " "), Energy: pagesEach * 0.5, Target: s.target})
	}
	w.drawSeeds(rng, k, s)
	if s.unequal {
		for i, q := range rng.Perm(agents) {
			k.config[q].Energy = 0.5 * []float64{10, 20, 40, 80, 100}[i]
		}
	}
	out, into := w.links()
	var entries []int
	for i, d := range w.sites {
		entries = append(entries, w.at[host(i)+d.home])
	}
	reached := depths(out, entries)
	for q, t := range k.topics {
		k.near[q] = depths(into, t.pages)
		for _, p := range t.pages {
			if reached[p] >= 0 && k.first(q) == q {
				k.reachable++
			}
		}
	}
	return k
}

// first is the first agent that has the topic of an agent.
func (k *task) first(agent int) int {
	return slices.Index(k.topics[:], k.topics[agent])
}

// drawTopics draws sites, the same one for all, or parts of as few sites as it
// takes.
func (w *world) drawTopics(rng *rand.Rand, s setup) (chosen []int) {
	of := make([][]int, len(w.sites)) // the topics that each site offers
	for i, t := range w.topics {
		if s.overlap == (t.folder != "") && !(s.one && len(t.pages) < largeTopic) {
			of[t.site] = append(of[t.site], i)
		}
	}
	for _, site := range rng.Perm(len(w.sites)) {
		if s.overlap && len(of[site]) < 2 {
			continue
		}
		for _, i := range rng.Perm(len(of[site])) {
			chosen = append(chosen, of[site][i])
		}
	}
	if s.one {
		chosen = slices.Repeat(chosen[:1], agents)
	}
	return chosen[:agents]
}

// drawSeeds deals out the entries of the portal: the site of a topic to its agent,
// or with the share wrong to another one, all others to anybody. Agents with one
// topic begin at its pages.
func (w *world) drawSeeds(rng *rand.Rand, k *task, of setup) {
	if of.one {
		for q, t := range k.topics {
			for range 2 {
				p := w.pages[t.pages[rng.IntN(len(t.pages))]]
				if u, err := site.Parse("http://" + host(p.site) + p.path); err == nil {
					k.config[q].Seeds = append(k.config[q].Seeds, u)
				}
			}
		}
		return
	}
	give := func(q, s int) {
		u, err := site.Parse(w.entry(s))
		if err == nil {
			k.config[q].Seeds = append(k.config[q].Seeds, u)
		}
	}
	for n, s := range rng.Perm(len(w.sites)) {
		var searched []int // by these agents
		for q, t := range k.topics {
			if t.site == s {
				searched = append(searched, q)
			}
		}
		switch {
		case len(searched) == 0:
			give(n%agents, s)
		case rng.Float64() < of.wrong:
			give((searched[0]+1+rng.IntN(agents-1))%agents, s)
		default:
			give(searched[rng.IntN(len(searched))], s)
		}
	}
	for q := range k.config { // an agent without seeds begins at the portal
		if len(k.config[q].Seeds) == 0 {
			k.config[q].Seeds = []site.URL{{Scheme: "http", Host: portal, Path: "/"}}
		}
	}
}
