package extractor

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// randomAnswer fills all fields of an answer at random. No worker would make such an answer.
func randomAnswer(r *rand.Rand) *evidence.Fetched {
	text := func() string {
		return []string{"", "x", "é ", "\x00\xff",
			"a long text, longer than a byte's count of letters can be, if it were signed, and it is"}[r.IntN(5)]
	}
	fault := func() site.LinkFault {
		return site.LinkFault{Kind: site.LinkFaultKind(text()), Scheme: text(), Bound: r.IntN(9)}
	}
	address := func() (string, string) {
		key := fmt.Sprintf("http://h/%d", r.IntN(60))
		if r.IntN(3) > 0 {
			return key, key
		}
		return fmt.Sprintf("%s?%d", key, r.IntN(3)), key
	}
	a := &evidence.Fetched{Outcome: evidence.Outcome(1 + r.IntN(6)), Status: r.IntN(600), Type: text(),
		Bytes:   r.Int64N(1 << 40),
		Dropped: r.IntN(3),
		Failure: site.Failure{Class: site.FailureClass(text()),
			Detail: text()}, Location: evidence.Target{Fault: fault()},
		Details: evidence.Details{Head: evidence.Head{Title: text(), Lang: text(),
			Canonical: text(), Robots: text(), Refresh: text()},
			Facts: &site.Facts{Description: text(), H1: text(), H1s: r.IntN(3), Words: r.IntN(1 << 20),
				RobotsTag: text(), Modified: text(), WithoutAlt: r.IntN(3), EmptyRoot: r.IntN(2) == 0,
				Breadcrumbs: []string{text(), ""}, Payload: []string{text()}, Milliseconds: r.IntN(2000),
				Alternates: []site.Alternate{{Lang: text(), URL: text()}}},
			Places: []byte("p" + text())}}
	a.URL, a.Key = address()
	if r.IntN(2) == 0 {
		a.Location = evidence.Target{}
		a.Location.URL, a.Location.Key = address()
		a.Cookie = r.IntN(2) == 0
	}
	for i := range a.Digest {
		a.Digest[i] = byte(r.Uint32())
	}
	for i := range r.IntN(40) {
		l := evidence.Link{Count: 1 + r.Uint32N(1<<20)}
		l.URL, l.Key = address()
		a.Links = append(a.Links, l)
		a.Said = append(a.Said, evidence.SaidLink{Link: i, Text: text(), Rel: text(), Count: 1 + r.Uint32N(9)})
		a.Occurrences = append(a.Occurrences, evidence.Occurrence{Element: "a", Href: text(), Link: i + 1, Text: text(),
			Rel: text()})
	}
	for range r.IntN(4) {
		a.Bad = append(a.Bad, evidence.BadLink{Href: text(), Fault: fault(), Text: text(), Count: 1 + r.Uint32N(9),
			Link: r.IntN(len(a.Links) + 1)})
	}
	if r.IntN(2) == 0 {
		a.Open = &evidence.Open{Digest: site.OpenDigest("open"), Own: r.IntN(9), At: r.IntN(9)}
	}
	a.Occurrences = append(a.Occurrences, evidence.Occurrence{Element: "area", Href: text()})
	return a
}

// restore decodes a record into an answer, as far as a record keeps it.
func restore(t *testing.T, record []byte, urls *evidence.URLTable) *evidence.Fetched {
	t.Helper()
	s, cold, err := evidence.DecodeAnswer(record, urls)
	must(t, err)
	if again, err := evidence.Cold(record); err != nil || !bytes.Equal(again, cold) {
		t.Errorf("%d bytes of the rest, not %d: %v", len(again), len(cold), err)
	}
	d, err := evidence.DecodeCold(cold)
	must(t, err)
	key := func(id evidence.URLID) string { return urls.String(urls.Key(id)) }
	a := &evidence.Fetched{URL: urls.String(s.URL), Key: key(s.URL), Outcome: s.Outcome, Status: int(s.Status),
		Type: s.MediaType, Failure: s.Why().Failure, Location: evidence.Target{Fault: s.Why().Location},
		Digest: s.Digest, Bytes: s.Bytes, Dropped: int(s.Counts.Dropped), Open: s.Open, Details: d}
	if s.Location != evidence.NoURL {
		a.Location = evidence.Target{URL: urls.String(s.Location), Key: key(s.Location)}
		a.Cookie = s.Why().Cookie
	}
	evidence.Each(s.Links, func(url evidence.URLID, count uint32) {
		a.Links = append(a.Links, evidence.Link{URL: urls.String(url), Key: key(url), Count: count})
	})
	return a
}

