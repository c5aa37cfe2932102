package extractor

import (
	"encoding/binary"
	"testing"
)

// BenchmarkClose closes one level of 20,000 pages with 100 links each, of
// which every tenth is new.
func BenchmarkClose(b *testing.B) {
	const pages, links = 20_000, 100
	list := addresses(pages * links / 10)
	filled := newKnown()
	for i, a := range list[:pages] {
		answer := &Answer{URL: a, Key: a, Outcome: outPage, Status: 200, Type: "text/html"}
		binary.BigEndian.PutUint64(answer.Digest[:], uint64(i))
		for j := range links {
			to := list[(i*links/10+j*j)%len(list)]
			answer.Internal = append(answer.Internal, link{URL: to, Key: to, Count: 1})
		}
		if err := filled.take(encodeAnswer(answer, filled.urls)); err != nil {
			b.Fatal(err)
		}
	}
	keys := make([]urlID, pages)
	for i, a := range list[:pages] {
		keys[i] = filled.urls.find(a)
	}
	var next []urlID
	for b.Loop() {
		build := newBuilder(filled, &Limits{MaxLevel: -1, MaxRedirects: 10})
		filled.urls.sort(keys)
		for _, k := range keys {
			build.found.link(k, k, 0)
		}
		next = build.closeDepth(0, keys)
		if len(build.pages) != pages {
			b.Fatalf("%d pages", len(build.pages))
		}
	}
	b.ReportMetric(float64(b.N*pages)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(float64(len(next)), "new-keys")
}
