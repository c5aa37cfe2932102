package extractor

import (
	"encoding/binary"
	"testing"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// BenchmarkClose closes one level of 20,000 pages with 100 links each, of
// which every tenth is new.
func BenchmarkClose(b *testing.B) {
	const pages, links = 20_000, 100
	list := make([]string, pages*links/10)
	for i := range list {
		list[i] = address(i)
	}
	filled := evidence.NewKnown()
	filled.URLs.SetScope(site.NewScope(site.URL{}, site.Everywhere(), nil), 0)
	for i, a := range list[:pages] {
		answer := &evidence.Fetched{URL: a, Key: a, Outcome: evidence.OutPage, Status: 200, Type: "text/html"}
		binary.BigEndian.PutUint64(answer.Digest[:], uint64(i))
		for j := range links {
			to := list[(i*links/10+j*j)%len(list)]
			answer.Links = append(answer.Links, evidence.Link{URL: to, Key: to, Count: 1})
		}
		if err := filled.Take(evidence.EncodeAnswer(answer, filled.URLs)); err != nil {
			b.Fatal(err)
		}
	}
	keys := make([]evidence.URLID, pages)
	for i, a := range list[:pages] {
		keys[i] = filled.URLs.Find(a)
	}
	var next []evidence.URLID
	for b.Loop() {
		build := graph.NewBuilder(filled, &scope.Limits{MaxLevel: -1, MaxRedirects: 10})
		filled.URLs.Sort(keys)
		for _, k := range keys {
			build.Found.Link(k, k, 0)
		}
		next = build.CloseDepth(0, keys)
		if len(build.Pages) != pages {
			b.Fatalf("%d pages", len(build.Pages))
		}
	}
	b.ReportMetric(float64(b.N*pages)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(float64(len(next)), "new-keys")
}
