package extractor

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// somePieces are those of a page that has texts in common with others.
func somePieces(r *rand.Rand, shown bool) []piece {
	var all []piece
	next := int32(0)
	for range 1 + r.IntN(300) {
		p := piece{place: r.Uint32N(20) * 7919, link: noLink}
		switch r.IntN(4) {
		case 0:
			if p.link = r.Int32N(40); r.IntN(2) == 0 {
				p.link = next
				next += 2
			}
		default:
			p.text = mixed(uint64(r.ExpFloat64() * 500))
			if p.size = uint32(p.text % 900); p.text%3 == 0 {
				p.rest = mixed(p.text)
			}
			if r.IntN(9) == 0 {
				p.echo = r.Uint64() | 1
			}
		}
		if shown && p.link == noLink && r.IntN(2) == 0 {
			p.shown = "some text"
		}
		all = append(all, p)
	}
	return all
}

// What was packed is read back: at once, when more pages came, and by a frame that
// has learnt from the records alone.
func TestFrame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	written, read := newFrame(), newFrame()
	var pages [][]piece
	var records [][]byte
	for i := range 400 {
		pages = append(pages, somePieces(r, i%7 == 0))
		records = append(records, written.pack(pages[i]))
		got, err := read.read(records[i], true)
		if err != nil || !slices.Equal(got, pages[i]) {
			t.Fatalf("page %d: %v\n%v\n%v", i, err, got, pages[i])
		}
	}
	for _, f := range []*frame{written, read} {
		for i, record := range records {
			if got, err := f.unpack(record); err != nil || !slices.Equal(got, pages[i]) {
				t.Fatalf("page %d again: %v\n%v\n%v", i, err, got, pages[i])
			}
		}
	}
	if len(read.texts) == 0 || !slices.Equal(read.texts, written.texts) || !slices.Equal(read.places, written.places) {
		t.Errorf("%d and %d texts, %d and %d places: want the same", len(read.texts), len(written.texts),
			len(read.places), len(written.places))
	}
}

// A frame is bounded, whatever a site shows.
func TestFrameIsBounded(t *testing.T) {
	f := newFrame()
	for i := range uint64(2 * frameTexts) {
		page := []piece{{text: mixed(i), place: uint32(i) * 31, size: 5, link: noLink}}
		for range 2 {
			if got, err := f.unpack(f.pack(page)); err != nil || !slices.Equal(got, page) {
				t.Fatalf("%v: %v, want %v", err, got, page)
			}
		}
	}
	if len(f.texts) > frameTexts || len(f.places) > framePlaces || len(f.texts) < frameTexts/2 {
		t.Errorf("%d texts, %d places", len(f.texts), len(f.places))
	}
}

// A text that came before takes fewer bytes, and no more than two.
func TestFrameShares(t *testing.T) {
	f := newFrame()
	page := []piece{{text: mixed(1), place: 1, size: 40, link: noLink}, {link: 0, place: 2}, {link: 2, place: 2}}
	sizes := []int{len(f.pack(page)), len(f.pack(page)), len(f.pack(page))}
	// Two bytes before the pieces; heads of one, then: place and hash and size, two
	// places. The place of the second link is known.
	if want := []int{2 + 1 + 4 + 8 + 1 + 1 + 4 + 1, 2 + 1 + 8 + 1 + 1 + 1, 2 + 1 + 1 + 1}; !slices.Equal(sizes, want) {
		t.Errorf("%v bytes, want %v", sizes, want)
	}
}

// Damaged pieces are an error, never a panic.
func FuzzFrame(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	known := newFrame()
	for range 20 {
		f.Add(known.pack(somePieces(r, r.IntN(2) == 0)))
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		got, err := known.unpack(packed)
		if err == nil && len(got) > len(packed) {
			t.Errorf("%d pieces of %d bytes", len(got), len(packed))
		}
	})
}
