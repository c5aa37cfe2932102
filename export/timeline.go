package export

import (
	"context"
	"iter"
	"time"
)

// Timeline is the graph of a site at two moments, for Gephi's timeline.
type Timeline struct {
	// Site is the origin.
	Site string
	// First and Second are the moments; the days in UTC count. If they are
	// not two days, one after the other, the file counts from 1 to 2 instead.
	First, Second time.Time
	// Nodes are the pages of both moments, each once, by level: the one at
	// the second moment, for those that are gone the one at the first. It is
	// read twice.
	Nodes iter.Seq[TimelineNode]
	// Edges are the arcs of both moments, each once.
	Edges iter.Seq[TimelineEdge]
}

// TimelineNode is a page at both moments.
type TimelineNode struct {
	// First and Second are nil at a moment without the page; at least one is
	// needed. What they point to may be reused for the next node.
	First, Second *TimelineState
	// Change is what became of the page, in a word that decides its colour:
	// added is green, removed red, moved and changed amber, all else grey.
	Change string
}

// TimelineState is a page at one moment.
type TimelineState struct {
	// URL, Key, Title and Level are those of site.Page.
	URL, Key, Title string
	Level           int
	// InDegree and OutDegree count the arcs to and from the page.
	InDegree, OutDegree int
}

// TimelineEdge is an arc at both moments.
type TimelineEdge struct {
	// Source and Target are the numbers of the pages in Nodes, from 1.
	Source, Target int
	// First and Second are the weights, 0 at a moment without the arc.
	First, Second uint32
}

// WriteTimeline writes a dynamic GEXF, <prefix>.<name>. A page or an arc that
// exists at one moment only lasts until the middle between the two, or from
// there on, so that the first half of the timeline shows the first graph and
// the second half the second. Levels and degrees that differ change there too.
func WriteTimeline(ctx context.Context, d *Dir, name string, t Timeline, options Options) error {
	return d.stream(ctx, name, func(o *out) error { return o.timeline(t, options) })
}

// clock holds the times of a timeline as the file writes them. Both
// ends of an interval belong to it, so the first half must end before the second
// begins.
type clock struct{ format, begin, halfEnd, halfBegin, end string }

func (t Timeline) clock() clock {
	const day = 24 * time.Hour
	first, second := t.First.UTC().Truncate(day), t.Second.UTC().Truncate(day)
	if t.First.IsZero() || !second.After(first) || first.Year() < 1 || second.Year() > 9999 {
		return clock{format: "double", begin: "1", halfEnd: "1.49", halfBegin: "1.5", end: "2"}
	}
	middle := first.AddDate(0, 0, (daysBetween(first, second)-1)/2)
	written := func(t time.Time) string { return t.Format(time.DateOnly) }
	return clock{
		format: "date", begin: written(first), end: written(second),
		halfEnd: written(middle), halfBegin: written(middle.AddDate(0, 0, 1)),
	}
}

// daysBetween counts days by Unix time: a Duration ends at 292 years.
func daysBetween(first, second time.Time) int {
	const seconds = 24 * 60 * 60
	return int((second.Unix() - first.Unix()) / seconds)
}

// interval returns when something lasts that is there at the given moments.
func (c clock) interval(first, second bool) interval {
	s := interval{c.begin, c.end}
	if !first {
		s.begin = c.halfBegin
	}
	if !second {
		s.end = c.halfEnd
	}
	return s
}

// interval is a time from begin to end, both included.
type interval struct{ begin, end string }
