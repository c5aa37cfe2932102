package suggest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{"": "", "Making  Queries": "making queries",
		"django.db's INSTALLED_APPS": "django . db ' s installed_apps", "Über–Größe “x”": `über - größe " x "`,
		"東京の site": "東 京 の site"} {
		words, _ := spelled(text)
		console.Equal(t, strings.Join(strings.Fields(words), " "), want, text)
	}
}

// A beginning or end that three titles share is left out of titles. A phrase belongs to the page that nine in ten links
// with it lead to, or more than half, if it is the page's title.
func TestTitles(t *testing.T) {
	pages := site.Each([]string{"Coins | Museum", "Medals | Museum", "Town | Museum", "Museum", "A | B | Museum",
		"First — second"}, func(title string) site.Page { return site.Page{Title: title} })
	console.Equal(t, titles(pages), []string{"Coins", "Medals", "Town", "Museum", "A", "First — second"})
	all := newPhrases(pages, []Anchor{{3, "penny", 1}, {0, "Penny", 9}, {0, "cent", 8}, {1, "cent", 1},
		{2, "Medals", 1}, {1, "medals", 2}, {2, "Coins", 1}, {0, "Coins", 1}})
	for text, want := range map[string]int{"penny": 0, "cent": ambiguous, "medals": 1, "coins": ambiguous} {
		console.Equal(t, all.all[all.at[text+"\n"]].page, want, text)
	}
}

// made is a site whose pages have titles, texts with [links] and {code}, and arcs by page number.
type made struct {
	titles, texts []string
	arcs          map[int][]uint32
	anchors       []Anchor
	menu          int // page, counted from 1, whose links are all outside the content
}

func (m made) graph() *site.Graph {
	g := &site.Graph{Offsets: []int{0}}
	for i, title := range m.titles {
		g.Pages = append(g.Pages, site.Page{Title: title})
		g.Targets = append(g.Targets, m.arcs[i]...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights, g.Content = site.NewNumbers(len(g.Targets)), site.NewNumbers(len(g.Targets))
	g.Places = make([]site.LinkPlace, len(g.Targets))
	for i := range m.titles {
		for at := g.Offsets[i]; at < g.Offsets[i+1] && i+1 != m.menu; at++ {
			g.Content.Set(at, 1)
		}
	}
	return g
}

// said returns the passages of a text, one per line.
func said(text string) (all []site.Passage) {
	for line := range strings.Lines(text) {
		var p site.Passage
		for _, r := range strings.TrimSpace(line) {
			switch n := len(p.Closed) - 1; r {
			case '[', '{':
				p.Closed = append(p.Closed, site.Span{From: len(p.Text), Link: r == '['})
			case ']', '}':
				p.Closed[n].To = len(p.Text)
			default:
				p.Text += string(r)
			}
		}
		all = append(all, p)
	}
	return all
}

// suggested returns the missing links, as "from>to text: sentence". order is the order in which pages are read.
func (m made) suggested(order []int) (all []string) {
	f := New(m.graph(), m.anchors)
	for _, page := range order {
		f.Read(page, said(m.texts[page]))
	}
	for _, l := range f.Links() {
		all = append(all, fmt.Sprintf("%d>%d %s: %s", l.From, l.To, l.Text, l.Sentence))
	}
	return all
}

// A page with the title Silver coins is suggested where its title counts, and nowhere else.
func TestSuggested(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"stands there", "First. We have silver coins. Last.", "0>1 silver coins: We have silver coins."},
		{"first place", "Silver coins!\nSilver coins again.", "0>1 Silver coins: Silver coins!"},
		{"in a link", "We have [silver coins].", ""},
		{"across a link", "We have silver [coins].", ""},
		{"later without one", "The [silver coins]. More silver coins.", "0>1 silver coins: More silver coins."},
		{"code as a whole", "We have {silver coins}.", "0>1 silver coins: We have silver coins."},
		{"code before code", "We have {silver coins}.{x}.", "0>1 silver coins: We have silver coins.x."},
		{"part of code", "We have {silver coins = 1}.", ""},
		{"part of a name", "The silver coins-shop. The silver coins/x. The pre-silver coins.", ""},
		{"possessive", "The silver coins’ weight.", "0>1 silver coins: The silver coins’ weight."},
		{"another word", "Silver coinsmith. Quicksilver coins.", ""},
		{"across passages", "silver\ncoins", ""},
		{"across sentences", "silver. coins", ""},
		{"part of a longer title", "Roman silver coins.", "0>2 Roman silver coins: Roman silver coins."},
		{"of two pages", "The opening hours.", ""},
		{"too short", "The Sea.", ""},
		{"linked already", "The town hall.", ""},
		{"signs without spaces", "东。我们有古代银币。西", "0>7 古代银币: 我们有古代银币。"},
		{"two signs", "海里", "0>8 海里: 海里"},
		{"of twelve words", "a b c d e f g h i j k l", "0>9 a b c d e f g h i j k l: a b c d e f g h i j k l"},
		{"of thirteen words", "z a b c d e f g h i j k m", ""},
		{"long without spaces", strings.Repeat("是", 300) + "海里" + strings.Repeat("是", 300),
			"0>8 海里: " + strings.Repeat("是", 240) + "海里" + strings.Repeat("是", 240)},
		{"long", strings.Repeat("word ", 40) + "silver coins " + strings.Repeat("word ", 40),
			"0>1 silver coins: " + strings.TrimSpace(strings.Repeat("word ", 24)) + " silver coins " +
				strings.TrimSpace(strings.Repeat("word ", 24))},
	} {
		m := made{titles: []string{"Home", "Silver coins", "Roman silver coins", "Opening hours", "opening hours",
			"Sea", "Town hall", "古代银币", "海里", "A b c d e f g h i j k l", "Z a b c d e f g h i j k m"},
			texts: []string{test.text}, arcs: map[int][]uint32{0: {6}}}
		console.Equal(t, strings.Join(m.suggested([]int{0}), "\n"), test.want, test.name)
	}
}

