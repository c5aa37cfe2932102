package agents

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/site"
)

// closing makes the account of a search without changing the search.
type closing struct {
	*search
	first map[int32]int // index of the first visit of each URL
	open  []*decision   // decisions that were not carried out
	cut   site.Ending   // what ended the search while agents could do more, or ""
}

func (s *search) account() (out *site.Search, err error) {
	out = &site.Search{Name: s.Name, Scheme: s.Scheme, Matching: s.Matching, Pages: s.Clock == config.ClockPages,
		Understanding: s.Understanding, Markets: s.markets, Now: s.now, Asked: s.came.Asked(), Notes: s.notes}
	s.settle()
	c := closing{search: s, first: map[int32]int{}, open: slices.Concat(s.open, s.forced), cut: s.cut()}
	for i, v := range slices.Backward(s.visits) {
		c.first[v.decision.url] = i
	}
	waiting := c.waiting()
	ends := c.ends(waiting)
	for q := range s.Agents {
		out.Agents = append(out.Agents, c.agent(q, len(waiting[q].open)))
		out.Agents[q].Ended = ends[q]
		out.Waiting = append(out.Waiting, waiting[q].all()...)
	}
	same := map[site.Digest]int{}
	for i := range s.visits {
		out.Visits = append(out.Visits, c.visitOf(&s.visits[i]))
		if v := &out.Visits[i]; v.Content != nil {
			is := s.came.Identity(s.visits[i].page)
			same[is] = cmp.Or(same[is], v.Number)
			v.Same = same[is]
		}
	}
	out.Linked = c.linked(out)
	out.Robots = c.robots()
	pages := slices.ContainsFunc(s.visits, func(v visit) bool { return v.state == site.StatePage })
	out.Ended = ending(ends, c.cut, pages)
	_, open := s.came.Due()
	out.Complete = s.stop == "" && !open
	out.Sameness = s.came.Sameness()
	out.Notes = append(append(out.Notes, seedNotes(out)...), s.hosts.notes()...)
	if len(s.visits) > 0 {
		out.Times, err = c.times()
	}
	return out, err
}

// agent returns what an agent has left. The agent gets back the energy of its open decisions.
func (c *closing) agent(q, open int) site.Agent {
	a, state := c.Agents[q], c.team.State(q)
	out := site.Agent{Name: a.Name, Keywords: a.Keywords, Hosts: a.Hosts, FirstEnergy: a.Energy,
		Energy: state.Energy + float64(open)*c.PageEnergy, Ends: state.Ends, Target: a.Target,
		Labelled: a.Label != nil}
	out.Seeds = site.Each(a.Seeds, site.URL.String)
	if len(out.Hosts) == 0 {
		out.Hosts = c.hosts.rules[q].names()
	}
	return out
}

// waitingFor has an agent's URLs that were not fetched, either given out (open) or in its queue.
type waitingFor struct{ open, queued []site.Waiting }

func (w waitingFor) all() []site.Waiting {
	all := slices.Concat(w.open, w.queued)
	site.Sort(all, func(a, b site.Waiting) int {
		return cmp.Or(cmp.Compare(b.Estimate, a.Estimate), strings.Compare(a.Key, b.Key))
	})
	return all
}

func (c *closing) waiting() []waitingFor {
	all := make([]waitingFor, len(c.Agents))
	for _, d := range c.open {
		if d.agent != site.Nobody {
			all[d.agent].open = append(all[d.agent].open, c.waits(d.agent, d.url, d.estimate))
		}
	}
	for q := range all {
		for _, l := range c.team.Waiting(q) {
			all[q].queued = append(all[q].queued, c.waits(q, c.places.find(l.URL), l.Value))
		}
	}
	return all
}

func (c *closing) waits(agent int, url int32, estimate float64) site.Waiting {
	_, at := c.places.led(agent, url)
	return site.Waiting{Agent: agent, URL: c.places.fetch(url), Key: c.places.key(url), Estimate: estimate,
		Link: at.visit, Anchor: at.anchor, Listed: at.listed()}
}

