package evidence

import (
	"bytes"
	"math"
	"reflect"
	"testing"
)

// TestPackedLinks packs links of every kind of distance and count, and finds them again.
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
		if !reflect.DeepEqual(got, links) {
			t.Errorf("%v became %v", links, got)
		}
	}
	var p linkPacker
	for url := range URLID(60) {
		p.add(1<<20+url, 1)
	}
	if n := len(bytes.Clone(p.packed)); n > 64 {
		t.Errorf("60 neighbors take %d bytes, want one each after the first", n)
	}
}
