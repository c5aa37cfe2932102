package agents

import (
	"cmp"
	"slices"

	"sitegraph/config"
	"sitegraph/site"
)

// listed is what sitemaps list, where a search begins at that, too: known when the first page counts. It is not what
// common seeds are: agents visit what promises something, and the rest when nothing better is left.
type listed struct {
	read   bool // or there is nothing to read
	urls   []int32
	values [][]float64
	given  []bool // to an agent that may visit it
	number []int  // of the URLs given to each agent first
}

// list has the agents know what sitemaps list, when the links of common seeds have been dealt out, and what is on hosts
// that they may visit since then.
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

// readListed values what sitemaps list by the words of the URLs.
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

// takers are the agents that may visit a URL that is listed, the one first that it is worth most to; of several the one
// that was given the fewest.
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

// listedOf are the origins whose sitemaps are read: those of the seeds, and of the hosts that agents were given by
// name, as far as an agent may visit them.
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
