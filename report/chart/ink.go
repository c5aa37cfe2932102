package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sitegraph/site"
)

// ink is a colour with one shade for light and one for dark grounds. In files
// it is the light one; in a page it is a variable that [Style] sets.
type ink struct {
	name        string
	light, dark uint32 // 0xRRGGBB
}

// The inks of everything but data.
var (
	inkText  = ink{"text", 0x1d2327, 0xe8eaed}
	inkMuted = ink{"muted", 0x59636b, 0xa3adb5}
	inkGrid  = ink{"grid", 0xdfe3e6, 0x343b42}
	inkPaper = ink{"paper", 0xffffff, 0x14171a}
)

// palette holds the inks of the series, after Okabe and Ito ("Color Universal Design", 2008), darkened and lightened
// until each has a contrast of 3:1 against its ground (WCAG 2.2, 1.4.11).
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

// looks distinguish series without colour: each has its own dashes and marker.
var looks = [...]struct {
	dashes string
	shape  func(at point, radius float64) string
	hollow bool // the marker has the ground in its middle
}{
	{"", disc, false},
	{"7 3", square, false},
	{"2 2", triangle, false},
	{"9 3 2 3", disc, true},
	{"12 4", square, true},
	{"4 2 1 2 1 2", triangle, true},
}

// square and triangle are paths of about the area of a disc.
func square(at point, radius float64) string {
	r := radius * (1 + math.Sqrt2/2) / 2
	return box{at.x - r, at.y - r, at.x + r, at.y + r}.path()
}

func triangle(at point, radius float64) string {
	r := radius * 1.25
	half := r * math.Sqrt(3) / 2
	return through([]point{{at.x, at.y - r}, {at.x - half, at.y + r/2}, {at.x + half, at.y + r/2}}) + "Z"
}

// ofTopics is the look of the first topic; those of the others follow it. The
// one before it has the colour of what is on no topic.
const ofTopics = 1000

// inkOf returns the colour of a look, shapeOf which dashes and marker it has.
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

// Style returns the style sheet that charts in a page need: their colours for light and dark pages, and for paper.
func Style() string { return variables(inks()) }

// TopicStyle returns the style sheet that charts of topics need besides. It names their colours --chart-topic-1
// and so on; --chart-topic-0 is that of what is on no topic.
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
