package export

import (
	"math"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// Topics get distinct column names that Gephi does not interpret.
func TestTopicColumns(t *testing.T) {
	topics := []string{"art", "Art", "open source", "  ", "4", "λ-calculus & co", "हिन्दी", "art_2", "Zeit-Interval",
		"9", "ﬁ\x00\xff"}
	want := []string{"art", "Art_2", "3", "4", "4_2", "λ_calculus_co", "हिन्दी", "art_2_2", "9", "9_2", "ﬁ"}
	for i := range want {
		want[i] = "relevance_" + want[i]
	}
	console.Equal(t, topicColumns(topics), want)
}

// If all pages belong to one agent, colours and positions follow the levels.
func TestOneOwner(t *testing.T) {
	c := searched()
	for i := range c.Searched.Pages {
		c.Searched.Pages[i].Agent = 1
	}
	l := newLooks(c, nil)
	for i, want := range []struct {
		y   float64
		rgb [3]int
	}{{13.31, palette[0]}, {-23.05, palette[0]}, {84.98, palette[2]}, {-87.04, palette[2]}} {
		if x, y, rgb := l.of(i + 1); x != 0 || y != want.y || rgb != want.rgb {
			t.Errorf("page %d: %v, %v, %v", i+1, x, y, rgb)
		}
	}
	c.Graph, c.Searched.Pages = &site.Graph{Offsets: []int{0}}, nil
	if severalOwners(c) {
		t.Error("no page has several owners")
	}
}

// The colours of ten agents, of nobody, and white differ clearly in CIELAB, also for people who lack a kind of cone
// (matrices of Machado, Oliveira and Fernandes, 2009). A difference of 2 is just visible.
func TestOwnerColours(t *testing.T) {
	all := [][3]int{{255, 255, 255}, ownerColour(site.Nobody, false)}
	for i := range owners {
		all = append(all, ownerColour(i, true))
	}
	for name, matrix := range map[string][3][3]float64{
		"all cones": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
			{-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
			{-0.011820, 0.042940, 0.968881}},
		"tritanopia": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
			{0.004733, 0.691367, 0.303900}},
	} {
		for i := range all {
			for j := range i {
				a, b := lab(all[i], matrix), lab(all[j], matrix)
				if d := math.Sqrt(sq(a[0]-b[0]) + sq(a[1]-b[1]) + sq(a[2]-b[2])); d < 12 {
					t.Errorf("%s: %v and %v are %.1f apart", name, all[i], all[j], d)
				}
			}
		}
	}
	for _, c := range []struct {
		agent  int
		stored bool
		want   [3]int
	}{{0, false, [3]int{176, 200, 243}}, {10, true, [3]int{57, 86, 138}}, {10, false, [3]int{156, 171, 197}}} {
		console.Equal(t, ownerColour(c.agent, c.stored), c.want, "agent", c.agent)
	}
}

func sq(x float64) float64 { return x * x }

// lab converts a colour to CIELAB, as seen by eyes that a matrix describes.
func lab(rgb [3]int, eyes [3][3]float64) [3]float64 {
	var linear, seen [3]float64
	for i, v := range rgb {
		linear[i] = float64(v) / 255 / 12.92
		if x := float64(v) / 255; x > 0.04045 {
			linear[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	for i, row := range eyes {
		seen[i] = min(1, max(0, row[0]*linear[0]+row[1]*linear[1]+row[2]*linear[2]))
	}
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	r, g, b := seen[0], seen[1], seen[2]
	x, y, z := f((0.4124*r+0.3576*g+0.1805*b)/0.95047), f(0.2126*r+0.7152*g+0.0722*b),
		f((0.0193*r+0.1192*g+0.9505*b)/1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}
