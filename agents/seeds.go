package agents

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/agents/market"
	"sitegraph/site"
)

// seeds are what a search begins with. Those of the command line belong to no agent: they are visited first,
// for nothing, and their links are dealt out to the agents as seeds (the document's seed sets).
type seeds struct {
	pending int            // visits of seeds that are not over
	links   []dealt        // of the pages visited, in order, each URL once
	at      map[int32]int  // the places of URLs there
	number  []int          // of the seeds dealt to each agent
	known   map[int32]bool // URLs visited
	dealt   bool           // the agents have their own seeds
}

type dealt struct {
	url    int32
	values []float64
	place  place
}

// begin has the seeds of the command line visited, or the agents begin if there are none.
func (s *search) begin() {
	s.seeds = seeds{number: make([]int, len(s.Agents)), known: map[int32]bool{}, at: map[int32]int{}}
	for _, u := range s.Options.Seeds {
		s.sow(s.address(u), 0)
	}
	if s.seeds.pending == 0 {
		s.deal()
	}
}

// found notes a link of a common seed. Of several to a URL each agent takes the one that it values most.
func (s *seeds) found(url int32, at place) {
	i, known := s.at[url]
	if !known {
		s.at[url] = len(s.links)
		s.links = append(s.links, dealt{url: url, values: slices.Clone(at.values), place: at})
		return
	}
	l := &s.links[i]
	if slices.Max(at.values) > slices.Max(l.values) {
		l.place = at
	}
	for q, v := range at.values {
		l.values[q] = max(l.values[q], v)
	}
}

func (s *search) address(u site.URL) int32 {
	fetch := s.Parts.Normaliser.Address(u)
	return s.places.add(s.Parts.Normaliser.KeyOf(u, fetch), fetch)
}

// sow has a URL visited that belongs to no agent; it is false if that was done.
func (s *search) sow(url int32, hops int) bool {
	if s.seeds.known[url] {
		return false
	}
	s.seeds.known[url] = true
	s.seeds.pending++
	s.force(&decision{agent: site.Nobody, foundBy: site.Nobody, url: url, hops: hops, estimate: 1})
	return true
}

// sown notes that the visit of a seed is over. When all are, the agents begin.
func (s *search) sown() {
	if s.seeds.pending--; s.seeds.pending == 0 {
		s.deal()
	}
}

// deal gives the agents their own seeds, and then the links of common seeds.
func (s *search) deal() {
	if !s.seeds.dealt {
		s.seeds.dealt = true
		s.dealOwn()
	}
	s.dealLinks()
}

func (s *search) dealOwn() {
	for q, a := range s.Agents {
		for _, u := range a.Seeds {
			url := s.address(u)
			if !s.may(q, url) {
				s.notes = append(s.notes, fmt.Sprintf("seed %s of topic %q is on none of its hosts: add its host, or "+
					"leave hosts out", site.Show(u.String()), a.Name))
				continue
			}
			s.places.found(q, url, place{})
			s.team.Seed(q, s.link(url, s.only(q, 1)))
		}
	}
}

// dealLinks deals out the links of common seeds, the most valuable first, to those who value them most. What is
// relevant to no agent is dealt out evenly.
func (s *search) dealLinks() {
	links := slices.DeleteFunc(s.seeds.links, func(l dealt) bool { return s.seeds.known[l.url] })
	s.seeds.links, s.seeds.at = nil, map[int32]int{}
	even := (len(links) + len(s.Agents) - 1) / len(s.Agents)
	owners := slices.Repeat([]int{site.Nobody}, len(links))
	for _, w := range s.wishes(links) {
		w.agent = s.fairest(links[w.link], w)
		if owners[w.link] == site.Nobody && (w.value >= s.Understanding || s.seeds.number[w.agent] < even) {
			owners[w.link] = w.agent
			s.seeds.number[w.agent]++
		}
	}
	for i, l := range links {
		if owners[i] == site.Nobody {
			owners[i] = s.poorest(l)
		}
		if q := owners[i]; q != site.Nobody {
			s.places.found(q, l.url, l.place)
			s.team.Seed(q, s.link(l.url, l.values))
		}
	}
}

// wish is what a link is worth to an agent.
type wish struct {
	link, agent int
	value       float64
}

func (s *search) wishes(links []dealt) (all []wish) {
	for i, l := range links {
		for q, v := range l.values {
			if v > 0 && s.may(q, l.url) {
				all = append(all, wish{i, q, v})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b wish) int { return cmp.Compare(b.value, a.value) })
	return all
}

// fairest is the agent with the fewest seeds of those to which a link is worth as much as to one.
func (s *search) fairest(l dealt, w wish) int {
	best := w.agent
	for q, v := range l.values {
		if v == w.value && s.seeds.number[q] < s.seeds.number[best] && s.may(q, l.url) {
			best = q
		}
	}
	return best
}

// poorest gives a link that no agent values to the agent with the fewest seeds; Nobody if none may visit it.
func (s *search) poorest(l dealt) int {
	best := site.Nobody
	for q := range s.Agents {
		allowed := s.may(q, l.url)
		if allowed && (best == site.Nobody || s.seeds.number[q] < s.seeds.number[best]) {
			best = q
		}
	}
	if best != site.Nobody {
		s.seeds.number[best]++
	}
	return best
}

// only are the values of a URL that is worth something to one agent alone.
func (s *search) only(agent int, value float64) []float64 {
	values := make([]float64, len(s.Agents))
	values[agent] = value
	return values
}

// link is a URL with its values, -1 for the agents that may not visit its host.
func (s *search) link(url int32, values []float64) market.Link {
	masked := slices.Clone(values)
	for q := range masked {
		if !s.may(q, url) {
			masked[q] = -1
		}
	}
	return market.Link{URL: s.places.key(url), Values: masked}
}
