package atlas

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// sites returns graphs of all shapes.
func sites() map[string]Input {
	all := map[string]Input{
		"nil":      {},
		"empty":    {Graph: &site.Graph{Offsets: []int{0}}},
		"one page": {Graph: graphOf(nil, [][]uint32{{}})},
		"one loop": {Graph: graphOf(nil, [][]uint32{{0}})},
		"no arcs":  {Graph: graphOf(nil, make([][]uint32, 20))},
		"star":     {Graph: graphOf(nil, append([][]uint32{{1, 2, 3, 4, 5}}, make([][]uint32, 5)...))},
		"hostile":  {Graph: graphOf(hostile(), append([][]uint32{{1, 2, 3}}, make([][]uint32, 15)...))},
	}
	all["chain"] = Input{Graph: chainOf(300)}
	all["1100 pages"] = randomSite(9, 1100, 5, 6, 9)
	for k, n := range []int{2, 40, 250} {
		for _, groups := range []int{1, 9, 70} {
			all[fmt.Sprintf("random %d in %d", n, groups)] = randomSite(uint64(k), n, 1+n%7, 6, groups)
		}
	}
	return all
}

func finite(values ...float64) bool {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// Pages lie in the ring of their level and the sector of their part, and hardly any two overlap.
func TestRings(t *testing.T) {
	for name, in := range sites() {
		m := New(in)
		v := m.views[0]
		if v.rings == nil {
			t.Errorf("%s: no map of the pages", name)
			continue
		}
		r := v.rings
		for i, dot := range r.dots {
			ring, at, radius := r.ring[i], dot.at, dot.radius
			if !finite(at.x, at.y, radius) || radius <= 0 {
				t.Fatalf("%s: page %d lies at %v, radius %v", name, i, at, radius)
			}
			if at.length()+radius > outermost+15 {
				t.Errorf("%s: page %d leaves the picture: %v from the middle", name, i, at.length())
			}
			if r.levels[ring] != min(m.graph.Pages[i].Level, 13) {
				t.Errorf("%s: page %d of level %d in the ring of level %d", name, i, m.graph.Pages[i].Level,
					r.levels[ring])
			}
			if length := at.length(); at != (point{}) && (length < r.inner[ring]-1e-6 || length > r.outer[ring]+1e-6) {
				t.Errorf("%s: page %d at %v, its ring is %v to %v", name, i, length, r.inner[ring], r.outer[ring])
			}
			part := v.parts.of[i]
			middle, half := (r.from[part]+r.to[part])/2, (r.to[part]-r.from[part])/2
			if turn := math.Remainder(at.angle()-middle, 2*math.Pi); at != (point{}) && math.Abs(turn) > half+1e-6 {
				t.Errorf("%s: page %d lies %v beside the middle of its sector of ±%v", name, i, turn, half)
			}
		}
		for k := 1; k < len(r.levels); k++ {
			if r.inner[k] <= r.outer[k-1] || r.levels[k] <= r.levels[k-1] {
				t.Errorf("%s: ring %d begins at %v, the one before it ends at %v", name, k, r.inner[k], r.outer[k-1])
			}
		}
		if share := overlapping(r); share > 0.03 {
			t.Errorf("%s: a share of %.2f of the pages overlaps another", name, share)
		}
	}
}

// overlapping returns the share of pages that overlap another by more than a tenth of the smaller radius.
func overlapping(r *rings) float64 {
	count := 0
	for i, p := range r.dots {
		for _, q := range r.dots[:i] {
			if distance(p.at, q.at) < p.radius+q.radius-0.1*min(p.radius, q.radius)-0.1 {
				count++
			}
		}
	}
	return float64(count) / float64(max(len(r.dots), 1))
}

// Bubbles are finite, apart and inside the picture; with many pages, their areas are proportional to the pages.
func TestBubbles(t *testing.T) {
	for name, in := range sites() {
		for _, v := range New(in).views {
			if v.bubbles == nil {
				continue
			}
			b := v.bubbles
			for i, bubble := range b {
				at, r := bubble.at, bubble.radius
				if !finite(at.x, at.y, r) || math.Abs(at.x)+r > bubblesWidth/2 || math.Abs(at.y)+r > bubblesHeight/2 {
					t.Errorf("%s: bubble %d at %v, radius %v", name, i, at, r)
				}
				for j := range i {
					if d := distance(at, b[j].at); d < r+b[j].radius {
						t.Errorf("%s: bubbles %d and %d are %v apart", name, i, j, d)
					}
				}
			}
		}
	}
	p := newParts(Grouping{Name: "folder", Of: []int32{0, 0, 0, 0, 1}, Labels: []string{"a", "b"}},
		graphOf(nil, make([][]uint32, 5)), 9)
	b := newBubbles(p)
	if ratio := b[0].radius / b[1].radius; math.Abs(ratio-2) > 0.01 {
		t.Errorf("four pages have %v times the radius of one", ratio)
	}
}

// In every tier, no two labels of one text size overlap, and all lie inside the picture.
func TestLabels(t *testing.T) {
	for name, in := range sites() {
		m := New(in)
		for _, v := range m.views {
			labels, half := []label(nil), box{-ringsSide / 2, -ringsSide / 2, ringsSide / 2, ringsSide / 2}
			if v.rings != nil {
				labels = v.ringLabels(v.rings.levelLabels())
			} else {
				labels = v.bubbles.labels(v.parts)
			}
			for tier, size := range tiers {
				var shown []box
				for _, l := range labels {
					if l.tier > tier {
						continue
					}
					b := l.box(size)
					if !b.within(half) {
						t.Errorf("%s: label %q lies outside: %v", name, l.text, b)
					}
					for _, other := range shown {
						if b.overlaps(other) {
							t.Errorf("%s: label %q overlaps another in tier %d", name, l.text, tier)
						}
					}
					shown = append(shown, b)
				}
				if len(shown) > maxLabels[tier] {
					t.Errorf("%s: %d labels in tier %d", name, len(shown), tier)
				}
			}
		}
	}
}

// The page in the middle has its name at every size, unless the rings' names take the place.
func TestStartPageNamed(t *testing.T) {
	all := sites()
	delete(all, "chain")
	crowd := make([][]uint32, 400) // all link to all, so they crowd around the middle
	for i := range crowd {
		for k := range crowd {
			crowd[i] = append(crowd[i], uint32(k))
		}
	}
	all["crowd"] = Input{Graph: graphOf(nil, crowd)}
	for name, in := range all {
		m := New(in)
		for _, v := range m.views {
			if v.rings == nil || len(v.rings.dots) == 0 {
				continue
			}
			if !slices.ContainsFunc(v.ringLabels(v.rings.levelLabels()),
				func(l label) bool { return l.of == 1 && l.tier == 0 }) {
				t.Errorf("%s: the start page has no name", name)
			}
		}
	}
}

// The map draws only arcs to pages that few others link to.
func TestMenu(t *testing.T) {
	// All 8 pages link to pages 0 and 1, and page 2 also links to page 3.
	targets := make([][]uint32, 8)
	for i := range targets {
		targets[i] = []uint32{0, 1}
	}
	targets[2] = []uint32{0, 1, 3}
	m := New(Input{Graph: graphOf(nil, targets)})
	// Pages 0 and 1 are menus, since more than a quarter of the pages link to them.
	console.Equal(t, m.menu(), 3, "arcs to pages with an in-degree from")
}

// A page's parent is the first page of an earlier level that links to it.
func TestParents(t *testing.T) {
	g := graphOf(nil, [][]uint32{{1, 2}, {3, 1}, {3, 4, 0}, {4}, {}})
	want := []int32{-1, 0, 0, 1, 2}
	for i, got := range parents(g) {
		console.Equal(t, got, want[i], "parent of", i)
	}
}

// The largest groups are drawn separately and the others together.
func TestParts(t *testing.T) {
	g := graphOf(nil, [][]uint32{{1, 5}, {2}, {0, 1}, {}, {}, {0}, {}})
	grouping := Grouping{Name: "folder", Of: []int32{2, 0, 2, 1, 9, -1, 2}, Labels: []string{"a", "b", "c", "none"}}
	p := newParts(grouping, g, 2)
	got := fmt.Sprint(p.labels, p.sizes, p.of, p.groups, p.rest)
	want := "[c a 1 smaller folder] [3 1 3] [0 1 0 2 2 2 0] 3 1"
	console.Equal(t, got, want)
	// Between c, a and the rest, 0→1 and 2→1 are arcs c→a, 1→2 is a→c, 0→5 is c→rest and 5→0 is rest→c. 2→0 lies within
	// c.
	console.Equal(t, fmt.Sprint(p.arcs), "[1 2 1 1 0 0 1 0 0]", "arcs")
	console.Equal(t, fmt.Sprint(p.flows()), "[[0 1 2] [0 2 1] [1 0 1] [2 0 1]]", "flows")
}

// Groups with fixed colours have the colours of their places in the list, and the rest has none.
func TestFixed(t *testing.T) {
	g := graphOf(nil, [][]uint32{{}, {}, {}, {}, {}, {}})
	grouping := Grouping{Of: []int32{11, 11, 11, 0, 0, -1}, Labels: make([]string, 12), Fixed: true}
	p := newParts(grouping, g, 3)
	console.Equal(t, fmt.Sprint(p.hue(0), p.hue(1), p.hue(2)), "1 0 10", "hues")
}

// Parts with arcs between them become neighbours on the circle.
func TestCircle(t *testing.T) {
	p := &parts{sizes: []int{1, 1, 1, 1, 1, 1}, arcs: make([]int, 36)}
	for _, pair := range [][2]int{{0, 3}, {3, 1}, {1, 4}, {4, 2}, {2, 5}, {5, 0}} {
		p.arcs[pair[0]*6+pair[1]] = 10
	}
	order := p.circle()
	for k := range order {
		i, j := order[k], order[(k+1)%6]
		if p.arcs[i*6+j]+p.arcs[j*6+i] == 0 {
			t.Errorf("%v: %d is beside %d", order, i, j)
		}
	}
}

// A name is cut only if room is short. At size 15, 26 letters and gaps take 218.1, and "names…" takes less than 80.
func TestWholeNames(t *testing.T) {
	texts := []string{strings.Repeat("n", 26), "names…"}
	for room, want := range map[float64]string{219: texts[0], 217: texts[1], 80: texts[1], 40: ""} {
		p := placer{discs: []disc{{at: point{}, radius: 5}}, sides: []side{right}}
		p.fits = func(_ label, b box) bool { return b.within(box{-50, -50, 5 + room, 50}) }
		p.place([]int{0}, func(int, int) []string { return texts })
		got := ""
		if len(p.labels) > 0 && p.labels[0].tier <= plainTier {
			got = p.labels[0].text
		}
		console.Equal(t, got, want, "in", room)
	}
}
