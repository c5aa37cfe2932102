package stats

import (
	"maps"
	"strconv"

	"sitegraph/site"
)

// Compute returns the numbers of a crawl, whole or stopped early. Time is
// linear in pages and arcs (times the iterations of PageRank, at most 200);
// memory is about 100 bytes a page, none an arc. A graph without pages gives
// zeros and empty lists.
func Compute(c *site.Crawl) Summary {
	g := c.Graph
	arcs := countArcs(g)
	return Summary{
		Site:          c.Site,
		Ended:         c.Ended,
		Complete:      c.Complete,
		Pages:         len(g.Pages),
		Links:         arcs.links,
		Arcs:          g.Arcs(),
		SelfLoops:     arcs.loops,
		Density:       arcs.density(len(g.Pages)),
		Reciprocity:   share(arcs.mutual, arcs.proper),
		Sinks:         arcs.sinks,
		ExternalLinks: externalLinks(g),
		Levels:        levels(g),
		InDegree:      describeDegrees(g, g.InDegrees()),
		OutDegree:     describeDegrees(g, outDegrees(g)),
		Components:    describeComponents(g),
		PageRank:      describePageRank(g),
		States:        states(c.Counts),
	}
}

func externalLinks(g *site.Graph) ExternalLinks {
	total := 0
	for i := range g.Pages {
		total += g.Pages[i].ExternalLinks
	}
	return ExternalLinks{Total: total, Mean: share(total, len(g.Pages))}
}

// states copies the counts, so that the summary is the caller's own, and is
// never null in stats.json.
func states(c site.Counts) map[site.State]int {
	if c.States == nil {
		return map[site.State]int{}
	}
	return maps.Clone(c.States)
}

// share returns part/whole, rounded; 0 when there is no whole.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return round(float64(part) / float64(whole))
}

// digits is the number of significant digits kept. More would show the error
// PageRank has left (see tolerance), and break ties between equal pages by it.
const digits = 9

// round keeps the significant digits. It goes through the decimal form, since
// only that gives the number that prints with so few digits.
func round(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x
	}
	return r
}
