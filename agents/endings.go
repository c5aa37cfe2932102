package agents

import (
	"slices"

	"sitegraph/site"
)

// ending returns why a search ended, given what cut it short, whether it has pages, and why its agents ended.
func ending(ends []site.Ending, cut site.Ending, pages bool) site.Ending {
	switch {
	case cut != "":
		return cut
	case !pages:
		return site.EndedNoPages
	}
	left := slices.Compact(slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(ends),
		func(e site.Ending) bool { return e == site.EndedWorkDone }))))
	switch len(left) {
	case 0:
		return site.EndedWorkDone
	case 1:
		return left[0]
	}
	return site.EndedMeans
}

// cut returns what ended the search while agents could do more, or "".
func (s *search) cut() site.Ending {
	due, open := s.came.Due()
	switch {
	case s.stop != "":
		return s.stop
	case !open:
		return ""
	case s.Budget > 0 && s.came.Spent() >= s.Budget:
		return site.EndedBudget
	case s.Limits.MaxPages > 0 && (s.came.HasAll() || s.Within(0, due)): // two pages may have become one by now
		return site.EndedMaxPages
	}
	return site.EndedRun
}

// ends returns for each agent why it fetches no more.
func (c *closing) ends(waiting []waitingFor) []site.Ending {
	ends, left := make([]site.Ending, len(c.Agents)), c.leftOut(waiting)
	for q, w := range waiting {
		lack, cut := c.team.Lacks(q, c.now), c.cut
		switch {
		case len(w.open) > 0 && cut != "":
			ends[q] = cut
		case len(w.queued) == 0 && !left[q]:
			ends[q] = site.EndedWorkDone
		case lack != "":
			ends[q] = lack
		case cut != "":
			ends[q] = cut
		case left[q]:
			ends[q] = site.EndedStrict
		default:
			ends[q] = site.EndedUnsold
		}
	}
	return ends
}

// leftOut tells which strict agents found URLs on their hosts that they do not follow and no other agent has.
func (c *closing) leftOut(waiting []waitingFor) []bool {
	left, taken := make([]bool, len(c.Agents)), map[finding]bool{}
	if !c.Strict {
		return left
	}
	of := func(agent int, url int32) finding {
		if c.Scheme == "separate" {
			return finding{agent, url}
		}
		return finding{site.Nobody, url}
	}
	for i := range c.visits {
		taken[of(c.visits[i].agent, c.visits[i].decision.url)] = true
	}
	for q, w := range waiting {
		for _, u := range w.all() {
			if u.Estimate >= c.Understanding || u.Link == 0 && !u.Listed { // not only for sale
				taken[of(q, c.places.find(u.Key))] = true
			}
		}
	}
	for f := range c.places.best {
		if !taken[of(f.agent, f.url)] && c.hosts.may(f.agent, f.url) {
			left[f.agent] = true
		}
	}
	return left
}
