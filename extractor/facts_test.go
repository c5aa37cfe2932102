package extractor

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// The places of links are unpacked as they were noted, whatever they are.
func TestPlaces(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		var p evidence.PlacePacker
		var want []evidence.Placed
		var size [evidence.ListCount]int
		for range r.IntN(60) {
			l := evidence.Placed{List: r.IntN(evidence.ListCount), Place: site.LinkPlace(1 + r.IntN(2+int(seed%3)))}
			switch {
			case l.List == evidence.ListBad:
				l.URL = size[evidence.ListBad]
				size[evidence.ListBad]++
				p.Note(l.List, 0, l.Place)
			default:
				if l.URL = size[l.List]; l.URL > 0 && r.IntN(3) == 0 {
					l.URL = r.IntN(l.URL)
				} else {
					size[l.List]++
				}
				p.Note(l.List, l.URL, l.Place)
			}
			if l.Place == site.PlaceMain {
				l.Mark = site.LinkMark(1 + r.IntN(1<<16-1))
			}
			p.Mark(l.Mark, l.Place)
			want = append(want, l)
		}
		packed := p.Bytes()
		got, err := evidence.UnpackPlaces(nil, packed, size)
		if err == nil {
			err = evidence.UnpackMarks(got, p.Marks)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v\n%v, want\n%v", seed, err, got, want)
		}
		if len(packed) == 0 {
			continue
		}
		for _, marks := range [][]byte{append(p.Marks, 1), append(p.Marks, 1, 0), p.Marks[:max(0, len(p.Marks)-1)]} {
			if err := evidence.UnpackMarks(got, marks); len(marks) > 0 && !errors.Is(err, evidence.ErrRecord) {
				t.Errorf("seed %d: %d bytes of marks, not %d: %v", seed, len(marks), len(p.Marks), err)
			}
		}
		for i := range size {
			if size[i]--; size[i] >= 0 {
				if _, err := evidence.UnpackPlaces(nil, packed, size); !errors.Is(err, evidence.ErrRecord) {
					t.Errorf("seed %d: a link more than there are: %v", seed, err)
				}
			}
			size[i]++
		}
	}
}

// A menu of forty links is three bytes or less.
func TestPlacesOfMenu(t *testing.T) {
	var p evidence.PlacePacker
	for i := range 40 {
		p.Note(evidence.ListLinks, i, site.PlaceNavigation)
	}
	if n := len(p.Bytes()); n > 3 {
		t.Errorf("%d bytes", n)
	}
}

// A record of an earlier version ends before the facts: they are unknown, and all else is as it was.
func TestRecordWithoutFacts(t *testing.T) {
	a := randomAnswer(rand.New(rand.NewPCG(5, 3)))
	a.Facts, a.Places, a.Marks = nil, nil, nil
	old := (&evidence.Known{URLs: evidence.NewURLTable()}).Encode(a, 0)
	a.Facts = &site.Facts{Description: "d", Words: 3}
	record := (&evidence.Known{URLs: evidence.NewURLTable()}).Encode(a, 0)
	if len(record) <= len(old) || !slices.Equal(record[:len(old)], old) {
		t.Fatal("the record does not begin with that of an earlier version")
	}
	a.Marks = []byte("marks")
	longer := (&evidence.Known{URLs: evidence.NewURLTable()}).Encode(a, 0)
	if !slices.Equal(longer[:len(record)], record) {
		t.Error("the record with marks does not begin with one without")
	}
	got := restore(t, old, evidence.NewURLTable())
	if got.Facts != nil || got.Head != a.Head || !reflect.DeepEqual(got.Occurrences, a.Occurrences) {
		t.Errorf("%+v", got)
	}
}

// A crawl says of how many pages it knows no facts.
func TestUnknownFacts(t *testing.T) {
	known := site.Page{Facts: new(site.Facts)}
	if notes := evidence.UnknownFacts([]site.Page{known, {}, known, {}}); len(notes) != 1 ||
		!strings.HasPrefix(notes[0], "2 of 4 pages were fetched by an earlier version") {
		t.Errorf("%q", notes)
	}
	if notes := evidence.UnknownFacts([]site.Page{known}); notes != nil {
		t.Errorf("%q", notes)
	}
}

func FuzzPlaces(f *testing.F) {
	f.Add([]byte{4<<4 | 1<<1, 1<<4 | 2<<1, 5<<4 | 3<<1, 2<<4 | 1}, 4, 1)
	f.Fuzz(func(t *testing.T, packed []byte, links, bad int) {
		size := [evidence.ListCount]int{links % 1000, bad % 1000}
		for i := range size {
			size[i] = max(0, size[i])
		}
		all, err := evidence.UnpackPlaces(nil, packed, size)
		if err != nil {
			return
		}
		if len(all) > len(packed)+size[0]+size[1] {
			t.Errorf("%d links of %d bytes", len(all), len(packed))
		}
		for _, l := range all {
			if l.URL < 0 || l.URL >= size[l.List] {
				t.Errorf("link %+v", l)
			}
		}
	})
}
