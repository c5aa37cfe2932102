package report

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// The picture of a tree has these sizes, in pixels.
const (
	treeRowHeight = 22
	treeIndent    = 22 // of a depth, less in deep trees
	deepestIndent = 480
	beadWidth     = 15
	treeMargin    = 14
	labelLetters  = 60
	anchorLetters = 30
)

type treeDrawing struct {
	*searchTree
	names         visitNames
	svg           strings.Builder
	indent, width float64
}

// draw draws a tree without Tab stops, because the table below has the same contents for people who do not see it.
func (t *searchTree) draw(names visitNames, w chart.Words) template.HTML {
	d := &treeDrawing{searchTree: t, names: names, indent: treeIndent, width: 320}
	deepest := 0
	for _, row := range t.rows {
		deepest = max(deepest, row.depth)
	}
	if float64(deepest)*d.indent > deepestIndent {
		d.indent = max(3, float64(deepestIndent)/float64(deepest))
	}
	d.lines(false)
	d.lines(true)
	for i := range t.rows {
		d.row(i)
	}
	id := fmt.Sprintf("tree-%d", t.agent+1)
	head := fmt.Sprintf(`<svg class="tree %s" width="%d" height="%d" role="group" aria-labelledby="%s-t %[4]s-d">`+
		`<title id="%[4]s-t">%[5]s</title><desc id="%[4]s-d">%[6]s</desc>`, markOf(t.agent), int(d.width),
		len(t.rows)*treeRowHeight+8, id, html.EscapeString(w.Title), html.EscapeString(w.Description))
	return template.HTML(head + d.svg.String() + "</svg>") // all texts are escaped
}

func (d *treeDrawing) place(row int) (x, y float64) {
	return treeMargin + float64(d.rows[row].depth)*d.indent, float64(row*treeRowHeight + treeRowHeight/2 + 4)
}

// lines joins the rows to the pages with the links. Lines that lead to stored pages come last, on top of the others.
func (d *treeDrawing) lines(leading bool) {
	var path strings.Builder
	for i, row := range d.rows {
		if row.parent < 0 || row.leads != leading {
			continue
		}
		px, py := d.place(row.parent)
		x, y := d.place(i)
		fmt.Fprintf(&path, "M%.1f %.1fV%.1fH%.1f", px, py+6, y, x-4)
	}
	if path.Len() > 0 {
		class := map[bool]string{true: "way", false: "link"}[leading]
		fmt.Fprintf(&d.svg, `<path class="%s" d="%s"/>`, class, path.String())
	}
}

func (d *treeDrawing) row(i int) {
	row := d.rows[i]
	x, y := d.place(i)
	if row.node != nil {
		d.node(row.node, x, y)
		return
	}
	for k, bead := range row.beads {
		d.linked(bead, func() { d.shape(bead, x+float64(k*beadWidth), y) })
	}
	x += float64(len(row.beads)*beadWidth) - 4
	if row.folded.all() > 0 {
		d.text(x, y, "note", []string{"", row.folded.words()})
	}
}

func (d *treeDrawing) node(n *treeNode, x, y float64) {
	d.linked(n, func() {
		d.shape(n, x, y)
		class := "label"
		switch {
		case n.foreign:
			class = "note"
		case n.Stored:
			class = "label strong"
		}
		d.text(x+12, y, class, d.label(n))
	})
}

// label returns the title of a page and, less prominently, further facts for which there is room.
func (d *treeDrawing) label(n *treeNode) []string {
	name := wording.Begin(d.names.titleOf(n.Visit), labelLetters)
	switch {
	case n.foreign && n.Agent == site.Nobody:
		return []string{"", "on the common seed " + name}
	case n.foreign:
		return []string{"", "on a page of " + wording.Begin(d.names.topic(n.Agent), anchorLetters) + ": " + name}
	}
	var more []string
	switch {
	case len(n.Relevance) > 0:
		more = append(more, relevance(relevanceTo(n.Visit, d.agent)))
	case stats.CameOf(n.Visit) == stats.CameRedirect:
		more = append(more, "a redirect")
	default:
		more = append(more, wording.Begin(outcome(n.Visit), anchorLetters))
	}
	if n.Again {
		more = append(more, "stored before")
	}
	if anchor := clean(n.Anchor); anchor != "" && anchor != name {
		more = append(more, "“"+wording.Begin(anchor, anchorLetters)+"”")
	}
	if n.Link == 0 {
		more = append(more, beginning(n.Listed))
	}
	if seller := d.names.sellerCell(n.Visit).Text; seller != "" {
		more = append(more, "bought from "+wording.Begin(seller, anchorLetters))
	}
	return []string{name, strings.Join(more, " · ")}
}

