package dedup

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/site"
)

// A site with ten thousand parameters on a URL, or of a path, costs no more than its length.
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

// Each of two rules is right alone; together they make one of two pages, so that none is believed.
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

// What a rule says of URLs that are written in odd ways.
func TestReduceOddURLs(t *testing.T) {
	r := newRules([]site.URLRule{
		{Kind: site.RuleParam, Shape: "/?a&p", Name: "p"},
		{Kind: site.RuleDeclared, Shape: "/", Name: "ref"},
		{Kind: site.RuleDefault, Shape: "/?a&q", Name: "q"},
	})
	for url, want := range map[string]string{
		"http://h/?a=1&p=2":                     "http://h/?a=1",
		"http://h/?a=1&p=2&p=3":                 "http://h/?a=1", // each time
		"http://h/?a=1&p":                       "http://h/?a=1", // without a value
		"http://h/?a=1&%70=2":                   "http://h/?a=1&%70=2",
		"http://h/?a=1&amp;p=2":                 "http://h/?a=1&amp;p=2",
		"http://h/?%72ef=1":                     "http://h/", // robots.txt means the decoded name
		"http://h/?ref=1&a=1&ref=2&p=3&ref":     "http://h/?a=1",
		"http://h/?a=1&q=":                      "http://h/?a=1",
		"http://h/?a=1&q=&q=":                   "http://h/?a=1&q=&q=", // twice is another thing
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

// One URL in twenty is held out, whatever the order of a crawl.
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

// Wilson's bound of 16 trials that agree is n/(n+z²).
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
