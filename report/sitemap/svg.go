package sitemap

import (
	_ "embed" // the style and the script
	_ "embed" // the template
	"fmt"
	"html"
	"html/template"
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

// draw returns the inside of a picture; a live one has labels to be seen when it is zoomed.
func (m *Map) draw(v view, id string, live bool) string {
	width, height := v.size()
	d := &drawing{middle: point{float64(width) / 2, float64(height) / 2}, colour: onPaper}
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

//go:embed map.html
var mapTemplate string

// Fragment returns the map as a part of an HTML page: an element, its style and its script. The pictures stand in the
// element as they are; the script shows one at a time and adds zooming, the search and the lists of links. It must run
// after the element is there. All ids and classes begin with "sm", so there is one map a page. Nothing is loaded, and
// neither style attributes nor inline handlers are used, so that a Content-Security-Policy may allow just this style
// and this script. A site without pages has no script.
func (m *Map) Fragment() (html, style, script string) {
	if len(m.graph.Pages) == 0 {
		return `<p class="sm-note">` + nothing + `</p>`, embeddedStyle(), ""
	}
	var b strings.Builder
	if err := template.Must(template.New("map").Parse(mapTemplate)).Execute(&b, m.contents()); err != nil {
		return "", "", "" // cannot be: a strings.Builder takes everything
	}
	return b.String(), embeddedStyle(), mapScript
}

// contents is what the template shows.
type contents struct {
	Views []pageView
	// Data is JSON; Left says which pages are not in it, "" if none.
	Data template.JS
	Left string
}

// pageView is one picture on the page.
type pageView struct {
	ID, Name, Title, Description, Explanation string
	Width, Height                             int
	Picture                                   template.HTML
	// Rings is set if pages are drawn, not parts.
	Rings bool
	Parts []pagePart
	Noun  string
}

// pagePart is a line of a picture's legend.
type pagePart struct {
	Label, Pages string
	Hue          int
}

func (m *Map) contents() contents {
	text, kept := m.pack()
	p := contents{Data: template.JS(text)} // encoding/json has escaped <, > and &
	if total := len(m.graph.Pages); kept < total {
		p.Left = "Of " + counted(total, "page") + ", the " + wording.Grouped(kept) +
			" of greatest importance can be searched and opened here; the other " +
			wording.Grouped(total-kept) + " are left out to keep the file small."
	}
	for i, v := range m.views {
		id := "sm-" + strconv.Itoa(i)
		width, height := v.size()
		view := pageView{
			ID: id, Name: v.tab(), Title: m.title(v), Description: m.description(v), Explanation: m.explanation(v),
			Width: width, Height: height, Rings: v.rings != nil, Noun: plural(v.parts.name),
			Picture: template.HTML(m.draw(v, id, true)), // drawing has escaped the texts
		}
		if v.parts.groups > 0 {
			for k, label := range v.parts.labels {
				view.Parts = append(view.Parts, pagePart{label, wording.Grouped(v.parts.sizes[k]), v.parts.hue(k)})
			}
		}
		p.Views = append(p.Views, view)
	}
	return p
}

// tab is the short name of a picture.
func (v view) tab() string {
	name := plural(v.parts.name)
	if v.rings != nil || v.parts.groups == 0 {
		name = "pages"
	}
	return wording.Capital(name)
}

// explanation helps a reader to read a picture.
func (m *Map) explanation(v view) string {
	if v.rings != nil {
		text := "Each dot is a page; its area grows with " + m.measure +
			". The start page is in the middle, and each ring is one click further away. A line leads to each page " +
			"from the first page that links to it; faint lines are other links, except those to pages that many " +
			"pages link to."
		if v.parts.groups > 1 {
			text += " Sectors and colours show the " + plural(v.parts.name) + "."
		}
		return text
	}
	text := "Each bubble is a " + v.parts.name + "; its area grows with the number of its pages. A line is wider the " +
		"more links it stands for, and has the colour of the " + v.parts.name + " they come from."
	if v.parts.groups == 0 {
		text = "There are too many pages to draw their links."
	}
	if len(m.graph.Pages) <= mostDots {
		text += " The dots are pages, the ones closest to the start page in the middle."
	}
	return text
}

// colour is a colour on white and on dark paper.
type colour struct{ name, light, dark string }

// palette has the colours of the parts, from 0, and the others. The parts' are at least 3:1 against their paper (WCAG
// 2.2, 1.4.11), and no part is told by its colour alone: it has a place and a label.
var palette = [...]colour{
	{"0", "#2f6fb5", "#6fa8e8"}, {"1", "#c9620c", "#f0984a"}, {"2", "#2c8a57", "#5fc08b"},
	{"3", "#c2385d", "#f0809c"}, {"4", "#7a53b3", "#b79ae6"}, {"5", "#14878f", "#4fc0c9"},
	{"6", "#94770a", "#d2b548"}, {"7", "#b3489f", "#e08fd0"}, {"8", "#7d5a45", "#c9a088"},
	{"9", "#52687d", "#9db2c6"}, {"10", "#868c94", "#868d96"},
	{"paper", "#ffffff", "#15191e"}, {"ink", "#1d2329", "#e6e9ec"}, {"soft", "#59626c", "#a3acb5"},
	{"line", "#d5dae0", "#39424c"}, {"band", "#f4f6f9", "#1b2026"}, {"focus", "#1a5fb4", "#8ab8f5"},
	{"out", "#1a5fb4", "#7db4f5"}, {"in", "#b3560a", "#f2a65a"},
}

// onPaper and variable return a colour of the palette: on white paper, and where [embeddedStyle] sets it.
func onPaper(name string) string {
	for _, c := range palette {
		if c.name == name {
			return c.light
		}
	}
	return "#000"
}

func variable(name string) string { return "var(--sm-" + name + ")" }

// mapStyle is for the pictures in a page and what is around them; mapScript makes them live.
var (
	//go:embed map.css
	mapStyle string
	//go:embed map.js
	mapScript string
)

// embeddedStyle is the style of the whole fragment, light and dark, with a
// class hN for the background of what has the colour of a part.
func embeddedStyle() string {
	var light, dark, hues strings.Builder
	for _, c := range palette {
		light.WriteString("--sm-" + c.name + ":" + c.light + ";")
		dark.WriteString("--sm-" + c.name + ":" + c.dark + ";")
		hues.WriteString(".sm .h" + c.name + "{background:" + variable(c.name) + "}\n")
	}
	return ".sm{" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme:dark){.sm{" + dark.String() + "}}\n" + hues.String() + mapStyle
}
