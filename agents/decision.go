package agents

import (
	"cmp"
	"math"
	"slices"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/site"
)

// decision is an open one: a URL that was given to an agent.
type decision struct {
	agent    int // site.Nobody for a seed of the command line
	url      int32
	place    place // the link that led to the URL
	foundBy  int
	depth    int
	hops     int // redirects that led here
	estimate float64

	decided int // its place among the decisions
	due     time.Duration
	started bool // its request was sent
	answer  *answer
}

// answer is what came of a request.
type answer struct {
	extractor.Visited
	silent *site.RobotsSeen // robots.txt could not be had, so nothing was sent
	paused bool             // the host refuses too many pages, so nothing was sent
}

// decide fills the window of open decisions. Agents begin when the seeds of the
// command line have been visited.
func (s *search) decide() {
	for len(s.open) < s.Lookahead {
		if len(s.forced) > 0 {
			d := s.forced[0]
			s.forced = s.forced[1:]
			s.enter(d)
			continue
		}
		if s.seeds.pending > 0 {
			return
		}
		if s.now >= s.team.Due() {
			s.hold()
		}
		if !s.takeTurn() && !s.wait() {
			return
		}
	}
}

// takeTurn makes a decision of the agent whose turn it is, or of the next one
// that can do something.
func (s *search) takeTurn() bool {
	for i := range s.Agents {
		q := (s.turn + i) % len(s.Agents)
		if key, value, ok := s.team.Next(q, s.now); ok {
			s.turn = (q + 1) % len(s.Agents)
			s.enter(s.decisionAbout(q, s.places.find(key), value))
			return true
		}
	}
	return false
}

// decisionAbout is a decision of an agent about a URL that it has.
func (s *search) decisionAbout(agent int, url int32, estimate float64) *decision {
	d := &decision{agent: agent, url: url, estimate: estimate}
	d.foundBy, d.place = s.places.led(agent, url)
	if d.place.visit > 0 {
		d.depth = s.visits[d.place.visit-1].depth + 1
	}
	return d
}

// enter gives a decision its place among the open ones. On the virtual clock its
// request begins when the host's delay since the one before is over, and takes
// no time.
func (s *search) enter(d *decision) {
	s.decided++
	d.decided = s.decided
	h := s.hosts.of(s.places.host(d.url))
	if d.due = max(s.clock, h.free); h.paused {
		d.started, d.answer = true, &answer{paused: true}
	}
	h.free = d.due + h.delay
	at, _ := slices.BinarySearchFunc(s.open, d, func(a, b *decision) int {
		return cmp.Or(cmp.Compare(a.due, b.due), a.decided-b.decided)
	})
	s.open = slices.Insert(s.open, at, d)
}

// close takes a decision out of the open ones and moves the clock.
func (s *search) close(at int) *decision {
	d := s.open[at]
	s.open = slices.Delete(s.open, at, at+1)
	s.clock = max(s.clock, d.due)
	if s.Clock == config.ClockSeconds {
		s.now = max(s.now, s.clock.Seconds())
	}
	return d
}

// wait lets time pass until the next market, when nobody can do anything before.
// It is false if that changes nothing.
func (s *search) wait() bool {
	due := s.team.Due()
	if len(s.open) > 0 || math.IsInf(due, 1) || s.Run > 0 && due >= s.Run {
		return false
	}
	s.now = max(s.now, due)
	if s.Clock == config.ClockSeconds {
		s.clock = max(s.clock, time.Duration(due*float64(time.Second)))
	}
	return s.hold()
}

// hold holds the market that is due; it is false if nothing was sold.
func (s *search) hold() bool {
	session, held := s.team.Hold(s.now)
	if !held {
		return false
	}
	m := site.Market{Time: s.now, After: len(s.visits), Offered: session.Offered, Buyers: session.Buyers,
		Value: session.Value, Optimum: session.Optimum}
	for _, sale := range session.Sales {
		m.Sales = append(m.Sales, site.Sale{URL: sale.URL, From: sale.From, To: sale.To,
			SellerValue: sale.SellerValue, Value: sale.Value, Price: sale.Price})
		s.places.sold(s.places.find(sale.URL), sale.From, sale.To)
	}
	s.markets = append(s.markets, m)
	s.sold += len(m.Sales)
	return len(m.Sales) > 0
}

// force makes a redirect's target, or a seed, one of the next decisions.
func (s *search) force(d *decision) { s.forced = append(s.forced, d) }

// give gives a URL to an agent at once; it is false if somebody has it.
func (s *search) give(agent int, url int32, estimate float64) bool {
	return s.team.Take(agent, s.link(url, s.only(agent, estimate)), s.now)
}
