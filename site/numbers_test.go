package site

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	edges := []uint32{0, 1, isLarge - 1, isLarge, isLarge + 1, 1 << 16, math.MaxUint32}
	var n Numbers
	var want []uint32
	sum := 0
	for range 1000 {
		number := edges[random.IntN(len(edges))]
		if len(want) > 0 && random.IntN(3) == 0 {
			i := random.IntN(len(want))
			sum += int(number) - int(want[i])
			want[i] = number
			n.Set(i, number)
			continue
		}
		sum += int(number)
		want = append(want, number)
		n.Append(number)
	}
	if n.Len() != len(want) || n.Sum() != sum || !n.Equal(NumbersOf(want...)) {
		t.Errorf("%d numbers with the sum %d, want %d with %d", n.Len(), n.Sum(), len(want), sum)
	}
	from, to := len(want)/3, len(want)/2
	most := n.part(from, to)
	part := most.part(1, to-from)
	for i, number := range want[from+1 : to] {
		if got := part.At(i); got != number {
			t.Errorf("number %d of the part is %d, want %d", i, got, number)
		}
	}
	other := NumbersOf(slices.Concat(want[:5], []uint32{want[5] + 1}, want[6:])...)
	if n.Equal(other) {
		t.Error("lists that differ in one number are equal")
	}
}

func TestLookup(t *testing.T) {
	known := map[string]int{"b": 2, "a": 1}
	if got, err := Lookup("letter", "b", known); got != 2 || err != nil {
		t.Errorf("got %d, %v", got, err)
	}
	if got, err := Lookup("letter", "c", known); got != 0 || err == nil ||
		err.Error() != `unknown letter "c"; known are a, b` {
		t.Errorf("got %d, %v", got, err)
	}
	if got := Names(known); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
}

// The Punycode of these names is that of RFC 3492 section 7.1 and of the registries.
func TestShow(t *testing.T) {
	for _, c := range []struct{ address, want string }{
		{"https://xn--mnchen-3ya.example", "https://münchen.example"},
		{"http://xn--e1afmkfd.xn--p1ai:8080", "http://пример.рф:8080"},
		{"http://xn--mnchen-3ya.example/xn--mnchen-3ya?a=b", "http://münchen.example/xn--mnchen-3ya?a=b"},
		{"http://example.com/xn--mnchen-3ya", "http://example.com/xn--mnchen-3ya"},
		{"https://example.com", "https://example.com"},
		{"http://xn--a", "http://xn--a"},
		{"http://xn--mnchen-3ya.xn--\u202e", "http://xn--mnchen-3ya.xn--\u202e"},
		{"http://[::1]:8080", "http://[::1]:8080"},
		{"xn--mnchen-3ya", "xn--mnchen-3ya"},
		{"", ""},
	} {
		if got := Show(c.address); got != c.want {
			t.Errorf("Show(%q) = %q, want %q", c.address, got, c.want)
		}
	}
}
