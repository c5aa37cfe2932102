package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/wcag"
)

// examples returns charts of each kind, with data and without.
func examples() map[string]Chart {
	w := Words{Title: "A <title> & more", Description: "What \"it\" says.", X: "across", Y: "up"}
	steps := []Step{{0, 1, 0.01}, {1, 39, 0.4}, {2, 60, 1}}
	line := []Point{{0, 0.1}, {1, 0.5}, {2, 1}}
	degrees := Degrees{Name: "a", Points: []Point{{0, 0.1}, {1, 0.5}, {10, 0.05}},
		Bins: []Point{{1, 0.5}, {10, 0.05}}, Fit: Fit{1.5, 1, 0.5}}
	var curves []Curve
	for i := range 8 {
		curves = append(curves, Curve{fmt.Sprint("curve ", i), line})
	}
	return map[string]Chart{
		"steps":            Steps(w, "bars", "line", steps),
		"one step":         Steps(w, "bars", "line", steps[:1]),
		"steps of nothing": Steps(w, "bars", "line", []Step{{0, 0, 0}}),
		"no steps":         Steps(w, "bars", "line", nil),
		"curves":           Curves(w, curves),
		"one point":        Curves(w, []Curve{{"a", line[:1]}}),
		"no curves":        Curves(w, []Curve{{"a", nil}}),
		"counts":           Counts(w, []Curve{{"a", []Point{{0, 0}, {900, 20}}}, {"b", []Point{{0, 0}, {900, 14.5}}}}),
		"counts of zero":   Counts(w, []Curve{{"a", []Point{{0, 0}}}}),
		"no counts":        Counts(w, nil),
		"distribution":     Distribution(w, degrees),
		"one degree":       Distribution(w, Degrees{Points: []Point{{7, 1}}}),
		"degree 0 only":    Distribution(w, Degrees{Points: []Point{{0, 1}}}),
		"distributions":    Distributions(w, []Degrees{degrees, degrees}),
		"no distributions": Distributions(w, nil),
		"ranks":            RankSize(w, []float64{0.5, 0.3, 0.2}),
		"one rank":         RankSize(w, []float64{1}),
		"ranks of nothing": RankSize(w, []float64{0, 0}),
		"bars": Bars(w, []Bar{{Name: "a", Value: 3, Note: "3"}, {Name: "b & c", Value: 0, Note: "none"},
			{Name: strings.Repeat("long ", 99), Value: 1, Note: strings.Repeat("1", 99), Series: 1}}),
		"panels": Panels(w, []Panel{{"great & small", []Step{{2, 500, 0}, {3, 480, 0}, {7, 0, 0}}},
			{strings.Repeat("long ", 99), []Step{{3, 1, 0}}}, {"none", nil}}),
		"one panel":          Panels(w, []Panel{{"a", steps[:1]}}),
		"panels of nothing":  Panels(w, []Panel{{"a", []Step{{2, 0, 0}}}}),
		"no panels":          Panels(w, []Panel{{"a", []Step{{2, math.NaN(), 0}, {-1, 1, 0}}}}),
		"bars of nothing":    Bars(w, []Bar{{Name: "a", Value: 0, Note: ""}}),
		"not a number":       Bars(w, []Bar{{Name: "a", Value: math.NaN()}, {Name: "b", Value: math.Inf(1)}}),
		"steps not in order": Steps(w, "bars", "line", []Step{{5, 1, 0.5}, {5, 1, 0.6}, {2, 1, 1}}),
		"curves of infinity": Curves(w, []Curve{{"a", []Point{{math.Inf(1), 1}, {math.NaN(), 1}}}}),
		"ranks out of range": RankSize(w, []float64{1e300, 1, 1e-300, math.NaN()}),
		"degrees of extremes": Distribution(w, Degrees{Points: []Point{{math.MaxFloat64, 1}, {5e-324, 1}},
			Fit: Fit{math.Inf(1), 1, 1}}),
		"zero": {},
	}
}

// empty names the examples that have nothing to draw.
var empty = []string{"no steps", "no curves", "no counts", "degree 0 only", "no distributions", "ranks of nothing",
	"no panels", "bars of nothing", "not a number", "curves of infinity", "degrees of extremes", "zero"}

// elements parses an SVG strictly and returns its texts, the number of elements per name, and its ids.
func elements(t *testing.T, text string) (texts []string, names map[string]int, ids []string) {
	t.Helper()
	names = map[string]int{}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts, names, ids
		}
		if err != nil {
			t.Fatalf("no XML: %v\n%s", err, text)
		}
		switch e := token.(type) {
		case xml.StartElement:
			names[e.Name.Local]++
			for _, a := range e.Attr {
				if a.Name.Local == "id" {
					ids = append(ids, a.Value)
				}
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s=%q", a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			texts = append(texts, string(e))
		}
	}
}

