package export

import (
	"context"
	"iter"
	"time"

	"sitegraph/compare"
	"sitegraph/site"
)

// timeline is the graph of a site at two moments, for Gephi's timeline.
type timeline struct {
	site string // the origin
	// first and second are the moments; the days in UTC count. If they are
	// not two days, one after the other, the file counts from 1 to 2 instead.
	first, second time.Time
	// pages and arcs are those of both moments, each once. pages is read twice.
	pages iter.Seq[compare.PageChange]
	arcs  iter.Seq[compare.UnionArc]
}

// WriteTimeline writes a dynamic GEXF, <prefix>.<name>, of two crawls. A page or an arc that
// exists at one moment only lasts until the middle between the two, or from
// there on, so that the first half of the timeline shows the first graph and
// the second half the second. Levels and degrees that differ change there too.
func WriteTimeline(ctx context.Context, d *Dir, name string, diff *compare.Difference, options Options) error {
	s := diff.Summary()
	t := timeline{site: s.B.Site, first: s.A.Finished, second: s.B.Finished,
		pages: diff.Union(), arcs: diff.UnionArcs()}
	return d.stream(ctx, name, func(o *out) error { return o.timeline(t, options) })
}

// clock holds the times of a timeline as the file writes them. Both ends of an
// interval belong to it: the first half ends before the second begins.
type clock struct{ format, begin, halfEnd, halfBegin, end string }

func (t timeline) clock() clock {
	const day = 24 * time.Hour
	first, second := t.first.UTC().Truncate(day), t.second.UTC().Truncate(day)
	if t.first.IsZero() || !second.After(first) || first.Year() < 1 || second.Year() > 9999 {
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

// interval returns when a page or an arc is there.
func (c clock) interval(change compare.Change) interval {
	switch change {
	case compare.Added:
		return interval{c.halfBegin, c.end}
	case compare.Removed:
		return interval{c.begin, c.halfEnd}
	}
	return interval{c.begin, c.end}
}

func (o *out) timeline(t timeline, options Options) error {
	d, err := options.dialect()
	if err != nil {
		return err
	}
	c := t.clock()
	mode := ` mode="dynamic" timeformat="` + c.format + `"`
	if !d.edgeIDs { // 1.2draft does not know them
		mode += ` timerepresentation="interval" timezone="UTC"`
	}
	o.gexfHead(d, "two web graphs of ", t.site, mode)
	o.timelineAttributes("node", "static", kindString, "url", "normalized_url", "title", "change", "url_before")
	o.timelineAttributes("node", "dynamic", kindInteger, "level", "in_degree", "out_degree")
	o.timelineAttributes("edge", "static", kindString, "change")
	o.timelineAttributes("edge", "static", kindInteger, "weight_before")
	o.timelineNodes(t, c)
	o.raw("    <edges>\n")
	count := int64(0)
	for a := range records(o, t.arcs) {
		if a.Source != a.Target || options.SelfLoops {
			count++
			o.timelineEdge(d, count, a, c)
		}
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

func (o *out) timelineNodes(t timeline, c clock) {
	positions := t.layout()
	o.raw("    <nodes>\n")
	id := int64(0)
	for p := range records(o, t.pages) {
		id++
		now := latest(p)
		o.gexfNode(id, label(&site.Page{URL: now.URL, Title: now.Title}))
		o.timelineInterval(c.interval(p.Change))
		o.raw("><attvalues>")
		o.timelineTexts(p, now)
		o.timelineNumber("level", p.Change, p.A.Level, p.B.Level, c)
		o.timelineNumber("in_degree", p.Change, p.A.InDegree, p.B.InDegree, c)
		o.timelineNumber("out_degree", p.Change, p.A.OutDegree, p.B.OutDegree, c)
		o.raw("</attvalues>")
		x, y := positions.place(now.Level)
		o.gexfLooks(size(now.InDegree), x, y, changeColour(p.Change))
		o.raw("</node>\n")
	}
	o.raw("    </nodes>\n")
}

// layout returns the node positions, by the latest levels.
func (t timeline) layout() layout {
	var pages []int
	for p := range t.pages {
		pages = countLevel(pages, latest(p).Level)
	}
	return newLayout(pages)
}

func latest(p compare.PageChange) compare.State {
	if p.Change == compare.Removed {
		return p.A
	}
	return p.B
}

func (o *out) timelineTexts(p compare.PageChange, now compare.State) {
	o.timelineText("url", now.URL)
	o.timelineText("normalized_url", now.Key)
	o.timelineText("title", now.Title)
	o.timelineText("change", string(p.Change))
	if p.Change != compare.Added && p.A.URL != now.URL {
		o.timelineText("url_before", p.A.URL)
	}
}

// timelineNumber writes a number and when it holds, or two that differ.
func (o *out) timelineNumber(name string, change compare.Change, was, is int, c clock) {
	if change != compare.Added && change != compare.Removed && was == is {
		o.timelineValue(name, is, c.interval(change))
		return
	}
	if change != compare.Added {
		o.timelineValue(name, was, c.interval(compare.Removed))
	}
	if change != compare.Removed {
		o.timelineValue(name, is, c.interval(compare.Added))
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

func (o *out) timelineEdge(d gexfDialect, id int64, a compare.UnionArc, c clock) {
	weight := a.WeightB
	if a.Change == compare.Removed {
		weight = a.WeightA
	}
	o.gexfEdge(d, id, arc{source: int64(a.Source), target: int64(a.Target), weight: int64(weight)})
	o.timelineInterval(c.interval(a.Change))
	o.raw("><attvalues>")
	o.timelineText("change", string(a.Change))
	if a.Change == compare.Reweighted {
		o.raw(`<attvalue for="weight_before"`)
		o.attributeInt("value", int64(a.WeightA))
		o.raw("/>")
	}
	o.raw("</attvalues>")
	o.gexfColour(changeColour(a.Change))
	o.raw("</edge>\n")
}

// changeColour returns the colour of a change. Green and red differ in
// lightness too, for those who see no other difference.
func changeColour(change compare.Change) [3]int64 {
	switch change {
	case compare.Added:
		return [3]int64{40, 160, 90}
	case compare.Removed:
		return [3]int64{178, 34, 34}
	case compare.Moved, compare.Changed, compare.Reweighted:
		return [3]int64{240, 170, 40}
	}
	return [3]int64{150, 150, 150}
}
