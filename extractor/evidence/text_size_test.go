package evidence

import (
	"slices"
	"testing"
)

// By hand: what was counted has 300 characters in 1200 bytes; where nothing was, a tenth of the bytes is text.
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
		if got := Characters(c.sizes); !slices.Equal(got, c.want) {
			t.Errorf("%+v have %v characters, want %v", c.sizes, got, c.want)
		}
	}
}
