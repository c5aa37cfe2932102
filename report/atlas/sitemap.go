// Package atlas draws the map of a site, which shows at a glance how deep the
// site is, what it is made of and where a page is.
//
// A small site is drawn page by page: the start page in the middle, a ring for each depth, a sector for each part. A
// large one is drawn as bubbles, one for each part, with the arcs between them. The map comes as an SVG file and as a
// piece of HTML that can be searched, zoomed and clicked through; this loads nothing, and its pictures stay where
// scripts do not run.
//
//	sitemap.go     what a map is drawn from, which pictures it has; the sites of a run; pages by folder, agent, host
//	parts.go       groups of pages as parts of a picture
//	rings.go       layout of single pages in rings and sectors
//	loosen.go      pages that overlap are pushed apart
//	bubbles.go     layout and picture of parts as bubbles
//	labels.go      which labels there is room for
//	drawing.go     writing SVG; points, boxes, discs
//	drawrings.go   the picture of the pages
//	svg.go         the SVG files, titles and descriptions, the piece of HTML, colours and style sheet
//	data.go        what its script knows of the site, in little space
//	text.go        short names of pages, texts and nouns
package atlas

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// Input is what a map is drawn from. It stays as it is, and cannot make the map fail: misfits are ignored.
type Input struct {
	Graph *site.Graph // may be nil or empty
	// Rank is the PageRank, which gives pages their area and place in lists; if it is missing, in-degrees do.
	Rank []float64
	// Groups divide the site, the best first: it gives sectors and colours. Uninformative ones are left out.
	Groups []Grouping
	Name   string // what the pages are of; "" means the host of the first one
}

// Grouping divides the pages into groups.
type Grouping struct {
	Name string // what a group is called, in the singular: "community", "folder"
	// Of is the group of each page, a place in Labels. Pages with any other number are in no group.
	Of     []int32
	Labels []string // the names of the groups
	// Fixed colours each group by its place in Labels (see site.HueOf), even a small one; else sizes do.
	Fixed bool
}

// The bounds of what is drawn: beyond maxDrawn pages a page of its own can no longer be told from others, beyond
// maxSectors and maxBubbles groups the smallest are drawn together as one.
const (
	maxDrawn   = 1500
	maxSectors = 14
	maxBubbles = 36
)

// Map is the map of one site. It is immutable.
type Map struct {
	graph   *site.Graph
	name    string
	rank    []float64 // finite and not negative, one value a page
	measure string    // names the rank in words
	degrees []int     // the in-degrees
	names   names
	views   []view
}

type view struct {
	// ID begins the ids of the picture in a page, Height is its height.
	ID     string
	Height int
	site   *Map
	parts  *parts
	// rings is set if the pages are drawn, bubbles if the groups are.
	rings   *rings
	bubbles bubbles
}

// New computes the pictures of a site. The work is linear in pages and arcs.
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

// addViews chooses what to draw: the pages if there are not too many, and the parts of informative groupings.
func (m *Map) addViews(groups []Grouping) {
	n := len(m.graph.Pages)
	first := Grouping{Name: "site"}
	for _, g := range groups {
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

// importance returns the given values without NaN and infinities, or the in-degrees in their place, and says which.
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

// Folders groups the pages of each graph by the first folder of their paths, with common labels and colours.
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

// Topics groups the first pages of a search, those of a graph, by agent, with its colour, and by host.
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

// NewSites draws the sites of a graph, without other hosts, as bubbles with the links between them. Names are
// those of hosts.txt, or hosts. The greatest have own bubbles. Time is linear in nodes, arcs and pages.
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
