package atlas

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// TestFolders: pages are grouped by their first folders, which have the same places in all graphs.
func TestFolders(t *testing.T) {
	graph := func(keys ...string) *site.Graph {
		g := &site.Graph{Offsets: make([]int, len(keys)+1)}
		for _, key := range keys {
			g.Pages = append(g.Pages, site.Page{Key: key})
		}
		return g
	}
	a := graph("http://m.example/", "http://m.example/b/1", "http://m.example/b/c/2", "http://m.example/x?a=/b/")
	b := graph("http://m.example/a/1", "http://other.example/b/")
	all := Folders(a, b)
	for i, want := range [][]int32{{0, 2, 2, 0}, {1, 2}} {
		if !slices.Equal(all[i].Labels, []string{"/", "/a/", "/b/"}) || !slices.Equal(all[i].Of, want) {
			t.Errorf("graph %d: %q, %v", i, all[i].Labels, all[i].Of)
		}
	}
}

// TestBeside: two maps in one picture have both their names and no id twice.
func TestBeside(t *testing.T) {
	for name, in := range sites() {
		m := New(in)
		svg := string(Beside(m, m, [2]string{"a <b>", "after"}))
		if count := readXML(t, name, svg); count["svg"] != 3 || count["title"] != 1 {
			t.Errorf("%s: elements %v", name, count)
		}
		seen := map[string]bool{}
		for _, part := range strings.Split(svg, ` id="`)[1:] {
			id, _, _ := strings.Cut(part, `"`)
			if seen[id] {
				t.Errorf("%s: the id %s stands twice", name, id)
			}
			seen[id] = true
		}
		if !strings.Contains(svg, ">a &lt;b&gt;</text>") || !strings.Contains(svg, ">after</text>") {
			t.Errorf("%s: the names are missing", name)
		}
	}
}

// graphOf makes a graph of targets; levels are the least numbers of arcs from
// page 0, and the pages must be in their order.
func graphOf(titles []string, targets [][]uint32) *site.Graph {
	g := &site.Graph{Offsets: []int{0}}
	level := make([]int, len(targets))
	seen := []uint32{0}
	for i := 0; i < len(seen) && len(targets) > 0; i++ {
		for _, t := range targets[seen[i]] {
			if t != 0 && level[t] == 0 {
				level[t] = level[seen[i]] + 1
				seen = append(seen, t)
			}
		}
	}
	for i, list := range targets {
		title := fmt.Sprintf("Page %d", i)
		if i < len(titles) {
			title = titles[i]
		}
		g.Pages = append(g.Pages, site.Page{URL: fmt.Sprintf("http://museum.example/%d.html", i), Title: title,
			Level: level[i]})
		g.Targets = append(g.Targets, list...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NumbersOf(slices.Repeat([]uint32{1}, len(g.Targets))...)
	return g
}

// randomSite makes a site of n pages on the given number of levels, about
// degree arcs a page, and puts its pages into groups.
func randomSite(seed uint64, n, levels, degree, groups int) Input {
	random := rand.New(rand.NewPCG(seed, 1))
	level := make([]int, n)
	for i := 1; i < n; i++ {
		level[i] = 1 + random.IntN(max(levels-1, 1))
	}
	slices.Sort(level)
	g := &site.Graph{Offsets: []int{0}}
	in := Input{Graph: g}
	grouping := Grouping{Name: "folder"}
	for k := range groups {
		grouping.Labels = append(grouping.Labels, fmt.Sprintf("/folder %d/", k))
	}
	for i := range n {
		grouping.Of = append(grouping.Of, int32(random.IntN(groups)))
		g.Pages = append(g.Pages, site.Page{
			URL:   fmt.Sprintf("http://museum.example/folder%d/%d.html", grouping.Of[i], i),
			Title: fmt.Sprintf("The room %d of many - The museum", i), Level: level[i],
		})
		in.Rank = append(in.Rank, random.ExpFloat64()/float64(n))
		list := make([]uint32, random.IntN(2*degree+1))
		for k := range list {
			list[k] = uint32(random.IntN(n))
		}
		slices.Sort(list)
		g.Targets = append(g.Targets, slices.Compact(list)...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NumbersOf(slices.Repeat([]uint32{1}, len(g.Targets))...)
	if groups > 1 {
		in.Groups = []Grouping{grouping}
	}
	return in
}

// hostile are texts that the web may have as titles.
func hostile() []string {
	return []string{
		`</script><img src=x onerror=alert(1)>`, `<!--<script>`, `"'><svg onload=alert(1)>`,
		"line\u2028and\u2029end", "bad \xff\xfe bytes", "\x00\x1b[31m", "]]>", "&amp;&#60;", `{{.}}`, `\u003c`,
		"\u202eright to left", "   ", "", "🏛️👩‍🔬 museum", "图书馆 図書館", "</textPath></title>",
	}
}