// A record can be decoded after those before it, and decodes the same again with later ones known.
func TestRecordRoundTrip(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 3))
		written, read := evidence.NewURLTable(), evidence.NewURLTable()
		var answers []*evidence.Fetched
		var records [][]byte
		for range 30 {
			a := randomAnswer(r)
			answers = append(answers, a)
			records = append(records, written.Encode(a))
		}
		for range 2 {
			for i, record := range records {
				got := restore(t, record, read)
				if len(got.Bad) == 0 {
					got.Bad = nil
				}
				if len(got.Said) == 0 {
					got.Said = nil
				}
				if !reflect.DeepEqual(got, answers[i]) {
					t.Fatalf("seed %d, record %d:\ngot  %+v\nwant %+v", seed, i, got, answers[i])
				}
			}
		}
		console.Equal(t, read.Len(), written.Len(), "seed", seed)
		console.Equal(t, textsOf(read), textsOf(written), "seed", seed)
	}
}

func textsOf(t *evidence.URLTable) []string {
	var all []string
	for id := range evidence.URLID(t.Len()) {
		all = append(all, t.String(id))
	}
	return all
}

func textBytes(t *evidence.URLTable) int { return len(strings.Join(textsOf(t), "")) }

func TestEventRoundTrip(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	m := evidence.NewKnown()
	want := evidence.SiteRecord{Origin: "http://h", Start: "http://h//", Key: "http://h/", Notes: []string{"é", "\""},
		Passed:  []string{"http://g/"},
		Started: at, Settings: map[string]string{"[a] b": "c"}}
	seen := site.RobotsSeen{URL: "http://h/robots.txt", Status: 200, Access: site.RobotsRules, Text: "\xff\x00\n",
		Fetched: at}
	for _, e := range []struct {
		kind byte
		v    any
	}{{evidence.KindSite, want}, {evidence.KindRobots, evidence.RobotsRecord{Seen: seen,
		Text: []byte(seen.Text)}}, {evidence.KindEnd,
		evidence.EndRecord{Reason: "signal", At: at}}} {
		record, err := evidence.Event(e.kind, e.v)
		if err == nil {
			err = m.Take(record)
		}
		must(t, err)
	}
	if !reflect.DeepEqual(m.Site, want) || m.Robots() != seen ||
		m.End != (evidence.EndRecord{Reason: "signal", At: at}) ||
		m.Records != 3 {
		t.Errorf("got %+v, %+v, %+v", m.Site, m.Robots(), m.End)
	}
	if id := m.URLs.Find("http://h//"); id == evidence.NoURL || m.URLs.String(m.URLs.Key(id)) != "http://h/" {
		t.Error("the start page is not in the urls")
	}
}

// FuzzRecord feeds foreign bytes to everything that reads records. They are refused or accepted without a panic, cost
// no more than in proportion, and can be written and read again once accepted.
func FuzzRecord(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	urls := evidence.NewURLTable()
	for range 5 {
		f.Add(urls.Encode(randomAnswer(r)))
	}
	for _, e := range []struct {
		kind byte
		v    any
	}{
		{evidence.KindSite, evidence.SiteRecord{Origin: "http://h", Start: "http://h/", Key: "http://h/"}},
		{evidence.KindRobots, evidence.RobotsRecord{Text: []byte("x")}}, {evidence.KindEnd, evidence.EndRecord{}},
	} {
		record, err := evidence.Event(e.kind, e.v)
		must(f, err)
		f.Add(record)
	}
	f.Add([]byte{})
	f.Add(evidence.EncodeCommit(evidence.Commit{Number: 1, Spent: 1, Key: 0, Place: 1}))
	f.Add(evidence.EncodeCommit(evidence.Commit{Number: 1, Spent: 1, Key: 0, Place: 1, Kind: evidence.OfRule}))
	f.Add(evidence.EncodeImportance([]evidence.URLID{0, 1}, []float64{0.5, 0.25}, 1)[0])
	f.Add([]byte("a\x01\x00\x00\x01"))
	f.Add([]byte("a\x03 " + strings.Repeat("0", 32) + "\x01000\x0200\x00\x02000\x0200 " + strings.Repeat("0", 112)))
	f.Add([]byte("a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, record []byte) {
		m := evidence.NewKnown()
		for i := range 3 {
			m.URLs.Add(fmt.Sprintf("http://h/%d?", i), fmt.Sprintf("http://h/%d", i))
		}
		if len(record) > 0 && record[0] != evidence.KindAnswer {
			m.Keep(evidence.Answer{URL: 0, Location: evidence.NoURL, Outcome: evidence.OutPage})
		}
		if err := m.Take(record); err != nil && !errors.Is(err, evidence.ErrRecord) {
			t.Fatalf("an error of another kind: %v", err)
		}
		if len(record) == 0 || record[0] != evidence.KindAnswer {
			return
		}
		urls := evidence.NewURLTable()
		s, cold, err := evidence.DecodeAnswer(record, urls)
		if made := len(s.Links); made > len(record) || textBytes(urls) > 2*len(record) {
			t.Fatalf("%d bytes made %d bytes of links and %d of addresses", len(record), made, textBytes(urls))
		}
		again, coldErr := evidence.Cold(record)
		if err != nil {
			return
		}
		if coldErr != nil || !bytes.Equal(again, cold) {
			t.Fatalf("%d bytes of the rest, not %d: %v", len(again), len(cold), coldErr)
		}
		d, err := evidence.DecodeCold(cold)
		if made := len(d.Said) + len(d.Bad) + len(d.Occurrences); made > len(record) {
			t.Fatalf("%d bytes made %d rows", len(record), made)
		}
		if err == nil {
			_, _, err = evidence.DecodeAnswer(record, urls)
		}
		if err != nil && !errors.Is(err, evidence.ErrRecord) {
			t.Fatalf("an error of another kind: %v", err)
		}
	})
}

