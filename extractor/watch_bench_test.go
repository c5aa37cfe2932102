package extractor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// BenchmarkOpenWatched reads back the state of a watched site, as watch does, and
// builds its graph: 20,000 pages of 300 distinct words, 10 links each, and
// 50 visits, of which one in fifty finds a tenth of the words replaced. Size is
// what the state takes on disk for a page beside its URLs and links, which are
// measured as a state of one version without words and validators.
func BenchmarkOpenWatched(b *testing.B) {
	pages, visits := 20_000, 50
	dir, plain := b.TempDir(), b.TempDir()
	makeWatched(b, plain, pages, 1, false)
	makeWatched(b, dir, pages, visits, true)
	for b.Loop() {
		reopen(b, dir, true, func(w *walk) {
			if err := w.again(b.Context(), nil); err != nil {
				b.Fatal(err)
			}
			if got := len(w.known.Watching.Iterations); got != visits || len(w.build.Pages) != pages {
				b.Fatalf("%d iterations, %d pages", got, len(w.build.Pages))
			}
		})
	}
	b.ReportMetric(float64(folderSize(b, dir)-folderSize(b, plain))/float64(pages), "B/page")
}

// edited replaces a tenth of the words of a page, of which there are 300, by
// others of a vocabulary in which few are frequent.
func edited(r *rand.Rand, words []site.Word) []site.Word {
	words = slices.Clone(words[len(words)/10:])
	seen := map[string]bool{}
	for _, w := range words {
		seen[w.Text] = true
	}
	for len(words) < 300 {
		text := fmt.Sprint("word", int(math.Exp(r.Float64()*math.Log(100_000))))
		if !seen[text] {
			seen[text] = true
			count := 1 + uint32(r.IntN(3)/2*r.IntN(4))
			words = append(words, site.Word{Text: text, Count: count, Length: uint32(len(text))})
		}
	}
	return words
}

// makeWatched writes a state.
func makeWatched(b *testing.B, dir string, pages, visits int, watched bool) {
	s, err := store.Open(store.Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	j, err := s.Journal("http://a.example")
	if err != nil {
		b.Fatal(err)
	}
	w := newWalk(Parts{Journal: j, Now: time.Now}, scope.Limits{MaxLevel: -1, MaxRedirects: 10})
	w.known.KeepWords = watched
	fail := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	fail(w.note(evidence.KindSite, evidence.SiteRecord{Origin: "http://a.example", Start: address(0), Key: address(0),
		Watched: watched, Started: time.Unix(1e9, 0)}))
	r := rand.New(rand.NewPCG(1, 2))
	texts := make([][]site.Word, pages)
	for visit := range visits {
		if visit > 0 {
			it := &evidence.Iteration{Number: visit + 1, At: time.Unix(1e9+int64(visit)*86400, 0), Policy: "learned"}
			for i := range pages {
				it.Plan = append(it.Plan, w.known.URLs.Find(address(i)))
			}
			fail(w.keepRecord(evidence.EncodeIteration(it, map[bool][]evidence.URLID{true: it.Plan}[visit == 1],
				w.known.URLs)))
		}
		for from := 0; from < pages; from += recordsAtOnce {
			var answers []*evidence.Fetched
			for i := from; i < min(pages, from+recordsAtOnce); i++ {
				a := &evidence.Fetched{URL: address(i), Key: address(i), Outcome: evidence.OutPage, Status: 200,
					Type: "text/html"}
				a.Digest = site.Digest{byte(visit), byte(i), byte(i >> 8), byte(i >> 16), 1}
				if changes := visit == 0 || r.IntN(50) == 0; !changes {
					a.Outcome, a.Status = evidence.OutMatched, 304
				} else if watched {
					texts[i] = edited(r, texts[i])
					a.Seen = &evidence.SeenPage{Validators: site.Validators{ETag: fmt.Sprintf(`"%x-%x"`, i, visit),
						Modified: "Sat, 01 Jan 2000 00:00:00 GMT"}, Words: texts[i]}
					a.Seen.Digest = a.Digest
				}
				for k := range 10 {
					to := address((i*10 + k + 1) % pages)
					a.Links = append(a.Links, evidence.Link{URL: to, Key: to, Count: 1})
				}
				answers = append(answers, a)
			}
			fail(w.keep(answers))
		}
		fail(w.keepRecord([]byte{evidence.KindJudged, 0}))
		fail(w.note(evidence.KindEnd, evidence.EndRecord{Complete: true, Reason: site.EndedWorkDone}))
	}
	fail(s.Close())
}

// keepRecord appends a record and takes it, unless the site is not watched.
func (w *walk) keepRecord(record []byte) error {
	if w.known.Watching == nil || record[0] == evidence.KindJudged && len(w.known.Watching.Iterations) == 1 {
		return nil
	}
	return w.append(record)
}

func folderSize(b *testing.B, dir string) (size int64) {
	err := filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return size
}
