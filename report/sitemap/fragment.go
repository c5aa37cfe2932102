package sitemap

import (
	_ "embed" // the template
	"html/template"
	"strconv"
	"strings"

	"sitegraph/wording"
)

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
			". The start page is in the middle, and each ring is " +
			"one click further away. A line leads to each page from the first page that links to it; faint lines are " +
			"other " +
			"links, except those to pages that many pages link to."
		if v.parts.groups > 1 {
			text += " Sectors and colours show the " + plural(v.parts.name) + "."
		}
		return text
	}
	text := "Each bubble is a " + v.parts.name + "; its area grows with the number of its pages. A line is wider the " +
		"more links " +
		"it stands for, and has the colour of the " + v.parts.name + " they come from."
	if v.parts.groups == 0 {
		text = "There are too many pages to draw their links."
	}
	if len(m.graph.Pages) <= mostDots {
		text += " The dots are pages, the ones closest to the start page in the middle."
	}
	return text
}
