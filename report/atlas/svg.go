package atlas

import (
	_ "embed" // the template, the style and the script
	"fmt"
	"html"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

// SVG returns the first picture as a file on white, with a title and a description, without scripts.
func (m *Map) SVG() []byte {
	v := m.views[0]
	return file(v.Width(), v.Height, v.Title(), v.Description(), v.draw(&drawing{id: "sm-map"}))
}

func file(width, height int, title, description, picture string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d"`+
		` role="img" font-family="%[3]s"><title>%[4]s</title><desc>%[5]s</desc><path d="M0 0H%[1]dV%[2]dH0Z"`+
		` fill="#fff"/>%[6]s</svg>`+"\n", width, height, fonts, html.EscapeString(title),
		html.EscapeString(description), picture)
}

func (v view) Width() int { return bubblesWidth }

func (v view) Picture() template.HTML {
	return template.HTML(v.draw(&drawing{id: v.ID, live: true})) // drawing has escaped the texts
}

func (v view) draw(d *drawing) string {
	d.middle = point{float64(v.Width()) / 2, float64(v.Height) / 2}
	if v.rings != nil {
		v.drawRings(d)
	} else {
		v.drawBubbles(d)
	}
	return d.String() + "</g>"
}

func (m *Map) whole() string {
	if m.name != "" {
		return m.name
	}
	if len(m.graph.Pages) > 0 {
		if u, err := url.Parse(site.Show(m.graph.Pages[0].URL)); err == nil && u.Host != "" {
			return clean(u.Host, longestTitle)
		}
	}
	return "the site"
}

func (v view) Title() string {
	switch {
	case v.rings != nil:
		return "The pages of " + v.site.whole() + " by depth"
	case v.parts.groups == 0:
		return "The pages of " + v.site.whole()
	}
	return "The " + v.Noun() + " of " + v.site.whole()
}

func (v view) Noun() string { return plural(v.parts.name) }

const nothing = "There are no pages to draw."

func (v view) Description() string {
	pages, p := counted(len(v.parts.of), "page"), v.parts
	switch {
	case len(p.of) == 0:
		return nothing
	case v.rings != nil:
		return pages + " and " + counted(v.site.graph.Arcs(), "arc") + "." + v.describeRings()
	case p.groups == 0:
		return pages + "."
	}
	return pages + " in " + counted(p.groups, p.name) + ": " + p.greatest(6) + "."
}

