package sites

import (
	"math"
	"testing"
	"unicode/utf8"
)

// leaves is the number of answers in a row that say that a page is gone before it leaves the index.
const leaves = 3

// worth is formula (2) for a site, in characters: the sum of ln(1 + what still stands there) - ln(1 + what stands in
// one of the versions only) over the pages that are there or in the program's index, and the greatest it can be.
func (s *website) worth() (q, greatest float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.pages {
		var now, indexed []string
		if p.here() {
			now = p.words
		}
		if p.has && (p.here() || p.missed < leaves) {
			indexed = p.fetched
		}
		common, only := compareWords(indexed, now)
		q += math.Log1p(float64(common)) - math.Log1p(float64(only))
		greatest += math.Log1p(float64(characters(now)))
	}
	return q, greatest
}

// share is Q/Qmax.
func (s *website) share() float64 {
	q, greatest := s.worth()
	return q / greatest
}

// compareWords compares two texts as multisets of words: the characters of
// words that are in both, and of those in only one of them.
func compareWords(a, b []string) (common, only int) {
	times := map[string]int{}
	for _, word := range a {
		times[word]++
	}
	for _, word := range b {
		if times[word] > 0 {
			times[word]--
			common += utf8.RuneCountInString(word)
		}
	}
	return common, characters(a) + characters(b) - 2*common
}

// characters counts those of the words.
func characters(words []string) (n int) {
	for _, word := range words {
		n += utf8.RuneCountInString(word)
	}
	return n
}

// By hand.
func TestWorth(t *testing.T) {
	s := newWebsite(t, newClock())
	for _, path := range []string{"/same", "/changed", "/gone", "/left", "/unknown"} {
		p := s.add(path, "", "one", "one", "fünf")
		p.has, p.fetched = path != "/unknown", p.words
	}
	s.edit("/changed", "one", "fünf", "seven") // 7 characters stand in both, 3 and 5 in one only
	s.byPath["/gone"].gone, s.byPath["/gone"].missed = true, 2
	s.byPath["/left"].gone, s.byPath["/left"].missed = true, 3
	q, greatest := s.worth()
	want := math.Log(11) + (math.Log(8) - math.Log(9)) - math.Log(11) + 0 - math.Log(11)
	if math.Abs(q-want) > 1e-12 {
		t.Errorf("Q is %v, want %v", q, want)
	}
	if want := math.Log(11) + math.Log(13) + math.Log(11); math.Abs(greatest-want) > 1e-12 {
		t.Errorf("the greatest Q is %v, want %v", greatest, want)
	}
}
