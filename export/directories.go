package export

import (
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
)

// group is a node that represents all pages of one directory or host.
type group struct {
	id                            int
	label, url, host, directory   string
	depth, pages, level, external int
	// Degrees count neighbouring groups. The others count arcs between pages: inside the group, in and out.
	inDegree, outDegree, inner, inArcs, outArcs int
}

type groupArc struct{ source, target, arcs, links int }

var groupColumns = []column[group]{
	{name: "Id", number: func(g *group) *int { return &g.id }},
	{name: "Label", text: func(g *group) *string { return &g.label }},
	{name: "url", text: func(g *group) *string { return &g.url }},
	{name: "host", text: func(g *group) *string { return &g.host }},
	{name: "directory", text: func(g *group) *string { return &g.directory }},
	{name: "depth", number: func(g *group) *int { return &g.depth }},
	{name: "pages", number: func(g *group) *int { return &g.pages }},
	{name: "level", number: func(g *group) *int { return &g.level }},
	{name: "in_degree", number: func(g *group) *int { return &g.inDegree }},
	{name: "out_degree", number: func(g *group) *int { return &g.outDegree }},
	{name: "inner_arcs", number: func(g *group) *int { return &g.inner }},
	{name: "in_arcs", number: func(g *group) *int { return &g.inArcs }},
	{name: "out_arcs", number: func(g *group) *int { return &g.outArcs }},
	{name: "external_links", number: func(g *group) *int { return &g.external }},
}

var groupArcColumns = []column[groupArc]{
	{name: "Source", number: func(a *groupArc) *int { return &a.source }},
	{name: "Target", number: func(a *groupArc) *int { return &a.target }},
	{name: "Weight", number: func(a *groupArc) *int { return &a.arcs }},
	{name: "links", number: func(a *groupArc) *int { return &a.links }},
}

type groupGraph = network[group, groupArc]

// groupFiles lists the files of a graph of groups; their names begin with exporter. of returns a key's group.
func groupFiles(exporter string, of func(key string, options Options) string) []file[*site.Crawl] {
	groups := func(c *site.Crawl, options Options) groupGraph {
		return groupNetwork(c, options.SelfLoops, func(key string) string { return of(key, options) })
	}
	return []file[*site.Crawl]{
		{name: exporter + ".nodes.csv", write: drawn(groups, groupGraph.writeNodes)},
		{name: exporter + ".arcs.csv", write: drawn(groups, groupGraph.writeArcs)},
		{name: exporter + ".graph.gexf", write: drawn(groups, groupGraph.writeGEXF)},
		{name: exporter + ".graph.graphml", write: drawn(groups, groupGraph.writeGraphML)},
	}
}

// directoryIn returns a key's directory without the scheme, such as "host/a/b/", cut to DirectoryDepth segments.
func directoryIn(key string, options Options) string {
	_, rest, _ := strings.Cut(key, "://")
	path := rest
	if end := strings.IndexAny(path, "?#"); end >= 0 {
		path = path[:end]
	}
	end := 0
	for range options.DirectoryDepth + 1 { // plus one for the host
		slash := strings.IndexByte(path[end:], '/')
		if slash < 0 {
			break
		}
		end += slash + 1
	}
	if end == 0 {
		return path + "/"
	}
	return path[:end]
}

// groupNetwork merges the pages of each group into a node. Without selfLoops it ignores arcs from a page to itself.
func groupNetwork(c *site.Crawl, selfLoops bool, of func(key string) string) groupGraph {
	groups, members := groupPages(c.Graph, of)
	arcs := groupArcs(c.Graph, groups, members, selfLoops)
	var depths []int
	for i := range groups {
		depths = countLevel(depths, groups[i].depth)
	}
	l := newLayout(depths)
	looks := func(g *group) (wide, x, y float64, rgb [3]int) {
		x, y = l.place(g.depth)
		return size(g.pages), x, y, colour(g.depth)
	}
	return groupGraph{about: "pages drawn together of ", of: c.Site, nodes: places(groups),
		nodeColumns: groupColumns, arcs: places(arcs), arcKey: "arc_", arcColumns: groupArcColumns, looks: looks}
}

func groupPages(g *site.Graph, of func(key string) string) (groups []group, members [][]uint32) {
	pages := map[string][]uint32{}
	for i := range g.Pages {
		name := of(g.Pages[i].Key)
		pages[name] = append(pages[name], uint32(i))
	}
	names := site.Names(pages)
	for k, name := range names {
		groups = append(groups, newGroup(g, k+1, name, pages[name]))
		members = append(members, pages[name])
	}
	if slices.ContainsFunc(groups, func(x group) bool { return x.host != groups[0].host }) {
		for k := range groups {
			groups[k].label = names[k]
		}
	}
	return groups, members
}

func newGroup(g *site.Graph, id int, name string, pages []uint32) group {
	host, directory, _ := strings.Cut(name, "/")
	scheme, _, _ := strings.Cut(g.Pages[pages[0]].Key, "://")
	x := group{id: id, label: "/" + directory, url: scheme + "://" + name, host: host, directory: "/" + directory,
		depth: strings.Count(directory, "/"), pages: len(pages), level: g.Pages[pages[0]].Level}
	for _, i := range pages {
		x.external += g.Pages[i].ExternalLinks
		x.level = min(x.level, g.Pages[i].Level)
	}
	return x
}

// groupArcs counts the arcs between groups, sorted by source and target, and fills in the counts of the groups.
func groupArcs(g *site.Graph, groups []group, members [][]uint32, selfLoops bool) (arcs []groupArc) {
	groupOf := make([]uint32, len(g.Pages))
	for k, pages := range members {
		for _, i := range pages {
			groupOf[i] = uint32(k)
		}
	}
	for k, pages := range members {
		counts := map[uint32]groupArc{} // by target
		for _, i := range pages {
			to, weights := g.Out(int(i))
			for n, t := range to {
				if t == i && !selfLoops {
					continue
				}
				a := counts[groupOf[t]]
				counts[groupOf[t]] = groupArc{arcs: a.arcs + 1, links: a.links + int(weights.At(n))}
			}
		}
		for _, t := range slices.Sorted(maps.Keys(counts)) {
			a := counts[t]
			a.source, a.target = k+1, int(t)+1
			arcs = append(arcs, a)
			addArc(&groups[k], &groups[t], a)
		}
	}
	return arcs
}

func addArc(source, target *group, a groupArc) {
	if a.source == a.target {
		source.inner = a.arcs
		return
	}
	source.outDegree, source.outArcs = source.outDegree+1, source.outArcs+a.arcs
	target.inDegree, target.inArcs = target.inDegree+1, target.inArcs+a.arcs
}
