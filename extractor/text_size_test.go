package extractor

import (
	"slices"
	"testing"
)

// By hand: what was counted has 300 characters in 1200 bytes; where nothing was, a
// tenth of the bytes is text.
func TestCharacters(t *testing.T) {
	counted, plain := textSize{300, 1000, true}, textSize{bytes: 400}
	for _, c := range []struct {
		sizes []textSize
		want  []int64
	}{
		{[]textSize{counted, plain, {0, 200, true}, {}}, []int64{300, 100, 0, 0}},
		{[]textSize{plain, {bytes: 55}}, []int64{40, 5}},
		{nil, nil},
	} {
		if got := characters(c.sizes); !slices.Equal(got, c.want) {
			t.Errorf("%+v have %v characters, want %v", c.sizes, got, c.want)
		}
	}
}
