package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/community"
	"gonum.org/v1/gonum/graph/simple"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// triangles returns {0,1,2} and {3,4,5}, with one-way arcs, joined by 2→3. 5 has a self-loop, and 6 has no arcs.
func triangles() *site.Graph {
	return graphOf(7, arc(0, 1), arc(1, 2), arc(2, 0), arc(3, 4), arc(4, 5), arc(5, 3), arc(2, 3), arc(5, 5))
}

func TestCommunitiesOfLittle(t *testing.T) {
	for _, test := range []struct {
		name  string
		g     *site.Graph
		count int
	}{
		{"no page", &site.Graph{}, 0},
		{"one page", graphOf(1), 1},
		{"a self-loop", graphOf(1, arc(0, 0)), 1},
		{"no arcs", graphOf(3), 3},
		{"self-loops only", graphOf(3, arc(0, 0), arc(1, 1)), 3},
		{"one arc", graphOf(2, arc(0, 1)), 1},
		{"more than are listed", graphOf(150), 150},
	} {
		got, of := describeCommunities(test.g, newDigraph(test.g), nil)
		if got.Count != test.count || len(got.List) != min(test.count, 100) || len(of) != len(test.g.Pages) {
			t.Errorf("%s: %d communities, %d listed, of %d pages", test.name, got.Count, len(got.List), len(of))
		}
		if got.Modularity != 0 && test.count != 1 || got.List == nil {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}

func TestCommunitiesAreSound(t *testing.T) {
	eachRandom(t, sizes, 5, func(t *testing.T, g *site.Graph) {
		w := newDigraph(g)
		c, of := describeCommunities(g, w, nil)
		checkConnected(t, w, of, c.Count)
		checkNumbering(t, c, of)
		checkBorders(t, g, c)
	})
}

// checkConnected joins neighbours in the same community and counts the groups that are left.
func checkConnected(t *testing.T, w digraph, of []int32, count int) {
	t.Helper()
	leader := make([]int, w.pages)
	for i := range leader {
		leader[i] = i
	}
	find := func(i int) int {
		for leader[i] != i {
			i = leader[i]
		}
		return i
	}
	parts := w.pages
	for i := range w.pages {
		for _, j := range w.out.of(i) {
			if a, b := find(i), find(int(j)); of[i] == of[j] && a != b {
				leader[a] = b
				parts--
			}
		}
	}
	console.Equal(t, parts, count)
}

func checkNumbering(t *testing.T, c Communities, of []int32) {
	t.Helper()
	for i, own := range c.List {
		pages, first := 0, 0
		for p, k := range of {
			if int(k) != i {
				continue
			}
			if pages++; first == 0 {
				first = p + 1
			}
		}
		if pages != own.Pages || first != own.First || pages == 0 {
			t.Errorf("community %d: %d pages from %d on, but %+v", i, pages, first, own)
		}
		if i > 0 && (c.List[i-1].Pages < own.Pages || c.List[i-1].Pages == own.Pages && c.List[i-1].First > own.First) {
			t.Errorf("communities %d and %d in wrong order", i-1, i)
		}
	}
}

func checkBorders(t *testing.T, g *site.Graph, c Communities) {
	t.Helper()
	if c.Count > len(c.List) {
		return
	}
	inside, out, in := 0, 0, 0
	for _, own := range c.List {
		inside, out, in = inside+own.Inside, out+own.Out, in+own.In
	}
	console.Equal(t, inside+out, g.Arcs(), inside)
	console.Equal(t, out, in, inside)
}

func TestCommunitiesAgainstGonum(t *testing.T) {
	ours, theirs := 0.0, 0.0
	for _, size := range [][2]int{{5, 4}, {30, 25}, {50, 80}, {200, 1000}, {400, 1500}} {
		for seed := range uint64(3) {
			g := randomGraph(seed, size[0], size[1])
			c, of := describeCommunities(g, newDigraph(g), nil)
			u := undirected(g)
			groups := make([][]graph.Node, c.Count)
			for i, k := range of {
				groups[k] = append(groups[k], simple.Node(i))
			}
			if q := community.Q(u, groups, 1); math.Abs(q-c.Modularity) > 1e-8 {
				t.Errorf("%v seed %d: modularity %v, gonum %v", size, seed, c.Modularity, q)
			}
			ours += c.Modularity
			theirs += community.Q(u, community.Modularize(u, 1, rand.NewPCG(seed, 1)).Communities(), 1)
		}
	}
	if ours < 0.98*theirs {
		t.Errorf("modularity %v in sum, gonum %v", ours, theirs)
	}
}

// undirected weighs each pair of pages by the number of arcs between them.
func undirected(g *site.Graph) *simple.WeightedUndirectedGraph {
	u := simple.NewWeightedUndirectedGraph(0, 0)
	for i := range g.Pages {
		u.AddNode(simple.Node(i))
	}
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, j := range targets {
			if weight, _ := u.Weight(int64(i), int64(j)); int(j) != i {
				u.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(i), T: simple.Node(j), W: weight + 1})
			}
		}
	}
	return u
}