// A text without a link on more than half as many pages as link with it gives no suggestion, unless it is a title of
// two words on few pages, a list item, or a name on at most three times as many.
func TestGeneral(t *testing.T) {
	for _, test := range []struct {
		text                     string
		linked, unlinked, wanted int
	}{
		{"penny", 2, 1, 1}, {"penny", 1, 1, 0}, {"penny", 4, 2, 2}, {"penny", 3, 2, 0},
		{"Collection", 0, 1, 0}, {"Collection", 2, 1, 1},
		{"Town hall", 0, 5, 5}, {"Town hall", 0, 6, 0}, {"Town hall", 12, 6, 6},
		{"INSTALLED_APPS", 2, 6, 6}, {"INSTALLED_APPS", 2, 7, 0}, {"INSTALLED_APPS", 1, 1, 0},
	} {
		m := made{titles: []string{"Collection", "Town hall"},
			anchors: []Anchor{{0, "penny", 0}, {1, "INSTALLED_APPS", 0}}}
		for i := range m.anchors {
			m.anchors[i].Pages = test.linked
		}
		if test.text == "Collection" || test.text == "Town hall" {
			m.anchors = []Anchor{{slices.Index(m.titles, test.text), test.text, test.linked}}
		}
		m.texts = []string{"", ""}
		for range test.unlinked {
			m.titles, m.texts = append(m.titles, ""), append(m.texts, "See the "+test.text+" here.")
		}
		console.Equal(t, len(m.suggested(upTo(len(m.texts)))), test.wanted, fmt.Sprintf("%+v", test))
	}
	item := made{titles: []string{"Collection", ""}, texts: []string{"", "Collection\nOther"}}
	console.Equal(t, item.suggested([]int{0, 1}), []string{"1>0 Collection: Collection"}, "an item of a list")
	lower := made{titles: []string{"", "x"}, texts: []string{"The caches.", ""}, anchors: []Anchor{{1, "CACHES", 9}}}
	if got := lower.suggested([]int{0, 1}); len(got) > 0 {
		t.Errorf("a word for a name: %q", got)
	}
}

