package atlas

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// NewSites draws the sites of a graph as bubbles, with the links between them: other hosts are left out. A site has the
// name that hosts.txt gives it, or else its host. The greatest have a bubble of their own. Time is linear in nodes,
// arcs and pages.
func NewSites(g *site.SiteGraph) *Map {
	sites := g.Nodes[:g.Sites]
	grouping, sizes := Grouping{Name: "site"}, make([]int, g.Sites+1)
	for i := range sites {
		grouping.Labels = append(grouping.Labels, cmp.Or(sites[i].Name, sites[i].Label))
		sizes[i] = sites[i].Pages
	}
	p := &parts{name: grouping.Name}
	part := p.choose(grouping, sizes, mostBubbles)
	for i, size := range sizes {
		p.of = append(p.of, slices.Repeat(part[i:i+1], size)...)
	}
	m := len(p.sizes)
	p.arcs = make([]int, m*m)
	for _, a := range g.Arcs {
		if a.Target <= g.Sites {
			p.arcs[int(part[a.Source-1])*m+int(part[a.Target-1])] += a.Links
		}
	}
	drawn := &Map{graph: &site.Graph{Offsets: []int{0}}, name: "the run"}
	drawn.views = []view{{ID: "sm-0", Height: bubblesHeight, parts: p, bubbles: newBubbles(p), site: drawn}}
	return drawn
}
