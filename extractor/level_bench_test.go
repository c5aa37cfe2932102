package extractor

import (
	"encoding/binary"
	"testing"
	"time"
)

// BenchmarkClose closes one level of 20,000 pages with 100 links each, of
// which every tenth is new.
func BenchmarkClose(b *testing.B) {
	const pages, links = 20_000, 100
	list := addresses(pages * links / 10)
	filled := newMemory()
	for i, a := range list[:pages] {
		answer := &Answer{Address: a, Key: a, Outcome: outPage, Status: 200, Type: "text/html"}
		binary.BigEndian.PutUint64(answer.Digest[:], uint64(i))
		for j := range links {
			to := list[(i*links/10+j*j)%len(list)]
			answer.Internal = append(answer.Internal, link{Address: to, Key: to, Count: 1})
		}
		if err := filled.take(encodeAnswer(answer, filled.book)); err != nil {
			b.Fatal(err)
		}
	}
	keys := make([]addressID, pages)
	for i, a := range list[:pages] {
		keys[i] = filled.book.find(a)
	}
	var next []addressID
	for b.Loop() {
		w := newWalk(Parts{Now: time.Now}, Limits{MaxLevel: -1, MaxRedirects: 10})
		w.mem = filled
		w.sortByText(keys)
		for _, k := range keys {
			w.found.set(k, 1, filled.book.Len())
		}
		next = w.close(0, keys)
		if len(w.pages) != pages {
			b.Fatalf("%d pages", len(w.pages))
		}
	}
	b.ReportMetric(float64(b.N*pages)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(float64(len(next)), "new-keys")
}
