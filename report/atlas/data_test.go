package atlas

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// unpackedNumbers reads varints from base64, as the script does.
func unpackedNumbers(t *testing.T, text string) (all []int) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(text)
	console.Must(t, err)
	for len(raw) > 0 {
		n, size := binary.Uvarint(raw)
		if size <= 0 {
			t.Fatal("a number without end")
		}
		all, raw = append(all, int(n)), raw[size:]
	}
	return all
}

// unfolded undoes folded, as the script does.
func unfolded(t *testing.T, like string, own []string) (all []string) {
	t.Helper()
	lengths := unpackedNumbers(t, like)
	var last []uint16
	for i, text := range own {
		head, tail := lengths[2*i], lengths[2*i+1]
		next := append(slices.Clone(last[:head]), utf16.Encode([]rune(text))...)
		last = append(next, last[len(last)-tail:]...)
		all = append(all, string(utf16.Decode(last)))
	}
	return all
}

// seen is the data as the script reads them.
type seen struct {
	Total, Pages                                int
	Index, Levels, In, Out, Weight, Links, Arcs string
	Titles, URLs                                struct {
		Like string
		Own  []string
	}
	Views []struct {
		Name    string
		Of, Nth string
		Parts   []partData
		Flows   [][3]int
		Drawn   int
	}
}

func readData(t *testing.T, m *Map) seen {
	t.Helper()
	text, pages := m.pack()
	var s seen
	console.Must(t, json.Unmarshal(text, &s))
	if s.Pages != pages || len(text) > budget {
		t.Errorf("%d pages, said to be %d, in %d bytes", s.Pages, pages, len(text))
	}
	return s
}

// Unpacking the data gives the graph.
func TestDataRoundTrip(t *testing.T) {
	for name, in := range sites() {
		m := New(in)
		s := readData(t, m)
		g := m.graph
		if s.Total != len(g.Pages) || s.Pages != s.Total {
			t.Errorf("%s: %d of %d pages of %d", name, s.Pages, s.Total, len(g.Pages))
			continue
		}
		titles, urls := unfolded(t, s.Titles.Like, s.Titles.Own), unfolded(t, s.URLs.Like, s.URLs.Own)
		levels, in, out := unpackedNumbers(t, s.Levels), unpackedNumbers(t, s.In), unpackedNumbers(t, s.Out)
		links, arcs := unpackedNumbers(t, s.Links), unpackedNumbers(t, s.Arcs)
		degrees := g.InDegrees()
		for i, p := range g.Pages {
			if levels[i] != p.Level || in[i] != degrees[i] || out[i] != g.OutDegree(i) {
				t.Errorf("%s: page %d: level %d, degrees %d and %d", name, i, levels[i], in[i], out[i])
			}
			if want := clean(p.Title, longestTitle); titles[i] != want && want != "" {
				t.Errorf("%s: title %q, want %q", name, titles[i], want)
			}
			console.Equal(t, urls[i], p.URL, name)
			console.Equal(t, links[i], 1, name)
			want, _ := g.Out(i)
			count, t0 := arcs[0], 0
			arcs = arcs[1:]
			if count != len(want) {
				t.Fatalf("%s: page %d has %d arcs, want %d", name, i, count, len(want))
			}
			for k := range count {
				t0 += arcs[k]
				if t0 != int(want[k]) {
					t.Fatalf("%s: arc from %d to %d, want %d", name, i, t0, want[k])
				}
			}
			arcs = arcs[count:]
		}
		for k, v := range s.Views {
			of := unpackedNumbers(t, v.Of)
			for i := range of {
				console.Equal(t, int32(of[i]), m.views[k].parts.of[i], name, i, of[i])
			}
		}
	}
}

