package sitelab

import (
	"math/rand/v2"

	"sitegraph/schedule/sites"
)

// world is a set of sites, by what their pages bring in the order of the crawl.
type world [][]sites.Page

// pages is the number of pages of all sites.
func (w world) pages() int {
	n := 0
	for _, site := range w {
		n += len(site)
	}
	return n
}

// set makes worlds from seeds.
type set struct {
	name string
	// world returns the world of a seed, always the same.
	world func(seed uint64) world
	// single says that all seeds give the same world.
	single bool
}

// worlds is the number of different worlds of so many seeds.
func (s set) worlds(seeds int) int {
	if s.single {
		return 1
	}
	return seeds
}

// Streams keep the random numbers of one purpose apart from the others.
const (
	streamEnsemble = 0x5be
	streamSample   = 0x5a3
	streamScatter  = 0x5ca
)

// worldsOf makes worlds of k different crawls each, or the one world of all when
// there are no more than k.
func worldsOf(all []*crawl, k int) set {
	rewards := make(world, len(all))
	for i, c := range all {
		rewards[i] = c.rewards()
	}
	if k >= len(all) {
		return set{name: "crawls", world: func(uint64) world { return rewards }, single: true}
	}
	return set{name: "crawls", world: func(seed uint64) world {
		w := make(world, k)
		for i, j := range sample(len(all), k, seed) {
			w[i] = rewards[j]
		}
		return w
	}}
}

// sample returns k of n numbers in random order.
func sample(n, k int, seed uint64) []int {
	return rand.New(rand.NewPCG(seed, streamSample)).Perm(n)[:min(k, n)]
}

// scattered returns the crawls with the external links of their pages, all
// those of a page together, exchanged at random within the crawl.
func scattered(all []*crawl, seed uint64) []*crawl {
	r := rand.New(rand.NewPCG(seed, streamScatter))
	mixed := make([]*crawl, len(all))
	for i, s := range all {
		pages := make([][]int32, len(s.url))
		for to, from := range r.Perm(len(s.url)) {
			pages[to] = append(pages[to], s.links(from)...)
		}
		m := *s
		m.external, m.from = nil, nil
		m.pack(pages)
		mixed[i] = &m
	}
	return mixed
}
