package chart

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
)

// look holds the attributes of an element, inherited ones included.
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
		"font-size": &l.size, "x": &l.x, "y": &l.y, "dx": &l.dx, "dy": &l.dy, "cx": &l.x, "cy": &l.y, "r": &l.radius,
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

// length reads a number, which may be in ems; 0 if it is not a number.
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

// segment is a part of a path, by its letter in an SVG.
type segment struct {
	letter  byte
	numbers []float64
}

// sizes are the numbers that the letters of a path take.
var sizes = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'h': 1, 'Q': 4, 'C': 6, 'A': 7, 'Z': 0}

// parsePath reads the data of a path, up to what it does not know. Horizontal and vertical lines become plain ones.
func parsePath(data string) (path []segment) {
	var last point
	for data != "" {
		size, known := sizes[data[0]]
		rest := strings.IndexFunc(data[1:], func(r rune) bool { return r >= 'A' })
		if rest < 0 {
			rest = len(data) - 1
		}
		s := segment{letter: data[0]}
		for text := range strings.FieldsSeq(data[1 : 1+rest]) {
			x, err := strconv.ParseFloat(text, 64)
			known = known && err == nil
			s.numbers = append(s.numbers, x)
		}
		if !known || len(s.numbers) != size || len(path) == 0 && s.letter != 'M' {
			return path
		}
		switch data = data[1+rest:]; s.letter {
		case 'H':
			s = segment{'L', []float64{s.numbers[0], last.y}}
		case 'V':
			s = segment{'L', []float64{last.x, s.numbers[0]}}
		case 'h':
			s = segment{'L', []float64{last.x + s.numbers[0], last.y}}
		}
		if s.letter != 'Z' {
			last = s.end()
		}
		path = append(path, s)
	}
	return path
}

// point is the place that is k places before the end.
func (s segment) point(k int) point {
	n := len(s.numbers) - 2*k
	return point{s.numbers[n-2], s.numbers[n-1]}
}

func (s segment) end() point { return s.point(0) }

// arc returns a circular arc from a place by its circle, the angle where it
// starts (0 to the right, growing clockwise) and how far it turns.
func (s segment) arc(from point) (center point, radius, start, turn float64) {
	to, large, clockwise := s.end(), s.numbers[3] != 0, s.numbers[4] != 0
	dx, dy := (to.x-from.x)/2, (to.y-from.y)/2
	half := math.Hypot(dx, dy)
	radius = max(s.numbers[0], half)
	height := math.Sqrt(radius*radius-half*half) / max(half, 1e-9)
	if large == clockwise {
		height = -height
	}
	center = point{from.x + dx - dy*height, from.y + dy + dx*height}
	start = math.Atan2(from.y-center.y, from.x-center.x)
	turn = math.Atan2(to.y-center.y, to.x-center.x) - start
	switch {
	case clockwise && turn < 0:
		turn += 2 * math.Pi
	case !clockwise && turn > 0:
		turn -= 2 * math.Pi
	}
	return center, radius, start, turn
}
