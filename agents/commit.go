package agents

import (
	"math"
	"slices"

	"sitegraph/agents/market"
	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/site"
)

type visit struct {
	decision
	number  int
	time    float64
	url     string     // URL fetched
	state   site.State // StatePage for any visit that gave a page, until settle
	reason  site.Reason
	status  int
	to      int32 // 1 + the number of the URL that it redirects to
	leftOut bool  // the settings exclude that URL
	same    int   // number of the first known visit of the same page; 0 if this is the first
	free    bool
	void    bool // a rule made this visit but was retracted
	// For a page that was read:
	values        []float64
	content       *site.Page
	links         []linkCount
	further       []linkKind // documents that the page links to, and URLs that it uses
	stored, again bool
}

// finder returns the agent that the visit was for. It is Nobody for a common seed, even if an agent got its page.
func (v *visit) finder() int {
	if v.foundBy == site.Nobody {
		return site.Nobody
	}
	return v.agent
}

// linkCount is a URL that a page links to, and the number of links.
type linkCount struct{ url, count int32 }

// link is a URL that a page links to, with the anchor of the most valuable link.
type link struct {
	extractor.Target
	count  int
	anchor string
	values []float64
}

// linksOf values the links of a page. Among several links to a URL, each agent takes the one it values most.
func linksOf(v *extractor.Visited, worth Values, agents int) (links []link) {
	at := map[string]int{}
	for i := range v.Links {
		l := &v.Links[i]
		if l.LeftOut {
			continue
		}
		values := rounded(worth.Link(LinkText{URL: l.URL, Anchor: l.Text, Around: l.Around}), agents)
		i, known := at[l.Key]
		if !known {
			at[l.Key] = len(links)
			links = append(links, link{l.Target, l.Count, clip(l.Text), values})
			continue
		}
		before := &links[i]
		before.count += l.Count
		if slices.Max(values) > slices.Max(before.values) {
			before.anchor = clip(l.Text)
		}
		for q, v := range values {
			before.values[q] = max(before.values[q], v)
		}
	}
	return links
}

// longestAnchor is the maximum length of a kept anchor text, in characters.
const longestAnchor = 120

func clip(text string) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), longestAnchor)])
}

// millionths are the unit of values, so that decisions follow from the values in the files.
const millionths = 1e6

// rounded returns a rounded value from 0 to 1 for each agent.
func rounded(values []float64, agents int) []float64 {
	whole := make([]float64, agents)
	for q := range min(agents, len(values)) {
		if v := values[q]; v > 0 { // false for NaN
			whole[q] = math.Round(min(v, 1)*millionths) / millionths
		}
	}
	return whole
}

func (s *search) commit(d *decision, came *extractor.Visited) {
	v := visit{decision: *d, number: len(s.visits) + 1, url: came.URL, state: came.State, reason: came.Reason,
		status: came.Status, free: isFree(came)}
	s.idle = false
	s.hosts.look(s.places.host(d.url), came)
	if !v.free && s.Clock == config.ClockPages {
		s.now++
	}
	v.time = s.now
	s.visits = append(s.visits, v)
	last := &s.visits[len(s.visits)-1]
	report := market.Page{Failed: came.State != site.StatePage, Free: v.free}
	switch {
	case report.Failed:
	case s.contents.joins(last):
		report.Again, report.Value = true, valueTo(last.agent, s.visits[last.same-1].values)
	default:
		s.read(last, came, &report)
	}
	if last.agent != site.Nobody && !v.free {
		s.visited[last.agent]++
	}
	s.tell(d.agent, s.places.key(d.url), report)
	if v.state == site.StateHop {
		s.pass(d, last, &came.To)
	}
	if d.agent == site.Nobody {
		if s.seeds.pending--; s.seeds.pending == 0 {
			s.deal()
		}
	}
}

// isFree reports whether a visit processed no page. It was a redirect, a URL that a rule makes a known page,
// or a URL that could not be requested because of robots.txt or a host.
func isFree(v *extractor.Visited) bool {
	switch v.State {
	case site.StateHop, site.StateRedirectBad, site.StateRule, site.StateRobots, site.StateRobotsUnavailable,
		site.StateUnreachable:
		return true
	}
	return v.Reason.Limit == site.LimitRefused
}

// tell reports a visit to its agent. It gives a common seed to all agents that may have it, lest they visit it again.
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

// read values a page and gives its links to its finder.
func (s *search) read(v *visit, came *extractor.Visited, report *market.Page) {
	v.content = came.Page
	text := PageText{Title: came.Page.Title, Text: came.Text, Language: came.Page.Lang}
	v.values = rounded(s.Values.Page(text), len(s.Agents))
	finder := v.agent
	if v.agent == site.Nobody {
		v.agent = site.MostRelevant(v.values, s.Understanding)
		s.contents.claim(v)
	}
	report.Value, report.Bytes = valueTo(v.agent, v.values), came.Page.Bytes
	for _, l := range linksOf(came, s.Values, len(s.Agents)) {
		s.commitLink(v, finder, l, report)
	}
	s.places.commitFurther(v, came, s.Limits.Linked)
}

// commitLink takes a link from a page that an agent visited, or that was a common seed.
func (s *search) commitLink(v *visit, finder int, l link, report *market.Page) {
	url := s.places.add(l.Key, l.URL)
	v.links = append(v.links, linkCount{url, int32(l.count)})
	if s.Limits.MaxLevel >= 0 && v.depth >= s.Limits.MaxLevel {
		return
	}
	at := place{visit: v.number, anchor: l.anchor, values: l.values}
	if finder == site.Nobody {
		s.seeds.found(url, at)
		return
	}
	s.places.found(finder, url, at)
	report.Links = append(report.Links, s.hosts.link(url, at.values))
}

// relevant reports whether a page is relevant to its agent.
func relevant(agent int, values []float64, understanding float64) bool {
	return agent != site.Nobody && values[agent] >= understanding
}

func valueTo(agent int, values []float64) float64 {
	if agent == site.Nobody {
		return 0
	}
	return values[agent]
}

// pass makes the target of a redirect the next decision of the same agent, unless
// another agent has it or the agent may not visit its host.
func (s *search) pass(d *decision, v *visit, to *extractor.Target) {
	url := s.places.add(to.Key, to.URL)
	v.to, v.leftOut = url+1, to.LeftOut
	if to.LeftOut || d.hops >= s.Limits.MaxRedirects {
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
	if d.place.visit == 0 && !d.place.listed() && d.foundBy == d.agent {
		s.hosts.follow(d.agent, origin)
	}
	if !s.hosts.may(d.agent, url) {
		return
	}
	s.places.found(d.agent, url, d.place)
	if !s.team.Take(d.agent, s.hosts.link(url, s.hosts.solely(d.agent, d.estimate)), s.now) { // another agent has it
		return
	}
	next := *d
	next.url, next.hops = url, d.hops+1
	s.forced = append(s.forced, &next)
}