func (d *treeDrawing) text(x, y float64, class string, parts []string) {
	fmt.Fprintf(&d.svg, `<text class="%s" x="%.1f" y="%.1f">%s`, class, x, y+4.5, html.EscapeString(parts[0]))
	if parts[1] != "" {
		if parts[0] != "" {
			parts[1] = " " + parts[1]
		}
		fmt.Fprintf(&d.svg, `<tspan class="more"> %s</tspan>`, html.EscapeString(parts[1]))
	}
	d.svg.WriteString("</text>")
	d.width = max(d.width, x+textWidth(parts[0])*7.4+textWidth(parts[1])*6.8+24)
}

func textWidth(text string) (n float64) {
	for _, r := range text {
		if n++; r >= 0x1100 {
			n++
		}
	}
	return n
}

// linked draws inside a link to the page. The tooltip has what is known about the visit.
func (d *treeDrawing) linked(n *treeNode, draw func()) {
	name, attributes := "g", ""
	if address := link(n.URL); address != "" {
		name, attributes = "a", ` href="`+html.EscapeString(address)+`" rel="noreferrer nofollow" tabindex="-1"`
	}
	fmt.Fprintf(&d.svg, "<%s%s><title>%s</title>", name, attributes, html.EscapeString(d.tip(n)))
	draw()
	fmt.Fprintf(&d.svg, "</%s>", name)
}

func (d *treeDrawing) tip(n *treeNode) string {
	lines := []string{d.names.titleOf(n.Visit)}
	if address := clean(n.URL); address != lines[0] {
		lines = append(lines, address)
	}
	lines = append(lines, fmt.Sprintf("visit %d by %s: %s", n.Number, d.names.topic(n.Agent), d.names.cameOf(n.Visit)))
	if n.Link > 0 {
		lines = append(lines, "link "+quoted(n.Anchor)+", estimated "+relevance(n.Estimate))
	}
	if seller := d.names.sellerCell(n.Visit).Text; seller != "" {
		lines = append(lines, "bought from "+seller)
	}
	return strings.Join(lines, "\n")
}

// shape draws the outcome of a visit. A disc in the topic's colour is a stored page, a hollow one a page that was not
// stored. A cross failed, a bar is forbidden, an arrow is a redirect. A page of another agent is a square in that
// agent's colour.
func (d *treeDrawing) shape(n *treeNode, x, y float64) {
	path := func(class, format string, at ...any) {
		fmt.Fprintf(&d.svg, `<path class="%s" d="`+format+`"/>`, append([]any{class}, at...)...)
	}
	circle := func(class string, radius float64) {
		fmt.Fprintf(&d.svg, `<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, class, x, y, radius)
	}
	if seller := d.names.sellerCell(n.Visit).Mark; seller != "" && !n.foreign {
		circle("ring "+seller, 8.2)
	}
	switch {
	case n.foreign:
		path("foreign "+markOf(n.Agent), "M%.1f %.1fh8v8h-8z", x-4, y-4)
	case n.Stored:
		circle("stored", 4+2.4*min(1, relevanceTo(n.Visit, d.agent)))
	case n.Again:
		circle("hollow", 4.4)
		circle("dot", 1.8)
	case stats.CameOf(n.Visit) == stats.CamePage:
		circle("hollow", 4.4)
	case stats.CameOf(n.Visit) == stats.CameForbidden:
		path("failed", "M%.1f %.1fh9", x-4.5, y)
	case stats.CameOf(n.Visit) == stats.CameRedirect:
		path("moved", "M%.1f %.1fl4 4l-4 4", x-2, y-4)
	default:
		path("failed", "M%.1f %.1fl8 8m0 -8l-8 8", x-4, y-4)
	}
}