// Folding and unfolding gives back any text, made valid UTF-8.
func TestFolded(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	signs := []rune("ab/é中🏛🏜👩\u2028<")
	var texts []string
	var f folded
	for range 3000 {
		text := make([]rune, random.IntN(7))
		for i := range text {
			text[i] = signs[random.IntN(len(signs))]
		}
		texts = append(texts, string(text))
		f.add(string(text))
	}
	like, err := f.Like.MarshalText()
	console.Must(t, err)
	console.Equal(t, unfolded(t, string(like), f.Own), texts, "texts differ")
	for _, own := range f.Own {
		if !utf8.ValidString(own) || strings.ContainsRune(own, utf8.RuneError) {
			t.Fatalf("%q: a character was cut in two", own)
		}
	}
}

// clean returns one line of visible characters that is never longer than allowed.
func TestHostileTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"  a \n\t b  ", "a b"}, {"", ""}, {"\x00\x1b[31mred", "[31mred"}, {"a\u202eb", "ab"}, {"a\u2028b", "a b"},
		{"\xff", "\ufffd"}, {"12345678", "12345678"}, {"123456789", "1234567…"}, {"1234567 9", "1234567…"},
		{"123456 89", "123456…"}, {"图书馆", "图书馆"},
	} {
		console.Equal(t, clean(c.text, 8), c.want, "clean", c.text)
	}
	long := strings.Repeat("very long ", 100_000)
	if got := utf8.RuneCountInString(clean(long, longestTitle)); got > longestTitle {
		t.Errorf("%d characters", got)
	}
}

// Only complete http and https addresses become links.
func TestIsLink(t *testing.T) {
	for address, want := range map[string]bool{
		"http://museum.example/": true, "https://museum.example/a?b=c#d": true,
		"javascript:alert(1)": false, "data:text/html,x": false, "//museum.example/": false, "/path": false, "": false,
		"http://": false, "http://museum.example/\u202e": false,
		"http://museum.example/" + strings.Repeat("x", 600): false,
		"http://%zz/": false, "JAVASCRIPT://museum.example/%0aalert(1)": false,
	} {
		console.Equal(t, isLink(address), want, address)
	}
}

// Names leave out what most titles share, such as the site's name before a colon, and keep other colons.
func TestNames(t *testing.T) {
	for _, c := range []struct{ titles, want []string }{
		{[]string{"The museum — home", "Rooms - The museum", "Hours - The museum", "Fares - The museum", "",
			"A very long title about everything - The museum"},
			[]string{"The museum — home", "Rooms", "Hours", "Fares", "4.html", "A very long title about eve…"}},
		{[]string{"virt: Start", "virt: Downloads", "virt:", "virt: Drivers: LXC"},
			[]string{"Start", "Downloads", "virt:", "Drivers: LXC"}},
		{[]string{"Rooms :: Museum", "Hours :: Museum", "Art: a guide :: Museum"},
			[]string{"Rooms", "Hours", "Art: a guide"}},
		{[]string{"A: one", "B: two", "C: three", "D: four"}, []string{"A: one", "B: two", "C: three", "D: four"}},
	} {
		pages := graphOf(c.titles, make([][]uint32, len(c.titles))).Pages
		n := newNames(pages)
		for i, p := range pages {
			console.Equal(t, n.of(p), c.want[i], p.Title, "is called")
		}
	}
}

// Slices of wrong lengths and impossible numbers do no harm.
func TestInputThatDoesNotFit(t *testing.T) {
	g := graphOf(nil, [][]uint32{{1, 2}, {2}, {0}})
	nan := 0.0
	nan /= nan
	for _, in := range []Input{
		{Graph: g, Rank: []float64{nan, -1, 1e300}},
		{Graph: g, Rank: []float64{1}},
		{Graph: g, Groups: []Grouping{{}, {Name: "x", Of: []int32{0}, Labels: []string{"a", "b"}}}},
		{Graph: g, Groups: []Grouping{{Name: "", Of: []int32{7, -3, 1}, Labels: []string{"a", "b"}}}},
	} {
		m := New(in)
		if svg := string(m.SVG()); strings.Contains(svg, "NaN") {
			t.Errorf("%v: NaN", in)
		}
		readData(t, m)
	}
}

