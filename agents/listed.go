package agents

import (
	"cmp"
	"slices"

	"sitegraph/config"
	"sitegraph/site"
)

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
