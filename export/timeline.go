package export

import (
	"context"
	"iter"
	"time"

	"sitegraph/site"
	"sitegraph/stats/compare"
)

type timeline struct {
	what, site string // description in the file, ending in of; the origin
	clock      clock
	pages      iter.Seq[timedPage] // pages of all moments, each once; ranged over twice
	arcs       iter.Seq[timedArc]  // likewise; ranged over once
	changes    bool                // pages and arcs have a change between two moments
}

// clock says when to show each moment. Intervals include both ends, so each ends before the next begins.
type clock struct {
	format  string // double, or date for dates with or without time of day
	moments []interval
}

// interval is a time from begin to end, both included.
type interval struct{ begin, end string }

// run is a value that holds from one moment to another, inclusive.
type run[V any] struct {
	from, to int32
	value    V
}

type state struct{ level, in, out int32 }

// timedPage is a page with its states in order of time, and its latest texts.
type timedPage struct {
	url, key, title string
	states          []run[state]
	change          compare.Change
	urlBefore       string // the earlier URL if it differs, otherwise ""
}

// timedArc is an arc with its weights in order of time. Source and target are page numbers from 1.
type timedArc struct {
	source, target int
	weights        []run[uint32]
	change         compare.Change
}

func (p timedPage) last() state { return p.states[len(p.states)-1].value }

type timelineGEXF struct {
	o       *out
	dialect gexfDialect
	timeline
}

func writeTimeline(o *out, t timeline, options Options) error {
	d := options.dialect()
	w := timelineGEXF{o, d, t}
	mode := ` mode="dynamic" timeformat="` + t.clock.format + `"`
	if !d.edgeIDs { // 1.2draft lacks these attributes
		mode += ` timerepresentation="interval" timezone="UTC"`
	}
	o.gexfHead(d, t.what, t.site, mode)
	texts := []string{"url", "normalized_url", "title"}
	if t.changes {
		texts = append(texts, "change", "url_before")
	}
	w.attributes("node", "static", kindString, texts...)
	w.attributes("node", "dynamic", kindInteger, "level", "in_degree", "out_degree")
	if t.changes {
		w.attributes("edge", "static", kindString, "change")
		w.attributes("edge", "static", kindInteger, "weight_before")
	} else {
		w.attributes("edge", "dynamic", kindDouble, "weight") // the name and type that Gephi uses itself
	}
	w.nodes()
	o.raw("    <edges>\n")
	count := 0
	for a := range records(o, t.arcs) {
		if a.source != a.target || options.SelfLoops {
			count++
			w.edge(count, a)
		}
	}
	o.raw(gexfEnd)
	return nil
}

func (w timelineGEXF) attributes(class, mode, kind string, names ...string) {
	w.o.raw(`    <attributes class="` + class + `" mode="` + mode + `">` + "\n")
	for _, name := range names {
		w.o.gexfAttribute(name, kind)
	}
	w.o.raw("    </attributes>\n")
}

func (w timelineGEXF) nodes() {
	positions := w.layout()
	w.o.raw("    <nodes>\n")
	id := 0
	for p := range records(w.o, w.pages) {
		id++
		w.o.gexfNode(id, label(&site.Page{URL: p.url, Title: p.title}))
		there := values(p.states, func(state) int32 { return 0 })
		w.start(there)
		w.text("url", p.url)
		w.text("normalized_url", p.key)
		w.text("title", p.title)
		w.text("change", string(p.change))
		w.text("url_before", p.urlBefore)
		w.numbers("level", values(p.states, func(s state) int32 { return s.level }))
		w.numbers("in_degree", values(p.states, func(s state) int32 { return s.in }))
		w.numbers("out_degree", values(p.states, func(s state) int32 { return s.out }))
		w.o.raw("</attvalues>")
		w.spells(there)
		now := p.last()
		x, y := positions.place(int(now.level))
		rgb := colour(int(now.level))
		if w.changes {
			rgb = changeColour(p.change)
		}
		w.o.gexfLooks(size(int(now.in)), x, y, rgb)
		w.o.raw("</node>\n")
	}
	w.o.raw("    </nodes>\n")
}

func (t timeline) layout() layout {
	var pages []int
	for p := range t.pages {
		pages = countLevel(pages, int(p.last().level))
	}
	return newLayout(pages)
}

// values applies of to each value and merges adjacent runs with equal results.
func values[V any, W comparable](runs []run[V], of func(V) W) []run[W] {
	var all []run[W]
	for _, r := range runs {
		value, n := of(r.value), len(all)
		if n > 0 && all[n-1].to+1 == r.from && all[n-1].value == value {
			all[n-1].to = r.to
			continue
		}
		all = append(all, run[W]{from: r.from, to: r.to, value: value})
	}
	return all
}

// start ends the opening tag of a node or edge and begins its values. It writes the interval if there is only one.
func (w timelineGEXF) start(there []run[int32]) {
	if len(there) == 1 {
		w.interval(there[0].from, there[0].to)
	}
	w.o.raw("><attvalues>")
}

// spells writes the intervals in which a node or edge exists, if there are several.
func (w timelineGEXF) spells(there []run[int32]) {
	if len(there) == 1 {
		return
	}
	w.o.raw("<spells>")
	for _, r := range there {
		w.o.raw("<spell")
		w.interval(r.from, r.to).raw("/>")
	}
	w.o.raw("</spells>")
}

func (w timelineGEXF) numbers(name string, values []run[int32]) {
	for _, v := range values {
		w.o.raw(`<attvalue for="`+name+`"`).attribute("value", int(v.value))
		w.interval(v.from, v.to).raw("/>")
	}
}

func (w timelineGEXF) text(name, text string) {
	if len(w.o.clean(text)) == 0 {
		return
	}
	w.o.raw(`<attvalue for="` + name + `" value="`).escaped(text).raw(`"/>`)
}

func (w timelineGEXF) interval(from, to int32) *out {
	return w.o.raw(` start="` + w.clock.moments[from].begin + `" end="` + w.clock.moments[to].end + `"`)
}

func (w timelineGEXF) edge(id int, a timedArc) {
	last := a.weights[len(a.weights)-1].value
	w.o.gexfEdge(w.dialect, id, a.source, a.target, int(last))
	there := values(a.weights, func(uint32) int32 { return 0 })
	w.start(there)
	if w.changes {
		w.text("change", string(a.change))
		if first := a.weights[0].value; first != last {
			w.o.raw(`<attvalue for="weight_before"`).attribute("value", int(first)).raw("/>")
		}
	} else {
		w.numbers("weight", values(a.weights, func(n uint32) int32 { return int32(n) }))
	}
	w.o.raw("</attvalues>")
	w.spells(there)
	if w.changes {
		w.o.gexfColour(changeColour(a.change))
	}
	w.o.raw("</edge>\n")
}

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
