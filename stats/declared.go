package stats

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
)

// Declared sums up the links that pages declare to programs. Visitors do not see them, and they are not arcs.
type Declared struct {
	// Breadcrumbs compares the depth by breadcrumbs with the depth by links. It has a row per stated depth, ascending,
	// and leaves out pages without breadcrumbs.
	Breadcrumbs []BreadcrumbDepth `json:"breadcrumbs"`
	// PayloadPages counts the pages whose data name pages of the site that they do not link to. PayloadLinks counts
	// those links, PayloadKnown the ones to pages of the graph.
	PayloadPages int `json:"payload_pages"`
	PayloadLinks int `json:"payload_links"`
	PayloadKnown int `json:"payload_known"`
}

// BreadcrumbDepth counts the pages whose breadcrumbs state one depth.
type BreadcrumbDepth struct {
	Depth  int `json:"depth"`  // number of breadcrumbs from the start page to the page
	Nearer int `json:"nearer"` // pages nearer by links
	Same   int `json:"same"`   // pages as near by links
	Deeper int `json:"deeper"` // pages farther by links
}

// Pages returns the number of pages in the row.
func (b BreadcrumbDepth) Pages() int { return b.Nearer + b.Same + b.Deeper }

// declared returns nil if pages declare nothing or that is unknown, and for agents, whose depths count from seeds.
func (a *analyser) declared() *Declared {
	if a.crawl.Declared == nil || a.crawl.Searched != nil {
		return nil
	}
	sum := Declared{Breadcrumbs: []BreadcrumbDepth{}}
	rows := map[int32]*BreadcrumbDepth{}
	for i, depth := range trailDepths(a.crawl) {
		if depth < 0 {
			continue
		}
		if rows[depth] == nil {
			rows[depth] = &BreadcrumbDepth{Depth: int(depth)}
		}
		switch level := int32(a.g.Pages[i].Level); {
		case level < depth:
			rows[depth].Nearer++
		case level > depth:
			rows[depth].Deeper++
		default:
			rows[depth].Same++
		}
	}
	for _, depth := range slices.Sorted(maps.Keys(rows)) {
		sum.Breadcrumbs = append(sum.Breadcrumbs, *rows[depth])
	}
	sum.countPayload(a.crawl)
	if len(sum.Breadcrumbs) == 0 && sum.PayloadLinks == 0 {
		return nil
	}
	return &sum
}

func (d *Declared) countPayload(c *site.Crawl) {
	last := 0
	for l := range c.Declared {
		if l.Source != site.SourcePayload {
			continue
		}
		if l.Page != last {
			d.PayloadPages++
		}
		if last = l.Page; l.Target > 0 {
			d.PayloadKnown++
		}
		d.PayloadLinks++
	}
}

func trailDepths(c *site.Crawl) []int32 {
	depths := slices.Repeat([]int32{-1}, len(c.Graph.Pages))
	var trail []site.Declared
	settle := func() {
		if len(trail) > 0 {
			depths[trail[0].Page-1] = trailDepth(c.Graph, trail)
		}
		trail = trail[:0]
	}
	for l := range c.Declared {
		if l.Source != site.SourceBreadcrumb {
			continue
		}
		if len(trail) > 0 && trail[0].Page != l.Page {
			settle()
		}
		trail = append(trail, l)
	}
	settle()
	return depths
}

// trailDepth returns the depth that breadcrumbs state. They may end with the page itself, and may omit the start page.
func trailDepth(g *site.Graph, trail []site.Declared) int32 {
	above := len(trail)
	if last := trail[above-1]; last.URL == "" || last.Target == last.Page {
		above--
	}
	if above == 0 {
		return -1
	}
	if first := trail[0].Target; first == 0 || g.Pages[first-1].Level > 0 {
		above++
	}
	return int32(above)
}

// breadcrumbDeeper finds pages that are deeper by links than by their breadcrumbs.
func breadcrumbDeeper(f *finder, i int) (Occurrence, bool) {
	if f.trails == nil || f.trails[i] < 0 {
		return Occurrence{}, false
	}
	level := int32(f.crawl.Graph.Pages[i].Level)
	return Occurrence{Detail: fmt.Sprintf("depth by breadcrumbs %d, by links %d", f.trails[i], level)},
		level > f.trails[i]
}

func breadcrumbDead(f *finder, i int) (Occurrence, bool) {
	var dead []string
	if facts := f.crawl.Graph.Pages[i].Facts; facts != nil {
		dead = slices.DeleteFunc(slices.Clone(facts.Breadcrumbs), func(url string) bool { return !f.dead(url) })
	}
	return Occurrence{Detail: strings.Join(dead, ", ")}, len(dead) > 0
}
