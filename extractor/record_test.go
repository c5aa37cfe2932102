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

	"sitegraph/site"
)

// randomAnswer makes an answer with all its parts; it is not one that a worker
// would make.
func randomAnswer(r *rand.Rand) *Answer {
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
	a := &Answer{Outcome: outcome(1 + r.IntN(6)), Status: r.IntN(600), Type: text(), Bytes: r.Int64N(1 << 40),
		Dropped: r.IntN(3),
		Failure: site.Failure{Class: site.FailureClass(text()), Detail: text()}, Location: target{Fault: fault()},
		details: details{Head: head{text(), text(), text(), text(), text()},
			Facts: &site.Facts{Description: text(), H1: text(), H1s: r.IntN(3), Words: r.IntN(1 << 20),
				RobotsTag: text(), Modified: text(), Alternates: []site.Alternate{{Lang: text(), URL: text()}}},
			places: []byte(text()), marks: []byte("m" + text())}}
	a.URL, a.Key = address()
	if r.IntN(2) == 0 {
		a.Location = target{Internal: r.IntN(2) == 0}
		a.Location.URL, a.Location.Key = address()
		a.Cookie = r.IntN(2) == 0
	}
	for i := range a.Digest {
		a.Digest[i] = byte(r.Uint32())
	}
	links := func() (list []link) {
		for range r.IntN(20) {
			l := link{Count: 1 + r.Uint32N(1<<20)}
			l.URL, l.Key = address()
			list = append(list, l)
		}
		return list
	}
	a.Internal, a.External = links(), links()
	for _, l := range a.External {
		a.Outer = append(a.Outer, outerLink{URL: l.URL, Text: text(), Rel: text(), Count: 1 + r.Uint32N(9)})
	}
	for range r.IntN(4) {
		a.Bad = append(a.Bad, badLink{Href: text(), Fault: fault(), Text: text(), Count: 1 + r.Uint32N(9)})
	}
	for _, l := range slices.Concat(a.Internal, a.External) {
		a.Occurrences = append(a.Occurrences, occurrence{Element: "a", Href: text(), URL: l.URL, Text: text(),
			Rel: text(), Internal: r.IntN(2) == 0})
	}
	a.Occurrences = append(a.Occurrences, occurrence{Element: "area", Href: text()})
	return a
}

// restore reads a record back into an answer, as far as a record keeps it.
func restore(t *testing.T, record []byte, urls *urlTable) *Answer {
	t.Helper()
	s, cold, err := decodeAnswer(record, urls)
	if err != nil {
		t.Fatal(err)
	}
	d, err := decodeCold(cold, urls)
	if err != nil {
		t.Fatal(err)
	}
	key := func(id urlID) string { return urls.String(urls.key(id)) }
	a := &Answer{URL: urls.String(s.url), Key: key(s.url), Outcome: s.outcome, Status: int(s.status), Type: s.mediaType,
		Failure: s.why().failure, Location: target{Fault: s.why().location}, Digest: s.digest, Bytes: s.bytes,
		Dropped: int(s.counts.dropped), details: d}
	if s.location != noURL {
		a.Location = target{URL: urls.String(s.location), Key: key(s.location), Internal: s.inside}
		a.Cookie = s.why().cookie
	}
	links := func(packed []byte, want uint32) (list []link) {
		each(packed, func(url urlID, count uint32) {
			list = append(list, link{URL: urls.String(url), Key: key(url), Count: count})
			want -= count
		})
		if want != 0 {
			t.Fatalf("the counts of %d links are off by %d", len(list), want)
		}
		return list
	}
	a.Internal, a.External = links(s.internal, s.counts.internal), links(s.external, s.counts.external)
	return a
}

// What is written is what is read, with nothing but the records before it, and
// again with those behind it.
func TestRecordRoundTrip(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 3))
		written, read := newURLTable(), newURLTable()
		var answers []*Answer
		var records [][]byte
		for range 30 {
			a := randomAnswer(r)
			answers = append(answers, a)
			records = append(records, encodeAnswer(a, written))
		}
		for range 2 {
			for i, record := range records {
				got := restore(t, record, read)
				if len(got.Bad) == 0 {
					got.Bad = nil
				}
				if len(got.Outer) == 0 {
					got.Outer = nil
				}
				if !reflect.DeepEqual(got, answers[i]) {
					t.Fatalf("seed %d, record %d:\ngot  %+v\nwant %+v", seed, i, got, answers[i])
				}
			}
		}
		if read.Len() != written.Len() || !slices.Equal(textsOf(read), textsOf(written)) {
			t.Fatalf("seed %d: %d addresses read, %d written", seed, read.Len(), written.Len())
		}
	}
}

func textsOf(t *urlTable) []string {
	var all []string
	for id := range urlID(t.Len()) {
		all = append(all, t.String(id))
	}
	return all
}

func textBytes(t *urlTable) int { return len(strings.Join(textsOf(t), "")) }

