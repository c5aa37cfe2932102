package compare

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// apply makes B's graph of A's graph and the difference, the rows that [Difference.Pages] and [Difference.Arcs]
// yield. Of the pages it gives what the rows carry: keys, levels, and, when contents were compared, hashes; URL and
// title are those of the last row or graph that told them, all else is A's. siteA and siteB are the origins. Rows
// that do not fit A are an error.
//
// It needs about 20 bytes an arc and a map of the keys: it is there to prove that a difference is whole, and to go
// from one crawl to the next without keeping both.
func apply(a *site.Graph, siteA, siteB string, pages iter.Seq[PageChange], arcs iter.Seq[ArcChange],
) (*site.Graph, error) {
	p := &patch{a: a, indexA: index(a.Pages), later: make([]site.Page, len(a.Pages)), gone: make([]bool, len(a.Pages))}
	for i := range a.Pages {
		p.later[i] = a.Pages[i]
		p.later[i].Key = siteB + strings.TrimPrefix(a.Pages[i].Key, siteA)
	}
	for c := range pages {
		if err := p.page(c); err != nil {
			return nil, fmt.Errorf("apply a difference: %w", err)
		}
	}
	g := p.pages()
	if err := p.arcs(g, arcs); err != nil {
		return nil, fmt.Errorf("apply a difference: %w", err)
	}
	return g, nil
}

// patch is a graph that is being changed.
type patch struct {
	a      *site.Graph
	indexA map[string]int // keys of A → pages of A
	later  []site.Page    // the pages of A as B has them, then the added ones
	gone   []bool         // those that B has not
	place  []uint32       // where the later pages are in B
}

func index(pages []site.Page) map[string]int {
	x := make(map[string]int, len(pages))
	for i := range pages {
		x[pages[i].Key] = i
	}
	return x
}

// page takes in a row.
func (p *patch) page(c PageChange) error {
	if c.Change == Added {
		p.later, p.gone = append(p.later, site.Page{}), append(p.gone, false)
		c.B.become(&p.later[len(p.later)-1])
		return nil
	}
	i, ok := p.indexA[c.A.Key]
	if !ok {
		return fmt.Errorf("page %s is %s, but was not there", c.A.Key, c.Change)
	}
	if c.Change == Removed {
		p.gone[i] = true
		return nil
	}
	c.B.become(&p.later[i])
	return nil
}

// pages puts the pages of B in their order.
func (p *patch) pages() *site.Graph {
	var order []int
	for i := range p.later {
		if !p.gone[i] {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(p.later[i].Level, p.later[j].Level), strings.Compare(p.later[i].Key, p.later[j].Key))
	})
	g := &site.Graph{Pages: make([]site.Page, 0, len(order))}
	p.place = make([]uint32, len(p.later))
	for at, i := range order {
		p.place[i] = uint32(at)
		g.Pages = append(g.Pages, p.later[i])
	}
	return g
}

// change is what a row, or A's graph, says of an arc of B; weight 0 says that
// there is none. Of two that speak of one arc the later holds.
type change struct{ source, target, weight uint32 }

// arcs fills the rows of g.
func (p *patch) arcs(g *site.Graph, rows iter.Seq[ArcChange]) error {
	all := p.kept()
	indexB := index(g.Pages)
	for r := range rows {
		c, ok := p.change(r, indexB)
		if !ok {
			return fmt.Errorf("the arc from %s to %s is %s, but its pages are not there", r.Source, r.Target, r.Change)
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(x, y change) int {
		return cmp.Or(cmp.Compare(x.source, y.source), cmp.Compare(x.target, y.target))
	})
	g.Offsets = make([]int, 1, len(g.Pages)+1)
	for k, c := range all {
		if c.weight == 0 || k+1 < len(all) && all[k+1].source == c.source && all[k+1].target == c.target {
			continue
		}
		for len(g.Offsets) <= int(c.source) {
			g.Offsets = append(g.Offsets, len(g.Targets))
		}
		g.Targets = append(g.Targets, c.target)
		g.Weights.Append(c.weight)
	}
	for len(g.Offsets) <= len(g.Pages) {
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return nil
}

// kept returns the arcs of A between pages that are still there.
func (p *patch) kept() []change {
	all := make([]change, 0, p.a.Arcs())
	for i := range p.a.Pages {
		targets, weights := p.a.Out(i)
		for k, t := range targets {
			if !p.gone[i] && !p.gone[t] {
				all = append(all, change{p.place[i], p.place[t], weights.At(k)})
			}
		}
	}
	return all
}

// change reads a row. A removed arc whose pages went too changes nothing.
func (p *patch) change(r ArcChange, indexB map[string]int) (change, bool) {
	if r.Change != Removed {
		source, here := indexB[r.Source]
		target, there := indexB[r.Target]
		return change{uint32(source), uint32(target), r.WeightB}, here && there
	}
	source, here := p.indexA[r.Source]
	target, there := p.indexA[r.Target]
	switch {
	case !here || !there:
		return change{}, false
	case p.gone[source] || p.gone[target]:
		return change{source: none, target: none}, true
	}
	return change{source: p.place[source], target: p.place[target]}, true
}

// become gives a page what a row says of it.
func (s State) become(p *site.Page) {
	p.URL, p.Key, p.Hash, p.Title, p.Level = s.URL, s.Key, s.Hash, s.Title, s.Level
}
