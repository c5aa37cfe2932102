package agents

import (
	"slices"

	"sitegraph/agents/market"
	"sitegraph/extractor"
	"sitegraph/site"
)

// With key stable, the search may find out later which visits show the same page. Past earnings and spending stay.
// From then on agents use the new knowledge, and the account shows the knowledge at the end.

// contentKey identifies a page, together with the agent if each agent has pages of its own.
type contentKey struct {
	agent    int
	identity site.Digest
}

type contents struct {
	first    map[contentKey]int
	separate bool // each agent has pages of its own
	identity func(page uint32) site.Digest
}

// keyOf returns the key of an agent's page, given the page's number in the crawl.
func (c *contents) keyOf(agent int, page uint32) contentKey {
	if !c.separate {
		agent = site.Nobody
	}
	return contentKey{agent, c.identity(page)}
}

// of returns the number of the first visit of a page, or 0.
func (c *contents) of(agent int, page uint32) int { return c.first[c.keyOf(agent, page)] }

// joins reports whether an earlier visit got the same page. If not, this visit becomes the first with it.
func (c *contents) joins(v *visit) bool {
	of := c.keyOf(v.finder(), v.page)
	if v.same = c.first[of]; v.same == 0 {
		c.first[of] = v.number
	}
	return v.same != 0
}

// claim records the page of a common seed for the agent that now has it.
func (c *contents) claim(v *visit) {
	if of := c.keyOf(v.agent, v.page); c.first[of] == 0 {
		c.first[of] = v.number
	}
}

// Has reports whether the agent with the latest open decision about a URL has a page.
func (s *search) Has(url, page uint32) bool {
	for _, d := range slices.Backward(s.open) {
		if d.page == url && !d.paused {
			return s.contents.of(d.agent, page) != 0
		}
	}
	return false
}

// takeStock applies new lessons. It reads pages that are no longer the same as another page. It returns URLs that no
// rule makes a known page any more to their agents.
func (s *search) takeStock() error {
	lessons := s.came.Lessons()
	if lessons == s.lessons {
		return nil
	}
	s.lessons = lessons
	clear(s.contents.first)
	for i := range s.visits {
		v := &s.visits[i]
		if v.state != site.StatePage || s.contents.joins(v) {
			continue
		}
		if v.content == nil {
			if err := s.readLate(v); err != nil {
				return err
			}
		}
		s.contents.claim(v)
	}
	for i := range s.visits {
		if v := &s.visits[i]; v.state == site.StateRule && !v.void {
			s.checkRuled(v)
		}
	}
	return nil
}

// readLate reads a page that seemed the same as another when it was visited.
func (s *search) readLate(v *visit) error {
	came, err := s.came.Visited(v.page)
	if err != nil {
		return err
	}
	var report market.Page
	s.idle = false
	s.read(v, &came, &report)
	switch {
	case v.finder() != site.Nobody:
		s.team.Read(v.agent, report)
	case s.seeds.pending == 0:
		s.dealLinks()
	}
	return nil
}

// checkRuled finds the page that a rule gives for a URL that was not fetched. Without one the URL must be visited.
func (s *search) checkRuled(v *visit) {
	if by, _, ruled := s.came.Ruled(v.page); ruled {
		v.same = s.contents.of(v.finder(), by)
	} else {
		v.same = 0
	}
	if v.void = v.same == 0; !v.void {
		return
	}
	s.idle = false
	url := v.decision.url
	if v.agent == site.Nobody {
		delete(s.seeds.known, url)
		s.sow(url, v.hops)
		return
	}
	values := slices.Clone(v.place.values)
	if values == nil {
		values = s.hosts.solely(v.agent, 0)
	}
	values[v.agent] = max(values[v.agent], v.estimate)
	s.team.Return(v.agent, s.hosts.link(url, values))
}

// settle sets, at the end, the final state and page of each visit.
func (s *search) settle() {
	stored, ruled := map[site.Digest]bool{}, map[int32]bool{}
	for i := range s.visits {
		v := &s.visits[i]
		switch {
		case v.state == site.StateRule:
			settleRuled(v, s.came, ruled)
		case v.state != site.StatePage:
		case v.same != 0:
			first := &s.visits[v.same-1]
			v.state, v.values, v.content = site.StateDuplicate, first.values, nil
			if s.came.OnlyCanonical(v.page, first.page) {
				v.state = site.StateCanonical
			}
			v.again = relevant(v.agent, v.values, s.Understanding)
		default:
			is := s.came.Identity(v.page)
			v.stored = relevant(v.agent, v.values, s.Understanding)
			v.again = v.stored && stored[is]
			stored[is] = stored[is] || v.stored
			v.reason.SoftMissing = s.came.IsSoft(v.page)
		}
	}
	s.dropVoid()
}

// settleRuled sets the rule of a URL that was not fetched, and counts the URL once.
func settleRuled(v *visit, came *extractor.Visits, counted map[int32]bool) {
	_, rule, ruled := came.Ruled(v.page)
	if !ruled || v.void {
		return
	}
	if v.reason.Rule = rule; rule != nil && !counted[v.decision.url] {
		counted[v.decision.url] = true
		rule.URLs++
	}
}

// dropVoid drops the visits made by rules that were retracted, and renumbers the others.
func (s *search) dropVoid() {
	if !slices.ContainsFunc(s.visits, func(v visit) bool { return v.void }) {
		return
	}
	number := make([]int, len(s.visits)+1)
	kept := 0
	for i := range s.visits {
		if !s.visits[i].void {
			kept++
		}
		number[i+1] = kept
	}
	s.visits = slices.DeleteFunc(s.visits, func(v visit) bool { return v.void })
	for i := range s.visits {
		v := &s.visits[i]
		v.number, v.same, v.place.visit = i+1, number[v.same], number[v.place.visit]
	}
	for of, at := range s.places.best {
		at.visit = number[at.visit]
		s.places.best[of] = at
	}
	for i := range s.markets {
		s.markets[i].After = number[s.markets[i].After]
	}
}
