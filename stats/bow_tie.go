package stats

import (
	"slices"

	"sitegraph/site"
)

// Region is a part of the bow-tie (Broder et al., "Graph structure in the Web", Computer Networks 33, 2000), as Yang,
// Zhuhadar and Nasraoui define it ("Bow-tie decomposition in directed graphs", FUSION 2011).
type Region uint8

// A page belongs to the first region that fits. The core is the largest strong component; among equals, the one with
// the first page. In reaches the core, and the core reaches out. Tubes are reached from in and reach out; tendrils do
// one of the two. Disconnected pages hang on a tendril against the direction of its arcs, or on nothing. The latter
// only occurs in incomplete crawls.
const (
	RegionCore Region = iota
	RegionIn
	RegionOut
	RegionTube
	RegionTendril
	RegionDisconnected
)

// String returns the region's name: core, in, out, tube, tendril or disconnected.
func (r Region) String() string {
	return [...]string{"core", "in", "out", "tube", "tendril", "disconnected"}[r]
}

// BowTie counts the pages of each region.
type BowTie struct {
	// The fields are in the order of the regions and add up to all pages.
	Core         int `json:"core"`
	In           int `json:"in"`
	Out          int `json:"out"`
	Tubes        int `json:"tubes"`
	Tendrils     int `json:"tendrils"`
	Disconnected int `json:"disconnected"`
}

// bowTie finds every page's region, given components from [strongComponents].
func bowTie(out, in Lists, component []int32, count int) (BowTie, []Region) {
	region := make([]Region, out.Len())
	largest, sizes := largestOf(component, count)
	core := int32(slices.Index(sizes, largest.Largest))
	inCore := func(i int) bool { return component[i] == core }
	down, up := reached(out, inCore), reached(in, inCore)
	fromIn := reached(out, func(i int) bool { return up[i] && !down[i] })
	toOut := reached(in, func(i int) bool { return down[i] && !up[i] })
	for i := range region {
		switch {
		case up[i] && down[i]:
			region[i] = RegionCore
		case up[i]:
			region[i] = RegionIn
		case down[i]:
			region[i] = RegionOut
		case fromIn[i] && toOut[i]:
			region[i] = RegionTube
		case fromIn[i] || toOut[i]:
			region[i] = RegionTendril
		default:
			region[i] = RegionDisconnected
		}
	}
	return countRegions(region), region
}

func countRegions(region []Region) BowTie {
	var pages [RegionDisconnected + 1]int
	for _, r := range region {
		pages[r]++
	}
	return BowTie{Core: pages[RegionCore], In: pages[RegionIn], Out: pages[RegionOut], Tubes: pages[RegionTube],
		Tendrils: pages[RegionTendril], Disconnected: pages[RegionDisconnected]}
}

// Return counts the pages that can reach the start page.
type Return struct {
	Pages  int           `json:"pages"`         // number of pages that can reach the start page, itself included
	Share  float64       `json:"share"`         // of all pages
	Levels []ReturnLevel `json:"levels"`        // every level, ascending
	LostAt int           `json:"lost_at_level"` // level from which on most pages of each level cannot return, or -1
}

// ReturnLevel counts the pages of one level that can reach the start page.
type ReturnLevel struct {
	Level int     `json:"level"` // from 0
	Pages int     `json:"pages"` // number that can return
	Share float64 `json:"share"` // of the level's pages, 0 to 1
}

func describeReturn(g *site.Graph, dg digraph) (Return, []bool) {
	home := reached(dg.in, func(i int) bool { return i == 0 })
	r := Return{Levels: []ReturnLevel{}}
	page := 0
	for _, l := range levels(g) {
		able := 0
		for end := page + l.Pages; page < end; page++ {
			if home[page] {
				able++
			}
		}
		r.Pages += able
		r.Levels = append(r.Levels, ReturnLevel{Level: l.Level, Pages: able, Share: share(able, l.Pages)})
	}
	r.Share = share(r.Pages, dg.pages)
	r.LostAt = lostAt(r.Levels)
	return r, home
}

// lostAt climbs from the deepest level while most pages of the level cannot return.
func lostAt(levels []ReturnLevel) int {
	k := len(levels)
	for k > 0 && levels[k-1].Share < 0.5 {
		k--
	}
	if k == len(levels) {
		return -1
	}
	return levels[k].Level
}

// reached marks the pages that can be reached through the lists from the pages that start accepts.
func reached(lists Lists, start func(page int) bool) []bool {
	seen, of := make([]bool, lists.Len()), lists.Reader()
	var queue []uint32
	for i := range seen {
		if start(i) {
			seen[i] = true
			queue = append(queue, uint32(i))
		}
	}
	for len(queue) > 0 {
		last := len(queue) - 1
		i := queue[last]
		queue = queue[:last]
		for _, j := range of(int(i)) {
			if !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return seen
}