// FuzzWatched feeds up to ten foreign records to a watched site. They are refused or accepted without a panic, and then
// the graph can be built.
func FuzzWatched(f *testing.F) {
	begun := []byte(`s{"origin":"http://h","start":"http://h/","key":"http://h/","watched":true}`)
	urls := evidence.NewURLTable()
	urls.Add("http://h/", "http://h/")
	it := evidence.Iteration{Number: 2, Policy: "p", Hints: []evidence.Hint{{Page: 0}}, Plan: []evidence.URLID{0}}
	joined := []evidence.URLID{0}
	page := &evidence.Fetched{URL: "http://h/", Key: "http://h/", Outcome: evidence.OutPage,
		Version: &evidence.Version{Size: 3, Added: 3,
			Fresh: []site.Word{{Text: "two", Length: 3}}, Packed: evidence.PackWords([]evidence.Occurs{{Count: 1}})}}
	gone := &evidence.Fetched{URL: "http://h/", Key: "http://h/", Outcome: evidence.OutStatus, Status: 404}
	moved := &evidence.Fetched{URL: "http://h/", Key: "http://h/", Outcome: evidence.OutRedirect, Status: 301,
		Location: evidence.Target{URL: "http://h/a", Key: "http://h/a"}}
	first, begins := urls.Encode(page), evidence.EncodeIteration(&it, joined, urls)
	it.Number, it.Left = 3, []int32{0}
	for _, answer := range []*evidence.Fetched{page, gone, moved} {
		f.Add(slices.Concat(first, []byte{0xff}, begins, []byte{0xff}, urls.Encode(answer),
			[]byte{0xff}, []byte{evidence.KindJudged, 2, 0xff}, evidence.EncodeIteration(&it, nil, urls), []byte{0xff},
			evidence.EncodeUnchanged([]evidence.Unchanged{{Matched: true}}, urls)))
	}
	f.Add(slices.Concat(first, []byte("\xffx{\"settings\":{}}\xffn{\"recalled\":[0],\"twins\":[0]}\xff"), begins))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := newWalk(Parts{Now: time.Now}, scope.Limits{MaxLevel: -1, MaxRedirects: 5})
		n := w.known
		n.KeepWords = true
		must(t, n.Take(begun))
		for _, record := range bytes.SplitN(data, []byte{0xff}, 10) {
			if len(record) > 0 && (record[0] == evidence.KindSite || record[0] == evidence.KindCommit) {
				return
			}
			if err := n.Take(record); err != nil && !errors.Is(err, evidence.ErrRecord) {
				t.Fatalf("an error of another kind: %v", err)
			} else if err != nil {
				return
			}
		}
		must(t, w.buildNow())
		for _, round := range n.History(graph.ArrivalsOf(n, w.build), 0,
			&evidence.Iteration{At: n.Watching.Following()}).Rounds {
			for range round.Visits {
			}
		}
		n.Watching.Summary(graph.ArrivalsOf(n, w.build))
		graph.Others(n, w.build)
		n.WatchNotes()
	})
}

var must = console.Must