// The map stays within its budget for 100,000 pages with the longest titles and half a million arcs.
func TestManyPages(t *testing.T) {
	const n = 100_000
	g := &site.Graph{Pages: make([]site.Page, n), Offsets: make([]int, n+1), Targets: make([]uint32, 0, 5*n)}
	random := rand.New(rand.NewPCG(5, 6))
	folder := Grouping{Name: "folder", Of: make([]int32, n)}
	for k := range 5000 {
		folder.Labels = append(folder.Labels, fmt.Sprintf("/folder %d/", k))
	}
	title := strings.Repeat("<&'\"> ", 40)
	for i := range n {
		folder.Of[i] = int32(random.IntN(70) * random.IntN(70))
		g.Pages[i] = site.Page{URL: "http://museum.example/" + strconv.Itoa(random.Int()) +
			"/&&&&&&&&&&&&&&&&&&&&/" + strconv.Itoa(i), Title: title[random.IntN(100):], Level: min(i, 1+i/10_000)}
		for range 5 {
			g.Targets = append(g.Targets, uint32(random.IntN(n)))
		}
		slices.Sort(g.Targets[5*i:])
		g.Offsets[i+1] = len(g.Targets)
	}
	g.Weights = site.NumbersOf(slices.Repeat([]uint32{1}, len(g.Targets))...)
	m := New(Input{Graph: g, Groups: []Grouping{folder}})
	html, style, script := m.Fragment()
	var s seen
	_, text, _ := strings.Cut(html, `id="sm-data">`)
	text, _, _ = strings.Cut(text, "</script>")
	console.Must(t, json.Unmarshal([]byte(text), &s))
	size := len(html) + len(style) + len(script)
	t.Logf("%d bytes, %d pages kept", size, s.Pages)
	if size > 4_000_000 || s.Pages < 4500 {
		t.Errorf("%d bytes, %d pages kept", size, s.Pages)
	}
	if !strings.Contains(html, "Of 100,000 pages, the ") {
		t.Error("nothing says that pages are left out")
	}
	of := unpackedNumbers(t, s.Views[0].Of)
	members := make([]int, len(s.Views[0].Parts))
	for _, part := range of {
		members[part]++
	}
	if slices.Min(members) < 12 {
		t.Errorf("pages of the parts: %v", members)
	}
	// Nth has the place of each kept page in its part, counted from 0.
	var counts [maxBubbles + 1]int
	index, nth, next := unpackedNumbers(t, s.Index), unpackedNumbers(t, s.Views[0].Nth), 0
	k := 0
	for i := range n {
		if k < len(index) && next+index[k] == i {
			if nth[k] != counts[of[k]] {
				t.Fatalf("page %d is number %d of its part, want %d", i, nth[k], counts[of[k]])
			}
			next += index[k]
			k++
		}
		counts[m.views[0].parts.of[i]]++
	}
	console.Equal(t, k, len(index))
}

// No text can break the picture or the data.
func FuzzText(f *testing.F) {
	for _, text := range hostile() {
		f.Add(text, "http://museum.example/"+text)
	}
	f.Fuzz(func(t *testing.T, title, address string) {
		g := graphOf([]string{title, title + "x", "y" + title}, [][]uint32{{1, 2}, {0}, {}})
		g.Pages[1].URL = address
		m := New(Input{Graph: g, Groups: []Grouping{{Name: title, Of: []int32{0, 1, 1},
			Labels: []string{title, address}}}})
		readXML(t, "svg", string(m.SVG()))
		s := readData(t, m)
		console.Equal(t, len(unfolded(t, s.Titles.Like, s.Titles.Own)), 3, "titles")
		html, _, _ := m.Fragment()
		console.Equal(t, strings.Count(html, "<script"), 1, title)
		console.Equal(t, strings.Count(html, "</script"), 1, title)
	})
}