func TestLabels(t *testing.T) {
	g := triangles()
	for i, page := range []struct{ path, title string }{
		{"/shop/a/1", "Shoes and boots - Example"}, {"/shop/a/2", "Boots for winter - Example"},
		{"/shop/b/1", "Shoes - Example"},
		{"/blog/1", "News of May - Example"}, {"/blog/2", "More news - Example"}, {"/other", "News - Example"},
		{"/x/", "Contact, imprint - Example"},
	} {
		g.Pages[i].URL, g.Pages[i].Title = "https://example.com"+page.path, page.title
	}
	got, _ := describeCommunities(g, newDigraph(g), nil)
	for i, want := range []struct {
		prefix string
		words  []string
	}{
		// boots and shoes are in two titles here and in none outside. example is in all titles, the other words in one.
		{"/shop/a/", []string{"boots", "shoes"}},
		{"/blog/", []string{"news"}},
		// The community's only page has all its words except example, sorted by name.
		{"/x/", []string{"contact", "imprint"}},
	} {
		if c := got.List[i]; c.Prefix != want.prefix || !slices.Equal(c.Words, want.words) {
			t.Errorf("community %d: %q %q, want %q %q", i, c.Prefix, c.Words, want.prefix, want.words)
		}
	}
}

func TestOneCommunityHasNoWords(t *testing.T) {
	g := graphOf(2, arc(0, 1))
	g.Pages[0].Title, g.Pages[1].Title = "Same words", "Same words"
	if got, _ := describeCommunities(g, newDigraph(g), nil); len(got.List) != 1 || len(got.List[0].Words) != 0 {
		t.Errorf("got %+v", got.List)
	}
}

func TestTitleWords(t *testing.T) {
	for title, want := range map[string][]string{
		"":                               {},
		"The  THE the, Cat's 42 a3":      {"a3", "cat"},
		"\xff\xfe":                       {},
		"Straße ÉTÉ 漢字":                  {"straße", "été", "漢字"},
		"東京都":                            {"京都", "東京"},
		strings.Repeat("x", 41) + " yes": {"yes"},
	} {
		console.Equal(t, titleWords(title), want, title)
	}
}

func TestFillersAreSorted(t *testing.T) {
	if !slices.IsSorted(fillers) {
		t.Error("they are not, and cannot be found")
	}
}

func TestCommonFolder(t *testing.T) {
	for _, test := range []struct {
		paths []string
		want  string
	}{
		{[]string{"/a/b/1", "/a/b/2", "/a/c/1"}, "/a/b/"},
		{[]string{"/a/b/1", "/a/b/2", "/a/c/1", "/a/c/2"}, "/a/"}, // half is not more than half
		{[]string{"/a/1", "/b/1"}, "/"},
		{[]string{"/a/b/c/d"}, "/a/b/c/"},
	} {
		g := addresses(test.paths...)
		pages := make([]uint32, len(test.paths))
		for i := range pages {
			pages[i] = uint32(i)
		}
		console.Equal(t, commonFolder(g, pages), test.want, test.paths)
	}
}
