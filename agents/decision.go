package agents

import (
	"math"
	"slices"
	"time"

	"sitegraph/config"
	"sitegraph/site"
)

// decision gives a URL to an agent.
type decision struct {
	agent    int // site.Nobody for a seed of the command line
	url      int32
	place    place // link that led to the URL
	foundBy  int
	depth    int
	hops     int // number of redirects that led here
	estimate float64

	page   uint32 // number of the URL in the crawl
	paused bool   // the host refuses too many pages, so nothing is requested
}

// decide returns the next decision, or nil if none is possible now. Agents begin after all seeds
// of the command line have been visited.
func (s *search) decide() *decision {
	for {
		if len(s.forced) > 0 {
			d := s.forced[0]
			s.forced = s.forced[1:]
			return d
		}
		if s.seeds.pending > 0 {
			return nil
		}
		if s.now >= s.team.Due() {
			s.hold()
		}
		if d := s.takeTurn(); d != nil || !s.wait() {
			return d
		}
	}
}

// takeTurn returns a decision for the next agent that can do something.
func (s *search) takeTurn() *decision {
	for i := range s.Agents {
		q := (s.turn + i) % len(s.Agents)
		if key, value, ok := s.team.Next(q, s.now); ok {
			s.turn = (q + 1) % len(s.Agents)
			return s.decisionAbout(q, s.places.find(key), value)
		}
	}
	return nil
}

func (s *search) decisionAbout(agent int, url int32, estimate float64) *decision {
	d := &decision{agent: agent, url: url, estimate: estimate}
	d.foundBy, d.place = s.places.led(agent, url)
	if d.place.visit > 0 {
		d.depth = s.visits[d.place.visit-1].depth + 1
	}
	return d
}

// wait skips to the next market, since no agent can do anything before it. It returns false if that changes nothing.
func (s *search) wait() bool {
	due := s.team.Due()
	if len(s.open) > 0 || s.idle || math.IsInf(due, 1) || s.Run > 0 && due >= s.Run {
		return false
	}
	s.now = max(s.now, due)
	if s.Clock == config.ClockSeconds {
		s.clock = max(s.clock, time.Duration(due*float64(time.Second)))
	}
	s.idle = !s.hold()
	return !s.idle
}

// hold holds the market that is due. It returns false if nothing was sold.
func (s *search) hold() bool {
	m, held := s.team.Hold(s.now)
	if !held {
		return false
	}
	m.Time, m.After = s.now, len(s.visits)
	for _, sale := range m.Sales {
		s.places.sold(s.places.find(sale.URL), sale.From, sale.To)
	}
	s.markets = append(s.markets, m)
	s.sold += len(m.Sales)
	return len(m.Sales) > 0
}

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
