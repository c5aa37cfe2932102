package agents

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// account returns what the search came to.
func (s *search) account() *site.Search {
	out := &site.Search{Name: s.Name, Scheme: s.Scheme, Matching: s.Matching, Pages: s.Clock == "pages",
		Understanding: s.Understanding, Markets: s.markets, Now: s.now, Asked: s.asked, Notes: s.notes}
	waiting := s.waiting()
	for q := range s.Agents {
		out.Agents = append(out.Agents, s.agent(q, len(waiting[q].open)))
		out.Waiting = append(out.Waiting, waiting[q].all()...)
	}
	first := s.firstVisits()
	for i := range s.visits {
		out.Visits = append(out.Visits, s.visitOf(&s.visits[i], first))
	}
	out.Robots = s.robots()
	out.Ended = s.ending(len(out.Waiting) > 0)
	out.Complete = s.stop == "" && len(s.open) == 0
	out.Notes = append(out.Notes, seedNotes(out)...)
	return out
}

// agent is what an agent has left. The energy of decisions that were not carried
// out is its own again.
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

// waitingFor are the URLs of an agent that were not fetched: those given out, and
// those in its queue.
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
		Link: at.visit, Anchor: at.anchor}
}

// firstVisits has the first visit of each URL.
func (s *search) firstVisits() map[int32]int {
	first := map[int32]int{}
	for i := len(s.visits) - 1; i >= 0; i-- {
		first[s.visits[i].decision.url] = i
	}
	return first
}

// visitOf is a visit as the account shows it.
func (s *search) visitOf(v *visit, first map[int32]int) site.Visit {
	key := s.places.key(v.decision.url)
	out := site.Visit{Number: v.number, Agent: v.agent, FoundBy: v.foundBy, Link: v.place.visit,
		Anchor: v.place.anchor, Estimate: v.estimate, Depth: v.depth, URL: v.url, Key: key, State: v.state,
		Reason: v.reason, Status: v.status,
		Free: v.free, Time: v.time, Relevance: v.values, Stored: v.stored, Again: v.again,
		Content: v.page, Page: v.same}
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

// follow says where a redirect leads in the end.
func (s *search) follow(out *site.Visit, v *visit, first map[int32]int) {
	last, to := v, v.to
	for hops := 0; to != 0; hops++ {
		i, visited := first[to-1]
		if hops > s.MaxRedirects {
			out.State = site.StateRedirectBad
			out.Reason.Limit, out.Reason.Bound = site.LimitRedirects, s.MaxRedirects
			return
		}
		if !visited {
			break
		}
		last = &s.visits[i]
		switch last.state {
		case site.StatePage:
			out.State, out.Page = site.StateRedirect, last.number
			return
		case site.StateDuplicate:
			out.State, out.Page = site.StateBoth, last.same
			return
		case site.StateHop:
			to = last.to
			continue
		}
		break
	}
	s.strand(out, v, last, to)
}

// strand says why a redirect leads to no page.
func (s *search) strand(out *site.Visit, v, last *visit, to int32) {
	out.State = site.StateRedirectLost
	switch {
	case last.state != site.StateHop: // visited, and no page
		out.Reason = last.reason
		out.Reason.TargetState, out.Reason.TargetStatus = last.state, last.status
		out.Reason.Target = last.url
	case to != 0 && v.agent != site.Nobody && !s.hosts.allows(v.agent, s.places.host(to-1)):
		out.State = site.StateRedirectOut
	default:
		out.Reason.TargetState = site.StateStopped
	}
}

// robots are the robots.txt files of the hosts, by origin.
func (s *search) robots() (all []site.HostRobots) {
	for origin, h := range s.hosts.all {
		if h.robots.Rules != nil || h.robots.Retry {
			all = append(all, site.HostRobots{Origin: origin, Robots: h.robots.Seen})
		}
	}
	slices.SortFunc(all, func(a, b site.HostRobots) int { return strings.Compare(a.Origin, b.Origin) })
	return all
}

// ending is how the search ended.
func (s *search) ending(waiting bool) site.Ending {
	pages := slices.ContainsFunc(s.visits, func(v visit) bool { return v.state == site.StatePage })
	switch {
	case s.stop != "":
		return s.stop
	case len(s.open) > 0 && s.Budget > 0 && s.spent >= s.Budget:
		return site.EndedBudget
	case len(s.open) > 0:
		return site.EndedRun
	case !pages:
		return site.EndedNoPages
	case waiting:
		return site.EndedEnergy
	}
	return site.EndedWorkDone
}

// seedNotes are remarks on seeds that gave no page.
func seedNotes(s *site.Search) (notes []string) {
	for i := range s.Visits {
		v := &s.Visits[i]
		if v.Link != 0 || v.Page != 0 || strings.HasPrefix(string(v.State), "redirect") && v.Depth > 0 {
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

// links yields the URLs that the page of a visit links to.
func (s *search) links(visit int) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, l := range s.visits[visit-1].links {
			if !yield(s.places.key(l.url), int(l.count)) {
				return
			}
		}
	}
}
