package agents

import (
	"math"
	"time"

	"sitegraph/config"
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
