package atlas

import (
	"sitegraph/site"
)

// Topics groups the first pages of a search by agents, as many as there are in a graph, by the agents that had them,
// with the colours of these, and by their hosts.
func Topics(g *site.Graph, s *site.Searched) []Grouping {
	topics, hosts := Grouping{Name: "topic", Labels: s.Topics, Fixed: true}, Grouping{Name: "host"}
	places := map[string]int32{}
	for i := range g.Pages {
		topics.Of = append(topics.Of, int32(s.Pages[i].Agent))
		host := site.HostIn(g.Pages[i].Key)
		place, known := places[host]
		if !known {
			place = int32(len(hosts.Labels))
			places[host], hosts.Labels = place, append(hosts.Labels, host)
		}
		hosts.Of = append(hosts.Of, place)
	}
	return []Grouping{topics, hosts}
}
