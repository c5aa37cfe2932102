package dedup

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// Ten thousand parameters in a URL or a path cost no more than its length.
func TestManyParameters(t *testing.T) {
	var query, path strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&query, "&p%d=%d", i, i)
		fmt.Fprintf(&path, "/;s=%s", token(i))
	}
	var w world
	for i := range 20 {
		w.page(fmt.Sprintf("http://h/p?id=%d&sid=%s", i, token(i)), fmt.Sprint(i))
		w.page(fmt.Sprintf("http://h/p?id=%d&sid=%s", i, token(i+100)), fmt.Sprint(i))
		w.page(fmt.Sprintf("http://h/p?id=%d&sid=%s%s", i, token(i), query.String()), fmt.Sprint(i, "many"))
		w.page(fmt.Sprintf("http://h%s/%d?sid=1", path.String(), i), fmt.Sprint(i, "path"))
	}
	r := LearnRules(w.samples, CleanParams("Clean-param: p7"), nil)
	url := "http://h/p?id=1&sid=2" + query.String()
	want := strings.Replace(url, "&p7=7", "", 1)
	if key, used := r.Reduce(url); key != want || len(used) != 1 {
		t.Errorf("written with %d bytes instead of %d by %v", len(key), len(want), used)
	}
	if key, _ := r.Reduce("http://h/p?id=1&sid=2"); key != "http://h/p?id=1" {
		t.Errorf("few parameters: %s", key)
	}
}

// Each of two rules is right alone, but together they merge two pages, so neither is accepted.
func TestRulesThatContradictEachOther(t *testing.T) {
	list := []site.URLRule{
		{Kind: site.RuleDefault, Shape: "/?a&b", Name: "a", Value: "1"},
		{Kind: site.RuleDefault, Shape: "/?b", Name: "b", Value: "1"},
	}
	var w world
	w.page("http://h/", "home").page("http://h/?a=1&b=1", "other")
	r := agreeing(list, w.samples)
	for _, rule := range r.List() {
		if !rule.Retracted || rule.First != "http://h/" || rule.Second != "http://h/?a=1&b=1" {
			t.Errorf("%+v", rule)
		}
	}
	if key, used := r.Reduce("http://h/?a=1&b=1"); key != "http://h/?a=1&b=1" || used != nil {
		t.Errorf("written %s", key)
	}
}

// Rules reduce oddly written URLs to the keys given.
func TestReduceOddURLs(t *testing.T) {
	r := newRules([]site.URLRule{
		{Kind: site.RuleParam, Shape: "/?a&p", Name: "p"},
		{Kind: site.RuleDeclared, Shape: "/", Name: "ref"},
		{Kind: site.RuleDefault, Shape: "/?a&q", Name: "q"},
	})
	for url, want := range map[string]string{
		"http://h/?a=1&p=2":                     "http://h/?a=1",
		"http://h/?a=1&p=2&p=3":                 "http://h/?a=1", // every occurrence
		"http://h/?a=1&p":                       "http://h/?a=1", // without a value
		"http://h/?a=1&%70=2":                   "http://h/?a=1&%70=2",
		"http://h/?a=1&amp;p=2":                 "http://h/?a=1&amp;p=2",
		"http://h/?%72ef=1":                     "http://h/", // robots.txt means the decoded name
		"http://h/?ref=1&a=1&ref=2&p=3&ref":     "http://h/?a=1",
		"http://h/?a=1&q=":                      "http://h/?a=1",
		"http://h/?a=1&q=&q=":                   "http://h/?a=1&q=&q=", // twice differs from once
		"http://h/?a=1&q=1":                     "http://h/?a=1&q=1",
		"http://h/?":                            "http://h/?",
		"http://h":                              "http://h",
		"http://h?ref=1":                        "http://h",
		"":                                      "",
		"http://h/?amp;ref=1&amp;amp;ref=2&a=3": "http://h/?amp;ref=1&amp;amp;ref=2&a=3",
	} {
		if key, _ := r.Reduce(url); key != want {
			t.Errorf("%s is written %s, want %s", url, key, want)
		}
	}
}

// One URL in twenty is held out, in any order of the crawl.
func TestHeldOut(t *testing.T) {
	n := 0
	for i := range 10_000 {
		if HeldOut(fmt.Sprintf("http://h/p?id=%d", i)) {
			n++
		}
	}
	if n < 400 || n > 600 {
		t.Errorf("%d of 10,000 are held out", n)
	}
}

// If all trials agree, Wilson's bound is n/(n+z²).
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		agreed, trials int
		least, most    float64
	}{{0, 0, 0, 0}, {15, 15, 0.796, 0.797}, {16, 16, 0.806, 0.807}, {95, 100, 0.888, 0.889}, {0, 10, 0, 0.0001}} {
		if w := Wilson(test.agreed, test.trials); w < test.least-1e-9 || w > test.most {
			t.Errorf("%d of %d: %f", test.agreed, test.trials, w)
		}
	}
}

// fuzzWords are the parts from which FuzzLearnRules builds URLs.
var fuzzWords = []string{
	"http://h", "/", "/a", "/index.html", "/1a2b3c4d5e6f7a8b", ";jsessionid=", "12345678ab", "?", "&",
	"p=", "q=", "r", "=", "1", "2", "12345678cd", "%61=", "amp;", "x", "*", "/c.php", "p=1", "q=2", "?p=1",
	"?q=1&p=", "\xff",
}

// samplesOf builds samples from bytes. 0xff ends a sample, the first byte gives its class, and the others give words.
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

// Rules do not depend on the order of samples, never merge two pages, and are idempotent.
func FuzzLearnRules(f *testing.F) {
	var session []byte
	for i := range byte(60) {
		session = append(session, i/2, 2, 7, 9, i/2, 8, 10, i, 11, 0xff)
	}
	f.Add(session, uint64(1))
	// This adds a page with little text, and a URL of two classes.
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
