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

// sameTemplate puts parts of a page into another one.
func sameTemplate(r *rand.Rand, p, template *pieces) *pieces {
	out := &pieces{}
	for i := range template.all {
		if i < len(p.all) && r.IntN(20) == 0 {
			out.all = append(out.all, p.all[i])
		}
		if r.IntN(20) > 0 {
			out.all = append(out.all, template.all[i])
		}
	}
	return out
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
		if pages = append(pages, somePieces(r, i%7 == 0)); i > 0 && i%3 > 0 {
			pages[i] = sameTemplate(r, pages[i], pages[r.IntN(i)])
		}
		records = append(records, slices.Clone(written.pack(pages[i])))
		got, err := written.unpack(records[i])
		if err := read.relearn(records[i]); err != nil {
			t.Fatalf("page %d: %v", i, err)
		}
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
	if len(read.model) == 0 || !slices.Equal(read.items, written.items) || !slices.Equal(read.model, written.model) ||
		!slices.Equal(read.places, written.places) {
		t.Errorf("%d and %d items, %d and %d in models: want the same", len(read.items), len(written.items),
			len(read.model), len(written.model))
	}
}

// A frame is bounded, whatever a site shows.
func TestFrameIsBounded(t *testing.T) {
	f := newFrame()
	for i := range uint64(2 * frameItems) {
		page := &pieces{all: []site.Piece{{Text: mixed(i), Place: uint32(i) * 31, To: 5}}}
		for range 2 {
			if got, err := f.unpack(f.pack(page)); err != nil || !equalPieces(got, page) {
				t.Fatalf("%v: %v, want %v", err, got, page)
			}
		}
	}
	if len(f.items) > frameItems || len(f.places) > framePlaces || len(f.items) < frameItems/2 ||
		len(f.model) > frameModel {
		t.Errorf("%d items, %d in models, %d places", len(f.items), len(f.model), len(f.places))
	}
}

// What came before takes fewer bytes.
func TestFrameShares(t *testing.T) {
	f := newFrame()
	page := &pieces{all: []site.Piece{{Text: mixed(1), Place: 1, From: 2, To: 42}, {Link: 1, Place: 2},
		{Link: 3, Place: 2}}}
	sizes := []int{len(f.pack(page)), len(f.pack(page)), len(f.pack(page))}
	// One byte before the pieces, two for the links, one for no texts. The first page: a
	// token, place, hash and size; a token and a place; an item. The second: a token with a
	// place, hash and size; two links that were foreseen. The third: an item and these.
	if want := []int{4 + 14 + 5 + 1, 4 + 10 + 1, 4 + 1 + 1}; !slices.Equal(sizes, want) {
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
		if err == nil && len(got.all) > mostUnpacked {
			t.Errorf("%d pieces", len(got.all))
		}
	})
}
