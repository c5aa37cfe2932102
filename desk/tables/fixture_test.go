package tables

import (
	"cmp"
	"context"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"sitegraph/export/struck"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// museum is a crawl with something in every table. The home page links to a room, a broken page, a file and another
// site; the room has a bad link.
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
		q.Rows = MaxRows
	}
	p, err := x.Page(t.Context(), table, q, out)
	if err != nil {
		t.Fatalf("%s %+v: %v", table, q, err)
	}
	return p
}

// Codes sort like their numbers, which keep six digits.
func TestDecimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	last, lastCode := 0.0, decimal(0)
	for _, x := range slices.SortedFunc(func(yield func(float64) bool) {
		for range 1000 {
			digits := float64(rng.IntN(1e6))
			if !yield(digits/1e6) || !yield(digits) || !yield(digits/10) {
				return
			}
		}
	}, cmp.Compare) {
		code := decimal(x)
		if got := decimalOf(code); got != x || cmp.Compare(code, lastCode) != cmp.Compare(x, last) || code == 0 {
			t.Fatalf("%v became %v, code %d after %d of %v", x, got, code, lastCode, last)
		}
		last, lastCode = x, code
	}
}

// Visits are sorted by relevance, unknown first, and no row of a search can be struck out.
func TestSearch(t *testing.T) {
	visit := func(n, agent int, relevance ...float64) site.Visit {
		return site.Visit{Number: n, Agent: agent, FoundBy: site.Nobody, Link: n - 1, State: site.StatePage,
			Status: 200, Relevance: relevance, Estimate: 0.25, URL: "http://a.example/" + string(rune('0'+n))}
	}
	s := &site.Search{Agents: []site.Agent{{Name: "coins"}, {Name: "stamps"}},
		Visits: []site.Visit{visit(1, 0, 0.5, 0.9), visit(2, 1, 0.5, 0.125), visit(3, site.Nobody, 1, 1), visit(4, 0)},
		Markets: []site.Market{{Time: 120.5,
			Sales: []site.Sale{{URL: "http://a.example/9", From: 0, To: 1, Price: 0.1}}}},
		Waiting: []site.Waiting{{Agent: 1, URL: "http://a.example/8", Estimate: 0.3, Link: 2}},
		Linked: []*site.Linked{{URL: "http://x.example/", Key: "http://x.example/", Pages: []int32{2},
			Kinds: []site.LinkedKind{site.LinkedExternal}, Check: site.LinkCheck{State: site.LinkBroken}}},
		Sitemaps: &site.Sitemaps{Entries: site.WithoutErrors([]site.SitemapEntry{{URL: "http://a.example/9",
			Finding: site.FoundOutside}})}}
	x, err := BuildSearch(t.Context(), filepath.Join(t.TempDir(), "index"), s)
	must(t, err)
	defer x.Close()
	out, err := struck.Open(filepath.Join(t.TempDir(), struck.Name))
	must(t, err)
	page := func(table string, q Query) Page {
		t.Helper()
		q.Rows = 10
		p, err := x.Page(t.Context(), table, q, out)
		must(t, err)
		return p
	}
	var numbers []any
	for _, row := range page(Visits, Query{Sort: "relevance"}).Rows {
		numbers = append(numbers, row.Cells[0], row.Cells[5])
		console.Equal(t, row.Identity, "", row)
	}
	console.Equal(t, numbers, []any{3, nil, 4, nil, 2, 0.125, 1, 0.5})
	if p := page(Visits, Query{Filter: Filter{Struck: WithoutStruck, Text: "stamps"}}); p.Matching != 1 {
		t.Errorf("visits of stamps: %+v", p)
	}
	if got := page(Market, Query{}).Rows[0].Cells; got[1] != 120.5 || got[3] != "coins" || got[4] != "stamps" {
		t.Errorf("a sale %v", got)
	}
	got := page(Waiting, Query{}).Rows[0].Cells
	if got[0] != "stamps" || got[2] != 0.3 || got[3] != "http://a.example/2" {
		t.Errorf("what waits: %v", got)
	}
	if got := page(Linked, Query{}).Rows[0].Cells; got[0] != "http://x.example/" || got[2] != "broken" ||
		got[7] != "http://a.example/2" {
		t.Errorf("what pages link to: %v", got)
	}
	if got := page(Sitemap, Query{}).Rows[0].Cells; got[0] != "http://a.example/9" || got[2] != "outside" {
		t.Errorf("what sitemaps list: %v", got)
	}
}

func opened(t *testing.T, path string) *struck.List {
	t.Helper()
	s, err := struck.Open(path)
	must(t, err)
	return s
}

func strike(t *testing.T, s *struck.List, out bool, identities ...string) {
	t.Helper()
	must(t, s.Strike(identities, out))
}

// Rows struck out stay struck out in a new index and after a restart, until they are restored.
func TestStruck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "struck.txt")
	s, x := opened(t, path), built(t, museum())
	rows := x.page(t, Ledger, Query{}, s).Rows
	lost, plan := rows[1].Identity, rows[2].Identity
	strike(t, s, true, lost, plan, lost)
	strike(t, s, true, x.page(t, Bad, Query{}, s).Rows[0].Identity)
	strike(t, s, false, plan)

	again, restarted := museum(), opened(t, path)
	ledger := again.Ledger
	again.Ledger = func(yield func(site.Entry, error) bool) { // another row in front
		if yield(site.Entry{Key: "http://museum.example/!", State: site.StateRobots}, nil) {
			ledger(yield)
		}
	}
	y := built(t, again)
	for _, c := range []struct {
		f    Filter
		want []string
	}{
		{Filter{Struck: OnlyStruck}, []string{lost}},
		{Filter{Struck: OnlyStruck, Text: "plan"}, nil},
		{Filter{Struck: WithoutStruck, Status: "4xx"}, nil},
		{Filter{Struck: WithoutStruck, Text: "plan"}, []string{plan}},
		{Filter{Text: "lost"}, []string{lost}},
	} {
		p := y.page(t, Ledger, Query{Filter: c.f}, restarted)
		var got []string
		for _, r := range p.Rows {
			got = append(got, r.Identity)
			console.Equal(t, r.Struck, r.Identity == lost, r.Identity, "struck out")
		}
		console.Equal(t, got, c.want, c.f)
		console.Equal(t, p.Struck, 1, c.f)
	}
	console.Equal(t, restarted.Len(), 2)
	strike(t, restarted, false, lost)
	if p := y.page(t, Ledger, Query{Filter: Filter{Struck: OnlyStruck}}, restarted); p.Matching != 0 || p.Struck != 0 {
		t.Errorf("after all were restored: %d, %d", p.Matching, p.Struck)
	}
}
