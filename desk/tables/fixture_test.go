package tables

import (
	"context"
	"iter"
	"path/filepath"
	"testing"

	"sitegraph/export/struck"
	"sitegraph/site"
)

// museum is a crawl with something in every table: a home page with links to a
// room, a broken link, a file and another site; the room has a bad link.
//
//	/      → /room (page), /lost (404), /plan.pdf (no HTML), http://art.example/Öl, 2 × http://www.art.example:81/
//	/room  → / (in its footer), "http:///"
func museum() *site.Crawl {
	const home, room = "http://museum.example/", "http://museum.example/room"
	g := &site.Graph{Offsets: []int{0, 1, 2}, Targets: []uint32{1, 0}, Weights: site.NumbersOf(1, 1)}
	g.Pages = []site.Page{
		{URL: home, Key: home, Status: 200, Title: "Museum", ContentType: "text/html", Bytes: 900, Lang: "en",
			ExternalLinks: 3, Facts: &site.Facts{Description: "Of art", H1: "Welcome", Words: 7}},
		{URL: room, Key: room, Status: 200, Title: "the Room", ContentType: "text/html", Bytes: 1200, Level: 1}}
	g.Places, g.Content = []site.LinkPlace{site.PlaceMain, site.PlaceFooter}, site.NumbersOf(1, 0)
	entries := []site.Entry{
		{Key: home, URL: home, State: site.StatePage, Status: 200, Page: home, From: room},
		{Key: "http://museum.example/lost", URL: "http://museum.example/lost", State: site.StateStatus, Level: 1,
			Status: 404, From: home},
		{Key: "http://museum.example/plan.pdf", URL: "http://museum.example/plan.pdf", State: site.StateNotHTML,
			Level: 1, Status: 200, From: home, Reason: site.Reason{MediaType: "application/pdf"}},
		{Key: room, URL: room, State: site.StatePage, Level: 1, Status: 200, Page: room, From: home},
		{Key: "http://art.example/%C3%96l", URL: "http://art.example/%C3%96l", State: site.StateExternal, Level: -1,
			From: home},
		{Key: "http://www.art.example:81/", URL: "http://www.art.example:81/", State: site.StateExternal, Level: -1,
			From: home}}
	return &site.Crawl{Site: "http://museum.example", Graph: g, Ledger: all(entries...),
		Sitemaps: &site.Sitemaps{Entries: all(site.SitemapEntry{URL: "http://museum.example/lost", Key: entries[1].Key,
			Sitemap: "http://museum.example/sitemap.xml", Finding: site.FoundDead, Status: 404, Detail: "status 404"})},
		Linked: []*site.Linked{
			{URL: "http://art.example/x", Kinds: []site.LinkedKind{site.LinkedExternal, site.LinkedImage},
				Pages: []int32{1, 2}, Check: site.LinkCheck{State: site.LinkBroken, Status: 410}},
			{URL: "http://art.example/y", Kinds: []site.LinkedKind{site.LinkedExternal}, Pages: []int32{2}}},
		External: all(
			site.ExternalLink{Source: 1, URL: "http://art.example/%C3%96l", Key: "http://art.example/%C3%96l",
				Text: "Öl, <b>", Count: 1},
			site.ExternalLink{Source: 1, URL: "http://www.art.example:81/", Key: "http://www.art.example:81/",
				Text: "=1+1", Rel: "nofollow", Count: 2}),
		Bad: all(site.BadLink{Source: 2, Href: "http:///", Fault: site.LinkFault{Kind: site.FaultNoHost},
			Text: "Write", Count: 1}),
		Mentions: func(key string) []int {
			if key == home {
				return []int{2}
			}
			return []int{1}
		}}
}

// all yields values without an error.
func all[T any](values ...T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range values {
			if !yield(v, nil) {
				return
			}
		}
	}
}

func built(t testing.TB, c *site.Crawl) *Index {
	t.Helper()
	x, err := Build(context.Background(), filepath.Join(t.TempDir(), "index"), c)
	must(t, err)
	t.Cleanup(x.Close)
	return x
}

func (x *Index) page(t *testing.T, table string, q Query, out *struck.List) Page {
	t.Helper()
	if q.Rows == 0 {
		q.Rows = MostRows
	}
	p, err := x.Page(t.Context(), table, q, out)
	if err != nil {
		t.Fatalf("%s %+v: %v", table, q, err)
	}
	return p
}
