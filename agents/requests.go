package agents

import (
	"sitegraph/extractor"
	"sitegraph/site"
)

// requests are those under way, and what they brought.
type requests struct {
	extractor.Transfers[reply]
	asked int // URLs that this run requested
}

// reply is what came of a request: of a decision, or for the robots.txt of a
// host. Nothing came if it was cut off.
type reply struct {
	decision *decision
	answer   *answer
	host     *host
	robots   *extractor.RobotsAnswer
}

// request sends the requests of open decisions that the budget allows, and asks
// for the robots.txt of their hosts before.
func (s *search) request() error {
	for rank, d := range s.open {
		if s.stop != "" || !s.within(rank) {
			break
		}
		if d.started {
			continue
		}
		h, err := s.hosts.ready(s.places.host(d.url), d.decided)
		if err != nil {
			return err
		}
		switch {
		case h.asking:
		case h.unruled(s.Now()):
			s.askRobots(h)
		case h.robots.Retry:
			d.started = true
			d.answer = &answer{silent: &h.robots.Seen}
		default:
			s.send(h, d)
		}
	}
	return nil
}

// askRobots asks for the robots.txt of a host.
func (s *search) askRobots(h *host) {
	h.asking = true
	origin, downloader, ctx := h.url, h.parts.Downloader, s.Context
	s.Send(func() reply {
		robots := s.Robots.Fetch(ctx, downloader, origin)
		return reply{host: h, robots: &robots}
	})
}

// send requests a decision's URL.
func (s *search) send(h *host, d *decision) {
	d.started = true
	h.underway++
	visitor, ctx, rules := h.parts.Visitor, s.Context, h.robots.Rules
	url, key := s.places.fetch(d.url), s.places.key(d.url)
	s.Send(func() reply {
		r := reply{decision: d, host: h}
		if v, ok := visitor.Visit(ctx, url, key, rules); ok {
			r.answer = &answer{Visited: v}
		}
		return r
	})
}

// take takes a reply.
func (s *search) take(tried site.Tried[reply]) error {
	s.Underway--
	if tried.Fault != nil {
		return tried.Fault
	}
	r := tried.Value
	if r.robots != nil {
		r.host.asking = false
		if s.Context.Err() != nil && r.robots.Retry {
			return nil // cut off: nothing is known
		}
		return s.takeRobots(r.host, *r.robots)
	}
	r.host.underway--
	r.host.last = s.Now()
	if r.answer == nil {
		r.decision.started = false
		return nil
	}
	r.decision.answer = r.answer
	if f := r.answer.Fetch; f.Tries > 0 {
		s.asked++
		f.Level = r.decision.depth
		if s.Fetched != nil {
			s.Fetched(f)
		}
	}
	return nil
}

// takeRobots goes by a robots.txt. The journal keeps it also if there was no usable
// answer, for the account alone: the next run asks again.
func (s *search) takeRobots(h *host, r extractor.RobotsAnswer) error {
	r.Seen.Fetched = s.Now().UTC()
	if r.Retry && h.robots.Rules != nil && !h.robots.Retry {
		h.robots.Seen.Fetched = extractor.KeptRobots(s.Now())
		return nil
	}
	h.rule(r)
	return s.appendRobots(site.HostRobots{Origin: h.url.Origin(), Robots: r.Seen})
}
