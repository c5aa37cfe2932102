package stats

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"sitegraph/site"
)

// Linking is the input about one site for the graph of sites.
type Linking struct {
	*Summary
	// Line is the origin in hosts.txt that led to the site, "" if unknown. Links to it count as links to the site.
	Line    string
	About   site.About    // the site's description in hosts.txt
	Members *site.Members // the hosts of an entity; links to any of them count as links to the site
}

// SiteGraphSummary describes the graph of sites. It counts only sites of the run, not other hosts.
type SiteGraphSummary struct {
	Arcs        int     `json:"arcs"`        // ordered pairs of linked sites
	Links       int     `json:"links"`       // number of links behind these arcs
	Reciprocity float64 `json:"reciprocity"` // share of arcs whose reverse is also an arc
	Isolated    int     `json:"isolated"`    // sites without links to or from other sites
}

// GraphOfSites builds the graph of sites, each with pages. With hosts it adds all other hosts that they link to.
// Schemes do not count: if two sites have the same host, the first represents both.
func GraphOfSites(sites []Linking, hosts bool) (*site.SiteGraph, SiteGraphSummary) {
	b := siteGraphBuilder{g: &site.SiteGraph{Sites: len(sites)}, node: map[string]int32{},
		pairs: map[[2]int32]*site.CoLink{}}
	for i, s := range sites {
		b.claim(s.Site, i)
		b.g.Nodes = append(b.g.Nodes, site.SiteNode{Label: hostOf(s.Site), URL: s.Site, Kind: site.NodeSite,
			Complete: strconv.FormatBool(s.Complete), Pages: s.Pages, SelfLinks: s.Links,
			Name: s.About.Name, Tags: s.About.TagText(), Note: s.About.Note})
	}
	for i, s := range sites {
		b.claim(s.Line, i)
	}
	b.claimMembers(sites)
	if hosts {
		b.addHosts(sites)
	}
	for i, s := range sites {
		b.addArcs(int32(i), s.Outside)
	}
	return b.g, b.finish()
}

type siteGraphBuilder struct {
	g     *site.SiteGraph
	node  map[string]int32 // node index by host
	pairs map[[2]int32]*site.CoLink
}

// claim assigns the host of an address to a node unless another node has it.
func (b *siteGraphBuilder) claim(address string, node int) {
	host := hostOf(address)
	if _, taken := b.node[host]; !taken && host != "" {
		b.node[host] = int32(node)
	}
}

// claimMembers assigns the hosts of entities to them if sites link to these hosts.
func (b *siteGraphBuilder) claimMembers(sites []Linking) {
	var entities []int
	for i, s := range sites {
		if s.Members != nil {
			entities = append(entities, i)
		}
	}
	if entities == nil {
		return
	}
	for _, s := range sites {
		for _, h := range s.Outside.Hosts {
			for _, i := range entities {
				for _, scheme := range []string{"http://", "https://"} {
					if u, err := site.Parse(scheme + h.Host); err == nil && sites[i].Members.Has(u) {
						b.claim(scheme+h.Host, i)
					}
				}
			}
		}
	}
}

