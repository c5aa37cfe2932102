package extractor_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// chapters is a book of 14 pages without landmarks. Each has a menu of four links, two links to the next pages (only
// one of them with a changing text), and an anchor. Page 3 has one more link to a menu entry.
func chapters() *fake {
	pages := map[string]fakePage{}
	for i := range 14 {
		body := `<div><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a>
			<a href="mailto:a@b">Mail</a></div>`
		if i == 3 {
			body += `<p>as it says <a href="/about">there</a></p>`
		}
		body += fmt.Sprintf(`<h2>It goes on <a href="#on">#</a></h2><p>then <a href="/%d">part %d</a></p>
			<p>or <a href="/%d">skip</a> it</p><div><a href="http://maker.test/">Maker</a></div>`, i+1, i+1, i+2)
		pages[fmt.Sprintf("http://a.test/%d", i)] = fakePage{body: body}
	}
	pages["http://a.test/"] = fakePage{body: `<main><a href="/0">Begin</a></main><nav><a href="/">Home</a></nav>`}
	pages["http://a.test/news"], pages["http://a.test/about"] = fakePage{body: "News"}, fakePage{body: "About"}
	return newFake(pages)
}

func next(page string) string {
	n, err := strconv.Atoi(page[1:])
	switch {
	case page == "/":
		return "/0"
	case err != nil:
		return ""
	}
	return "/" + strconv.Itoa(n+1)
}

// Menus without landmarks are learnt, and so are links that every page has in its text. Both count as navigation, and
// all other links as content.
func TestTemplate(t *testing.T) {
	w := newWalker(t, chapters(), 3)
	w.start, w.limits.KeepLinks = "http://a.test", true
	c := w.run(t)
	key := func(page int) string { return strings.TrimPrefix(c.Graph.Pages[page].Key, "http://a.test") }
	for i := range c.Graph.Pages {
		for at := c.Graph.Offsets[i]; at < c.Graph.Offsets[i+1]; at++ {
			from, to := key(i), key(int(c.Graph.Targets[at]))
			place, content := site.PlaceNavigation, uint32(0)
			if next(from) == to || from == to && from != "/" || from == "/3" && to == "/about" {
				place, content = site.PlaceMain, 1
			}
			if c.Graph.Places[at] != place || c.Graph.Content.At(at) != content {
				t.Errorf("%s to %s: %s, %d of %d links", from, to, c.Graph.Places[at], c.Graph.Content.At(at),
					c.Graph.Weights.At(at))
			}
		}
	}
	for l, err := range c.Links {
		must(t, err)
		want := "navigation"
		if strings.HasPrefix(l.Text, "part ") || l.Text == "there" || l.Text == "Begin" || l.Text == "#" {
			want = "main"
		}
		console.Equal(t, l.Place, want, key(l.Source-1), l.Text)
	}
	content := c.Graph.OfContent()
	if n := content.Arcs(); n != 29 { // one from the home page, 13 from 0 to 12, one from 3, and 14 to themselves
		t.Errorf("%d arcs from content", n)
	}
}
