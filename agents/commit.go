package agents

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/schedule/market"
	"sitegraph/site"
)

// visit is what is kept of one.
type visit struct {
	decision
	number        int
	time          float64
	url           string // the one fetched
	state         site.State
	reason        site.Reason
	status        int
	to            int32 // number+1 of the URL to which it redirects
	leftOut       bool  // the settings leave that out
	same          int   // the number of the visit with the same content
	free          bool
	values        []float64
	stored, again bool
	page          *site.Page
	links         []linkCount
}

// linkCount is a URL that a page links to, and the number of links.
type linkCount struct{ url, count int32 }

// record is what the journal keeps of an answer.
func (s *search) record(d *decision) (*visitRecord, error) {
	key := s.places.key(d.url)
	r := &visitRecord{Agent: d.agent, Key: key}
	if seen := d.answer.silent; seen != nil {
		r.State, r.Why = site.StateRobotsUnavailable, seen.Unavailable()
		if seen.Why == site.RobotsNoAnswer {
			r.State = site.StateUnreachable
		}
		return r, nil
	}
	if d.answer.paused {
		r.State, r.Why = site.StateLimit, site.Reason{Limit: site.LimitRefused}
		return r, nil
	}
	v := &d.answer.Visited
	r.State, r.Why, r.Status, r.Digest = v.State, v.Reason, v.Status, v.Digest
	if v.URL != key {
		r.URL = v.URL
	}
	if v.State == site.StateHop {
		r.To = &target{URL: v.To.URL, Key: v.To.Key, LeftOut: v.To.LeftOut}
	}
	if v.Page != nil && s.contents[s.content(d.agent, v.Digest)] == 0 {
		s.read(r, d.agent, v)
	}
	return r, nil
}

// content identifies the content of a page of an agent.
func (s *search) content(agent int, digest site.Digest) contentKey {
	if s.Scheme == "separate" {
		return contentKey{agent, digest}
	}
	return contentKey{site.Nobody, digest}
}

// read adds what a new page says.
func (s *search) read(r *visitRecord, agent int, v *extractor.Visited) {
	r.Page = v.Page
	values, terms := s.Values.Page(PageText{URL: v.URL, Title: v.Page.Title, Text: v.Text, Language: v.Page.Lang})
	r.Values, r.Terms = inMillionths(values, len(s.Agents)), terms
	at := map[string]int{}
	for i := range v.Links {
		if l := &v.Links[i]; !l.LeftOut {
			s.readLink(r, l, at)
		}
	}
	for i := range r.Links {
		l := &r.Links[i]
		if isIdle(l.Values) {
			l.Values = nil
		}
		if n, known := s.places.keys.Find(l.Key); known {
			if !s.leads(agent, int32(n), l.Values) {
				l.Anchor = ""
			}
			l.Key, l.URL, l.Known = "", "", int32(n)+1
		}
	}
}

// isIdle reports whether values are all 0.
func isIdle(values []int64) bool {
	return !slices.ContainsFunc(values, func(v int64) bool { return v != 0 })
}

// leads reports whether the search will go by a link to a known URL.
func (s *search) leads(agent int, url int32, values []int64) bool {
	return agent == site.Nobody || s.places.better(agent, url, s.real(values))
}

// readLink adds a link; at has the places of URLs among the links. Of several
// links to a URL each agent takes the one that it values most.
func (s *search) readLink(r *visitRecord, l *extractor.PageLink, at map[string]int) {
	values := inMillionths(s.Values.Link(LinkText{URL: l.URL, Anchor: l.Text, Around: l.Around}), len(s.Agents))
	i, known := at[l.Key]
	if !known {
		at[l.Key] = len(r.Links)
		link := linkRecord{Key: l.Key, Count: l.Count - 1, Values: values, Anchor: clip(l.Text)}
		if l.URL != l.Key {
			link.URL = l.URL
		}
		r.Links = append(r.Links, link)
		return
	}
	link := &r.Links[i]
	link.Count += l.Count
	if slices.Max(values) > slices.Max(link.Values) {
		link.Anchor = clip(l.Text)
	}
	for q, v := range values {
		link.Values[q] = max(link.Values[q], v)
	}
}

// longestAnchor bounds the anchor texts that are kept, in characters.
const longestAnchor = 120

func clip(text string) string {
	count := 0
	for i := range text {
		if count++; count > longestAnchor {
			return text[:i]
		}
	}
	return text
}

// inMillionths are values for the journal, one for each agent.
func inMillionths(values []float64, agents int) []int64 {
	whole := make([]int64, agents)
	for q := range min(agents, len(values)) {
		if v := values[q]; v > 0 { // NaN is not
			whole[q] = int64(math.Round(min(v, 1) * millionths))
		}
	}
	return whole
}

// real are values of the journal.
func (s *search) real(whole []int64) []float64 {
	values := make([]float64, len(s.Agents))
	for q, v := range whole {
		values[q] = float64(v) / millionths
	}
	return values
}

