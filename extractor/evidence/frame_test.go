package evidence

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// somePieces makes the pieces of a random page that shares texts with other pages.
func somePieces(r *rand.Rand, shown bool) *Pieces {
	p := &Pieces{All: make([]site.Piece, 1+r.IntN(300))}
	next := uint32(1)
	for i := range p.All {
		one := &p.All[i]
		one.Place = r.Uint32N(20) * 7919
		switch r.IntN(4) {
		case 0:
			if one.Link = 1 + r.Uint32N(40); r.IntN(2) == 0 {
				one.Link = next
				next += 2
			}
		default:
			one.Text = Mixed(uint64(r.ExpFloat64() * 500))
			if one.To = uint32(one.Text % 900); one.Text%3 == 0 {
				one.Rest = Mixed(one.Text)
			}
			if r.IntN(9) == 0 {
				p.SetEcho(i, r.Uint64()|1)
			}
		}
		if shown && one.Link == 0 && r.IntN(2) == 0 {
			if p.Shown == nil {
				p.Shown = make([]string, len(p.All))
			}
			p.Shown[i] = "some text"
		}
	}
	return p
}

func sameTemplate(r *rand.Rand, p, template *Pieces) *Pieces {
	out := &Pieces{}
	for i := range template.All {
		if i < len(p.All) && r.IntN(20) == 0 {
			out.All = append(out.All, p.All[i])
		}
		if r.IntN(20) > 0 {
			out.All = append(out.All, template.All[i])
		}
	}
	return out
}

func equalPieces(a, b *Pieces) bool {
	return slices.Equal(a.All, b.All) && slices.Equal(a.Echoes, b.Echoes) && slices.Equal(a.Shown, b.Shown)
}

// Packed pieces can be unpacked at once, after more pages came, and by a frame that learns from the records alone.
func TestFrame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	written, read := new(Frame), new(Frame)
	var pages []*Pieces
	var records [][]byte
	for i := range 400 {
		if pages = append(pages, somePieces(r, i%7 == 0)); i > 0 && i%3 > 0 {
			pages[i] = sameTemplate(r, pages[i], pages[r.IntN(i)])
		}
		records = append(records, slices.Clone(written.Pack(pages[i])))
		got, err := written.Unpack(records[i])
		if err := read.Relearn(records[i]); err != nil {
			t.Fatalf("page %d: %v", i, err)
		}
		if err != nil || !equalPieces(got, pages[i]) {
			t.Fatalf("page %d: %v\n%v\n%v", i, err, got, pages[i])
		}
	}
	for _, f := range []*Frame{written, read} {
		for i, record := range records {
			if got, err := f.Unpack(record); err != nil || !equalPieces(got, pages[i]) {
				t.Fatalf("page %d again: %v\n%v\n%v", i, err, got, pages[i])
			}
		}
	}
	if len(read.Parts) == 0 || !slices.Equal(read.Parts, written.Parts) {
		t.Errorf("%d and %d parts: want the same", len(read.Parts), len(written.Parts))
	}
}

// A frame stays bounded on any site.
func TestFrameIsBounded(t *testing.T) {
	f := new(Frame)
	for i := range uint64(2 * FrameParts) {
		page := &Pieces{All: []site.Piece{{Text: Mixed(i), Place: uint32(i) * 31, To: 5}}}
		for range 2 {
			if got, err := f.Unpack(f.Pack(page)); err != nil || !equalPieces(got, page) {
				t.Fatalf("%v: %v, want %v", err, got, page)
			}
		}
	}
	if len(f.Parts) > FrameParts || len(f.Parts) < FrameParts/2 {
		t.Errorf("%d parts", len(f.Parts))
	}
}

