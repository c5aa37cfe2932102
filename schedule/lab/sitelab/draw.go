package sitelab

import (
	"fmt"
	"math/rand/v2"

	"sitegraph/schedule/sites"
)

// World is a set of sites, by what their pages bring in the order of the
// crawl.
type World [][]sites.Page

// pages is the number of pages of all sites.
func (w World) pages() int {
	n := 0
	for _, site := range w {
		n += len(site)
	}
	return n
}

// Set draws worlds from seeds.
type Set struct {
	Name string
	// Draw returns the world of a seed, always the same.
	Draw func(seed uint64) World
	// single says that all seeds give the same world.
	single bool
}

// Stream numbers keep what is drawn for one purpose apart from the rest.
const (
	streamEnsemble = 0x5be
	streamSample   = 0x5a3
	streamScatter  = 0x5ca
)

// Crawls draws worlds of k different sites each, or the one world of all when
// k is 0 or there are no more than k.
func Crawls(name string, all []*Site, k int) (Set, error) {
	if len(all) == 0 {
		return Set{}, fmt.Errorf("no crawl to replay")
	}
	if k < 0 {
		return Set{}, fmt.Errorf("samples of %d sites", k)
	}
	rewards := make(World, len(all))
	for i, s := range all {
		rewards[i] = s.rewards()
	}
	if k == 0 || k >= len(all) {
		return Set{Name: name, Draw: func(uint64) World { return rewards }, single: true}, nil
	}
	return Set{Name: name, Draw: func(seed uint64) World {
		w := make(World, k)
		for i, j := range sample(len(all), k, seed) {
			w[i] = rewards[j]
		}
		return w
	}}, nil
}

// sample returns k of n numbers in random order.
func sample(n, k int, seed uint64) []int {
	return rand.New(rand.NewPCG(seed, streamSample)).Perm(n)[:min(k, n)]
}

// scattered returns the sites with the external links of their pages, all
// those of a page together, exchanged at random within the site.
func scattered(all []*Site, seed uint64) []*Site {
	r := rand.New(rand.NewPCG(seed, streamScatter))
	mixed := make([]*Site, len(all))
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
