package extractor

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// The places of links are unpacked exactly as they were noted.
func TestPlaces(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		var p evidence.PlacePacker
		var want []evidence.Placed
		var size [evidence.ListCount]int
		for range r.IntN(60) {
			l := evidence.Placed{List: r.IntN(evidence.ListCount), Place: site.LinkPlace(1 + r.IntN(2+int(seed%3)))}
			if l.Place == site.PlaceMain {
				l.Mark = site.LinkMark(1 + r.IntN(1<<16-1))
			}
			if l.URL = size[l.List]; l.URL > 0 && l.List == evidence.ListLinks && r.IntN(3) == 0 {
				l.URL = r.IntN(l.URL)
			} else {
				size[l.List]++
			}
			p.Note(l.List, l.URL, l.Place, l.Mark)
			want = append(want, l)
		}
		got, err := evidence.UnpackPlaces(nil, p.Packed, size)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v\n%v, want\n%v", seed, err, got, want)
		}
		for i := range size {
			if size[i]--; size[i] >= 0 {
				if _, err := evidence.UnpackPlaces(nil, p.Packed, size); !errors.Is(err, evidence.ErrRecord) {
					t.Errorf("seed %d: a link more than there are: %v", seed, err)
				}
			}
			size[i]++
		}
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
