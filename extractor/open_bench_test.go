package extractor

import (
	"fmt"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
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
	begin, err := evidence.Event(evidence.KindSite, evidence.SiteRecord{Origin: "http://a.example", Start: address(0),
		Key: address(0)})
	if err != nil {
		b.Fatal(err)
	}
	urls := evidence.NewURLTable()
	urls.Add(address(0), address(0))
	records := [][]byte{begin}
	for i := range pages {
		a := &evidence.Fetched{URL: address(i), Key: address(i), Outcome: evidence.OutPage, Status: 200,
			Type: "text/html"}
		for k := range links {
			to := address(i*fresh + k)
			a.Links = append(a.Links, evidence.Link{URL: to, Key: to, Count: 1})
		}
		records = append(records, evidence.EncodeAnswer(a, urls))
	}
	if err := j.Append(records); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		reopen(b, dir, false, func(w *walk) { b.ReportMetric(float64(w.known.URLs.Len()), "addresses") })
	}
}

// reopen opens a state and reads it, with the words of its pages if they are needed.
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
	w := newWalk(Parts{Journal: j, Now: time.Now}, scope.Limits{MaxLevel: -1, MaxRedirects: 10})
	w.known.KeepWords = words
	if err := w.known.Load(j, always); err != nil {
		b.Fatal(err)
	}
	use(w)
}

func address(i int) string {
	return fmt.Sprintf("http://a.example/section/%d/a-page-with-a-name-of-some-length-%d.html", i%97, i)
}
