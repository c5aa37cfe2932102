package agents

import (
	"slices"

	"sitegraph/schedule/market"
	"sitegraph/site"
)

// seeds are what a search begins with. Those of the command line belong to
// nobody: they are visited first, for nothing, and their links are dealt out to
// the agents as seeds (the document's seed sets).
type seeds struct {
	pending int            // visits of seeds that are not over
	links   []dealt        // of the pages visited, in order
	number  map[int]int    // of the seeds dealt to each agent
	known   map[int32]bool // URLs visited
}

// dealt is a link that is dealt out.
type dealt struct {
	url    int32
	values []float64
	place  place
}

// begin has the seeds of the command line visited, or the agents begin if there
// are none.
func (s *search) begin() {
	s.seeds = seeds{number: map[int]int{}, known: map[int32]bool{}}
	for _, u := range s.Options.Seeds {
		s.sow(s.address(u), 0)
	}
	if s.seeds.pending == 0 {
		s.deal()
	}
}

// address is the number of a URL of the settings.
func (s *search) address(u site.URL) int32 {
	fetch := s.Normaliser.Address(u)
	return s.places.add(s.Normaliser.KeyOf(u, fetch), fetch)
}

// sow has a URL visited that belongs to nobody; it is false if that was done.
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

// deal gives the agents their own seeds, and then the links of common seeds to
// those who value them most.
func (s *search) deal() {
	for q, a := range s.Agents {
		for _, u := range a.Seeds {
			url := s.address(u)
			s.places.found(q, url, place{})
			values := make([]float64, len(s.Agents))
			values[q] = 1
			s.seed(q, url, values)
		}
	}
	for _, l := range s.seeds.links {
		if s.seeds.known[l.url] {
			continue
		}
		if q := s.mostEager(l); q >= 0 {
			s.seeds.number[q]++
			s.places.found(q, l.url, l.place)
			s.seed(q, l.url, l.values)
		}
	}
	s.seeds.links = nil
}

// seed gives an agent a seed. The other agents may visit it as far as their hosts
// allow.
func (s *search) seed(agent int, url int32, values []float64) {
	s.team.Seed(agent, market.Link{URL: s.places.key(url), Values: s.masked(url, values)})
}

// mostEager is the agent that values a link most, of equal ones that with the
// fewest seeds; -1 if none may visit it.
func (s *search) mostEager(l dealt) int {
	best := -1
	for q := range s.Agents {
		if !s.hosts.allows(q, s.places.host(l.url)) {
			continue
		}
		if best < 0 || l.values[q] > l.values[best] ||
			l.values[q] == l.values[best] && s.seeds.number[q] < s.seeds.number[best] {
			best = q
		}
	}
	return best
}

// masked returns the values of a URL, with -1 for the agents that may not visit
// its host.
func (s *search) masked(url int32, values []float64) []float64 {
	masked := slices.Clone(values)
	for q := range masked {
		if !s.hosts.allows(q, s.places.host(url)) {
			masked[q] = -1
		}
	}
	return masked
}
