package extractor

import (
	"fmt"
	"testing"
	"time"

	"sitegraph/extractor/store"
)

// BenchmarkOpen reads a state of one million known URLs (50,000 pages
// with 40 links each, half of them new) back from the disk, as every run does
// that goes on.
func BenchmarkOpen(b *testing.B) {
	const pages, links, fresh = 50_000, 40, 20
	dir := b.TempDir()
	s, err := store.Open(store.Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	j, err := s.Journal("http://a.example")
	if err != nil {
		b.Fatal(err)
	}
	begin, err := event(kindSite, siteRecord{Origin: "http://a.example", Start: address(0), Key: address(0)})
	if err != nil {
		b.Fatal(err)
	}
	urls := newURLTable()
	urls.add(address(0), address(0))
	records := [][]byte{begin}
	for i := range pages {
		a := &Answer{URL: address(i), Key: address(i), Outcome: outPage, Status: 200, Type: "text/html"}
		for k := range links {
			to := address(i*fresh + k)
			a.Internal = append(a.Internal, link{URL: to, Key: to, Count: 1})
		}
		records = append(records, encodeAnswer(a, urls))
	}
	if err := j.Append(records); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		reopen(b, dir, false, func(w *walk) { b.ReportMetric(float64(w.known.urls.Len()), "addresses") })
	}
}

// reopen opens a state and reads it, with the words of its pages if they are
// needed.
func reopen(b *testing.B, dir string, words bool, use func(*walk)) {
	s, err := store.Open(store.Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	j, err := s.Journal("http://a.example")
	if err != nil {
		b.Fatal(err)
	}
	w := newWalk(Parts{Journal: j, Now: time.Now}, Limits{MaxLevel: -1, MaxRedirects: 10})
	w.known.keepWords = words
	if err := w.known.load(j, always); err != nil {
		b.Fatal(err)
	}
	use(w)
}

func address(i int) string {
	return fmt.Sprintf("http://a.example/section/%d/a-page-with-a-name-of-some-length-%d.html", i%97, i)
}
