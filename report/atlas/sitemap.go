// Package atlas draws the map of a site, which shows at a glance how deep the site is, what it is made of and where a
// page is.
//
// A small site is drawn page by page: the start page in the middle, a ring for each depth, a sector for each part. A
// large site is drawn as bubbles, one for each part, with the arcs between them. The map is an SVG file, and a fragment
// of HTML to search, zoom and click through. The fragment loads nothing and shows its pictures without scripts too.
package atlas

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// Input is what a map is drawn from. A map never changes it and never fails: it ignores what does not fit.
type Input struct {
	Graph  *site.Graph // may be nil or empty
	Rank   []float64   // PageRank, for the areas and the order of pages; without it in-degrees count
	Groups []Grouping  // ways to divide the site; the first informative one gives sectors and colours
	Name   string      // the name of the whole; "" means the host of the first page
}

// Grouping divides the pages into groups.
type Grouping struct {
	Name   string   // what a group is called, in the singular: "community", "folder"
	Of     []int32  // the group of each page, an index of Labels; any other number means no group
	Labels []string // the names of the groups; "" stands for the name of a group's best page
	Fixed  bool     // colours groups by their index (see site.HueOf) rather than by size
}

const (
	maxDrawn   = 1500 // more pages cannot be told apart
	maxSectors = 14   // further groups share a sector
	maxBubbles = 36   // further groups share a bubble
)

// Map is the map of one site. It is immutable.
type Map struct {
	graph   *site.Graph
	name    string
	rank    []float64 // finite and not negative, one value per page
	measure string    // the name of the rank
	degrees []int     // in-degrees
	names   names
	views   []view
}

type view struct {
	ID      string // prefixes the ids of the picture in a page
	Height  int
	site    *Map
	parts   *parts
	rings   *rings  // set if pages are drawn
	bubbles bubbles // set if groups are drawn
}

// New computes the pictures of a site. It takes time linear in pages and arcs.
func New(in Input) *Map {
	g := in.Graph
	if g == nil || len(g.Pages) == 0 {
		g = &site.Graph{Offsets: []int{0}}
	}
	m := &Map{graph: g, name: clean(in.Name, longestTitle), degrees: g.InDegrees(), names: newNames(g.Pages)}
	m.rank, m.measure = importance(in.Rank, m.degrees)
	m.addViews(in.Groups)
	return m
}

// addViews chooses what to draw: the pages unless there are too many, and the parts of informative groupings.
func (m *Map) addViews(groups []Grouping) {
	n := len(m.graph.Pages)
	first := Grouping{Name: "site"}
	for _, g := range groups {
		g.Labels = m.labels(g)
		if p := newParts(g, m.graph, maxBubbles); p.informative() {
			if len(m.views) == 0 {
				first = g
			}
			m.views = append(m.views, view{Height: bubblesHeight, parts: p, bubbles: newBubbles(p)})
		}
	}
	switch {
	case n <= maxDrawn || len(m.views) == 0 && n <= 2*maxDrawn:
		p := newParts(first, m.graph, maxSectors)
		m.views = slices.Insert(m.views, 0, view{Height: ringsSide, parts: p, rings: newRings(m.graph, m.rank, p)})
	case len(m.views) == 0:
		p := newParts(first, m.graph, maxBubbles)
		m.views = []view{{Height: bubblesHeight, parts: p, bubbles: newBubbles(p)}}
	}
	for i := range m.views {
		m.views[i].ID, m.views[i].site = "sm-"+strconv.Itoa(i), m
	}
}

// labels names groups without a label by their best page whose name no other group has.
func (m *Map) labels(g Grouping) []string {
	all, taken := slices.Clone(g.Labels), map[string]bool{}
	for _, label := range all {
		taken[label] = true
	}
	for _, i := range byRank(m.rank) {
		if i >= len(g.Of) || g.Of[i] < 0 || int(g.Of[i]) >= len(all) || all[g.Of[i]] != "" {
			continue
		}
		if name := m.names.of(m.graph.Pages[i]); !taken[name] {
			all[g.Of[i]], taken[name] = name, true
		}
	}
	return all
}

// importance returns the given values without NaN and infinities, or in-degrees instead, and names them.
func importance(rank []float64, degrees []int) (all []float64, measure string) {
	all = make([]float64, len(degrees))
	if len(rank) != len(degrees) {
		for i, degree := range degrees {
			all[i] = float64(degree)
		}
		return all, "the number of pages that link to it"
	}
	for i, value := range rank {
		if value > 0 && !math.IsInf(value, 0) {
			all[i] = value
		}
	}
	return all, "its PageRank"
}

// Folders groups the pages of each graph by the first folder of their paths. The graphs share labels and colours.
func Folders(graphs ...*site.Graph) []Grouping {
	places := map[string]int32{}
	for _, g := range graphs {
		for i := range g.Pages {
			places[topFolder(g.Pages[i].Key)] = 0
		}
	}
	names := site.Names(places)
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

// Topics groups the pages of a search by agent, in the agents' colours, and by host.
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

// NewSites draws the sites of a graph as bubbles with the links between them, without other hosts. Names come from
// hosts.txt or are hosts. It takes time linear in nodes, arcs and pages.
func NewSites(g *site.SiteGraph) *Map {
	sites := g.Nodes[:g.Sites]
	grouping, sizes := Grouping{Name: "site"}, make([]int, g.Sites+1)
	for i := range sites {
		grouping.Labels = append(grouping.Labels, cmp.Or(sites[i].Name, sites[i].Label))
		sizes[i] = sites[i].Pages
	}
	p := &parts{name: grouping.Name}
	part := p.choose(grouping, sizes, maxBubbles)
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
