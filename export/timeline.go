package export

import (
	"iter"

	"sitegraph/site"
	"sitegraph/stats/compare"
)

// timeline is the graph of a site at several moments, for Gephi's timeline.
type timeline struct {
	what, site string // of what the file is, and the origin
	clock      clock
	// pages and arcs are those of all moments, each once. pages is read twice.
	pages iter.Seq[timedPage]
	arcs  iter.Seq[timedArc]
	// changes tells whether pages and arcs have a change, of two moments.
	changes bool
}

// clock holds the times of a timeline as the file writes them: when each moment is shown. Both ends of an interval
// belong to it, so each ends before the next begins.
type clock struct {
	format  string // double, or date for dates with or without a time of the day
	moments []interval
}

// interval is a time from begin to end, both included.
type interval struct{ begin, end string }

// run is a value that holds from one moment to another, both included.
type run[V any] struct {
	from, to int32
	value    V
}

func (c clock) interval(from, to int32) interval {
	return interval{c.moments[from].begin, c.moments[to].end}
}

type state struct{ level, in, out int32 }

// timedPage is a page with its states in the order of time. The texts are the last ones.
type timedPage struct {
	url, key, title string
	states          []run[state]
	change          compare.Change
	urlBefore       string // the URL before, if it was another; "" otherwise
}

// timedArc is an arc with its weights in the order of time. Source and target are places of pages, from 1.
type timedArc struct {
	source, target int
	weights        []run[uint32]
	change         compare.Change
}

func (p timedPage) last() state { return p.states[len(p.states)-1].value }

func (o *out) timeline(t timeline, options Options) error {
	d, err := options.dialect()
	if err != nil {
		return err
	}
	mode := ` mode="dynamic" timeformat="` + t.clock.format + `"`
	if !d.edgeIDs { // 1.2draft does not know them
		mode += ` timerepresentation="interval" timezone="UTC"`
	}
	o.gexfHead(d, t.what, t.site, mode)
	texts := []string{"url", "normalized_url", "title"}
	if t.changes {
		texts = append(texts, "change", "url_before")
	}
	o.timelineAttributes("node", "static", kindString, texts...)
	o.timelineAttributes("node", "dynamic", kindInteger, "level", "in_degree", "out_degree")
	if t.changes {
		o.timelineAttributes("edge", "static", kindString, "change")
		o.timelineAttributes("edge", "static", kindInteger, "weight_before")
	} else {
		o.timelineAttributes("edge", "dynamic", kindDouble, "weight") // Gephi's own name and type
	}
	o.timelineNodes(t)
	o.raw("    <edges>\n")
	count := int64(0)
	for a := range records(o, t.arcs) {
		if a.source != a.target || options.SelfLoops {
			count++
			o.timelineEdge(d, count, a, t)
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

func (o *out) timelineNodes(t timeline) {
	positions := t.layout()
	o.raw("    <nodes>\n")
	id := int64(0)
	for p := range records(o, t.pages) {
		id++
		o.gexfNode(id, label(&site.Page{URL: p.url, Title: p.title}))
		there := values(p.states, func(state) int32 { return 0 })
		o.timelineStart(t.clock, there)
		o.timelineText("url", p.url)
		o.timelineText("normalized_url", p.key)
		o.timelineText("title", p.title)
		o.timelineText("change", string(p.change))
		o.timelineText("url_before", p.urlBefore)
		o.timelineNumbers("level", t.clock, values(p.states, func(s state) int32 { return s.level }))
		o.timelineNumbers("in_degree", t.clock, values(p.states, func(s state) int32 { return s.in }))
		o.timelineNumbers("out_degree", t.clock, values(p.states, func(s state) int32 { return s.out }))
		o.raw("</attvalues>")
		o.timelineSpells(t.clock, there)
		now := p.last()
		x, y := positions.place(int(now.level))
		rgb := colour(int(now.level))
		if t.changes {
			rgb = changeColour(p.change)
		}
		o.gexfLooks(size(int(now.in)), x, y, rgb)
		o.raw("</node>\n")
	}
	o.raw("    </nodes>\n")
}

// layout returns the node positions, by the latest levels.
func (t timeline) layout() layout {
	var pages []int
	for p := range t.pages {
		pages = countLevel(pages, int(p.last().level))
	}
	return newLayout(pages)
}

// values returns something of each value, as long as it stays the same.
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

// timelineStart ends the tag of a node or an edge, with the time in which it is
// there if that is one, and begins its values.
func (o *out) timelineStart(c clock, there []run[int32]) {
	if len(there) == 1 {
		o.timelineInterval(c.interval(there[0].from, there[0].to))
	}
	o.raw("><attvalues>")
}

// timelineSpells writes the times in which a node or an edge is there, if they are several.
func (o *out) timelineSpells(c clock, there []run[int32]) {
	if len(there) == 1 {
		return
	}
	o.raw("<spells>")
	for _, r := range there {
		o.raw("<spell")
		o.timelineInterval(c.interval(r.from, r.to))
		o.raw("/>")
	}
	o.raw("</spells>")
}

func (o *out) timelineNumbers(name string, c clock, values []run[int32]) {
	for _, v := range values {
		o.raw(`<attvalue for="` + name + `"`)
		o.attributeInt("value", int64(v.value))
		o.timelineInterval(c.interval(v.from, v.to))
		o.raw("/>")
	}
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

func (o *out) timelineEdge(d gexfDialect, id int64, a timedArc, t timeline) {
	last := a.weights[len(a.weights)-1].value
	o.gexfEdge(d, id, int64(a.source), int64(a.target), int64(last))
	there := values(a.weights, func(uint32) int32 { return 0 })
	o.timelineStart(t.clock, there)
	if t.changes {
		o.timelineText("change", string(a.change))
		if first := a.weights[0].value; first != last {
			o.raw(`<attvalue for="weight_before"`)
			o.attributeInt("value", int64(first))
			o.raw("/>")
		}
	} else {
		o.timelineNumbers("weight", t.clock, values(a.weights, func(w uint32) int32 { return int32(w) }))
	}
	o.raw("</attvalues>")
	o.timelineSpells(t.clock, there)
	if t.changes {
		o.gexfColour(changeColour(a.change))
	}
	o.raw("</edge>\n")
}
