package stats

import (
	"math"
	"slices"

	"sitegraph/site"
)

// Level holds the pages at the same least number of arcs from the start page (Pechnikov and Lankin, 2016).
type Level struct {
	Level           int     `json:"level"`            // from 0
	Pages           int     `json:"pages"`            // number of pages on the level
	CumulativeShare float64 `json:"cumulative_share"` // share of all pages at this level or above
}

// levels counts runs, because pages are sorted by level.
func levels(g *site.Graph) []Level {
	rows := []Level{}
	for i := range g.Pages {
		level := g.Pages[i].Level
		if len(rows) == 0 || rows[len(rows)-1].Level != level {
			rows = append(rows, Level{Level: level})
		}
		rows[len(rows)-1].Pages++
	}
	seen := 0
	for i := range rows {
		seen += rows[i].Pages
		rows[i].CumulativeShare = share(seen, len(g.Pages))
	}
	return rows
}

// Depth describes the part of the site within k clicks of the start page.
type Depth struct {
	Continue []float64    `json:"continue"` // each surfer's probability of going on, see Visits
	Levels   []DepthLevel `json:"levels"`   // one row per level that has pages, ascending
}

// DepthLevel describes the part of the site on a level or nearer to the start page, as shares of the whole, 0 to 1.
type DepthLevel struct {
	Level int `json:"level"` // the level, from 0
	// Pages, Arcs and PageRank are shares of the totals. Arcs have both ends within; self-loops count.
	Pages    float64 `json:"pages"`
	Arcs     float64 `json:"arcs"`
	PageRank float64 `json:"pagerank"`
	// Visits gives, for each surfer of [Depth], the expected share of his page views that fall within, counting
	// repeated views. He starts on the start page, goes on with probability q along a random arc, and leaves if there
	// is none. The values are exact to 1e-12 (after Baeza-Yates and Castillo, "Crawling the infinite Web: five levels
	// are enough", WAW 2004, with the site's graph instead of their tree).
	Visits []float64 `json:"visits"`
}

// describeDepth accumulates level by level. rank is the PageRank of every page.
func describeDepth(g *site.Graph, dg digraph, rank []float64) Depth {
	rows := levels(g)
	visits := expectedVisits(dg, rows)
	d := Depth{Continue: slices.Clone(surfers[:]), Levels: make([]DepthLevel, len(rows))}
	so, page := DepthLevel{Visits: make([]float64, len(surfers))}, 0
	for k, l := range rows {
		for end := page + l.Pages; page < end; page++ {
			so.Arcs += float64(arcsUpTo(dg, page))
			so.PageRank += rank[page]
		}
		for s, v := range visits[k] {
			so.Visits[s] += v
		}
		so.Level, so.Pages = l.Level, float64(page)
		d.Levels[k] = so
		d.Levels[k].Visits = slices.Clone(so.Visits)
	}
	for k := range d.Levels { // now covers the whole site
		l := &d.Levels[k]
		l.Pages, l.Arcs = quotient(l.Pages, so.Pages), quotient(l.Arcs, so.Arcs)
		l.PageRank = quotient(l.PageRank, so.PageRank)
		for s, v := range l.Visits {
			l.Visits[s] = quotient(v, so.Visits[s])
		}
	}
	return d
}

// arcsUpTo counts the arcs between page i and the pages before it, and its self-loop if any.
func arcsUpTo(dg digraph, i int) int {
	to, _ := slices.BinarySearch(dg.out.of(i), uint32(i)+1)
	from, _ := slices.BinarySearch(dg.in.of(i), uint32(i))
	return to + from
}

// surfers has the probabilities of going on, from a hasty surfer to one as patient as PageRank's.
var surfers = [...]float64{0.5, 0.7, 0.85}

type perSurfer [len(surfers)]float64

// visitsTolerance bounds the total error of the expected visits over all pages. The visits sum to at least 1.
const visitsTolerance = 1e-12

// expectedVisits returns the expected number of views on each level. That is the sum over steps k, from 0, of q^k
// times the probability of being on the level after k steps if only pages without arcs stopped the surfer. Once
// the probabilities shrink in proportion, the rest of the sum is a geometric series.
func expectedVisits(dg digraph, rows []Level) []perSurfer {
	visits := make([]perSurfer, len(rows))
	if dg.pages == 0 {
		return visits
	}
	at, next, parts := make([]float64, dg.pages), make([]float64, dg.pages), make([]float64, dg.pages)
	at[0] = 1
	var power perSurfer // q^k
	for s := range power {
		power[s] = 1
	}
	for done := false; !done; {
		follow(dg, at, next, parts)
		var factor perSurfer
		factor, done = power.lastFactor(at, next)
		addVisits(visits, rows, at, factor)
		for s, q := range surfers {
			power[s] *= q
		}
		at, next = next, at
	}
	return visits
}

func follow(dg digraph, at, next, parts []float64) {
	for i, x := range at {
		parts[i] = x / float64(max(1, dg.out.degree(i)))
	}
	for i := range next {
		sum := 0.0
		for _, u := range dg.in.of(i) {
			sum += parts[u]
		}
		next[i] = sum
	}
}

// lastFactor returns the factors by which the probabilities at represent this step and all later ones, and whether
// that is accurate enough. If not, it returns the powers.
//
// Let shrink be the ratio of the sums, and off the sum of |next - shrink*at|. A step never increases a sum of absolute
// values, so step k+j differs from shrink^j*at by at most j*off, and the whole rest by q*off/((1-q)(1-q*shrink)).
func (power perSurfer) lastFactor(at, next []float64) (factor perSurfer, last bool) {
	before, after := 0.0, 0.0
	for i := range at {
		before += at[i]
		after += next[i]
	}
	shrink, off := after/before, 0.0
	for i := range at {
		off += math.Abs(next[i] - float64(shrink*at[i]))
	}
	last = true
	for s, q := range surfers {
		series := 1 / (1 - float64(q*shrink))
		factor[s] = power[s] * series
		last = last && power[s]*off*q/(1-q)*series <= visitsTolerance
	}
	if !last {
		return power, false
	}
	return factor, true
}

// addVisits adds the probabilities, times the factors, to the levels. The conversion prevents fused operations.
func addVisits(visits []perSurfer, rows []Level, at []float64, factor perSurfer) {
	page := 0
	for k, l := range rows {
		sum := 0.0
		for end := page + l.Pages; page < end; page++ {
			sum += at[page]
		}
		for s := range factor {
			visits[k][s] += float64(sum * factor[s])
		}
	}
}