func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// Pages without content links come first, each once before any comes twice. Then the highest gain comes first. By hand,
// page 3 has two links and page 4 has one, so 4 gives more to 1 and 2.
func TestRanked(t *testing.T) {
	m := made{titles: []string{"Home", "Alpha page", "Beta page", "C", "D"}, texts: []string{"", "", "",
		"Alpha page. Beta page.", "Alpha page. Beta page."},
		arcs: map[int][]uint32{0: {2, 3, 4}, 3: {0}}}
	var got []string
	for _, s := range m.suggested(upTo(5)) {
		got = append(got, s[:3])
	}
	console.Equal(t, got, []string{"4>1", "4>2", "3>1", "3>2"})
}

// Page 2 has a content link, so the link to page 1 comes first although page 4 gives more. A menu link does not count.
func TestRankedByContent(t *testing.T) {
	for menu, want := range [][]string{{"3>1", "4>2"}, {"4>2", "3>1"}} {
		m := made{titles: []string{"Home", "Alpha page", "Beta page", "C", "D"},
			texts: []string{"", "", "", "Alpha page.", "Beta page."},
			arcs:  map[int][]uint32{0: {2, 3, 4}, 3: {0}}, menu: menu}
		all := m.suggested(upTo(5))
		if len(all) != 2 || all[0][:3] != want[0] || all[1][:3] != want[1] {
			t.Errorf("menu %d: %q, want %q", menu, all, want)
		}
	}
}

// Of two pages without links, the first mentions the title of the second. With that link, the first has r = 0.075 +
// 0.425(1-r) = 0.3509 of all PageRank, and gives 0.85 of that.
func TestGain(t *testing.T) {
	f := New(made{titles: []string{"", "Silver coins"}}.graph(), nil)
	f.Read(0, said("Silver coins"))
	if got := f.Links(); len(got) != 1 || math.Abs(got[0].Gain-0.85*0.5/1.425) > 1e-9 {
		t.Errorf("%+v", got)
	}
}

// A page gets ten suggestions, and a page with sixty links gets fifteen.
func TestMostOfPage(t *testing.T) {
	for links, want := range map[int]int{0: 10, 60: 15} {
		m := made{titles: []string{"Home"}, texts: []string{""}, arcs: map[int][]uint32{}}
		for i := range 80 {
			m.titles = append(m.titles, fmt.Sprintf("Page number %d", i))
			if m.texts = append(m.texts, ""); i < links {
				m.arcs[0] = append(m.arcs[0], uint32(i+1))
			}
			m.texts[0] += m.titles[i+1] + "\n"
		}
		console.Equal(t, len(m.suggested([]int{0})), want, links, "links")
	}
}

// The suggestions do not depend on the order in which pages are read.
func TestAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("red green blue coin medal town hall river")
	m := made{arcs: map[int][]uint32{}}
	for i := range 40 {
		m.titles = append(m.titles, words[r.IntN(8)]+" "+words[r.IntN(8)])
		text := ""
		for range 60 {
			text += words[r.IntN(8)] + []string{" ", ". ", "\n"}[r.IntN(3)]
		}
		m.texts = append(m.texts, text)
		m.arcs[i] = []uint32{uint32(r.IntN(40))}
	}
	want := m.suggested(upTo(40))
	if len(want) == 0 {
		t.Fatal("nothing is suggested")
	}
	for range 5 {
		if got := m.suggested(r.Perm(40)); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q\nwant %q", got, want)
		}
	}
}
