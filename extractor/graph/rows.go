package graph

import (
	"cmp"
	"encoding/hex"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Count sums up a graph.
func (b *Builder) Count(g *site.Graph) site.Counts {
	c := site.Counts{Pages: len(g.Pages), Arcs: g.Arcs(), Fetched: b.Known.Fetched,
		Links: g.Weights.Sum(), States: map[site.State]int{}, Limits: map[string]int{}}
	for _, p := range b.Pages {
		c.InternalLinks += int(p.Answer.Counts.Internal)
		c.ExternalLinks += int(p.Answer.Counts.External)
		c.BadLinks += int(p.Answer.Counts.Nowhere())
		if p.Answer.Counts.Dropped > 0 {
			c.Limits[site.LimitLinksPerPage]++
		}
	}
	return c
}

// arc is a link under way to the graph.
type arc struct{ to, weight uint32 }

// Graph builds pages and arcs. It also counts the unique pairs of a page and a key below the maximum depth.
func (b *Builder) Graph() (g *site.Graph, truncated int) {
	room := b.linksInside()
	g = &site.Graph{Pages: make([]site.Page, len(b.Pages)), Offsets: make([]int, 1, len(b.Pages)+1),
		Targets: make([]uint32, 0, room)}
	g.Weights.Grow(room)
	var row []arc
	var deeper []evidence.URLID
	for i, p := range b.Pages {
		g.Pages[i] = b.page(p)
		row, deeper = row[:0], deeper[:0]
		b.Known.URLs.EachInside(p.Answer.Links, func(url evidence.URLID, count uint32) {
			if to := b.linkedPage(url); to >= 0 {
				row = append(row, arc{to: uint32(to), weight: count})
			} else if key := b.Known.URLs.Key(url); b.tooDeep(key) && !b.Scope.Excludes(url) {
				deeper = append(deeper, key)
			}
		})
		appendRow(g, row)
		slices.Sort(deeper)
		truncated += len(slices.Compact(deeper))
	}
	return g, truncated
}

// linksInside is the most arcs that there can be. Arcs are most of a large graph: room that grew with them would be
// twice as much.
func (b *Builder) linksInside() (n int) {
	for _, p := range b.Pages {
		b.Known.URLs.EachInside(p.Answer.Links, func(evidence.URLID, uint32) { n++ })
	}
	return n
}

// appendRow sorts a page's arcs and merges those with the same target.
func appendRow(g *site.Graph, row []arc) {
	slices.SortFunc(row, func(a, b arc) int { return cmp.Compare(a.to, b.to) })
	first := len(g.Targets)
	for _, a := range row {
		if last := len(g.Targets) - 1; last >= first && g.Targets[last] == a.to {
			g.Weights.Set(last, g.Weights.At(last)+a.weight)
			continue
		}
		g.Targets = append(g.Targets, a.to)
		g.Weights.Append(a.weight)
	}
	g.Offsets = append(g.Offsets, len(g.Targets))
}

// page is the graph's view of a page; titles and the like come with describe.
func (b *Builder) page(p page) site.Page {
	a := p.Answer
	digest := b.digestOf(p.Key, a)
	if b.Told.Pages != nil {
		digest = a.Digest
	}
	hash, size := hex.EncodeToString(digest[:]), a.Bytes
	if b.Same.Awake() {
		hash, size = "", 0 // they would be others at every crawl
	}
	return site.Page{
		URL: b.urlOf(p.Key, a), Key: b.names.page(p.Key), Level: p.depth,
		Links: int(a.Counts.Internal), ExternalLinks: int(a.Counts.External),
		Status: int(a.Status), ContentType: a.MediaType, Bytes: size, Hash: hash,
	}
}
