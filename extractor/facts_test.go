package extractor

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// The places of links are unpacked as they were noted, whatever they are.
func TestPlaces(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		var p placePacker
		var want []placed
		var size [listCount]int
		for range r.IntN(60) {
			l := placed{list: r.IntN(listCount), place: site.LinkPlace(1 + r.IntN(2+int(seed%3)))}
			switch {
			case l.list == listBad:
				l.url = size[listBad]
				size[listBad]++
				p.note(l.list, 0, l.place)
			default:
				if l.url = size[l.list]; l.url > 0 && r.IntN(3) == 0 {
					l.url = r.IntN(l.url)
				} else {
					size[l.list]++
				}
				p.note(l.list, l.url, l.place)
			}
			if l.place == site.PlaceMain {
				l.mark = site.LinkMark(1 + r.IntN(1<<16-1))
			}
			p.mark(l.mark, l.place)
			want = append(want, l)
		}
		packed := p.bytes()
		got, err := unpackPlaces(nil, packed, size)
		if err == nil {
			err = unpackMarks(got, p.marks)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v\n%v, want\n%v", seed, err, got, want)
		}
		if len(packed) == 0 {
			continue
		}
		for _, marks := range [][]byte{append(p.marks, 1), append(p.marks, 1, 0), p.marks[:max(0, len(p.marks)-1)]} {
			if err := unpackMarks(got, marks); len(marks) > 0 && !errors.Is(err, errRecord) {
				t.Errorf("seed %d: %d bytes of marks, not %d: %v", seed, len(marks), len(p.marks), err)
			}
		}
		for i := range size {
			if size[i]--; size[i] >= 0 {
				if _, err := unpackPlaces(nil, packed, size); !errors.Is(err, errRecord) {
					t.Errorf("seed %d: a link more than there are: %v", seed, err)
				}
			}
			size[i]++
		}
	}
}

// A menu of forty links is three bytes or less.
func TestPlacesOfMenu(t *testing.T) {
	var p placePacker
	for i := range 40 {
		p.note(listInternal, i, site.PlaceNavigation)
	}
	if n := len(p.bytes()); n > 3 {
		t.Errorf("%d bytes", n)
	}
}

// A record of an earlier version ends before the facts: they are unknown, and all else
// is as it was.
func TestRecordWithoutFacts(t *testing.T) {
	a := randomAnswer(rand.New(rand.NewPCG(5, 3)))
	a.Facts, a.places, a.marks = nil, nil, nil
	old := encodeAnswer(a, newURLTable())
	a.Facts = &site.Facts{Description: "d", Words: 3}
	record := encodeAnswer(a, newURLTable())
	if len(record) <= len(old) || !slices.Equal(record[:len(old)], old) {
		t.Fatal("the record does not begin with that of an earlier version")
	}
	a.marks = []byte("marks")
	if longer := encodeAnswer(a, newURLTable()); !slices.Equal(longer[:len(record)], record) {
		t.Error("the record with marks does not begin with one without")
	}
	got := restore(t, old, newURLTable())
	if got.Facts != nil || got.Head != a.Head || !reflect.DeepEqual(got.Occurrences, a.Occurrences) {
		t.Errorf("%+v", got)
	}
}

// A crawl says of how many pages it knows no facts.
func TestUnknownFacts(t *testing.T) {
	known := site.Page{Facts: new(site.Facts)}
	if notes := unknownFacts([]site.Page{known, {}, known, {}}); len(notes) != 1 ||
		!strings.HasPrefix(notes[0], "2 of 4 pages were fetched by an earlier version") {
		t.Errorf("%q", notes)
	}
	if notes := unknownFacts([]site.Page{known}); notes != nil {
		t.Errorf("%q", notes)
	}
}

func FuzzPlaces(f *testing.F) {
	f.Add([]byte{4<<5 | 1<<2, 1<<5 | 2<<2, 5<<5 | 3<<2 | 1, 2<<5 | 2}, 3, 2, 1)
	f.Fuzz(func(t *testing.T, packed []byte, internal, external, bad int) {
		size := [listCount]int{internal % 1000, external % 1000, bad % 1000}
		for i := range size {
			size[i] = max(0, size[i])
		}
		all, err := unpackPlaces(nil, packed, size)
		if err != nil {
			return
		}
		if len(all) > len(packed)+size[0]+size[1]+size[2] {
			t.Errorf("%d links of %d bytes", len(all), len(packed))
		}
		for _, l := range all {
			if l.url < 0 || l.url >= size[l.list] {
				t.Errorf("link %+v", l)
			}
		}
	})
}