func (v view) describeRings() (text string) {
	const most = 6
	r := v.rings
	counts := make([]int, len(r.levels))
	for _, ring := range r.ring {
		counts[ring]++
	}
	for k, level := range r.levels[:min(most, len(r.levels))] {
		text += fmt.Sprintf(" Depth %d has %s.", level, counted(counts[k], "page"))
	}
	if more := len(r.levels) - most; more > 0 {
		text += " " + counted(more, "more depth") + " follow."
	}
	if v.parts.groups > 1 {
		text += " The " + v.Noun() + " are " + v.parts.greatest(6) + "."
	}
	return text
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

// Fragment returns the map as a part of an HTML page: an element, its style and its script. The element contains the
// pictures. The script must run after it, shows one picture at a time, and adds zooming, search and lists of links. All
// ids and classes begin with "sm", so a page can have one map. The map loads nothing and uses neither style attributes
// nor inline handlers, so that a Content-Security-Policy may allow just this style and script. A site without pages has
// no script.
func (m *Map) Fragment() (html, style, script string) {
	if len(m.graph.Pages) == 0 {
		return `<p class="sm-note">` + nothing + `</p>`, Style(), ""
	}
	text, kept := m.pack()
	page := struct {
		Views []view
		Data  template.JS
		Left  string // which pages are not in the data
	}{m.views, template.JS(text), ""} // encoding/json has escaped <, > and &
	if total := len(m.graph.Pages); kept < total {
		page.Left = fmt.Sprintf("Of %s, the %s of greatest importance can be searched and opened here; "+
			"the other %s are left out to keep the file small.",
			counted(total, "page"), wording.Grouped(kept), wording.Grouped(total-kept))
	}
	var b strings.Builder
	if err := template.Must(template.New("map").Parse(mapTemplate)).Execute(&b, page); err != nil {
		return "", "", "" // cannot happen: a strings.Builder accepts everything
	}
	return b.String(), Style(), mapScript
}

// Still returns the first picture with its legend as a part of an HTML page, and its style.
func (m *Map) Still() (html, style string) {
	var b strings.Builder
	view := template.Must(template.New("map").Parse(mapTemplate)).Lookup("view")
	if err := view.Execute(&b, m.views[0]); err != nil {
		return "", "" // cannot happen: a strings.Builder accepts everything
	}
	return `<div class="sm">` + b.String() + "</div>", Style()
}

// Legend lists the parts of a grouping.
func (v view) Legend() []partData {
	if v.parts.groups == 0 {
		return nil
	}
	return v.partData()
}

func (p partData) Grouped() string { return wording.Grouped(p.Pages) }

func (v view) middle() string {
	if r := v.rings; len(r.levels) > 0 && r.levels[0] == 0 && !r.alone {
		return "The pages that the crawl began with are in the middle"
	}
	return "The start page is in the middle"
}

func (v view) Tab() string {
	if v.rings != nil || v.parts.groups == 0 {
		return "Pages"
	}
	return wording.Capital(v.Noun())
}

func (v view) Explanation() string {
	if v.rings != nil {
		text := "Each dot is a page; its area grows with " + v.site.measure +
			". " + v.middle() + ", and each ring is one click further away. A line leads to each page " +
			"from the first page that links to it; faint lines are other links, except those to pages that many " +
			"pages link to."
		if v.parts.groups > 1 {
			text += " Sectors and colours show the " + v.Noun() + "."
		}
		return text
	}
	text := "Each bubble is a " + v.parts.name + "; its area grows with the number of its pages. The more links, " +
		"the wider the line; it has the colour of the " + v.parts.name + " they come from."
	if v.parts.groups == 0 {
		text = "There are too many pages to draw their links."
	}
	if len(v.parts.of) <= maxDots {
		text += " The dots are pages, the ones closest to the start page in the middle."
	}
	return text
}

type colour struct{ name, light, dark string }

// palette has the colours of the parts, from 0, and other colours.
var palette = append(partColours(), []colour{
	{"paper", "#ffffff", "#15191e"}, {"ink", "#1d2329", "#e6e9ec"}, {"soft", "#59626c", "#a3acb5"},
	{"line", "#d5dae0", "#39424c"}, {"band", "#f4f6f9", "#1b2026"}, {"focus", "#1a5fb4", "#8ab8f5"},
	{"out", "#1a5fb4", "#7db4f5"}, {"in", "#b3560a", "#f2a65a"},
}...)

// partColours returns the colours of the groups and, last, of pages in no group.
func partColours() (all []colour) {
	for i := range hues + 1 {
		hue := site.HueOf(i)
		if i == hues {
			hue = site.HueOf(site.Nobody)
		}
		all = append(all, colour{strconv.Itoa(i), fmt.Sprintf("#%06x", hue.Light), fmt.Sprintf("#%06x", hue.Dark)})
	}
	return all
}

// colour returns a colour of the palette on white, or the variable that [Style] sets.
func (d *drawing) colour(name string) string {
	if d.live {
		return "var(--sm-" + name + ")"
	}
	return palette[slices.IndexFunc(palette, func(c colour) bool { return c.name == name })].light
}

// These files make the map in a page.
var (
	//go:embed map.html
	mapTemplate string
	//go:embed map.css
	mapStyle string
	//go:embed map.js
	mapScript string
)

// Script makes the map in a page live. It defines siteMap, for redrawing (see map.js), and calls it.
func Script() string { return mapScript }

// Style returns the style of the fragment, light and dark. Class hN has the background colour of part N.
func Style() string {
	var light, dark, hues strings.Builder
	for _, c := range palette {
		fmt.Fprintf(&light, "--sm-%s:%s;", c.name, c.light)
		fmt.Fprintf(&dark, "--sm-%s:%s;", c.name, c.dark)
		fmt.Fprintf(&hues, ".sm .h%s{background:var(--sm-%[1]s)}\n", c.name)
	}
	return ".sm{" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme:dark){.sm{" + dark.String() + "}}\n" + hues.String() + mapStyle
}

const head = 40 // the height of the names above pictures side by side

// Beside returns the first pictures of two maps side by side, below their names, as a file like [Map.SVG].
func Beside(left, right *Map, names [2]string) []byte {
	a, b := left.views[0], right.views[0]
	var out strings.Builder
	x := 0
	for i, v := range []view{a, b} {
		fmt.Fprintf(&out, `<text x="%d" y="26" font-size="20" text-anchor="middle">%s</text>`+
			`<svg x="%d" y="%d" width="%d" height="%d">%s</svg>`, x+v.Width()/2, html.EscapeString(names[i]), x, head,
			v.Width(), v.Height, v.draw(&drawing{id: fmt.Sprint("sm-map-", i)}))
		x += v.Width()
	}
	return file(x, max(a.Height, b.Height)+head, a.Title()+", "+names[0]+" and "+names[1],
		names[0]+": "+a.Description()+" "+names[1]+": "+b.Description(), out.String())
}
