package dedup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// Pages made to be hard to compare are compared quickly.
func TestHostileTwins(t *testing.T) {
	const many, most = 20_000, 100_000
	page := func(n int, piece func(i int) string) []Piece {
		all := make([]Piece, n)
		for i := range all {
			all[i] = pieces(piece(i))[0]
		}
		return all
	}
	equal := page(most, func(int) string { return "p x" })
	pairs := page(many, func(i int) string { return fmt.Sprintf("p x%d", i%2) })
	own := page(many, func(i int) string { return fmt.Sprint("p a", i) })
	other := page(many, func(i int) string { return fmt.Sprint("p b", i) })
	turn := func(s string) []Piece {
		return page(many, func(i int) string { return fmt.Sprint("p ", []string{"same", s}[i%2], i) })
	}
	back := slices.Clone(own)
	slices.Reverse(back)
	for name, twin := range map[string][2][]Piece{"all equal": {equal, equal[:most/2]},
		"two by turns": {pairs, pairs[1 : many-1]}, "nothing in common": {own, other}, "backwards": {own, back},
		"every other piece": {turn("x"), turn("y")}, "empty and full": {nil, own}, "empty": {nil, nil},
		"one piece": {own[:1], other[:1]}, "equal and by turns": {equal, pairs}} {
		m := LearnMasks([]TwinPages{{URL: "http://h/1", First: twin[0], Second: twin[1]}, {URL: "http://h/2",
			First: twin[0], Second: twin[1]}})
		for _, p := range twin {
			m.Apply(p)
		}
		if got := m.Twins(); got.Pages != 2 || got.Settled > got.Differ {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Masks that would hide most of all pages hide nothing.
func TestUnstable(t *testing.T) {
	page := "h1 Title\np $1\np $2\np $3\nfooter Imprint\n"
	var twins []TwinPages
	for i := range 6 {
		first := []string{fmt.Sprint("one ", i), fmt.Sprint("two ", i), fmt.Sprint("three ", i)}
		for j := range first {
			first[j] = strings.Map(func(r rune) rune { return r | 0x40 }, first[j])
		}
		second := []string{first[0] + "x", first[1] + "y", first[2] + "z"}
		twins = append(twins, twinPages(fmt.Sprint("http://h/", i), page, first, second))
	}
	m := LearnMasks(twins)
	if got := m.Twins(); !got.Unstable || got.Settled != 0 || got.Differ != 6 {
		t.Errorf("twins that differ in most of their texts: %+v, want unstable, 6 differ, 0 settled", got)
	}
	if m.Apply(twins[0].First).Digest == m.Apply(twins[0].Second).Digest {
		t.Error("two pages of an unstable site are one")
	}
}

// Masks can be learned from any pieces, the order of twins does not matter, and equal pages stay equal.
func FuzzMasks(f *testing.F) {
	f.Add([]byte("abcdabxd|abcdaacd"))
	f.Add([]byte("|aaaa"))
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 { // twins of pages that differ in some runs
		var data []byte
		for range 2 + random.IntN(4) {
			page := []byte("abAhBcdCiDefEjF")
			for range 2 {
				at := random.IntN(len(page) - 2)
				page = slices.Insert(page, at+1, []byte("pqPQ01rsRS")[random.IntN(7):][:3]...)
			}
			data = append(append(data, page...), '|')
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var pages [][]Piece
		for part := range strings.SplitSeq(string(data), "|") {
			pages = append(pages, bytesPieces(part))
		}
		var twins []TwinPages
		for i := range len(pages) - 1 {
			twins = append(twins, TwinPages{URL: fmt.Sprint("http://h/", i%3), First: pages[i], Second: pages[i+1]})
		}
		m := LearnMasks(twins)
		slices.Reverse(twins)
		again := LearnMasks(twins)
		if !slices.Equal(m.List(), again.List()) || m.Twins() != again.Twins() {
			t.Fatalf("backwards: %+v and %+v", again.List(), m.List())
		}
		for _, page := range pages {
			one, other := m.Apply(page), again.Apply(slices.Clone(page))
			if one.Digest != other.Digest || one.Size != other.Size || !slices.Equal(one.Hidden, other.Hidden) {
				t.Fatalf("one page is two: %+v and %+v", one, other)
			}
		}
	})
}

// bytesPieces makes a piece of each byte.
func bytesPieces(s string) []Piece {
	var all []Piece
	for _, c := range []byte(s) {
		p := Piece{Piece: site.Piece{Place: uint32(c & 3), Text: uint64(c) + 2, To: 1}, Shown: string(rune(c))}
		switch {
		case c&0x60 == 0x60:
			p.Link = 1
			p.URL = fmt.Sprintf("http://h/%d?a=%d&b=%d", c&4, c&8, c&16)
		case c&0x40 != 0:
			p.Rest = bare
		case c&0x20 != 0:
			p.Rest = uint64(c&4) + 1000
		}
		all = append(all, p)
	}
	return all
}
