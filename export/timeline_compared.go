package export

import (
	"context"
	"iter"
	"time"

	"sitegraph/stats/compare"
)

type compared struct {
	site          string    // the origin
	first, second time.Time // days in UTC; if they are not in order, the timeline runs from 1 to 2
	// pages and arcs yield the pages and arcs of both moments, each once. pages is ranged over twice.
	pages iter.Seq[compare.PageChange]
	arcs  iter.Seq[compare.UnionArc]
}

// WriteTimeline writes <prefix>.<name>, a dynamic GEXF of two crawls. The first half of the timeline shows the first
// graph, the second half shows the second.
func WriteTimeline(ctx context.Context, d *Dir, name string, diff *compare.Difference, options Options) error {
	s := diff.Summary()
	c := compared{site: s.B.Site, first: s.A.Finished, second: s.B.Finished,
		pages: diff.Union(), arcs: diff.UnionArcs()}
	return d.stream(ctx, name, func(o *out) error { return writeTimeline(o, c.timeline(), options) })
}

func (c compared) timeline() timeline {
	return timeline{what: "two web graphs of ", site: c.site, clock: c.clock(), changes: true,
		pages: mapped(c.pages, comparedPage), arcs: mapped(c.arcs, comparedArc)}
}

func (c compared) clock() clock {
	const day = 24 * time.Hour
	first, second := c.first.UTC().Truncate(day), c.second.UTC().Truncate(day)
	if c.first.IsZero() || !second.After(first) || first.Year() < 1 || second.Year() > 9999 {
		return clock{format: "double", moments: []interval{{"1", "1.49"}, {"1.5", "2"}}}
	}
	days := int((second.Unix() - first.Unix()) / 86400) // a Duration would overflow after 292 years
	middle := first.AddDate(0, 0, (days-1)/2)
	written := func(t time.Time) string { return t.Format(time.DateOnly) }
	return clock{format: "date", moments: []interval{{written(first), written(middle)},
		{written(middle.AddDate(0, 0, 1)), written(second)}}}
}

func comparedPage(p compare.PageChange) timedPage {
	t := timedPage{change: p.Change}
	now := p.B
	if p.Change != compare.Added {
		t.states = append(t.states, run[state]{0, 0, stateOf(p.A)})
	}
	if p.Change != compare.Removed {
		t.states = append(t.states, run[state]{1, 1, stateOf(p.B)})
	} else {
		now = p.A
	}
	t.url, t.key, t.title = now.URL, now.Key, now.Title
	if p.Change != compare.Added && p.A.URL != now.URL {
		t.urlBefore = p.A.URL
	}
	return t
}

func stateOf(s compare.State) state {
	return state{level: int32(s.Level), in: int32(s.InDegree), out: int32(s.OutDegree)}
}

func comparedArc(a compare.UnionArc) timedArc {
	t := timedArc{source: a.Source, target: a.Target, change: a.Change}
	for moment, weight := range []uint32{a.WeightA, a.WeightB} {
		if weight > 0 {
			t.weights = append(t.weights, run[uint32]{int32(moment), int32(moment), weight})
		}
	}
	return t
}

// changeColour returns greens and reds that differ in lightness too, for readers who cannot tell the hues apart.
func changeColour(change compare.Change) [3]int {
	switch change {
	case compare.Added:
		return [3]int{40, 160, 90}
	case compare.Removed:
		return [3]int{178, 34, 34}
	case compare.Moved, compare.Changed, compare.Reweighted:
		return [3]int{240, 170, 40}
	}
	return [3]int{150, 150, 150}
}
