package tables

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"sitegraph/export/struck"
	"sitegraph/site"
)

// TestDecimal: codes have the order of their numbers, which keep six digits.
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

// TestSearch: visits are sorted by their relevance, what is not known first; markets and
// what waits are there; nothing can be struck out.
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
		if row.Identity != "" {
			t.Errorf("%v can be struck out", row)
		}
	}
	if want := []any{3, nil, 4, nil, 2, 0.125, 1, 0.5}; !slices.Equal(numbers, want) {
		t.Errorf("got %v, want %v", numbers, want)
	}
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
