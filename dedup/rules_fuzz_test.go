package dedup

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// fuzzWords are the parts of which the URLs of FuzzLearnRules are made.
var fuzzWords = []string{
	"http://h", "/", "/a", "/index.html", "/1a2b3c4d5e6f7a8b", ";jsessionid=", "12345678ab", "?", "&",
	"p=", "q=", "r", "=", "1", "2", "12345678cd", "%61=", "amp;", "x", "*", "/c.php", "p=1", "q=2", "?p=1",
	"?q=1&p=", "\xff",
}

// samplesOf reads samples from bytes: a word each, the class behind 0xff.
func samplesOf(data []byte) (samples []Sample) {
	for line := range bytes.SplitSeq(data, []byte{0xff}) {
		if len(line) < 2 {
			continue
		}
		s := Sample{URL: "http://h/", Class: int(line[0]&7) - 1, Thin: line[0]&0x38 == 0x38}
		for _, b := range line[1:] {
			s.URL += fuzzWords[int(b)%len(fuzzWords)]
		}
		samples = append(samples, s)
	}
	return samples
}

// FuzzLearnRules: rules do not depend on the order of samples, make no two pages
// one, and what they write they write so again.
func FuzzLearnRules(f *testing.F) {
	var session []byte
	for i := range byte(60) {
		session = append(session, i/2, 2, 7, 9, i/2, 8, 10, i, 11, 0xff)
	}
	f.Add(session, uint64(1))
	// A page with little text, and a URL of two classes.
	thin := []byte{0x39, 2, 7, 9, 1, 8, 10, 3, 3, 11, 0xff, 1, 2, 7, 9, 40, 0xff, 2, 2, 7, 9, 40}
	f.Add(slices.Concat(session, thin), uint64(3))
	f.Add([]byte{1, 2, 0xff, 2, 2, 7, 9, 13}, uint64(2))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		samples := samplesOf(data)
		sessions := []string{"/*", ";s", "q"}
		declared := CleanParams("Clean-param: r&a /a\nClean-param: q /*.php\n" + string(data[:min(len(data), 100)]))
		r := LearnRules(samples, declared, sessions)
		shuffled := slices.Clone(samples)
		random := rand.New(rand.NewPCG(seed, 0))
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if other := LearnRules(shuffled, declared, sessions); !reflect.DeepEqual(r.List(), other.List()) {
			t.Fatalf("in another order:\n%+v\n%+v", r.List(), other.List())
		}
		classes := map[string]Sample{}
		for _, s := range witnesses(samples) {
			key, used := r.Reduce(s.URL)
			if again, more := r.Reduce(key); again != key || more != nil || (used != nil) != (key != s.URL) {
				t.Fatalf("%s is written %s by %v, then %s by %v", s.URL, key, used, again, more)
			}
			for _, number := range used {
				if r.List()[number].Retracted {
					t.Fatalf("%s is written %s by a retracted rule", s.URL, key)
				}
			}
			one, known := classes[key]
			if known && one.Class != s.Class && !s.Thin {
				t.Fatalf("%s and %s are two pages, both written %s", one.URL, s.URL, key)
			}
			if !s.Thin {
				classes[key] = s
			}
		}
	})
}