func (b *siteGraphBuilder) addHosts(sites []Linking) {
	var names []string
	for _, s := range sites {
		for _, h := range s.Outside.Hosts {
			if _, ok := b.node[h.Host]; !ok {
				names = append(names, h.Host)
			}
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		b.node[name] = int32(len(b.g.Nodes))
		b.g.Nodes = append(b.g.Nodes, site.SiteNode{Label: name, Kind: site.NodeHost})
	}
}

func (b *siteGraphBuilder) addArcs(from int32, o Outside) {
	to, arcs := make([]int32, len(o.Hosts)), map[int32]*site.SiteArc{}
	for i, h := range o.Hosts {
		node, ok := b.node[h.Host]
		if to[i] = node; !ok {
			to[i] = -1
			continue
		}
		if node == from {
			b.g.Nodes[from].SelfLinks += h.Links
			continue
		}
		if arcs[node] == nil {
			arcs[node] = &site.SiteArc{Source: int(from) + 1, Target: int(node) + 1}
		}
		a := arcs[node]
		a.Links, a.Pages, a.URLs = a.Links+h.Links, a.Pages+h.Pages, a.URLs+h.URLs
	}
	for _, set := range o.Sets {
		b.addTogether(from, set, to, arcs)
	}
	var targets []int32
	for node, a := range arcs {
		targets = append(targets, node)
		b.g.Arcs = append(b.g.Arcs, *a)
	}
	slices.Sort(targets)
	b.eachPair(targets, func(c *site.CoLink) { c.Sites++ })
}

// addTogether corrects the page counts where one node has several hosts, so that a page counts once.
func (b *siteGraphBuilder) addTogether(from int32, set HostSet, to []int32, arcs map[int32]*site.SiteArc) {
	var nodes []int32
	for _, h := range set.Hosts {
		if node := to[h]; node >= 0 && node != from {
			nodes = append(nodes, node)
		}
	}
	slices.Sort(nodes)
	for i := 1; i < len(nodes); i++ {
		if nodes[i] == nodes[i-1] {
			arcs[nodes[i]].Pages -= set.Pages
		}
	}
	b.eachPair(slices.Compact(nodes), func(c *site.CoLink) { c.Pages += set.Pages })
}

// eachPair visits the pairs of sites among sorted nodes.
func (b *siteGraphBuilder) eachPair(nodes []int32, visit func(*site.CoLink)) {
	if b.g.Sites > site.MaxPaired {
		return
	}
	for i, y := range nodes {
		if int(y) >= b.g.Sites {
			return
		}
		for _, x := range nodes[:i] {
			pair := [2]int32{x, y}
			if b.pairs[pair] == nil {
				b.pairs[pair] = &site.CoLink{A: int(x) + 1, B: int(y) + 1}
			}
			visit(b.pairs[pair])
		}
	}
}

func (b *siteGraphBuilder) finish() (s SiteGraphSummary) {
	g := b.g
	site.Sort(g.Arcs, func(x, y site.SiteArc) int {
		return cmp.Or(cmp.Compare(x.Source, y.Source), cmp.Compare(x.Target, y.Target))
	})
	for _, c := range b.pairs {
		g.CoLinks = append(g.CoLinks, *c)
	}
	site.Sort(g.CoLinks, func(x, y site.CoLink) int {
		return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	for _, a := range g.Arcs {
		source, target := &g.Nodes[a.Source-1], &g.Nodes[a.Target-1]
		source.OutDegree, source.OutLinks = source.OutDegree+1, source.OutLinks+a.Links
		target.InDegree, target.InLinks = target.InDegree+1, target.InLinks+a.Links
		target.InPages += a.Pages
	}
	mutual, among := s.count(g)
	both := 0
	for i := range g.Nodes {
		n := &g.Nodes[i]
		n.ID = i + 1
		if n.Kind == site.NodeHost {
			n.ExternalImpact, n.SelfImpact, n.Reciprocity = -1, -1, -1
			continue
		}
		n.ExternalImpact, n.SelfImpact = share(n.InLinks, n.Pages), share(n.SelfLinks, n.Pages)
		n.Reciprocity = share(mutual[i], among[i])
		both += mutual[i]
		if n.InDegree+among[i] == 0 {
			s.Isolated++
		}
	}
	s.Reciprocity = share(both, s.Arcs)
	return s
}

// count counts the arcs between sites. For each site it also counts its arcs to sites and how many have a reverse.
func (s *SiteGraphSummary) count(g *site.SiteGraph) (mutual, among []int) {
	mutual, among = make([]int, g.Sites), make([]int, g.Sites)
	known := make(map[[2]int]bool, len(g.Arcs))
	for _, a := range g.Arcs {
		known[[2]int{a.Source, a.Target}] = true
	}
	for _, a := range g.Arcs {
		if a.Target > g.Sites {
			continue
		}
		s.Arcs, s.Links = s.Arcs+1, s.Links+a.Links
		among[a.Source-1]++
		if known[[2]int{a.Target, a.Source}] {
			mutual[a.Source-1]++
		}
	}
	return mutual, among
}

// PageGraph describes the graph of the pages of all sites of a run.
type PageGraph struct {
	Sites      int     `json:"sites"`            // number of sites
	Incomplete int     `json:"incomplete_sites"` // number of sites with an incomplete crawl
	Pages      int     `json:"pages"`            // number of nodes
	Arcs       int     `json:"arcs"`
	Links      int     `json:"links"`
	Between    Between `json:"between"` // links between sites

	// The other measures of the graph are defined by their types.
	InDegree  Degrees `json:"in_degree"`
	OutDegree Degrees `json:"out_degree"`
	Shape
	Cores     Cores           `json:"cores"` // ignores directions
	PageRank  PageRankSummary `json:"pagerank"`
	Distances Balls           `json:"distances"` // estimated
	Harmonic  []TopPage       `json:"harmonic"`  // the pages with the greatest harmonic centrality
	LeftOut   []NotTaken      `json:"left_out"`  // measures of single sites that this graph lacks
}

// Between counts the links between sites.
type Between struct {
	Arcs  int `json:"arcs"` // from a page of one site to a page of another
	Links int `json:"links"`
	Lost  int `json:"links_to_no_page"` // links to a host of the run that do not lead to a page
}

// NotTaken is a measure that was left out.
type NotTaken struct {
	Measure string `json:"measure"` // its name in stats.json
	Reason  string `json:"reason"`  // a phrase
}

// WritePageGraph writes the numbers in the format of [WriteJSON]. It returns w's error.
func WritePageGraph(w io.Writer, g PageGraph) error {
	text, err := indented(g)
	return writeJSON(w, "the numbers of the graph of all pages", text, err)
}
