package market

import "math"

// countedText is a text: how often each term occurs in it.
type countedText struct {
	times []int32 // by number of the term
	terms []int32 // those that occur
}

func (t *countedText) clear() {
	for _, id := range t.terms {
		t.times[id] = 0
	}
	t.terms = t.terms[:0]
}

func (t *countedText) count(id int32) {
	if n := int(id) + 1 - len(t.times); n > 0 {
		t.times = append(t.times, make([]int32, n)...)
	}
	if t.times[id] == 0 {
		t.terms = append(t.terms, id)
	}
	t.times[id]++
}

func (t *countedText) has(id int32) int32 {
	if int(id) >= len(t.times) {
		return 0
	}
	return t.times[id]
}

// fine is the number of parts of one in sums of whole numbers, which are the same in any order.
const fine = 1 << 20

// square is the squared length of the text's vector of weights 1 + ln times.
func (t *countedText) square() float64 {
	sum := uint64(0)
	for _, id := range t.terms {
		w := uint64(fine)
		if n := t.times[id]; n > 1 {
			w = uint64(math.Round(fine * (1 + math.Log(float64(n)))))
		}
		sum += w * w
	}
	return float64(sum) / (fine * fine)
}
