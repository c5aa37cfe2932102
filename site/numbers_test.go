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
