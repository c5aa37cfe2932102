package export

import (
	"fmt"
	"iter"
	"math"

	"sitegraph/site"
)

func (o *out) timeline(t Timeline, options Options) error {
	d, c := dialect(options.GEXFVersion), t.clock()
	o.timelineHead(d, c, t.Site)
	if err := o.timelineNodes(t, c); err != nil {
		return err
	}
	o.raw("    <edges>\n")
	count := int64(0)
	for e := range t.Edges {
		if e.Source == e.Target && !options.SelfLoops {
			continue
		}
		o.raw("      <edge")
		if count++; d.edgeIDs {
			o.attributeInt("id", count)
		}
		o.timelineEdge(e, c)
		if err := o.record(); err != nil {
			return err
		}
	}
	o.raw("    </edges>\n  </graph>\n</gexf>\n")
	return nil
}

func (o *out) timelineHead(d gexfDialect, c clock, origin string) {
	o.raw(xmlHeader + `<gexf xmlns="` + d.namespace + `" xmlns:viz="` + d.namespace + `/viz" version="` + d.version + `">` + "\n")
	o.raw("  <meta>\n    <creator>sitegraph</creator>\n    <description>two web graphs of ")
	o.escaped(origin)
	o.raw("</description>\n  </meta>\n")
	o.raw(`  <graph defaultedgetype="directed" mode="dynamic" timeformat="` + c.format + `"`)
	if !d.edgeIDs { // 1.2draft does not know them
		o.raw(` timerepresentation="interval" timezone="UTC"`)
	}
	o.raw(">\n")
	for _, class := range []struct {
		name, mode, kind string
		attributes       []string
	}{
		{"node", "static", kindString, []string{"url", "normalized_url", "title", "change", "url_before"}},
		{"node", "dynamic", kindInteger, []string{"level", "in_degree", "out_degree"}},
		{"edge", "static", kindString, []string{"change"}},
		{"edge", "static", kindInteger, []string{"weight_before"}},
	} {
		o.raw(`    <attributes class="` + class.name + `" mode="` + class.mode + `">` + "\n")
		for _, a := range class.attributes {
			o.raw(`      <attribute id="` + a + `" title="` + a + `" type="` + class.kind + `"/>` + "\n")
		}
		o.raw("    </attributes>\n")
	}
}

func (o *out) timelineNodes(t Timeline, c clock) error {
	o.raw("    <nodes>\n")
	rings, err := rings(t.Nodes)
	if err != nil {
		return err
	}
	id := int64(0)
	for n := range t.Nodes {
		id++
		now := n.latest()
		o.raw("      <node")
		o.attributeInt("id", id)
		o.raw(` label="`)
		o.escaped(label(&site.Page{URL: now.URL, Title: now.Title}))
		o.raw(`"`)
		o.lasts(c.spell(n.First != nil, n.Second != nil))
		o.raw("><attvalues>")
		o.timelineTexts(n, now)
		o.timelineNumbers(n, c)
		o.raw("</attvalues>")
		r := &rings[now.Level]
		x, y := r.at(r.placed)
		r.placed++
		o.looks(size(now.InDegree), x, y, changeColour(n.Change))
		o.raw("</node>\n")
		if err := o.record(); err != nil {
			return err
		}
	}
	o.raw("    </nodes>\n")
	return nil
}

// latest is the page as it was when it was last seen.
func (n TimelineNode) latest() *TimelineState {
	if n.Second != nil {
		return n.Second
	}
	return n.First
}

func (o *out) timelineTexts(n TimelineNode, now *TimelineState) {
	o.attvalue("url", now.URL)
	o.attvalue("normalized_url", now.Key)
	o.attvalue("title", now.Title)
	o.attvalue("change", n.Change)
	if n.First != nil && n.First.URL != now.URL {
		o.attvalue("url_before", n.First.URL)
	}
}

func (o *out) timelineNumbers(n TimelineNode, c clock) {
	o.overTime("level", n, c, func(s *TimelineState) int { return s.Level })
	o.overTime("in_degree", n, c, func(s *TimelineState) int { return s.InDegree })
	o.overTime("out_degree", n, c, func(s *TimelineState) int { return s.OutDegree })
}

// overTime writes a number with the time for which it holds, or two when it
// differs.
func (o *out) overTime(name string, n TimelineNode, c clock, of func(*TimelineState) int) {
	if n.First != nil && n.Second != nil && of(n.First) == of(n.Second) {
		o.dynamic(name, of(n.First), c.spell(true, true))
		return
	}
	if n.First != nil {
		o.dynamic(name, of(n.First), c.spell(true, false))
	}
	if n.Second != nil {
		o.dynamic(name, of(n.Second), c.spell(false, true))
	}
}

func (o *out) dynamic(name string, value int, s spell) {
	o.raw(`<attvalue for="` + name + `"`)
	o.attributeInt("value", int64(value))
	o.lasts(s)
	o.raw("/>")
}

// attvalue writes a text, unless it is empty.
func (o *out) attvalue(name, text string) {
	if len(o.clean(text)) == 0 {
		return
	}
	o.raw(`<attvalue for="` + name + `" value="`)
	o.escaped(text)
	o.raw(`"/>`)
}

func (o *out) lasts(s spell) {
	o.raw(` start="` + s.begin + `" end="` + s.end + `"`)
}

func (o *out) looks(size, x, y float64, rgb [3]int64) {
	o.raw("<viz:size")
	o.attributeFloat("value", size)
	o.raw("/><viz:position")
	o.attributeFloat("x", x)
	o.attributeFloat("y", y)
	o.raw(` z="0"/>`)
	o.colour(rgb)
}

func (o *out) colour(rgb [3]int64) {
	o.raw("<viz:color")
	o.attributeInt("r", rgb[0])
	o.attributeInt("g", rgb[1])
	o.attributeInt("b", rgb[2])
	o.raw("/>")
}

func (o *out) timelineEdge(e TimelineEdge, c clock) {
	change, weight := e.change()
	o.attributeInt("source", int64(e.Source))
	o.attributeInt("target", int64(e.Target))
	o.attributeInt("weight", int64(weight))
	o.lasts(c.spell(e.First > 0, e.Second > 0))
	o.raw("><attvalues>")
	o.attvalue("change", change)
	if change == "reweighted" {
		o.raw(`<attvalue for="weight_before"`)
		o.attributeInt("value", int64(e.First))
		o.raw("/>")
	}
	o.raw("</attvalues>")
	o.colour(changeColour(change))
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

// ring is a level of the layout; placed counts its pages that have a place.
type ring struct {
	layout
	placed int
}

// rings returns the rings of all levels, as layout would have them for pages
// in memory.
func rings(nodes iter.Seq[TimelineNode]) ([]ring, error) {
	var all []ring
	id := 0
	for n := range nodes {
		id++
		if n.latest() == nil || n.latest().Level < 0 {
			return nil, fmt.Errorf("node %d of the timeline is at no moment, or at no level", id)
		}
		for len(all) <= n.latest().Level {
			all = append(all, ring{})
		}
		all[n.latest().Level].to++
	}
	outer := 0.0
	for i := range all {
		r := &all[i]
		if r.to == 0 {
			continue
		}
		if outer > 0 {
			r.inner = outer + gap
		}
		area := float64(r.to) * spacing * spacing
		r.outer = math.Sqrt(float64(r.inner*r.inner) + area/math.Pi)
		outer = r.outer
	}
	return all, nil
}
