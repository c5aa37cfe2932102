package export

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"time"

	"sitegraph/site"
)

// Timeline is the graph of a site at two moments, for Gephi's timeline.
type Timeline struct {
	// Site is the origin.
	Site string
	// First and Second are the moments; the days in UTC count. If they are
	// not two days, one after the other, the file counts from 1 to 2 instead.
	First, Second time.Time
	// Nodes are the pages of both moments, each once, by depth at the second
	// moment, or the first for those that are gone. It is read twice.
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

// clock holds the times of a timeline as the file writes them. Both ends of an
// interval belong to it: the first half ends before the second begins.
type clock struct{ format, begin, halfEnd, halfBegin, end string }

func (t Timeline) clock() clock {
	const day = 24 * time.Hour
	first, second := t.First.UTC().Truncate(day), t.Second.UTC().Truncate(day)
	if t.First.IsZero() || !second.After(first) || first.Year() < 1 || second.Year() > 9999 {
		return clock{format: "double", begin: "1", halfEnd: "1.49", halfBegin: "1.5", end: "2"}
	}
	days := int((second.Unix() - first.Unix()) / 86400) // not by a Duration, which ends at 292 years
	middle := first.AddDate(0, 0, (days-1)/2)
	written := func(t time.Time) string { return t.Format(time.DateOnly) }
	return clock{format: "date", begin: written(first), end: written(second),
		halfEnd: written(middle), halfBegin: written(middle.AddDate(0, 0, 1))}
}

// interval is a time from begin to end, both included.
type interval struct{ begin, end string }

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

func (o *out) timeline(t Timeline, options Options) error {
	d, err := options.dialect()
	if err != nil {
		return err
	}
	c := t.clock()
	mode := ` mode="dynamic" timeformat="` + c.format + `"`
	if !d.edgeIDs { // 1.2draft does not know them
		mode += ` timerepresentation="interval" timezone="UTC"`
	}
	o.gexfHead(d, "two web graphs of ", t.Site, mode)
	o.timelineAttributes("node", "static", kindString, "url", "normalized_url", "title", "change", "url_before")
	o.timelineAttributes("node", "dynamic", kindInteger, "level", "in_degree", "out_degree")
	o.timelineAttributes("edge", "static", kindString, "change")
	o.timelineAttributes("edge", "static", kindInteger, "weight_before")
	if err := o.timelineNodes(t, c); err != nil {
		return err
	}
	o.raw("    <edges>\n")
	count := int64(0)
	for e := range records(o, t.Edges) {
		if e.Source == e.Target && !options.SelfLoops {
			continue
		}
		count++
		o.timelineEdge(d, count, e, c)
	}
	o.raw(gexfEnd)
	return nil
}

func (o *out) timelineAttributes(class, mode, kind string, names ...string) {
	o.raw(`    <attributes class="` + class + `" mode="` + mode + `">` + "\n")
	for _, name := range names {
		o.gexfAttribute(name, kind)
	}
	o.raw("    </attributes>\n")
}

func (o *out) timelineNodes(t Timeline, c clock) error {
	positions, err := t.layout()
	if err != nil {
		return err
	}
	o.raw("    <nodes>\n")
	id := int64(0)
	for n := range records(o, t.Nodes) {
		id++
		now := n.latest()
		o.gexfNode(id, label(&site.Page{URL: now.URL, Title: now.Title}))
		o.timelineInterval(c.interval(n.First != nil, n.Second != nil))
		o.raw("><attvalues>")
		o.timelineTexts(n, now)
		o.timelineNumber("level", n, c, func(s *TimelineState) int { return s.Level })
		o.timelineNumber("in_degree", n, c, func(s *TimelineState) int { return s.InDegree })
		o.timelineNumber("out_degree", n, c, func(s *TimelineState) int { return s.OutDegree })
		o.raw("</attvalues>")
		x, y := positions.place(now.Level)
		o.gexfLooks(size(now.InDegree), x, y, changeColour(n.Change))
		o.raw("</node>\n")
	}
	o.raw("    </nodes>\n")
	return nil
}

// layout returns the node positions, by the latest levels.
func (t Timeline) layout() (layout, error) {
	var pages []int
	id := 0
	for n := range t.Nodes {
		id++
		now := n.latest()
		if now == nil || now.Level < 0 {
			return nil, fmt.Errorf("node %d of the timeline is at no moment, or at no depth", id)
		}
		pages = countLevel(pages, now.Level)
	}
	return newLayout(pages), nil
}

// latest is the page as last seen.
func (n TimelineNode) latest() *TimelineState { return cmp.Or(n.Second, n.First) }

func (o *out) timelineTexts(n TimelineNode, now *TimelineState) {
	o.timelineText("url", now.URL)
	o.timelineText("normalized_url", now.Key)
	o.timelineText("title", now.Title)
	o.timelineText("change", n.Change)
	if n.First != nil && n.First.URL != now.URL {
		o.timelineText("url_before", n.First.URL)
	}
}

// timelineNumber writes a number and when it holds, or two that differ.
func (o *out) timelineNumber(name string, n TimelineNode, c clock, of func(*TimelineState) int) {
	if n.First != nil && n.Second != nil && of(n.First) == of(n.Second) {
		o.timelineValue(name, of(n.First), c.interval(true, true))
		return
	}
	if n.First != nil {
		o.timelineValue(name, of(n.First), c.interval(true, false))
	}
	if n.Second != nil {
		o.timelineValue(name, of(n.Second), c.interval(false, true))
	}
}

func (o *out) timelineValue(name string, value int, i interval) {
	o.raw(`<attvalue for="` + name + `"`)
	o.attributeInt("value", int64(value))
	o.timelineInterval(i)
	o.raw("/>")
}

func (o *out) timelineText(name, text string) {
	if len(o.clean(text)) == 0 {
		return
	}
	o.raw(`<attvalue for="` + name + `" value="`)
	o.escaped(text)
	o.raw(`"/>`)
}

func (o *out) timelineInterval(i interval) { o.raw(` start="` + i.begin + `" end="` + i.end + `"`) }

func (o *out) timelineEdge(d gexfDialect, id int64, e TimelineEdge, c clock) {
	change, weight := e.change()
	o.gexfEdge(d, id, arc{source: int64(e.Source), target: int64(e.Target), weight: int64(weight)})
	o.timelineInterval(c.interval(e.First > 0, e.Second > 0))
	o.raw("><attvalues>")
	o.timelineText("change", change)
	if change == "reweighted" {
		o.raw(`<attvalue for="weight_before"`)
		o.attributeInt("value", int64(e.First))
		o.raw("/>")
	}
	o.raw("</attvalues>")
	o.gexfColour(changeColour(change))
	o.raw("</edge>\n")
}

// change returns what became of an arc, and its weight when it was last seen.
func (e TimelineEdge) change() (string, uint32) {
	switch {
	case e.First == 0:
		return "added", e.Second
	case e.Second == 0:
		return "removed", e.First
	case e.First != e.Second:
		return "reweighted", e.Second
	}
	return "kept", e.Second
}

// changeColour returns the colour of a change. Green and red differ in
// lightness too, for those who see no other difference.
func changeColour(change string) [3]int64 {
	switch change {
	case "added":
		return [3]int64{40, 160, 90}
	case "removed":
		return [3]int64{178, 34, 34}
	case "moved", "changed", "reweighted":
		return [3]int64{240, 170, 40}
	}
	return [3]int64{150, 150, 150}
}