// commit has an answer count: it becomes a visit, and the agent hears of it.
func (s *search) commit(d *decision, r *visitRecord) error {
	v := visit{decision: *d, number: len(s.visits) + 1, url: cmp.Or(r.URL, r.Key), state: r.State, reason: r.Why,
		status: r.Status, free: isFree(r)}
	h := s.hosts.of(s.places.host(d.url))
	h.delay = max(s.Delay, h.robots.Delay)
	h.look(r, s.Refused)
	if !v.free {
		s.spent++
		if s.Clock == config.ClockPages {
			s.now++
		}
	}
	v.time = s.now
	report := market.Page{Failed: r.State != site.StatePage, Free: v.free}
	if !report.Failed {
		if err := s.commitPage(&v, r, &report); err != nil {
			return err
		}
	}
	v.answer = nil
	s.visits = append(s.visits, v)
	if v.agent != site.Nobody && !v.free {
		s.visited[v.agent]++
	}
	s.tell(d.agent, s.places.key(d.url), report)
	if r.To != nil {
		s.pass(d, &s.visits[len(s.visits)-1], r.To)
	}
	if d.agent == site.Nobody {
		s.sown()
	}
	return nil
}

// isFree reports whether a visit is of no page processed (spec 2.6): a redirect,
// or what robots.txt forbids, or the lack of one.
func isFree(r *visitRecord) bool {
	switch r.State {
	case site.StateHop, site.StateRedirectBad, site.StateRobots, site.StateRobotsUnavailable, site.StateUnreachable:
		return true
	}
	return r.Why.Limit == site.LimitRefused
}

// tell reports a visit to the agents. A common seed is given to all that can have
// it, so that nobody visits it again.
func (s *search) tell(agent int, key string, p market.Page) {
	if agent != site.Nobody {
		s.team.Report(agent, key, p)
		return
	}
	for q := range s.Agents {
		if s.team.Take(q, market.Link{URL: key}, s.now) {
			s.team.Report(q, key, market.Page{Failed: true, Free: true})
		}
	}
}

// commitPage adds to a visit what its page is, and to the report.
func (s *search) commitPage(v *visit, r *visitRecord, report *market.Page) error {
	content := s.content(v.agent, r.Digest)
	if first := s.contents[content]; first != 0 {
		v.state, v.same, v.values = site.StateDuplicate, first, s.visits[first-1].values
		v.again = s.relevant(v.agent, v.values)
		report.Again, report.Value = true, valueTo(v.agent, v.values)
		return nil
	}
	if r.Page == nil {
		return fmt.Errorf("visit %d: %w", v.number, errRecord)
	}
	s.contents[content] = v.number
	v.page, v.values = r.Page, s.real(r.Values)
	finder := v.agent
	if v.agent == site.Nobody {
		v.agent = site.MostRelevant(v.values, s.Understanding)
		s.contents[s.content(v.agent, r.Digest)] = v.number
	}
	v.stored = s.relevant(v.agent, v.values)
	v.again = v.stored && s.stored[r.Digest]
	s.stored[r.Digest] = s.stored[r.Digest] || v.stored
	report.Value, report.Bytes = valueTo(v.agent, v.values), r.Page.Bytes
	for i := range r.Links {
		s.commitLink(v, finder, &r.Links[i], report)
	}
	return nil
}

// commitLink takes a link of a page that an agent, or nobody, visited.
func (s *search) commitLink(v *visit, finder int, l *linkRecord, report *market.Page) {
	url := l.Known - 1
	if l.Known == 0 {
		url = s.places.add(l.Key, cmp.Or(l.URL, l.Key))
	}
	v.links = append(v.links, linkCount{url, int32(l.Count) + 1})
	at := place{visit: v.number, anchor: l.Anchor, values: s.real(l.Values)}
	if finder == site.Nobody {
		s.seeds.found(url, at)
		return
	}
	s.places.found(finder, url, at)
	report.Links = append(report.Links, s.link(url, at.values))
}

// relevant reports whether values are enough for an agent's topic.
func (s *search) relevant(agent int, values []float64) bool {
	return agent != site.Nobody && values[agent] >= s.Understanding
}

// valueTo is the value to an agent, 0 to nobody.
func valueTo(agent int, values []float64) float64 {
	if agent == site.Nobody {
		return 0
	}
	return values[agent]
}

// pass makes the target of a redirect the next decision of the same agent, unless
// somebody else has it, or the agent may not visit its host.
func (s *search) pass(d *decision, v *visit, to *target) {
	url := s.places.add(to.Key, to.URL)
	v.to, v.leftOut = url+1, to.LeftOut
	if to.LeftOut || d.hops >= s.MaxRedirects {
		return
	}
	origin := s.places.host(url)
	if d.agent == site.Nobody {
		for q, a := range s.Agents {
			if len(a.Seeds) == 0 {
				s.hosts.follow(q, origin)
			}
		}
		s.sow(url, d.hops+1)
		return
	}
	if d.place.visit == 0 && d.foundBy == d.agent {
		s.hosts.follow(d.agent, origin)
	}
	if !s.hosts.allows(d.agent, origin) {
		return
	}
	s.places.found(d.agent, url, d.place)
	if !s.give(d.agent, url, d.estimate) {
		return
	}
	next := *d
	next.url, next.hops, next.started, next.answer = url, d.hops+1, false, nil
	s.force(&next)
}
