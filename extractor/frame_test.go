package extractor

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/site"
)

// somePieces are those of a page that has texts in common with others.
func somePieces(r *rand.Rand, shown bool) *pieces {
	p := &pieces{all: make([]site.Piece, 1+r.IntN(300))}
	next := uint32(1)
	for i := range p.all {
		one := &p.all[i]
		one.Place = r.Uint32N(20) * 7919
		switch r.IntN(4) {
		case 0:
			if one.Link = 1 + r.Uint32N(40); r.IntN(2) == 0 {
				one.Link = next
				next += 2
			}
		default:
			one.Text = mixed(uint64(r.ExpFloat64() * 500))
			if one.To = uint32(one.Text % 900); one.Text%3 == 0 {
				one.Rest = mixed(one.Text)
			}
			if r.IntN(9) == 0 {
				p.setEcho(i, r.Uint64()|1)
			}
		}
		if shown && one.Link == 0 && r.IntN(2) == 0 {
			if p.shown == nil {
				p.shown = make([]string, len(p.all))
			}
			p.shown[i] = "some text"
		}
	}
	return p
}

func equalPieces(a, b *pieces) bool {
	return slices.Equal(a.all, b.all) && slices.Equal(a.echoes, b.echoes) && slices.Equal(a.shown, b.shown)
}

// What was packed is read back: at once, when more pages came, and by a frame that
// has learnt from the records alone.
func TestFrame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	written, read := newFrame(), newFrame()
	var pages []*pieces
	var records [][]byte
	for i := range 400 {
		pages = append(pages, somePieces(r, i%7 == 0))
		records = append(records, slices.Clone(written.pack(pages[i])))
		got, err := read.read(records[i], true)
		if err != nil || !equalPieces(got, pages[i]) {
			t.Fatalf("page %d: %v\n%v\n%v", i, err, got, pages[i])
		}
	}
	for _, f := range []*frame{written, read} {
		for i, record := range records {
			if got, err := f.unpack(record); err != nil || !equalPieces(got, pages[i]) {
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
		page := &pieces{all: []site.Piece{{Text: mixed(i), Place: uint32(i) * 31, To: 5}}}
		for range 2 {
			if got, err := f.unpack(f.pack(page)); err != nil || !equalPieces(got, page) {
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
	page := &pieces{all: []site.Piece{{Text: mixed(1), Place: 1, From: 2, To: 42}, {Link: 1, Place: 2},
		{Link: 3, Place: 2}}}
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
		f.Add(slices.Clone(known.pack(somePieces(r, r.IntN(2) == 0))))
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		got, err := known.unpack(packed)
		if err == nil && len(got.all) > len(packed) {
			t.Errorf("%d pieces of %d bytes", len(got.all), len(packed))
		}
	})
}