func TestEventRoundTrip(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	m := newKnown()
	want := siteRecord{Origin: "http://h", Start: "http://h//", Key: "http://h/", Notes: []string{"é", "\""},
		Passed:  []string{"http://g/"},
		Started: at, Settings: map[string]string{"[a] b": "c"}}
	seen := site.RobotsSeen{URL: "http://h/robots.txt", Status: 200, Access: site.RobotsRules, Text: "\xff\x00\n",
		Fetched: at}
	for _, e := range []struct {
		kind byte
		v    any
	}{{kindSite, want}, {kindRobots, robotsRecord{Seen: seen, Text: []byte(seen.Text)}}, {kindEnd,
		endRecord{Reason: "signal", At: at}}} {
		record, err := event(e.kind, e.v)
		if err == nil {
			err = m.take(record)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(m.site, want) || m.robots() != seen || m.end != (endRecord{Reason: "signal", At: at}) ||
		m.records != 3 {
		t.Errorf("got %+v, %+v, %+v", m.site, m.robots(), m.end)
	}
	if id := m.urls.find("http://h//"); id == noURL || m.urls.String(m.urls.key(id)) != "http://h/" {
		t.Error("the start page is not in the urls")
	}
}

// FuzzRecord feeds foreign bytes to all that reads a record. Whatever they
// are, they are refused or taken without a panic, what they make grows no
// faster than they do, and what is taken can be written and read again.
func FuzzRecord(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	urls := newURLTable()
	for range 5 {
		f.Add(encodeAnswer(randomAnswer(r), urls))
	}
	for _, e := range []struct {
		kind byte
		v    any
	}{
		{kindSite, siteRecord{Origin: "http://h", Start: "http://h/", Key: "http://h/"}},
		{kindRobots, robotsRecord{Text: []byte("x")}}, {kindEnd, endRecord{}},
	} {
		record, err := event(e.kind, e.v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(record)
	}
	f.Add([]byte{})
	f.Add(encodeCommit(commit{number: 1, spent: 1, key: 0, place: 1}))
	f.Add(encodeCommit(commit{number: 1, spent: 1, key: 0, place: 1, kind: ofRule}))
	f.Add(encodeImportance([]urlID{0, 1}, []float64{0.5, 0.25}, 1)[0])
	f.Add([]byte("a\x01\x00\x00\x01"))
	f.Add([]byte("a\x03 " + strings.Repeat("0", 32) + "\x01000\x0200\x00\x02000\x0200 " + strings.Repeat("0", 112)))
	f.Add([]byte("a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, record []byte) {
		m := newKnown()
		for i := range 3 {
			m.urls.add(fmt.Sprintf("http://h/%d?", i), fmt.Sprintf("http://h/%d", i))
		}
		if m.site.Ordered = len(record) > 0 && record[0] != kindAnswer; m.site.Ordered {
			m.keep(answer{url: 0, location: noURL, outcome: outPage})
		}
		if err := m.take(record); err != nil && !errors.Is(err, errRecord) {
			t.Fatalf("an error of another kind: %v", err)
		}
		if len(record) == 0 || record[0] != kindAnswer {
			return
		}
		urls := newURLTable()
		s, cold, err := decodeAnswer(record, urls)
		if made := len(s.internal) + len(s.external); made > len(record) || textBytes(urls) > 2*len(record) {
			t.Fatalf("%d bytes made %d bytes of links and %d of addresses", len(record), made, textBytes(urls))
		}
		if err != nil {
			return
		}
		d, err := decodeCold(cold, urls)
		if made := len(d.Outer) + len(d.Bad) + len(d.Occurrences); made > len(record) {
			t.Fatalf("%d bytes made %d rows", len(record), made)
		}
		if err == nil {
			_, _, err = decodeAnswer(record, urls)
		}
		if err != nil && !errors.Is(err, errRecord) {
			t.Fatalf("an error of another kind: %v", err)
		}
	})
}

// FuzzWatched feeds foreign bytes, up to ten records, to a site that is watched:
// they are refused or taken without a panic, and the graph can be built then.
func FuzzWatched(f *testing.F) {
	begun := []byte(`s{"origin":"http://h","start":"http://h/","key":"http://h/","watched":true}`)
	urls := newURLTable()
	urls.add("http://h/", "http://h/")
	it := iteration{number: 2, policy: "p", hints: []Hint{{Page: 0}}, plan: []urlID{0}}
	joined := []urlID{0}
	page := &Answer{URL: "http://h/", Key: "http://h/", Outcome: outPage, version: &version{size: 3, added: 3,
		fresh: []site.Word{{Text: "two", Length: 3}}, packed: packWords([]occurs{{0, 1}})}}
	gone := &Answer{URL: "http://h/", Key: "http://h/", Outcome: outStatus, Status: 404}
	moved := &Answer{URL: "http://h/", Key: "http://h/", Outcome: outRedirect, Status: 301,
		Location: target{URL: "http://h/a", Key: "http://h/a", Internal: true}}
	first, begins := encodeAnswer(page, urls), encodeIteration(&it, joined, urls)
	it.number, it.left = 3, []int32{0}
	for _, answer := range []*Answer{page, gone, moved} {
		f.Add(slices.Concat(first, []byte{0xff}, begins, []byte{0xff}, encodeAnswer(answer, urls), []byte{0xff},
			[]byte{kindJudged, 2, 0xff}, encodeIteration(&it, nil, urls), []byte{0xff},
			encodeUnchanged([]unchanged{{0, true}}, urls)))
	}
	f.Add(slices.Concat(first, []byte("\xffx{\"settings\":{}}\xffn{\"recalled\":[0],\"twins\":[0]}\xff"), begins))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := newWalk(Parts{Now: time.Now}, Limits{MaxLevel: -1, MaxRedirects: 5})
		n := w.known
		n.keepWords = true
		if err := n.take(begun); err != nil {
			t.Fatal(err)
		}
		for _, record := range bytes.SplitN(data, []byte{0xff}, 10) {
			if len(record) > 0 && (record[0] == kindSite || record[0] == kindCommit) {
				return
			}
			if err := n.take(record); err != nil && !errors.Is(err, errRecord) {
				t.Fatalf("an error of another kind: %v", err)
			} else if err != nil {
				return
			}
		}
		if err := w.again(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		for _, round := range n.history(n.arrivals(w.build), 0, &iteration{at: n.watching.following()}).Rounds {
			for range round.Visits {
			}
		}
		n.watching.summary(n.arrivals(w.build))
		n.others(w.build)
		n.watchNotes()
	})
}
