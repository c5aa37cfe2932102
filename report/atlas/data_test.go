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

	"sitegraph/site"
)

// unpackedNumbers reads varints out of base64, as the script does.
func unpackedNumbers(t *testing.T, text string) (all []int) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
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

// seen is what the script reads.
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
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	if s.Pages != pages || len(text) > budget {
		t.Errorf("%d pages, said to be %d, in %d bytes", s.Pages, pages, len(text))
	}
	return s
}

// TestDataRoundTrip: what is unpacked is the graph.
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
			if urls[i] != p.URL || links[i] != 1 {
				t.Errorf("%s: URL %q, want %q", name, urls[i], p.URL)
			}
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
				if int32(of[i]) != m.views[k].parts.of[i] {
					t.Errorf("%s: page %d in part %d", name, i, of[i])
				}
			}
		}
	}
}

// TestFolded: any texts come back, valid UTF-8 or made so.
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
	if err != nil {
		t.Fatal(err)
	}
	if got := unfolded(t, string(like), f.Own); !slices.Equal(got, texts) {
		t.Error("texts differ")
	}
	for _, own := range f.Own {
		if !utf8.ValidString(own) || strings.ContainsRune(own, utf8.RuneError) {
			t.Fatalf("%q: a character was cut in two", own)
		}
	}
}

// TestHostileTexts: what is kept of them is one line of visible characters, and never longer than allowed.
func TestHostileTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"  a \n\t b  ", "a b"}, {"", ""}, {"\x00\x1b[31mred", "[31mred"}, {"a\u202eb", "ab"}, {"a\u2028b", "a b"},
		{"\xff", "\ufffd"}, {"12345678", "12345678"}, {"123456789", "1234567…"}, {"1234567 9", "1234567…"},
		{"123456 89", "123456…"}, {"图书馆", "图书馆"},
	} {
		if got := clean(c.text, 8); got != c.want {
			t.Errorf("clean(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	long := strings.Repeat("very long ", 100_000)
	if got := utf8.RuneCountInString(clean(long, longestTitle)); got > longestTitle {
		t.Errorf("%d characters", got)
	}
}

// TestIsLink: only whole http and https addresses become links.
func TestIsLink(t *testing.T) {
	for address, want := range map[string]bool{
		"http://museum.example/": true, "https://museum.example/a?b=c#d": true,
		"javascript:alert(1)": false, "data:text/html,x": false, "//museum.example/": false, "/path": false, "": false,
		"http://": false, "http://museum.example/\u202e": false,
		"http://museum.example/" + strings.Repeat("x", 600): false,
		"http://%zz/": false, "JAVASCRIPT://museum.example/%0aalert(1)": false,
	} {
		if got := isLink(address); got != want {
			t.Errorf("%.40q: %v, want %v", address, got, want)
		}
	}
}

// TestNames: what most titles share is left out of the picture.
func TestNames(t *testing.T) {
	g := graphOf([]string{
		"The museum — home", "Rooms - The museum", "Hours - The museum", "Fares - The museum", "",
		"A very long title about everything - The museum",
	}, make([][]uint32, 6))
	n := newNames(g.Pages)
	want := []string{"The museum — home", "Rooms", "Hours", "Fares", "4.html", "A very long title about eve…"}
	for i, p := range g.Pages {
		if got := n.of(p); got != want[i] {
			t.Errorf("%q, want %q", got, want[i])
		}
	}
}

// TestNamesBehindColons: the site's name before a colon is cut, a colon within titles is not.
func TestNamesBehindColons(t *testing.T) {
	for _, c := range []struct{ titles, want []string }{
		{[]string{"virt: Start", "virt: Downloads", "virt:", "virt: Drivers: LXC"},
			[]string{"Start", "Downloads", "virt:", "Drivers: LXC"}},
		{[]string{"Rooms :: Museum", "Hours :: Museum", "Art: a guide :: Museum"},
			[]string{"Rooms", "Hours", "Art: a guide"}},
		{[]string{"A: one", "B: two", "C: three", "D: four"}, []string{"A: one", "B: two", "C: three", "D: four"}},
	} {
		var pages []site.Page
		for _, title := range c.titles {
			pages = append(pages, site.Page{Title: title})
		}
		n := newNames(pages)
		for i, p := range pages {
			if got := n.of(p); got != c.want[i] {
				t.Errorf("%q is called %q, want %q", p.Title, got, c.want[i])
			}
		}
	}
}

// TestInputThatDoesNotFit: wrong lengths and numbers do no harm.
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

// TestManyPages: the budget is kept for a site of 100,000 pages and half a million arcs, with titles as long as they
// get.
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
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
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
	// The place of each kept page among those of its part, counted from 0.
	var counts [mostBubbles + 1]int
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
	if k != len(index) {
		t.Errorf("%d of %d pages found", k, len(index))
	}
}

// FuzzText: no text makes the picture or the data something else.
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
		if got := unfolded(t, s.Titles.Like, s.Titles.Own); len(got) != 3 {
			t.Errorf("titles %q", got)
		}
		html, _, _ := m.Fragment()
		if strings.Count(html, "<script") != 1 || strings.Count(html, "</script") != 1 {
			t.Errorf("%q: another script", title)
		}
	})
}