// Pieces that came before take fewer bytes.
func TestFrameShares(t *testing.T) {
	f := new(Frame)
	page := &Pieces{All: []site.Piece{{Text: Mixed(1), Place: 1, From: 2, To: 42}, {Link: 1, Place: 2}, {Link: 3,
		Place: 2}}}
	sizes := []int{len(f.Pack(page)), len(f.Pack(page)), len(f.Pack(page))}
	// Each record has one byte before the pieces, two for the links and one for no texts. The first page has tokens
	// with places, and a text's hash and size. The others have one token.
	console.Equal(t, sizes, []int{4 + 1 + 8 + 8 + 1 + 2*(1+8), 4 + 1, 4 + 1}, "bytes")
}

// Damaged pieces are an error, never a panic.
func FuzzFrame(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	known := new(Frame)
	for range 20 {
		f.Add(slices.Clone(known.Pack(somePieces(r, r.IntN(2) == 0))))
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		got, err := known.Unpack(packed)
		if err == nil && len(got.All) > MaxUnpacked {
			t.Errorf("%d pieces", len(got.All))
		}
	})
}

// The table assigns numbers as a map would.
func TestURLTable(t *testing.T) {
	b, known := NewURLTable(), map[string]URLID{}
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		key := fmt.Sprintf("http://h/%d", r.IntN(6000))
		address := key
		if r.IntN(3) == 0 {
			address = fmt.Sprintf("%s?%d", key, r.IntN(4))
		}
		if id, have := known[address]; have != (b.Find(address) != NoURL) || have && b.Find(address) != id {
			t.Fatalf("find(%s) = %d, want %d, %t", address, b.Find(address), id, have)
		}
		before := b.Len()
		id := b.Add(address, key)
		if known[address] = id; int(id) > before+1 || b.String(id) != address || b.String(b.Key(id)) != key ||
			b.Key(b.Key(id)) != b.Key(id) {
			t.Fatalf("add(%s, %s) = %d: %s, %s", address, key, id, b.String(id), b.String(b.Key(id)))
		}
		known[key] = b.Key(id)
	}
	console.Equal(t, b.Len(), len(known))
	for address, id := range known {
		console.Equal(t, b.Find(address), id, "find", address)
	}
	if b.Find("") != NoURL || b.Add("", "") == NoURL || b.Find("") == NoURL {
		t.Error("the empty address")
	}
}

// TestPackedLinks packs links with all kinds of distances and counts, and reads them back.
func TestPackedLinks(t *testing.T) {
	type link struct {
		url   URLID
		count uint32
	}
	for _, links := range [][]link{
		nil,
		{{0, 1}},
		{{5, 1}, {6, 1}, {4, 2}, {4, 1}},
		{{math.MaxInt32, math.MaxUint32}, {0, 1}, {math.MaxInt32, 0}, {63, 1}, {64, 1}, {0, 127}, {0, 128}},
	} {
		var p linkPacker
		for _, l := range links {
			p.add(l.url, l.count)
		}
		var got []link
		Each(bytes.Clone(p.packed), func(url URLID, count uint32) { got = append(got, link{url, count}) })
		console.Equal(t, got, links, "became")
	}
	var p linkPacker
	for url := range URLID(60) {
		p.add(1<<20+url, 1)
	}
	if n := len(bytes.Clone(p.packed)); n > 64 {
		t.Errorf("60 neighbors take %d bytes, want one each after the first", n)
	}
}

// By hand: counted pages have 300 characters in 1200 bytes. Elsewhere a tenth of the bytes is text.
func TestCharacters(t *testing.T) {
	counted, plain := TextSize{300, 1000, true}, TextSize{Bytes: 400}
	for _, c := range []struct {
		sizes []TextSize
		want  []int64
	}{
		{[]TextSize{counted, plain, {0, 200, true}, {}}, []int64{300, 100, 0, 0}},
		{[]TextSize{plain, {Bytes: 55}}, []int64{40, 5}},
		{nil, nil},
	} {
		console.Equal(t, Characters(c.sizes), c.want, c.sizes, "have")
	}
}
