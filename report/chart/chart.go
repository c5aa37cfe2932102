// Package chart draws charts of plain numbers: bars by depth, degree distributions, ranked values, curves, bars with
// names, and rows of bars above each other. A chart is an SVG file, or an element of an HTML page that follows the
// page's colours. The same numbers give the same bytes. Numbers that cannot be drawn (NaN, infinities, zeros on a
// logarithmic axis) are left out, and a chart without any number says so.
package chart

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"

	"sitegraph/site"
)

// Words has the texts of a chart.
type Words struct {
	Title       string // names what is shown
	Description string // the finding in words, for people who do not see the chart
	// X and Y name the axes, with units.
	X, Y string
}

// chart returns a chart of n numbers or series, an empty one if n is 0.
func (w Words) chart(n int, paint func(*pen)) Chart {
	if n == 0 {
		paint = nil
	}
	return Chart{Words: w, paint: paint}
}

// Chart is a picture of numbers, made by the functions of this package. The zero Chart has no data.
type Chart struct {
	Words
	paint func(*pen) // draws everything except the title; nil if there is nothing to draw
	tall  float64    // the height of the content, if it does not depend on the size
}

// size is the size of a chart in CSS pixels. It does not change the size of text.
type size struct{ width, height float64 }

// wide is for screens and paper, narrow for phones.
var wide, narrow = size{720, 340}, size{344, 280}

// Empty reports whether the chart has nothing to show.
func (c Chart) Empty() bool { return c.paint == nil }

const titleHeight = 34 // in a file; in a page the caption has the title

// SVG writes the chart as a file with colours on white. The error is w's.
func (c Chart) SVG(w io.Writer) error {
	if _, err := io.WriteString(w, c.file()); err != nil {
		return fmt.Errorf("write the chart %q: %w", c.Title, err)
	}
	return nil
}

func (c Chart) file() string {
	s := c.fitted(wide)
	s.height += titleHeight
	p := newPen(s, "", c.Words)
	p.font = font{textSize + 4, true}
	p.write(inkText, point{12, 24}, left, p.cut(c.Title, p.width()-24))
	p.font = font{size: textSize}
	p.box = box{p.left + 8, p.top + titleHeight, p.right - 8, p.bottom - 4}
	return c.draw(p)
}

// Wide returns the chart as an element of an HTML page, as wide as its place, in the page's font and the colours of
// [Style]. The id must be unique in the page and prefixes the ids of the chart's parts.
func (c Chart) Wide(id string) template.HTML { return c.element(id, wide) }

// Narrow is like [Chart.Wide], for phones.
func (c Chart) Narrow(id string) template.HTML { return c.element(id, narrow) }

func (c Chart) element(id string, s size) template.HTML {
	return template.HTML(c.draw(newPen(c.fitted(s), id, c.Words))) // the pen has escaped the texts
}

func (c Chart) fitted(s size) size {
	switch {
	case c.paint == nil:
		s.height = 120
	case c.tall > 0:
		s.height = c.tall
	}
	return s
}

func (c Chart) draw(p *pen) string {
	if c.paint == nil {
		p.write(inkMuted, p.center(), middle, "no data")
	} else {
		c.paint(p)
	}
	return p.close()
}

// ink is a colour for light and dark backgrounds: the light one in files, a variable of [Style] in a page.
type ink struct {
	name        string
	light, dark uint32 // 0xRRGGBB
}

// Everything except data has these inks.
var (
	inkText  = ink{"text", 0x1d2327, 0xe8eaed}
	inkMuted = ink{"muted", 0x59636b, 0xa3adb5}
	inkGrid  = ink{"grid", 0xdfe3e6, 0x343b42}
	inkPaper = ink{"paper", 0xffffff, 0x14171a}
)

// palette has the colours of the series, after Okabe and Ito ("Color Universal Design", 2008), darkened and lightened
// until each has a contrast of 3:1 with its background (WCAG 2.2, 1.4.11).
var palette = [...]ink{
	{"1", 0x0072b2, 0x56b4e9}, // blue
	{"2", 0xc94f00, 0xf2a154}, // vermilion
	{"3", 0x00805f, 0x3cc9a0}, // green
	{"4", 0xa8467f, 0xe29ac4}, // purple
	{"5", 0x8a6d00, 0xe3cf57}, // yellow
	{"6", 0x4d565c, 0xb4bcc2}, // grey
}

type stroke struct {
	ink    ink
	width  float64
	dashes string // lengths of dashes and gaps, with spaces between them
}

// looks distinguish series without colour, by dashes and markers.
var looks = [...]struct {
	dashes string
	shape  func(at point, radius float64) string
	hollow bool // the middle of the marker is empty
}{
	{"", disc, false},
	{"7 3", square, false},
	{"2 2", triangle, false},
	{"9 3 2 3", disc, true},
	{"12 4", square, true},
	{"4 2 1 2 1 2", triangle, true},
}

// square and triangle are paths with about the area of a disc.
func square(at point, radius float64) string {
	r := radius * (1 + math.Sqrt2/2) / 2
	return box{at.x - r, at.y - r, at.x + r, at.y + r}.path()
}

func triangle(at point, radius float64) string {
	r := radius * 1.25
	half := r * math.Sqrt(3) / 2
	return through([]point{{at.x, at.y - r}, {at.x - half, at.y + r/2}, {at.x + half, at.y + r/2}}) + "Z"
}

// ofTopics is the look of the first topic. The look before it means no topic.
const ofTopics = 1000

// inkOf returns the colour of a look, and shapeOf the index of its dashes and marker.
func inkOf(look int) ink {
	if look < ofTopics-1 {
		return palette[look%len(palette)]
	}
	hue := site.HueOf(look - ofTopics)
	return ink{"topic-" + strconv.Itoa(look-ofTopics+1), hue.Light, hue.Dark}
}

func shapeOf(look int) int {
	if look < ofTopics {
		return (look + look/len(palette)) % len(looks)
	}
	topic := look - ofTopics
	return (topic + topic/site.Hues) % len(looks)
}

func line(i int) stroke { return stroke{inkOf(i), 2, looks[shapeOf(i)].dashes} }

func (p *pen) marker(i int, radius float64, at point) {
	look := looks[shapeOf(i)]
	p.fill(inkOf(i), look.shape(at, radius))
	if look.hollow {
		p.fill(inkPaper, look.shape(at, 0.55*radius))
	}
}

// Style returns the style sheet of charts in a page: colours for light and dark pages, and for paper.
func Style() string { return variables(inks()) }

// TopicStyle returns the further colours of charts of topics: --chart-topic-1 and so on, where 0 means no topic.
func TopicStyle(topics int) string {
	var all []ink
	for i := range topics + 1 {
		all = append(all, inkOf(ofTopics-1+i))
	}
	return variables(all)
}

func variables(inks []ink) string {
	var light, dark strings.Builder
	for _, i := range inks {
		fmt.Fprintf(&light, "--chart-%s:#%06x;", i.name, i.light)
		fmt.Fprintf(&dark, "--chart-%s:#%06x;", i.name, i.dark)
	}
	return ":root{" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme:dark){:root{" + dark.String() + "}}\n"
}

func inks() []ink {
	return append([]ink{inkText, inkMuted, inkGrid, inkPaper}, palette[:]...)
}
