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

// First is the graph of the first pages, those of the least depth, and of the arcs among them; g itself if it has no
// more. The work is linear in these pages and their arcs.
func First(g *site.Graph, most int) *site.Graph {
	if len(g.Pages) <= most {
		return g
	}
	cut := &site.Graph{Pages: g.Pages[:most], Offsets: make([]int, 1, most+1)}
	for i := range most {
		targets, links := g.Out(i)
		for k, t := range targets {
			if int(t) < most {
				cut.Targets = append(cut.Targets, t)
				cut.Weights.Append(links.At(k))
			}
		}
		cut.Offsets = append(cut.Offsets, len(cut.Targets))
	}
	return cut
}

func topFolder(url string) string {
	path, _, _ := strings.Cut(strings.TrimPrefix(url, site.OriginIn(url)), "?")
	if first, _, below := strings.Cut(strings.TrimPrefix(path, "/"), "/"); below {
		return "/" + first + "/"
	}
	return "/"
}
