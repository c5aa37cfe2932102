package stats

import "sitegraph/site"

// describeReturn tells of every page whether the start page can be reached
// from it, and sums that up by level.
func describeReturn(g *site.Graph, w web) (Return, []bool) {
	home := reached(w.in, func(i int) bool { return i == 0 })
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
	r.Share = share(r.Pages, w.pages)
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
