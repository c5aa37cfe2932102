package atlas

import (
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
)

// Folders groups the pages of each graph by the first folder of their paths, with the same labels and colours in all of
// them.
func Folders(graphs ...*site.Graph) []Grouping {
	places := map[string]int32{}
	for _, g := range graphs {
		for i := range g.Pages {
			places[topFolder(g.Pages[i].Key)] = 0
		}
	}
	names := slices.Sorted(maps.Keys(places))
	for i, name := range names {
		places[name] = int32(i)
	}
	var all []Grouping
	for _, g := range graphs {
		folders := Grouping{Name: "folder", Labels: names, Fixed: true}
		for i := range g.Pages {
			folders.Of = append(folders.Of, places[topFolder(g.Pages[i].Key)])
		}
		all = append(all, folders)
	}
	return all
}

func topFolder(url string) string {
	path, _, _ := strings.Cut(strings.TrimPrefix(url, site.OriginIn(url)), "?")
	if first, _, below := strings.Cut(strings.TrimPrefix(path, "/"), "/"); below {
		return "/" + first + "/"
	}
	return "/"
}

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
