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

func (s *search) account() (out *site.Search, err error) {
	out = &site.Search{Name: s.Name, Scheme: s.Scheme, Matching: s.Matching, Pages: s.Clock == config.ClockPages,
		Understanding: s.Understanding, Markets: s.markets, Now: s.now, Asked: s.came.Asked(), Notes: s.notes}
	s.settle()
	waiting := s.waiting()
	ends := s.ends(waiting)
	for q := range s.Agents {
		out.Agents = append(out.Agents, s.agent(q, len(waiting[q].open)))
		out.Agents[q].Ended = ends[q]
		out.Waiting = append(out.Waiting, waiting[q].all()...)
	}
	first, same := s.firstVisits(), map[site.Digest]int{}
	for i := range s.visits {
		out.Visits = append(out.Visits, s.visitOf(&s.visits[i], first))
		if v := &out.Visits[i]; v.Content != nil {
			is := s.came.Identity(s.visits[i].page)
			same[is] = cmp.Or(same[is], v.Number)
			v.Same = same[is]
		}
	}
	out.Linked = s.linked(out)
	out.Robots = s.robots()
	out.Ended = s.ending(ends)
	_, open := s.came.Due()
	out.Complete = s.stop == "" && !open
	out.Sameness = s.came.Sameness()
	out.Notes = append(append(out.Notes, seedNotes(out)...), s.hosts.notes()...)
	if len(s.visits) > 0 {
		out.Times, err = s.times()
	}
	return out, err
}

// agent is what an agent has left. The energy of decisions that were not carried out is its own again.
func (s *search) agent(q, open int) site.Agent {
	a, state := s.Agents[q], s.team.State(q)
	out := site.Agent{Name: a.Name, Keywords: a.Keywords, Hosts: a.Hosts, FirstEnergy: a.Energy,
		Energy: state.Energy + float64(open)*s.PageEnergy, Ends: state.Ends, Target: a.Target,
		Labelled: a.Label != nil}
	for _, u := range a.Seeds {
		out.Seeds = append(out.Seeds, u.String())
	}
	if len(out.Hosts) == 0 {
		out.Hosts = s.hosts.rules[q].names()
	}
	return out
}

// waitingFor are the URLs of an agent that were not fetched: those given out, and those in its queue.
type waitingFor struct{ open, queued []site.Waiting }

// all are the URLs, the best first.
func (w waitingFor) all() []site.Waiting {
	all := slices.Concat(w.open, w.queued)
	slices.SortStableFunc(all, func(a, b site.Waiting) int {
		return cmp.Or(cmp.Compare(b.Estimate, a.Estimate), strings.Compare(a.Key, b.Key))
	})
	return all
}

func (s *search) waiting() []waitingFor {
	all := make([]waitingFor, len(s.Agents))
	for _, d := range slices.Concat(s.open, s.forced) {
		if d.agent != site.Nobody {
			all[d.agent].open = append(all[d.agent].open, s.waits(d.agent, d.url, d.estimate))
		}
	}
	for q := range all {
		for _, l := range s.team.Waiting(q) {
			all[q].queued = append(all[q].queued, s.waits(q, s.places.find(l.URL), l.Value))
		}
	}
	return all
}

func (s *search) waits(agent int, url int32, estimate float64) site.Waiting {
	_, at := s.places.led(agent, url)
	return site.Waiting{Agent: agent, URL: s.places.fetch(url), Key: s.places.key(url), Estimate: estimate,
		Link: at.visit, Anchor: at.anchor, Listed: at.listed()}
}

func (s *search) firstVisits() map[int32]int {
	first := map[int32]int{}
	for i := len(s.visits) - 1; i >= 0; i-- {
		first[s.visits[i].decision.url] = i
	}
	return first
}

func (s *search) visitOf(v *visit, first map[int32]int) site.Visit {
	key := s.places.key(v.decision.url)
	out := site.Visit{Number: v.number, Agent: v.agent, FoundBy: v.foundBy, Link: v.place.visit,
		Listed: v.place.listed(), Anchor: v.place.anchor, Estimate: v.estimate, Depth: v.depth, URL: v.url,
		Key: key, State: v.state, Reason: v.reason, Status: v.status,
		Free: v.free, Time: v.time, Relevance: v.values, Stored: v.stored, Again: v.again,
		Content: s.contentShown(v), Page: v.same}
	switch v.state {
	case site.StatePage:
		out.Page = v.number
	case site.StateHop:
		s.follow(&out, v, first)
	}
	if v.agent != site.Nobody && v.values != nil {
		label := s.Agents[v.agent].Label
		out.OnTopic = label != nil && label.MatchString(v.url)
	}
	return out
}

// contentShown is what a page states of itself, as the account shows it. Where pages vary, so would hash and size.
func (s *search) contentShown(v *visit) *site.Page {
	if v.content == nil || !s.came.Varies() {
		return v.content
	}
	p := *v.content
	p.Hash, p.Bytes = "", 0
	return &p
}

// follow says where a redirect leads in the end.
func (s *search) follow(out *site.Visit, v *visit, first map[int32]int) {
	last, path := v, []int32{v.decision.url}
	for last.state == site.StateHop {
		to, hops := last.to-1, len(path)-1
		i, visited := first[to]
		if hops >= s.Limits.MaxRedirects || slices.Contains(path, to) || !visited {
			s.strand(out, last, hops, slices.Contains(path, to))
			return
		}
		last, path = &s.visits[i], append(path, to)
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

// strand says why the last redirect of a chain was not followed.
func (s *search) strand(out *site.Visit, last *visit, hops int, loop bool) {
	out.State, out.Reason = site.StateRedirectLost, site.Reason{Target: s.places.fetch(last.to - 1)}
	switch {
	case max(hops, last.hops) >= s.Limits.MaxRedirects:
		out.State = site.StateRedirectBad
		out.Reason = site.Reason{Limit: site.LimitRedirects, Bound: s.Limits.MaxRedirects}
	case loop:
		out.State = site.StateRedirectBad
		out.Reason = site.Reason{Location: site.LinkFault{Kind: site.FaultLoop}}
	case last.leftOut:
		out.Reason.TargetState = site.StateExcluded
	case last.agent != site.Nobody && !s.may(last.agent, last.to-1):
		out.State = site.StateRedirectOut
	default:
		out.Reason.TargetState = site.StateStopped
	}
}

// robots are the robots.txt files of the hosts visited, by origin.
func (s *search) robots() []site.HostRobots {
	visited := map[string]bool{}
	for i := range s.visits {
		visited[s.places.host(s.visits[i].decision.url)] = true
	}
	return slices.DeleteFunc(s.came.Robots(), func(r site.HostRobots) bool { return !visited[r.Origin] })
}

// seedNotes are remarks on seeds that gave no page.
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