// Pages with the same title are distinguished by their paths, within the length of a name.
func TestSameTitles(t *testing.T) {
	pages := []site.Page{{URL: "http://a.example/", Title: "Home"}, {URL: "http://a.example/one/", Title: "Chapter"},
		{URL: "http://a.example/two.html", Title: "Chapter"}, {URL: "http://a.example/three", Title: "Elsewhere"},
		{URL: "http://a.example/a/" + strings.Repeat("long", 20) + "-1", Title: strings.Repeat("Same ", 20)},
		{URL: "http://a.example/a/" + strings.Repeat("long", 20) + "-2", Title: strings.Repeat("Same ", 20)}}
	n, seen := newNames(pages), map[string]bool{}
	for i, want := range []string{"Home", "Chapter · one", "Chapter · two.html", "Elsewhere"} {
		console.Equal(t, n.of(pages[i]), want, "page", i, "is called")
	}
	for _, page := range pages {
		name := n.of(page)
		if seen[name] || len([]rune(name)) > longestDrawn {
			t.Errorf("%q is the name of two pages, or longer than %d", name, longestDrawn)
		}
		seen[name] = true
	}
}

// No two parts have the same colour; parts beyond the number of colours are grey.
func TestHuesOnce(t *testing.T) {
	g, in := chainOf(60), Grouping{Name: "folder"}
	for i := range g.Pages {
		in.Of = append(in.Of, int32(i/3))
	}
	for i := range 20 {
		in.Labels = append(in.Labels, fmt.Sprint("part ", i))
	}
	p, seen := newParts(in, g, maxBubbles), map[int]bool{}
	for i := range p.sizes {
		hue := p.hue(i)
		if hue != hues && seen[hue] || (hue == hues) != (i >= hues) {
			t.Errorf("part %d has colour %d", i, hue)
		}
		seen[hue] = true
	}
}

// chainOf returns a site of n pages, each of which links to the next.
func chainOf(n int) *site.Graph {
	targets := make([][]uint32, n)
	for i := range targets[1:] {
		targets[i] = []uint32{uint32(i + 1)}
	}
	return graphOf(slices.Repeat([]string{"Chapter"}, n), targets)
}

// A long chain has a ring for each of its first twelve levels, and one band for all others.
func TestBand(t *testing.T) {
	for length, want := range map[int]string{13: "12", 14: "13", 15: "13–14", 40: "13–39"} {
		r := New(Input{Graph: chainOf(length)}).views[0].rings
		if got := r.level(len(r.levels) - 1); got != want || len(r.levels) > 14 {
			t.Errorf("%d pages: %d rings, the last is of depth %s, want %s", length, len(r.levels), got, want)
		}
	}
}

// The most important pages have names, if need be at the end of a line, and no two names overlap.
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
	for _, i := range byRank(m.rank)[:maxLed] {
		if !named[i] {
			t.Errorf("page %d of great rank has no name", i)
		}
	}
	if svg := string(m.SVG()); led > 0 && !strings.Contains(svg, `<path class="t1" fill="none"`) {
		t.Error("no line leads to a name")
	}
}

// The five largest bubbles have names, however crowded they are.
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
	for i := range maxNamed {
		if !named[i] {
			t.Errorf("bubble %d has no name", i)
		}
	}
}

// Pages are grouped by their first folders, which have the same places in all graphs.
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
		console.Equal(t, all[i].Labels, []string{"/", "/a/", "/b/"}, "graph", i)
		console.Equal(t, all[i].Of, want, "graph", i)
	}
}

// Two maps in one picture have both names and no duplicate id.
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

// graphOf makes a graph from targets. A page's level is its distance from page 0 in arcs.
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

// randomSite makes a site of n pages in levels and groups, with about degree arcs per page.
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

// hostile returns titles that pages of the web might have.
func hostile() []string {
	return []string{
		`</script><img src=x onerror=alert(1)>`, `<!--<script>`, `"'><svg onload=alert(1)>`,
		"line\u2028and\u2029end", "bad \xff\xfe bytes", "\x00\x1b[31m", "]]>", "&amp;&#60;", `{{.}}`, `\u003c`,
		"\u202eright to left", "   ", "", "🏛️👩‍🔬 museum", "图书馆 図書館", "</textPath></title>",
	}
}
