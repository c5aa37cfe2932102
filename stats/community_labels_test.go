package stats

import (
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

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
