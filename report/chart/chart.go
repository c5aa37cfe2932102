// Package chart draws charts of plain numbers: bars by depth, degree distributions, ranked values, curves, bars with
// names, and rows of bars above each other. A chart is an SVG, as a file or for an HTML page, whose colours
// follow the page. The same numbers give the same bytes. Numbers that cannot be drawn
// (NaN, infinities, zeros on a logarithmic axis) are left out, and a chart without any number says so.
//
//	chart.go   charts, their words and sizes
//	bars.go    bars with names, bars along an axis with a cumulative line, rows of bars above each other
//	curves.go  curves, degree distributions, ranked values, curves of topics
//	axes.go    axes, grid and legend, scales and their ticks
//	ink.go     colours, dashes and markers
//	pen.go     writing SVG
package chart

import (
	"fmt"
	"html/template"
	"io"
)

// Words are the texts of a chart.
type Words struct {
	// Title names what is shown.
	Title       string
	Description string // the finding in words, for those who do not see the chart
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

// Chart is a picture of numbers; the functions of this package make it. The zero Chart is one without data.
type Chart struct {
	Words
	// paint draws all but the title; nil when there is nothing to draw.
	paint func(*pen)
	// tall is the height that the content asks for at any width, in points; 0 when the size alone decides.
	tall float64
}

// size is the size of a chart in CSS pixels; text keeps its size whatever the chart's.
type size struct{ width, height float64 }

// wide is the size for screens and paper, narrow that for phones.
var wide, narrow = size{720, 340}, size{344, 280}

// Empty reports whether the chart has nothing to show.
func (c Chart) Empty() bool { return c.paint == nil }

// titleHeight is the height of the title in a file; in a page the caption has the title.
const titleHeight = 34

// SVG writes the chart as a file of its own, in real colours on white. The error is w's.
func (c Chart) SVG(w io.Writer) error {
	if _, err := io.WriteString(w, c.file()); err != nil {
		return fmt.Errorf("write the chart %q: %w", c.Title, err)
	}
	return nil
}

// file is the chart as an SVG of its own, with its title above.
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

// Wide returns the chart as an element for an HTML page: as wide as its place, in the page's font and in the colours
// of [Style]. The id must be unique in the page; those of the chart's parts begin with it.
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
