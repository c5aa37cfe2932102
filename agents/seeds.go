package agents

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/config"
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
		if h.may(q, l.url) && (best == site.Nobody || s.number[q] < s.number[best]) {
			best = q
		}
	}
	if best != site.Nobody {
		s.number[best]++
	}
	return best
}

// listed has the URLs in sitemaps, if the search also begins at these. They are known once the first page counts.
// Unlike common seeds, agents visit the promising ones, and the rest when nothing better is left.
type listed struct {
	read   bool // sitemaps were read or are not needed
	urls   []int32
	values [][]float64
	given  []bool // some agent that may visit the URL got it
	number []int  // URLs offered to each agent first
}

// list gives the agents the URLs in sitemaps once the links of common seeds have been dealt out. It does so again when
// agents may visit further hosts.
func (s *search) list() error {
	switch {
	case s.seeds.pending > 0:
		return nil
	case s.listed.read && !s.hosts.grown:
		return nil
	case !s.listed.read:
		if err := s.readListed(); err != nil {
			return err
		}
	}
	s.hosts.grown = false
	for i, url := range s.listed.urls {
		at := place{values: s.listed.values[i]}
		for _, q := range s.listed.takers(i, s.hosts) {
			s.places.found(q, url, at)
			s.team.Found(q, s.hosts.link(url, at.values))
		}
	}
	return nil
}

// readListed reads the URLs in sitemaps and values them by their words.
func (s *search) readListed() error {
	all, err := s.came.Listed()
	s.listed = listed{read: true, given: make([]bool, len(all)), number: make([]int, len(s.Agents))}
	for _, t := range all {
		s.listed.urls = append(s.listed.urls, s.places.add(t.Key, t.URL))
		s.listed.values = append(s.listed.values,
			rounded(s.Values.Link(LinkText{URL: t.URL, Listed: true}), len(s.Agents)))
	}
	return err
}

// takers returns the agents that may visit a listed URL. The agent that values it most comes first, or among several
// the one that got the fewest.
func (l *listed) takers(i int, h *hosts) (all []int) {
	for q := range l.number {
		if h.may(q, l.urls[i]) {
			all = append(all, q)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(l.values[i][b], l.values[i][a]), cmp.Compare(l.number[a], l.number[b]))
	})
	if len(all) > 0 && !l.given[i] {
		l.given[i] = true
		l.number[all[0]]++
	}
	return all
}

// listedOf returns the origins whose sitemaps the search reads. These are the origins of seeds, and of hosts given to
// agents by name, if any agent may visit them.
func (h *hosts) listedOf(agents []config.Agent, seeds []site.URL) (all []string) {
	seen, whole := map[string]bool{}, map[string]bool{}
	add := func(u site.URL) {
		if origin := u.Origin(); !seen[origin] && slices.Contains(h.allows(origin), true) {
			seen[origin] = true
			all = append(all, origin)
		}
	}
	for _, u := range seeds {
		whole[u.Host] = true
		add(u)
	}
	for _, a := range agents {
		for _, pattern := range a.Hosts {
			m, err := site.ParseMember(pattern)
			if err != nil || m.Below || whole[m.Host] && m.Port == "" {
				continue
			}
			for _, u := range site.NewMembers([]site.Member{m}).Origins(seeds[0]) {
				add(u)
			}
		}
	}
	return all
}
