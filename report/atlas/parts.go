package atlas

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"sitegraph/site"
)

const hues = site.Hues

// parts is a grouping as drawn: the largest groups by pages, then the others, if any, as one part.
type parts struct {
	name   string  // what a part is called, in the singular
	of     []int32 // the part of each page
	labels []string
	sizes  []int
	hues   []int // the colours of the parts; nil colours them by size
	rest   int   // number of groups drawn together as the last part
	loose  bool  // the last part has pages of no group
	arcs   []int // arcs from part i to j at i*len(sizes)+j
	groups int   // groups with pages
}

// newParts chooses the groups to draw, at most limit and one for the rest.
func newParts(g Grouping, graph *site.Graph, limit int) *parts {
	none := len(g.Labels) // the pages in no group
	group := func(i int) int {
		if i < len(g.Of) && g.Of[i] >= 0 && int(g.Of[i]) < none {
			return int(g.Of[i])
		}
		return none
	}
	sizes := make([]int, none+1)
	for i := range graph.Pages {
		sizes[group(i)]++
	}
	p := &parts{name: cmp.Or(clean(g.Name, longestName), "group")}
	part := p.choose(g, sizes, limit)
	for i := range graph.Pages {
		p.of = append(p.of, part[group(i)])
	}
	p.count(graph)
	return p
}

func (p *parts) choose(g Grouping, sizes []int, limit int) []int32 {
	labels := g.Labels
	order := site.Ranked(len(labels), func(i int) float64 { return float64(sizes[i]) })
	order = slices.DeleteFunc(order, func(i int) bool { return sizes[i] == 0 })
	p.groups, p.rest = len(order), max(0, len(order)-limit)
	order = order[:p.groups-p.rest]
	part := slices.Repeat([]int32{int32(len(order))}, len(sizes))
	for i, group := range order {
		part[group] = int32(i)
		p.labels = append(p.labels, cmp.Or(clean(labels[group], longestLabel), p.name+" "+strconv.Itoa(group+1)))
		p.sizes = append(p.sizes, sizes[group])
		if g.Fixed {
			p.hues = append(p.hues, group%hues)
		}
	}
	if p.loose = sizes[len(labels)] > 0; p.loose || p.rest > 0 {
		p.labels = append(p.labels, p.restLabel())
		p.sizes = append(p.sizes, 0)
		for i, size := range sizes {
			if int(part[i]) == len(order) {
				p.sizes[len(order)] += size
			}
		}
	}
	return part
}

func (p *parts) restLabel() string {
	switch {
	case p.rest > 0:
		return counted(p.rest, "smaller "+p.name)
	case p.groups > 0:
		return "in no " + p.name
	}
	return "the site"
}

func (p *parts) informative() bool {
	n := len(p.of)
	return p.groups > 1 && p.sizes[0] < n && (p.groups <= n/2 || p.sizes[0] > n/10)
}

func (p *parts) count(graph *site.Graph) {
	m := len(p.sizes)
	p.arcs = make([]int, m*m)
	for i := range graph.Pages {
		row := p.arcs[int(p.of[i])*m:][:m]
		targets, _ := graph.Out(i)
		for _, t := range targets {
			row[p.of[t]]++
		}
	}
}

// hue returns the colour of a part. The rest, and all parts beyond the number of colours, have the colour hues.
func (p *parts) hue(i int) int {
	if i == len(p.sizes)-1 && (p.rest > 0 || p.loose) {
		return hues
	}
	if p.hues != nil {
		return p.hues[i]
	}
	return min(i, hues) // a repeated colour would make two parts look like one
}

// colour returns the name of a part's colour, and pageColour the name of a page's.
func (p *parts) colour(i int) string     { return strconv.Itoa(p.hue(i)) }
func (p *parts) pageColour(i int) string { return p.colour(int(p.of[i])) }

// affinities returns the arcs between parts i and j relative to their sizes, at i*len(sizes)+j, and the highest.
func (p *parts) affinities() (near []float64, most float64) {
	m := len(p.sizes)
	near = make([]float64, m*m)
	for i := range m {
		for j := range m {
			if i != j {
				both := float64(p.arcs[i*m+j] + p.arcs[j*m+i])
				near[i*m+j] = both / math.Sqrt(float64(p.sizes[i])*float64(p.sizes[j]))
				most = max(most, near[i*m+j])
			}
		}
	}
	return near, most
}

// circle orders parts in a circle by swaps that improve: close parts near each other, neighbours in different colours.
func (p *parts) circle() []int {
	m := len(p.sizes)
	order := site.UpTo[int](m)
	near, most := p.affinities()
	cost := func(i, j int) float64 { return p.pull(order, near, most, i) + p.pull(order, near, most, j) }
	for range 2 * m {
		changed := false
		for i := range m {
			for j := range i {
				before := cost(i, j)
				order[i], order[j] = order[j], order[i]
				if cost(i, j) < float64(before*(1-1e-9)) {
					changed = true
				} else {
					order[i], order[j] = order[j], order[i]
				}
			}
		}
		if !changed {
			break
		}
	}
	return order
}

// pull sums a part's distances to all others, weighted by affinity, with a penalty for neighbours of its colour.
func (p *parts) pull(order []int, near []float64, most float64, at int) (sum float64) {
	m := len(order)
	for k := range order {
		d := max(at-k, k-at)
		d = min(d, m-d)
		sum += float64(near[order[at]*m+order[k]] * float64(d))
		if d == 1 && p.hue(order[at]) == p.hue(order[k]) {
			sum += float64(most+1) * float64(m)
		}
	}
	return sum
}

// flows returns the arcs between different parts as [from, to, arcs], the strong ones first.
func (p *parts) flows() [][3]int {
	m := len(p.sizes)
	all := [][3]int{}
	for i := range m {
		for j := range m {
			if i != j && p.arcs[i*m+j] > 0 {
				all = append(all, [3]int{i, j, p.arcs[i*m+j]})
			}
		}
	}
	return site.ByMost(all, func(flow *[3]int) float64 { return float64(flow[2]) })
}

// maxFlows bounds the flows in a picture. With five per part a reader can still follow them.
func (p *parts) maxFlows() int { return 5 * len(p.sizes) }
