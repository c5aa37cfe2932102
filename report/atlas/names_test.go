package atlas

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/site"
)

// TestSameTitles: pages of one title are told apart by their paths, in the room that a name has.
func TestSameTitles(t *testing.T) {
	pages := []site.Page{{URL: "http://a.example/", Title: "Home"}, {URL: "http://a.example/one/", Title: "Chapter"},
		{URL: "http://a.example/two.html", Title: "Chapter"}, {URL: "http://a.example/three", Title: "Elsewhere"},
		{URL: "http://a.example/a/" + strings.Repeat("long", 20) + "-1", Title: strings.Repeat("Same ", 20)},
		{URL: "http://a.example/a/" + strings.Repeat("long", 20) + "-2", Title: strings.Repeat("Same ", 20)}}
	n, seen := newNames(pages), map[string]bool{}
	for i, want := range []string{"Home", "Chapter · one", "Chapter · two.html", "Elsewhere"} {
		if got := n.of(pages[i]); got != want {
			t.Errorf("page %d is called %q, want %q", i, got, want)
		}
	}
	for _, page := range pages {
		name := n.of(page)
		if seen[name] || len([]rune(name)) > longestDrawn {
			t.Errorf("%q is the name of two pages, or longer than %d", name, longestDrawn)
		}
		seen[name] = true
	}
}

// TestHuesOnce: no two parts have one colour; those beyond the number of colours are grey.
func TestHuesOnce(t *testing.T) {
	g, in := chainOf(60), Grouping{Name: "folder"}
	for i := range g.Pages {
		in.Of = append(in.Of, int32(i/3))
	}
	for i := range 20 {
		in.Labels = append(in.Labels, fmt.Sprint("part ", i))
	}
	p, seen := newParts(in, g, mostBubbles), map[int]bool{}
	for i := range p.sizes {
		hue := p.hue(i)
		if hue != hues && seen[hue] || (hue == hues) != (i >= hues) {
			t.Errorf("part %d has colour %d", i, hue)
		}
		seen[hue] = true
	}
}

// chainOf is a site whose pages link to the next one each.
func chainOf(n int) *site.Graph {
	g := &site.Graph{Offsets: []int{0}}
	for i := range n {
		g.Pages = append(g.Pages, site.Page{URL: fmt.Sprintf("http://chain.example/%d", i), Title: "Chapter", Level: i})
		if i+1 < n {
			g.Targets = append(g.Targets, uint32(i+1))
			g.Weights.Append(1)
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return g
}

// TestBand: a long chain has rings for its first twelve levels, and one band for all others.
func TestBand(t *testing.T) {
	for length, want := range map[int]string{13: "12", 14: "13", 15: "13–14", 40: "13–39"} {
		r := New(Input{Graph: chainOf(length)}).views[0].rings
		if got := r.level(len(r.levels) - 1); got != want || len(r.levels) > 14 {
			t.Errorf("%d pages: %d rings, the last is of depth %s, want %s", length, len(r.levels), got, want)
		}
	}
}

// TestLed: the most important pages have names, if need be at the end of a line, and no two names overlap.
func TestLed(t *testing.T) {
	m := New(Input{Graph: chainOf(40)})
	v := m.views[0]
	named, led := map[int]bool{}, 0
	all := v.ringLabels(v.rings.levelLabels())
	for i, l := range all {
		if l.tier > plainTier {
			continue
		}
		named[l.of-1] = true
		if l.led {
			led++
		}
		for _, other := range all[:i] {
			if other.tier <= plainTier && other.box(tiers[plainTier]).overlaps(l.box(tiers[plainTier])) {
				t.Errorf("%q lies on %q", l.text, other.text)
			}
		}
	}
	for _, i := range byRank(m.rank)[:mostLed] {
		if !named[i] {
			t.Errorf("page %d of great rank has no name", i)
		}
	}
	if svg := string(m.SVG()); led > 0 && !strings.Contains(svg, `<path class="t1" fill="none"`) {
		t.Error("no line leads to a name")
	}
}

// TestGreatBubbles: the five greatest bubbles have names, however crowded.
func TestGreatBubbles(t *testing.T) {
	g, in := chainOf(3600), Grouping{Name: "folder"}
	for i := range g.Pages {
		in.Of = append(in.Of, int32(i%36))
	}
	for i := range 36 {
		in.Labels = append(in.Labels, fmt.Sprintf("a rather long name of a folder %d", i))
	}
	v := New(Input{Graph: g, Groups: []Grouping{in}}).views[0]
	named := map[int]bool{}
	for _, l := range v.bubbles.labels(v.parts) {
		if l.tier <= plainTier {
			named[l.of-1] = true
		}
	}
	for i := range mostNamed {
		if !named[i] {
			t.Errorf("bubble %d has no name", i)
		}
	}
}
