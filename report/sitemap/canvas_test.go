package sitemap

import (
	"fmt"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// record is a canvas that keeps what it is told.
type record struct {
	outline []string
	shapes  []string
	texts   []string
	numbers []float64
}

func (r *record) add(letter string, numbers ...float64) {
	r.numbers = append(r.numbers, numbers...)
	r.outline = append(r.outline, letter+fmt.Sprint(numbers))
}

func (r *record) Move(x, y float64)           { r.add("M", x, y) }
func (r *record) Line(x, y float64)           { r.add("L", x, y) }
func (r *record) Circle(x, y, radius float64) { r.add("O", x, y, radius) }

func (r *record) Curve(x1, y1, x2, y2, x, y float64) { r.add("C", x1, y1, x2, y2, x, y) }

func (r *record) Fill(ink color.NRGBA) { r.paint("fill", ink) }

func (r *record) Stroke(ink color.NRGBA, width float64) {
	r.numbers = append(r.numbers, width)
	r.paint(fmt.Sprint("stroke ", width), ink)
}

func (r *record) paint(how string, ink color.NRGBA) {
	r.shapes = append(r.shapes, fmt.Sprint(how, " ", ink, " ", r.outline))
	r.outline = nil
}

func (r *record) Text(text string, x, y, anchor, size float64, _, _ color.NRGBA) {
	r.numbers = append(r.numbers, x, y, anchor, size)
	r.texts = append(r.texts, text)
}

func (r *record) TextAround(text string, x, y, radius, angle, size float64, _ bool, _ color.NRGBA) {
	r.numbers = append(r.numbers, x, y, radius, angle, size)
	r.texts = append(r.texts, text)
}

// TestDraw: a canvas gets the dots and the texts that the SVG has, in places
// that lie in the picture, and the same ones each time.
func TestDraw(t *testing.T) {
	text := regexp.MustCompile(`<text[^>]*>(?:<textPath[^>]*>)?([^<]*)<`)
	point := regexp.MustCompile(`[0-9]h0`)
	unescape := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&")
	for name, in := range sites() {
		m := New(in)
		var r, again record
		m.Draw(&r)
		m.Draw(&again)
		if !slices.Equal(r.shapes, again.shapes) || !slices.Equal(r.texts, again.texts) {
			t.Errorf("%s: two drawings differ", name)
		}
		if len(r.outline) > 0 {
			t.Errorf("%s: an outline was not painted", name)
		}
		svg := string(m.SVG())
		var want []string
		for _, found := range text.FindAllStringSubmatch(svg, -1) {
			want = append(want, unescape.Replace(found[1]))
		}
		if !slices.Equal(r.texts, want) {
			t.Errorf("%s: texts %q, the SVG has %q", name, r.texts, want)
		}
		dots := 0
		for _, s := range r.shapes {
			dots += strings.Count(s, "O[")
		}
		if circles, points := strings.Count(svg, "<circle"), len(point.FindAllString(svg, -1)); dots < circles+points {
			t.Errorf("%s: %d circles, the SVG has %d and %d points", name, dots, circles, points)
		}
		for _, x := range r.numbers {
			if !(math.Abs(x) < 2000) {
				t.Fatalf("%s: a number %v", name, x)
			}
		}
	}
}

// TestNothing: a picture of no pages says so.
func TestNothing(t *testing.T) {
	m := New(Input{})
	var r record
	m.Draw(&r)
	if !slices.Equal(r.texts, []string{nothing}) || strings.Count(string(m.SVG()), nothing) != 2 {
		t.Errorf("canvas: %q, SVG: %s", r.texts, m.SVG())
	}
}

// TestArc: the curves of an arc begin and end on it, and keep to it within a
// thousandth: exact is the middle of a curve by de Casteljau.
func TestArc(t *testing.T) {
	for _, to := range []float64{0.01, 1, 3, 6.2, -2} {
		var r record
		p := &painting{canvas: &r, inks: inks(), middle: point{500, 500}}
		p.begin("rim")
		p.arc(400, 0.5, 0.5+to, "s1")
		at := []float64{r.numbers[0], r.numbers[1]}
		for rest := r.numbers[2 : len(r.numbers)-1]; len(rest) > 0; rest = rest[6:] {
			x := (at[0] + 3*rest[0] + 3*rest[2] + rest[4]) / 8
			y := (at[1] + 3*rest[1] + 3*rest[3] + rest[5]) / 8
			if d := math.Hypot(x-500, y-500); math.Abs(d-400) > 0.4 {
				t.Errorf("arc of %v: %v from the middle", to, d)
			}
			at = rest[4:6]
		}
		if end := polar(400, 0.5+to); math.Abs(at[0]-500-end.x) > 0.051 || math.Abs(at[1]-500-end.y) > 0.051 {
			t.Errorf("arc of %v ends at %v", to, at)
		}
	}
}

// TestLayers: what Go says of the layers is what picture.css says.
func TestLayers(t *testing.T) {
	css := map[string]float64{"rim opacity": 1, "dots opacity": 1, "nodes fill": 1, "base fill": 1, "frame fill": 1}
	rule := regexp.MustCompile(`\.sm-pic \.(\w+) (?:path|circle)\{([^}]*)\}`)
	for _, r := range rule.FindAllStringSubmatch(pictureStyle, -1) {
		for property := range strings.SplitSeq(r[2], ";") {
			name, value, _ := strings.Cut(property, ":")
			names := map[string]string{"stroke-opacity": "opacity", "stroke-width": "width", "fill-opacity": "fill"}
			if x, err := strconv.ParseFloat(strings.TrimSuffix(value, "px"), 64); err == nil && names[name] != "" {
				css[r[1]+" "+names[name]] = x
			}
		}
	}
	for name, l := range layers() {
		class := name[strings.LastIndexByte(name, ' ')+1:]
		width := l.width
		if class == "nodes" {
			width = l.border
		}
		for what, got := range map[string]float64{"width": width, "opacity": l.opacity, "fill": l.fill} {
			if want := css[class+" "+what]; got != want {
				t.Errorf("%s: %s %v, picture.css has %v", name, what, got, want)
			}
		}
	}
	for size, text := range map[int]string{labelSize: "sans-serif;font-size:%dpx", levelSize: ".level{fill:var(--sm-soft);font-size:%dpx", partSize: "font-weight:600;font-size:%dpx"} {
		if text = fmt.Sprintf(text, size); !strings.Contains(pictureStyle, text) {
			t.Errorf("picture.css has not %s", text)
		}
	}
}
