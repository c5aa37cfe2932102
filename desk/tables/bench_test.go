package tables

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"sitegraph/site"
)

// large is a crawl of so many pages and links, with URLs as large sites have them, and a fiftieth broken.
func large(pages, links int) *site.Crawl {
	words := []string{"about", "news", "product", "team", "archive", "image", "contact", "shop", "blog", "event"}
	r := rand.New(rand.NewPCG(1, 2))
	g := &site.Graph{Offsets: make([]int, pages+1)}
	for i := range pages {
		url := fmt.Sprintf("https://www.example.org/%s/%s-%d/page-%06d.html?ref=%d",
			words[r.IntN(len(words))], words[r.IntN(len(words))], r.IntN(3000), i, r.IntN(100))
		g.Pages = append(g.Pages, site.Page{URL: url, Key: url, Level: r.IntN(12), Status: 200,
			Title: fmt.Sprint("Page ", i), ContentType: "text/html"})
	}
	from := make([]int, links/pages)
	place := map[string]int{}
	for i := range g.Pages {
		place[g.Pages[i].Key] = i
	}
	return &site.Crawl{Graph: g, External: none[site.ExternalLink], Bad: none[site.BadLink],
		Mentions: func(key string) []int {
			random := rand.New(rand.NewPCG(3, uint64(place[key])))
			for i := range from {
				from[i] = 1 + random.IntN(pages)
			}
			return from
		},
		Ledger: func(yield func(site.Entry, error) bool) {
			for i := range g.Pages {
				p := &g.Pages[i]
				e := site.Entry{Key: p.Key, URL: p.URL, State: site.StatePage, Level: p.Level, Status: 200}
				if i%50 == 49 {
					e.State, e.Status = site.StateStatus, 404
				}
				if !yield(e, nil) {
					return
				}
			}
		}}
}

func none[T any](func(T, error) bool) {}

// sizes are those that the benchmarks are run with.
var sizes = []struct{ pages, links int }{{300_000, 5_000_000}, {1_000_000, 20_000_000}}

func BenchmarkBuild(b *testing.B) {
	for _, s := range sizes {
		b.Run(fmt.Sprintf("%d links", s.links), func(b *testing.B) {
			c := large(s.pages, s.links)
			for b.Loop() {
				dir := filepath.Join(b.TempDir(), "index")
				x, err := Build(context.Background(), dir, c)
				must(b, err)
				b.ReportMetric(float64(sizeOf(b, dir))/1e6, "MB")
				x.Close()
			}
		})
	}
}

func sizeOf(b *testing.B, dir string) (size int64) {
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if info, infoErr := d.Info(); err == nil && infoErr == nil && !d.IsDir() {
			size += info.Size()
		}
		return err
	})
	must(b, err)
	return size
}

// queries are what the benchmark asks the table of links.
var queries = []struct {
	name string
	q    Query
}{
	{"first page", Query{}},
	{"middle", Query{From: 2_500_000}},
	{"middle, sorted by target", Query{From: 2_500_000, Sort: "target"}},
	{"sorted by status", Query{Sort: "status", Descending: true}},
	{"text in 1 of 300", Query{Filter: Filter{Text: "product-12"}}},
	{"text in 1 of 5, sorted by target", Query{Filter: Filter{Text: "/Product/"}, Sort: "target"}},
	{"text in all, sorted by source", Query{Filter: Filter{Text: "page"}, Sort: "source"}},
	{"status 404", Query{Filter: Filter{Status: "404"}}},
	{"text, status, level, sorted", Query{Filter: Filter{Text: "news", Status: "4xx", Level: "2-5"}, Sort: "level"}},
	{"host", Query{Filter: Filter{Host: "example.org"}}},
	{"expression", Query{Filter: Filter{Pattern: `/(news|blog)-1\d\d/.*[02468]\.html`}, Sort: "target"}},
}

// BenchmarkPage asks for one page of 50 rows; nothing is kept of the question before.
func BenchmarkPage(b *testing.B) {
	for _, s := range sizes {
		x, err := Build(context.Background(), filepath.Join(b.TempDir(), "index"), large(s.pages, s.links))
		must(b, err)
		defer x.Close()
		for _, c := range queries {
			b.Run(fmt.Sprintf("%d links/%s", s.links, c.name), func(b *testing.B) {
				c.q.Rows = 50
				slowest := time.Duration(0)
				for b.Loop() {
					x.tables[Links].sets = cache{}
					begun := time.Now()
					p, err := x.Page(context.Background(), Links, c.q, nil)
					if err != nil || len(p.Rows) != 50 {
						b.Fatal(len(p.Rows), err)
					}
					slowest = max(slowest, time.Since(begun))
				}
				b.ReportMetric(float64(slowest.Microseconds())/1000, "ms-slowest")
			})
		}
	}
}