func svgOf(t *testing.T, c Chart) string {
	t.Helper()
	var b bytes.Buffer
	console.Must(t, c.SVG(&b))
	return b.String()
}

// Every chart is well-formed, titled, described and reproducible; a chart without data says so.
func TestSVG(t *testing.T) {
	for name, c := range examples() {
		t.Run(name, func(t *testing.T) {
			text := svgOf(t, c)
			texts, names, ids := elements(t, text)
			if names["svg"] != 1 || names["title"] != 1 || names["desc"] != 1 || len(ids) != 0 {
				t.Errorf("elements %v, ids %v", names, ids)
			}
			if strings.Contains(text, "var(") || strings.Contains(text, "currentColor") {
				t.Error("a file needs real colours")
			}
			isEmpty := strings.Contains(strings.Join(texts, "\n"), "no data")
			want := false
			for _, e := range empty {
				want = want || e == name
			}
			console.Equal(t, isEmpty, want, "says no data")
			console.Equal(t, c.Empty(), want, "says no data")
			console.Equal(t, svgOf(t, examples()[name]), text, "differs the second time")
		})
	}
}

// In a page, a chart has no fixed width, uses the page's colours, and begins its ids with the given one.
func TestInline(t *testing.T) {
	for name, c := range examples() {
		for _, s := range []size{wide, narrow, {1, 1}} {
			text := string(c.element("fig-7", s))
			_, names, ids := elements(t, text)
			if names["svg"] != 1 || names["title"] != 1 || names["desc"] != 1 {
				t.Errorf("%s: elements %v", name, names)
			}
			console.Equal(t, strings.Join(ids, " "), "fig-7-t fig-7-d", name, "ids")
			head, _, _ := strings.Cut(text, ">")
			if strings.Contains(head, " width=") || !strings.Contains(head, `role="img"`) ||
				!strings.Contains(head, `aria-labelledby="fig-7-t fig-7-d"`) {
				t.Errorf("%s: %s", name, head)
			}
			if strings.Contains(text, `"#`) || strings.Contains(text, "font-family") ||
				strings.Contains(text, "style=") {
				t.Errorf("%s has colours, fonts or styles of its own", name)
			}
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrors(t *testing.T) {
	err := examples()["steps"].SVG(broken{})
	if !errors.Is(err, io.ErrClosedPipe) || !strings.Contains(err.Error(), "A <title> & more") {
		t.Errorf("error %v", err)
	}
}

// Hostile texts stay texts.
func TestHostileTexts(t *testing.T) {
	evil := "</title></svg><script>alert(1)</script>\x00\x1b\xff\uFFFE\"'&"
	w := Words{Title: evil, Description: evil, X: evil, Y: evil}
	for _, c := range []Chart{Bars(w, []Bar{{Name: evil, Value: 1, Note: evil}}),
		Curves(w, []Curve{{evil, []Point{{1, 1}}}})} {
		for _, text := range []string{svgOf(t, c), string(c.Wide("x"))} {
			if _, names, _ := elements(t, text); names["script"] != 0 || names["svg"] != 1 {
				t.Errorf("elements %v", names)
			}
		}
	}
}

// The chart of a large site stays small.
func TestLongLists(t *testing.T) {
	var ranks []float64
	var steps []Step
	var points []Point
	for i := range 200_000 {
		ranks = append(ranks, 1/float64(i+1))
		steps = append(steps, Step{i, 1, float64(i+1) / 1e6})
		points = append(points, Point{float64(i), 1e-6})
	}
	for name, c := range map[string]Chart{
		"panels": Panels(Words{}, []Panel{{"a", steps}, {"b", steps}}),
		"ranks":  RankSize(Words{}, ranks), "steps": Steps(Words{}, "a", "b", steps),
		"curve": Curves(Words{}, []Curve{{"a", points}}), "degrees": Distribution(Words{}, Degrees{Points: points}),
	} {
		if n := len(svgOf(t, c)); n > 60_000 {
			t.Errorf("%s: %d bytes", name, n)
		}
	}
}

// Both axes begin at 0 and end at a round number not below the maximum, and each curve has its name.
func TestCounts(t *testing.T) {
	texts, _, _ := elements(t, svgOf(t, Counts(Words{X: "across", Y: "up"},
		[]Curve{{"a", []Point{{0, 0}, {1800, 430}}}, {"b", []Point{{0, 0}, {1800, 210}}}})))
	for _, want := range strings.Fields("0 500 1k 1.5k 2k 100 200 300 400 a b across up") {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
}

// Each row has its own scale from 0 to a round number, and all rows share the axis below.
func TestPanels(t *testing.T) {
	texts, _, _ := elements(t, svgOf(t, Panels(Words{X: "iteration"}, []Panel{
		{"checked", []Step{{2, 480, 0}, {3, 500, 0}, {4, 490, 0}}}, {"new", []Step{{2, 0, 0}, {3, 2, 0}, {4, 1, 0}}}})))
	console.Equal(t, strings.TrimSpace(strings.Join(texts, " ")), "checked 0 500 new 0 2 2 3 4 iteration", "texts")
}

// Bars that are drawn together keep their total.
func TestTogether(t *testing.T) {
	var steps []Step
	for i := range 1000 {
		steps = append(steps, Step{At: 3 + i, Count: 1, Share: float64(i+1) / 1000})
	}
	sums := together(steps)
	total := 0.0
	for _, s := range sums {
		total += s.Count
	}
	if total != 1000 || len(sums) > maxBars || sums[len(sums)-1].Share != 1 || sums[0].At != 3 {
		t.Errorf("%d bars of %v from %d to share %v", len(sums), total, sums[0].At, sums[len(sums)-1].Share)
	}
	console.Equal(t, len(together(steps[:maxBars])), maxBars, "bars")
}

// A line that begins above the axis keeps its slope, wherever above the axis it begins.
func TestFitAboveTheAxis(t *testing.T) {
	line := []Point{{1, 0.4}, {10, 0.05}, {100, 0.001}}
	of := func(from, share float64) string {
		return svgOf(t, Distribution(Words{}, Degrees{Points: line, Fit: Fit{2, from, share}}))
	}
	console.Equal(t, of(1, 64), of(2, 16), "the same law is drawn in two ways")
	if of(1, 64) == of(1, 32) {
		t.Error("two laws are drawn alike")
	}
}

func FuzzCharts(f *testing.F) {
	f.Add(1.0, 2.0, 3.0, 4, "name")
	f.Add(math.NaN(), math.Inf(-1), 1e-320, -1, "\xff</svg>")
	f.Add(1e59, 1e-59, 5e-324, math.MaxInt, "")
	f.Fuzz(func(t *testing.T, a, b, c float64, n int, name string) {
		w := Words{name, name, name, name}
		line := []Point{{a, b}, {b, c}, {c, a}}
		for _, x := range []Chart{
			Steps(w, name, name, []Step{{n, a, b}, {n + 1, b, c}, {n / 2, c, a}, {math.MaxInt, a, b}}),
			Curves(w, []Curve{{name, line}, {name, line[1:]}}),
			Counts(w, []Curve{{name, line}, {name, line[1:]}}),
			Distribution(w, Degrees{name, line, line, Fit{a, b, c}}),
			RankSize(w, []float64{a, b, c}),
			Bars(w, []Bar{{Name: name, Value: a, Note: name}, {Name: name, Value: b, Note: name},
				{Name: name, Value: c, Note: name}}),
		} {
			elements(t, svgOf(t, x))
			elements(t, string(x.Narrow("id")))
		}
	})
}

// Series have 3:1 contrast with their ground, and texts 4.5:1.
func TestContrast(t *testing.T) {
	if c := wcag.Contrast(t, "000", "#ffffff"); math.Abs(c-21) > 1e-9 {
		t.Fatalf("black on white has %v", c)
	}
	need := map[string]float64{"text": 4.5, "muted": 4.5, "grid": 1, "paper": 1}
	for _, i := range inks() {
		want := need[i.name]
		if want == 0 {
			want = 3
		}
		for _, c := range []struct{ ink, ground uint32 }{{i.light, inkPaper.light}, {i.dark, inkPaper.dark}} {
			if got := wcag.Contrast(t, fmt.Sprintf("%06x", c.ink), fmt.Sprintf("%06x", c.ground)); got < want {
				t.Errorf("ink %s: %06x on %06x has %.2f, want %v", i.name, c.ink, c.ground, got, want)
			}
		}
		console.Equal(t, strings.Count(Style(), "--chart-"+i.name+":#"), 2, "ink", i.name)
	}
}

// TestLooks checks that no two of the first 36 series look alike.
func TestLooks(t *testing.T) {
	type look struct {
		ink    ink
		dashes int
	}
	seen := map[look]bool{}
	for i := range len(palette) * len(looks) {
		l := look{palette[i%len(palette)], (i + i/len(palette)) % len(looks)}
		if seen[l] {
			t.Errorf("series %d looks like another one", i)
		}
		seen[l] = true
		if line(i).ink != l.ink || looks[l.dashes].shape(point{}, 1) == "" {
			t.Errorf("series %d has no look", i)
		}
	}
}

// Curves have the colours of their topics, even after an empty curve, and means end near the greatest.
func TestTopics(t *testing.T) {
	points := []Point{{1, 0.1}, {2, 0.34}}
	w := Words{Title: "Harvest", X: "pages", Y: "share"}
	topics := []Curve{{Name: "moon"}, {Name: "tides", Points: points}}
	for name, c := range map[string]Chart{"shares": TopicShares(w, topics), "means": TopicMeans(w, topics)} {
		svg := string(c.Wide("x"))
		for _, want := range []string{"var(--chart-topic-2,#c9620c)", ">tides<"} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: no %s", name, want)
			}
		}
		for _, not := range []string{"chart-topic-1", "moon"} {
			if strings.Contains(svg, not) {
				t.Errorf("%s: %s", name, not)
			}
		}
		if strings.Contains(svg, ">100%<") != (name == "shares") ||
			strings.Contains(svg, ">0.4<") != (name == "means") {
			t.Errorf("%s: the wrong axis", name)
		}
	}
	if style := TopicStyle(2); strings.Count(style, "--chart-topic-") != 6 || !strings.Contains(style, "#f0984a") {
		t.Errorf("style %s", style)
	}
	if !TopicShares(w, topics[:1]).Empty() {
		t.Error("a chart of nothing is not empty")
	}
}

func labels(s scale) string {
	var all []string
	for _, t := range s.ticks {
		all = append(all, t.label)
	}
	return strings.Join(all, " ")
}

func TestScales(t *testing.T) {
	for _, c := range []struct {
		name string
		s    scale
		want string
	}{
		{"476 pages", linear(476, 1, human), "0 100 200 300 400 500"},
		{"3 pages: no halves", linear(3, 1, human), "0 1 2 3"},
		{"nothing", linear(0, 1, human), "0 1"},
		{"thousands", linear(23_000, 1, human), "0 5k 10k 15k 20k 25k"},
		{"millions", linear(2.2e6, 1, human), "0 500k 1M 1.5M 2M 2.5M"},
		{"shares", linear(1, 0.25, percent), "0% 25% 50% 75% 100%"},
		{"five decades", logarithm(1, 1e5, human), "1 10 100 1k 10k 100k"},
		{"less than three decades", logarithm(1, 90, human), "1 2 5 10 20 50 100"},
		{"one value", logarithm(100, 100, human), "100"},
		{"small shares", logarithm(1e-6, 0.1, percent), "0.0001% 0.001% 0.01% 0.1% 1% 10%"},
		{"levels", places(0, 3, 1), "0 1 2 3"},
		{"many levels", places(0, 120, 1), "0 10 20 30 40 50 60 70 80 90 100 110 120"},
	} {
		console.Equal(t, labels(c.s), c.want, c.name, "ticks")
	}
}

// TestPlace checks the ends and the middle of scales, and values outside them.
func TestPlace(t *testing.T) {
	lin := scale{min: 10, max: 30}
	log := scale{logarithmic: true, min: 1, max: 10000}
	for _, c := range []struct {
		s       scale
		x, want float64
	}{
		{lin, 10, 0}, {lin, 20, 0.5}, {lin, 30, 1}, {lin, 0, 0}, {lin, 99, 1},
		{log, 1, 0}, {log, 100, 0.5}, {log, 10000, 1}, {log, 0, 0}, {log, -5, 0}, {log, 1e9, 1},
	} {
		if got := c.s.place(c.x); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("place of %v in %v to %v is %v, want %v", c.x, c.s.min, c.s.max, got, c.want)
		}
	}
}

func TestLabels(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 999: "999", 1000: "1k", 2500: "2.5k", 1e6: "1M",
		3.25e9: "3.25G", 0.5: "0.5", -2000: "-2k"} {
		console.Equal(t, human(x), want, "human", x)
	}
	for x, want := range map[float64]string{0: "0%", 1: "100%", 0.25: "25%", 0.0001: "0.01%", 1.0 / 3: "33.3%"} {
		console.Equal(t, percent(x), want, "percent", x)
	}
}

// A thinned list ascends and keeps the first and the last member.
func TestThinned(t *testing.T) {
	console.Equal(t, every([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 3), []int{0, 5, 10})
	for _, n := range []int{1, 2, 499, 500, 501, 1_000_000} {
		places := spread(n, maxRanks)
		console.Equal(t, slices.Compact(slices.Clone(places)), places, n, "with no place twice")
		if len(places) > min(n, maxRanks) || places[0] != 0 || places[len(places)-1] < n-1-n/100 {
			t.Errorf("%d of %d: %v", len(places), n, places)
		}
	}
}
