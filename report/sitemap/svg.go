package sitemap

import (
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// fileFonts are those of a picture that stands by itself.
const fileFonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

// SVG returns the first picture of the map as a file of its own: colours on
// white, no script, a title and a description.
func (m *Map) SVG() []byte {
	v := m.views[0]
	width, height := v.size()
	w, h := strconv.Itoa(width), strconv.Itoa(height)
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + w + " " + h + `" width="` + w +
		`" height="` + h + `" role="img" font-family="` + fileFonts + `">`)
	b.WriteString("<title>" + html.EscapeString(m.title(v)) + "</title><desc>" +
		html.EscapeString(m.description(v)) + "</desc>")
	b.WriteString(`<path d="M0 0H` + w + "V" + h + `H0Z" fill="#fff"/>`)
	b.WriteString(m.draw(v, "sm-map", false))
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// size returns the sides of a picture.
func (v view) size() (width, height int) {
	if v.rings != nil {
		return ringsSide, ringsSide
	}
	return bubblesWidth, bubblesHeight
}

// middle is that of a picture.
func (v view) middle() point {
	width, height := v.size()
	return point{float64(width) / 2, float64(height) / 2}
}

// draw returns the inside of a picture; a live one has labels to be seen when it is zoomed.
func (m *Map) draw(v view, id string, live bool) string {
	d := &drawing{middle: v.middle(), colour: onPaper}
	if live {
		d.colour = variable
	}
	if v.rings != nil {
		m.drawRings(d, v, id, live)
	} else {
		m.drawBubbles(d, v, live)
	}
	return d.String()
}

// host names the site.
func (m *Map) host() string {
	if len(m.graph.Pages) > 0 {
		if u, err := url.Parse(site.Show(m.graph.Pages[0].URL)); err == nil && u.Host != "" {
			return clean(u.Host, longestTitle)
		}
	}
	return "the site"
}

// title names a picture.
func (m *Map) title(v view) string {
	switch {
	case v.rings != nil:
		return "The pages of " + m.host() + " by depth"
	case v.parts.groups == 0:
		return "The pages of " + m.host()
	}
	return "The " + plural(v.parts.name) + " of " + m.host()
}

// nothing is what a picture of no pages says.
const nothing = "There are no pages to draw."

// description says in words what a picture shows.
func (m *Map) description(v view) string {
	n := len(m.graph.Pages)
	switch {
	case n == 0:
		return nothing
	case v.rings != nil:
		return m.describeRings(v)
	case v.parts.groups == 0:
		return counted(n, "page") + "."
	}
	return counted(n, "page") + " in " + counted(v.parts.groups, v.parts.name) + ": " + v.parts.greatest(6) + "."
}

func (m *Map) describeRings(v view) string {
	var b strings.Builder
	b.WriteString(counted(len(m.graph.Pages), "page") + " and " + counted(m.graph.Arcs(), "arc") + ".")
	const most = 6
	r := v.rings
	counts := make([]int, len(r.levels))
	for _, ring := range r.ring {
		counts[ring]++
	}
	for k, level := range r.levels[:min(most, len(r.levels))] {
		fmt.Fprintf(&b, " Depth %d has %s.", level, counted(counts[k], "page"))
	}
	if more := len(r.levels) - most; more > 0 {
		b.WriteString(" " + counted(more, "more depth") + " follow.")
	}
	if v.parts.groups > 1 {
		b.WriteString(" The " + plural(v.parts.name) + " are " + v.parts.greatest(6) + ".")
	}
	return b.String()
}

// greatest names the first parts with their pages.
func (p *parts) greatest(most int) string {
	var names []string
	for i, label := range p.labels[:min(most, len(p.labels))] {
		names = append(names, label+" ("+wording.Grouped(p.sizes[i])+")")
	}
	text := strings.Join(names, ", ")
	if len(p.labels) > most {
		text += " and others"
	}
	return text
}
