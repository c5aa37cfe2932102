package agents

import (
	"fmt"
	"slices"

	"sitegraph/site"
)

// seeds are where a search begins. Seeds of the command line belong to no agent. They are visited first, at no
// cost, and their links are dealt out to the agents as seeds (the document's seed sets).
type seeds struct {
	pending int            // visits of seeds not yet committed
	links   []dealt        // links of the visited pages, in order, each URL once
	at      map[int32]int  // index in links, by URL
	number  []int          // number of seeds dealt to each agent
	known   map[int32]bool // URLs visited
	dealt   bool           // the agents have their own seeds
}

type dealt struct {
	url    int32
	values []float64
	place  place
}

// begin queues the seeds of the command line, or lets the agents begin if there are none.
func (s *search) begin() {
	s.seeds = seeds{number: make([]int, len(s.Agents)), known: map[int32]bool{}, at: map[int32]int{}}
	for _, u := range s.Options.Seeds {
		s.sow(s.address(u), 0)
	}
	if s.seeds.pending == 0 {
		s.deal()
	}
}

// found notes a link of a common seed. Among several links to a URL, each agent takes the one it values most.
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

// sow queues a visit of a URL that belongs to no agent, unless it did so before.
func (s *search) sow(url int32, hops int) {
	if s.seeds.known[url] {
		return
	}
	s.seeds.known[url] = true
	s.seeds.pending++
	s.forced = append(s.forced, &decision{agent: site.Nobody, foundBy: site.Nobody, url: url, hops: hops, estimate: 1})
}

// deal gives the agents their own seeds, then the links of common seeds.
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
			if !s.hosts.may(q, url) {
				s.notes = append(s.notes, fmt.Sprintf("seed %s of topic %q is on none of its hosts: add its host, or "+
					"leave hosts out", site.Show(u.String()), a.Name))
				continue
			}
			s.places.found(q, url, place{})
			s.team.Seed(q, s.hosts.link(url, s.hosts.solely(q, 1)))
		}
	}
}

func (s *search) dealLinks() {
	links, owners := s.seeds.deal(s.Understanding, s.hosts)
	for i, l := range links {
		if q := owners[i]; q != site.Nobody {
			s.places.found(q, l.url, l.place)
			s.team.Seed(q, s.hosts.link(l.url, l.values))
		}
	}
}

// deal gives each link of a common seed to the agent that values it most, most valuable links first. It deals out links
// that are relevant to no agent evenly. Afterwards s has no links.
func (s *seeds) deal(understanding float64, h *hosts) (links []dealt, owners []int) {
	links = slices.DeleteFunc(s.links, func(l dealt) bool { return s.known[l.url] })
	s.links, s.at = nil, map[int32]int{}
	even := (len(links) + len(s.number) - 1) / len(s.number)
	owners = slices.Repeat([]int{site.Nobody}, len(links))
	for _, w := range wishes(links, h) {
		w.agent = s.fairest(links[w.link], w, h)
		if owners[w.link] == site.Nobody && (w.value >= understanding || s.number[w.agent] < even) {
			owners[w.link] = w.agent
			s.number[w.agent]++
		}
	}
	for i, l := range links {
		if owners[i] == site.Nobody {
			owners[i] = s.poorest(l, h)
		}
	}
	return links, owners
}

// wish is the worth of a link to an agent.
type wish struct {
	link, agent int
	value       float64
}

func wishes(links []dealt, h *hosts) (all []wish) {
	for i, l := range links {
		for q, v := range l.values {
			if v > 0 && h.may(q, l.url) {
				all = append(all, wish{i, q, v})
			}
		}
	}
	return site.ByMost(all, func(w *wish) float64 { return w.value })
}

// fairest returns the agent with the fewest seeds among agents that value a link as much as w.agent does.
func (s *seeds) fairest(l dealt, w wish, h *hosts) int {
	best := w.agent
	for q, v := range l.values {
		if v == w.value && s.number[q] < s.number[best] && h.may(q, l.url) {
			best = q
		}
	}
	return best
}

// poorest gives a link that nobody got to the agent with the fewest seeds, or to Nobody if none may visit it.
func (s *seeds) poorest(l dealt, h *hosts) int {
	best := site.Nobody
	for q := range s.number {
		allowed := h.may(q, l.url)
		if allowed && (best == site.Nobody || s.number[q] < s.number[best]) {
			best = q
		}
	}
	if best != site.Nobody {
		s.number[best]++
	}
	return best
}
