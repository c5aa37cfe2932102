package extractor_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/scope"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// forgetful is a journal that keeps nothing.
type forgetful struct{}

func (forgetful) Append([][]byte) error            { return nil }
func (forgetful) Replay() iter.Seq2[[]byte, error] { return func(func([]byte, error) bool) {} }
func (forgetful) Read(int) ([]byte, error)         { return nil, nil }

// single answers every URL with a page of its own.
type single struct{}

func (single) Download(_ context.Context, r site.Request) site.Response {
	return site.Response{URL: r.URL, Status: 200, ContentType: "text/html", Attempts: 1,
		Body: []byte("<title>" + r.URL.String() + "</title>")}
}

// BenchmarkManySites has 100,000 sites share a budget. B/site is the memory of
// a site beside its pages, which are put away: with a budget of 1,000 pages that
// of sites that mostly have had no turn, with one of 100,000 that of sites whose
// home page was read.
func BenchmarkManySites(b *testing.B) {
	const many = 100_000
	for _, budget := range []int{1000, many} {
		b.Run(fmt.Sprint(budget, " pages"), func(b *testing.B) {
			k := newWalker(b, single{}, 8)
			k.parts.Journal = forgetful{}
			for b.Loop() {
				starts := make([]site.URL, many)
				for i := range starts {
					starts[i] = mustParse(b, fmt.Sprintf("http://site%06d.test/", i))
				}
				before := heap()
				sites := make([]extractor.OrderedSite, many)
				for i := range sites {
					sites[i] = extractor.OrderedSite{Start: starts[i],
						Open:  func() (extractor.Parts, scope.Limits, error) { return k.parts, k.limits, nil },
						Close: func() {}}
				}
				o, err := order.New(order.Options{Rule: "auto", Sites: many})
				if err != nil {
					b.Fatal(err)
				}
				walk := extractor.NewOrdered(sites, extractor.Ordering{Order: o, Again: o.Again, Budget: budget,
					Lookahead: 8, Resident: 256, Now: time.Now})
				if err := walk.Walk(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(heap()-before)/many, "B/site")
				runtime.KeepAlive(walk)
			}
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