func (c *closing) visitOf(v *visit) site.Visit {
	key := c.places.key(v.decision.url)
	out := site.Visit{Number: v.number, Agent: v.agent, FoundBy: v.foundBy, Link: v.place.visit,
		Listed: v.place.listed(), Anchor: v.place.anchor, Estimate: v.estimate, Depth: v.depth, URL: v.url,
		Key: key, State: v.state, Reason: v.reason, Status: v.status,
		Free: v.free, Time: v.time, Relevance: v.values, Stored: v.stored, Again: v.again,
		Content: c.contentShown(v), Page: v.same}
	switch v.state {
	case site.StatePage:
		out.Page = v.number
	case site.StateHop:
		c.follow(&out, v)
	}
	if v.agent != site.Nobody && v.values != nil {
		label := c.Agents[v.agent].Label
		out.OnTopic = label != nil && label.MatchString(v.url)
	}
	return out
}

// contentShown returns the page for the account, without hash and size if pages vary, because these would too.
func (c *closing) contentShown(v *visit) *site.Page {
	if v.content == nil || !c.came.Varies() {
		return v.content
	}
	p := *v.content
	p.Hash, p.Bytes = "", 0
	return &p
}

func (c *closing) follow(out *site.Visit, v *visit) {
	last, path := v, []int32{v.decision.url}
	for last.state == site.StateHop {
		to, hops := last.to-1, len(path)-1
		i, visited := c.first[to]
		if hops >= c.Limits.MaxRedirects || slices.Contains(path, to) || !visited {
			c.strand(out, last, hops, slices.Contains(path, to))
			return
		}
		last, path = &c.visits[i], append(path, to)
	}
	switch last.state {
	case site.StatePage:
		out.State, out.Page = site.StateRedirect, last.number
	case site.StateDuplicate, site.StateCanonical:
		out.State, out.Page = site.StateBoth, last.same
	case site.StateRule:
		out.State, out.Page = site.StateRedirect, last.same
	default:
		out.State, out.Reason = site.StateRedirectLost, last.reason
		out.Reason.TargetState, out.Reason.TargetStatus, out.Reason.Target = last.state, last.status, last.url
	}
}

// strand notes why the last redirect of a chain was not followed.
func (c *closing) strand(out *site.Visit, last *visit, hops int, loop bool) {
	out.State, out.Reason = site.StateRedirectLost, site.Reason{Target: c.places.fetch(last.to - 1)}
	switch {
	case max(hops, last.hops) >= c.Limits.MaxRedirects:
		out.State = site.StateRedirectBad
		out.Reason = site.Reason{Limit: site.LimitRedirects, Bound: c.Limits.MaxRedirects}
	case loop:
		out.State = site.StateRedirectBad
		out.Reason = site.Reason{Location: site.LinkFault{Kind: site.FaultLoop}}
	case last.leftOut:
		out.Reason.TargetState = site.StateExcluded
	case last.agent != site.Nobody && !c.hosts.may(last.agent, last.to-1):
		out.State = site.StateRedirectOut
	default:
		out.Reason.TargetState = site.StateStopped
	}
}

func (c *closing) robots() []site.HostRobots {
	visited := map[string]bool{}
	for url := range c.first {
		visited[c.places.host(url)] = true
	}
	return slices.DeleteFunc(c.came.Robots(), func(r site.HostRobots) bool { return !visited[r.Origin] })
}

// seedNotes returns notes on seeds that led to no page.
func seedNotes(s *site.Search) (notes []string) {
	for i := range s.Visits {
		v := &s.Visits[i]
		if v.Link != 0 || v.Listed || v.Page != 0 {
			continue
		}
		of := ""
		if v.Agent != site.Nobody {
			of = fmt.Sprintf(" of topic %q", s.Agents[v.Agent].Name)
		}
		why := site.Entry{URL: v.URL, State: v.State, Reason: v.Reason, Status: v.Status}.Outcome()
		notes = append(notes, fmt.Sprintf("seed %s%s: %s", site.Show(v.URL), of, why))
	}
	return notes
}

func (s *search) links(visit int) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, l := range s.visits[visit-1].links {
			if !yield(s.places.key(l.url), int(l.count)) {
				return
			}
		}
	}
}
