package chart

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// look is what the attributes of an element and of those around it say.
type look struct {
	name                       string
	fill, stroke               string // colours, or "none"
	fillOpacity, strokeOpacity float64
	width, size, anchor        float64 // of lines and letters; share of a text left of its place
	dashes                     []float64
	round, bold                bool
	x, y, dx, dy, radius       float64
	path, id, href             string
	across, down               float64 // the size of the picture
}

// set takes over the attributes of an element.
func (l *look) set(e xml.StartElement) {
	numbers := map[string]*float64{
		"fill-opacity": &l.fillOpacity, "stroke-opacity": &l.strokeOpacity, "stroke-width": &l.width,
		"font-size": &l.size,
		"x":         &l.x, "y": &l.y, "dx": &l.dx, "dy": &l.dy, "cx": &l.x, "cy": &l.y, "r": &l.radius,
		"width": &l.across, "height": &l.down,
	}
	texts := map[string]*string{"fill": &l.fill, "stroke": &l.stroke, "d": &l.path, "id": &l.id, "href": &l.href}
	l.name, l.id = e.Name.Local, ""
	for _, a := range e.Attr {
		name := a.Name.Local
		switch {
		case numbers[name] != nil:
			*numbers[name] = l.length(a.Value)
		case texts[name] != nil:
			*texts[name] = a.Value
		case name == "text-anchor":
			l.anchor = map[string]float64{"middle": 0.5, "end": 1}[a.Value]
		case name == "font-weight":
			l.bold = a.Value == "600"
		case name == "stroke-linecap":
			l.round = a.Value == "round"
		case name == "stroke-dasharray":
			for _, dash := range strings.Fields(a.Value) {
				l.dashes = append(l.dashes, l.length(dash))
			}
		}
	}
}

// length reads a number, which may be in sizes of the text; 0 if it is none.
func (l *look) length(text string) float64 {
	number, ems := strings.CutSuffix(text, "em")
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || !finite(x):
		return 0
	case ems:
		return x * l.size
	}
	return x
}
