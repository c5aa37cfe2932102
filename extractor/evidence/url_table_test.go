package evidence

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"sitegraph/internal/console"
)

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
