package chart

import (
	"math"
	"strings"
	"testing"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(rgb uint32) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(rgb>>(16-8*i)&0xFF) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(a, b uint32) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast: series have 3:1 against their ground, texts 4.5:1.
func TestContrast(t *testing.T) {
	if c := contrast(0, 0xffffff); math.Abs(c-21) > 1e-9 {
		t.Fatalf("black on white has %v", c)
	}
	need := map[string]float64{"text": 4.5, "muted": 4.5, "grid": 1, "paper": 1}
	for _, i := range inks() {
		want := need[i.name]
		if want == 0 {
			want = 3
		}
		for _, c := range []struct{ ink, ground uint32 }{{i.light, inkPaper.light}, {i.dark, inkPaper.dark}} {
			if got := contrast(c.ink, c.ground); got < want {
				t.Errorf("ink %s: %06x on %06x has %.2f, want %v", i.name, c.ink, c.ground, got, want)
			}
		}
		if strings.Count(Style(), "--chart-"+i.name+":#") != 2 {
			t.Errorf("ink %s is not set for light and dark", i.name)
		}
	}
}

// TestLooks: no two of the first 36 series look alike.
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

// TestTopics: each topic's curve has the topic's colour, also when one before it has no points. The
// axis of means ends near the greatest.
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
		if got := labels(c.s); got != c.want {
			t.Errorf("%s: ticks %q, want %q", c.name, got, c.want)
		}
	}
}

// TestPlace: ends, middle, and what lies outside.
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

func TestRound125(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, -3: 0, 1: 1, 1.1: 2, 2: 2, 3: 5, 5: 5, 6: 10, 99: 100, 0.03: 0.05} {
		if got := round125(x); math.Abs(got-want) > 1e-12 {
			t.Errorf("round125(%v) = %v, want %v", x, got, want)
		}
	}
}

func TestLabels(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 999: "999", 1000: "1k", 2500: "2.5k", 1e6: "1M",
		3.25e9: "3.25G", 0.5: "0.5", -2000: "-2k"} {
		if got := human(x); got != want {
			t.Errorf("human(%v) = %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0%", 1: "100%", 0.25: "25%", 0.0001: "0.01%", 1.0 / 3: "33.3%"} {
		if got := percent(x); got != want {
			t.Errorf("percent(%v) = %q, want %q", x, got, want)
		}
	}
}

// TestSpread: places ascend from the first to the last, and are few.
func TestSpread(t *testing.T) {
	for _, n := range []int{0, 1, 2, 499, 500, 501, 1_000_000} {
		places := spread(n, mostRanks)
		if len(places) > mostRanks || len(places) > n {
			t.Errorf("%d places of %d", len(places), n)
		}
		for i := range places {
			if i > 0 && places[i] <= places[i-1] {
				t.Fatalf("places %d and %d of %d", places[i-1], places[i], n)
			}
		}
		if n > 0 && (places[0] != 0 || places[len(places)-1] < n-1-n/100) {
			t.Errorf("from %d to %d of %d", places[0], places[len(places)-1], n)
		}
	}
}

func TestEvery(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	if got := every(all, 3); len(got) != 3 || got[0] != 0 || got[1] != 5 || got[2] != 10 {
		t.Errorf("every third: %v", got)
	}
	if got := every(all, 20); len(got) != len(all) {
		t.Errorf("%d of %d", len(got), len(all))
	}
}
