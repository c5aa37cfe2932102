package stats

import "sitegraph/site"

// Return describes from where a visitor can return to the start page by links.
type Return struct {
	// Pages can reach the start page, itself included; Share is their share
	// of all, 0 to 1.
	Pages int     `json:"pages"`
	Share float64 `json:"share"`
	// Levels gives the same for each level that has pages.
	Levels []ReturnLevel `json:"levels"`
	// LostAt is the level at which return is lost: the least from which on,
	// there and on all deeper levels, over half of the level's pages cannot
	// return. It is -1 when there is none.
	LostAt int `json:"lost_at_level"`
}

// ReturnLevel counts the pages of one level that can return, and their share
// of the level.
type ReturnLevel struct {
	Level int     `json:"level"` // from 0
	Pages int     `json:"pages"` // that can return
	Share float64 `json:"share"` // of the level's pages, 0 to 1
}

// describeReturn finds the pages from which the start page can be reached, and
// sums them up by level.
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

// lostAt goes up from the deepest level as long as most cannot return.
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

// reached marks the pages that the lists lead to, in any number of steps, from
// the pages of the start, these included.
func reached(r adjacency, start func(page int) bool) []bool {
	seen := make([]bool, len(r.offsets)-1)
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
		for _, j := range r.of(int(i)) {
			if !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return seen
}
