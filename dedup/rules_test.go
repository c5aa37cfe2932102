package dedup

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// world has the samples of a site's pages, whose classes are given by name.
type world struct {
	samples []Sample
	classes map[string]int
}

// page adds a URL of the page with a class, and returns the world.
func (w *world) page(url, class string) *world {
	if w.classes == nil {
		w.classes = map[string]int{}
	}
	if _, known := w.classes[class]; !known {
		w.classes[class] = len(w.classes)
	}
	w.samples = append(w.samples, Sample{URL: url, Class: w.classes[class]})
	return w
}

// twice adds n pages with two URLs each. The format gets the page's number and a token that differs each time.
func (w *world) twice(n int, format string) {
	for i := range n {
		w.page(fmt.Sprintf(format, i, token(i)), fmt.Sprint(i))
		w.page(fmt.Sprintf(format, i, token(i+100)), fmt.Sprint(i))
	}
}

// token returns a value that looks like a session id.
func token(i int) string { return fmt.Sprintf("%08x", mixedHash(fmt.Sprint(i))) }

func rulesOf(r *Rules) string {
	var all []string
	for _, rule := range r.List() {
		text := fmt.Sprintf("%s %s %s", rule.Kind, rule.Shape, rule.Name)
		if rule.Value != "" {
			text += "=" + rule.Value
		}
		if rule.Only {
			text += " only"
		}
		if rule.Retracted {
			text += " retracted"
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

// Rules learned from small sites reduce a URL to the key given.
func TestLearnRules(t *testing.T) {
	for name, test := range map[string]struct {
		fill     func(w *world)
		rules    string
		url, key string // a URL, and how it is written
	}{
		"session": {func(w *world) {
			w.twice(20, "http://h/p?id=%d&sid=%s")
		}, "parameter /?id&sid sid", "http://h/p?id=7777&sid=x", "http://h/p?id=7777"},
		"session, 15 trials": {func(w *world) {
			w.twice(15, "http://h/p?id=%d&sid=%s")
		}, "", "http://h/p?id=7777&sid=x", "http://h/p?id=7777&sid=x"},
		"session, one page differs": {func(w *world) {
			w.twice(40, "http://h/p?id=%d&sid=%s")
			w.page("http://h/p?id=5&sid=other", "other")
		}, "parameter /?id&sid sid retracted", "http://h/p?id=7777&sid=x", "http://h/p?id=7777&sid=x"},
		"session, without it another page": {func(w *world) {
			w.twice(40, "http://h/p?id=%d&sid=%s")
			w.page("http://h/p?id=5", "other")
		}, "parameter /?id&sid sid retracted", "http://h/p?id=7777&sid=x", "http://h/p?id=7777&sid=x"},
		"nothing beside an id, much without": {func(w *world) {
			for i := range 60 {
				for _, branch := range []string{"main", "old", "new"} {
					w.page(fmt.Sprintf("http://h/commit?branch=%s&id=%s", branch, token(i)), fmt.Sprint(i))
				}
			}
			for i := range 10 {
				w.page(fmt.Sprintf("http://h/commit?branch=%d", i), fmt.Sprint(i))
			}
		}, "parameter /?branch&id branch", "http://h/commit?branch=x&id=1", "http://h/commit?id=1"},
		"one value for each page": {func(w *world) {
			for i := range 80 {
				w.page(fmt.Sprintf("http://h/diff?id=%s", token(i)), fmt.Sprint(i))
				w.page(fmt.Sprintf("http://h/diff?id=%s&parent=%s", token(i), token(i+100)), fmt.Sprint(i))
			}
		}, "", "http://h/diff?id=1&parent=x", "http://h/diff?id=1&parent=x"},
		"login": {func(w *world) {
			for i := range 51 {
				w.page(fmt.Sprintf("http://h/w?returnto=Page_%d&title=Login", i), "login")
				w.page(fmt.Sprintf("http://h/w?title=Page_%d", i), fmt.Sprint(i))
			}
		}, "parameter http://h/w?title=Login returnto only",
			"http://h/w?returnto=X&title=Login", "http://h/w?title=Login"},
		"login, its own URL known": {func(w *world) {
			w.page("http://h/w?title=Login", "login")
			for i := range 16 {
				w.page(fmt.Sprintf("http://h/w?returnto=Page_%d&title=Login", i), "login")
			}
		}, "parameter http://h/w?title=Login returnto only",
			"http://h/w?returnto=X&title=Login", "http://h/w?title=Login"},
		"calendar with empty months": {func(w *world) {
			w.page("http://h/calendar", "empty")
			for i := range 500 {
				w.page(fmt.Sprintf("http://h/calendar?month=%d", i), "empty")
			}
		}, "", "http://h/calendar?month=501", "http://h/calendar?month=501"},
		"missing pages": {func(w *world) {
			for i := range 60 {
				w.page(fmt.Sprintf("http://h/w?returnto=Page_%d&title=Gone", i), "missing")
				w.page(fmt.Sprintf("http://h/w?title=Page_%d", i), "missing")
				w.page(fmt.Sprintf("http://h/w?title=Real_%d", i), fmt.Sprint(i))
			}
		}, "", "http://h/w?returnto=X&title=Gone", "http://h/w?returnto=X&title=Gone"},
		"first page": {func(w *world) {
			for i := range 16 {
				w.page(fmt.Sprintf("http://h/list?id=%d", i), fmt.Sprint(i))
				w.page(fmt.Sprintf("http://h/list?id=%d&page=1", i), fmt.Sprint(i))
				w.page(fmt.Sprintf("http://h/list?id=%d&page=2", i), fmt.Sprint(i, "second"))
			}
		}, "default /?id&page page=1", "http://h/list?id=99&page=1", "http://h/list?id=99"},
		"lists too short to be ordered": {func(w *world) {
			for i := range 90 {
				w.page(fmt.Sprintf("http://h/list?id=%d&sort=name", i), fmt.Sprint(i))
				w.page(fmt.Sprintf("http://h/list?id=%d&sort=date", i), fmt.Sprint(i))
			}
		}, "", "http://h/list?id=99&sort=date", "http://h/list?id=99&sort=date"},
		"semicolons": {func(w *world) {
			w.twice(20, "http://h/?p=x.git;h=%d;hb=%s")
		}, "parameter /?h&hb&p hb", "http://h/?p=y.git;h=7;hb=z", "http://h/?p=y.git;h=7"},
		"every page a directory": {func(w *world) {
			for i := range 30 {
				for n := range 3 {
					w.page(fmt.Sprintf("http://h/2024/05/post-%d/?replyto=%d", i, 10*i+n), fmt.Sprint(i))
				}
			}
		}, "parameter */?replyto replyto", "http://h/2025/new/?replyto=7", "http://h/2025/new/"},
		"every page a directory, a name that means something elsewhere": {func(w *world) {
			for i := range 30 {
				for n := range 3 {
					w.page(fmt.Sprintf("http://h/2024/05/post-%d/?replyto=%d", i, 10*i+n), fmt.Sprint(i))
				}
			}
			w.page("http://h/all?replyto=1", "one").page("http://h/all?replyto=2", "two")
		}, "parameter */?replyto replyto retracted", "http://h/2025/new/?replyto=7", "http://h/2025/new/?replyto=7"},
		"a parameter behind another": {func(w *world) {
			for i := range 20 {
				w.page(fmt.Sprintf("http://h/w?returnto=Page_%d&title=Login", i), "login")
				w.page(fmt.Sprintf("http://h/w?returnto=Page_%d&title=Join", i), "join")
				w.page(fmt.Sprintf("http://h/w?and=this_%d&returnto=Page&title=Join", i), "join")
				w.page(fmt.Sprintf("http://h/w?and=this_%d&returnto=Other&title=Join", i), "join")
			}
		}, "parameter /?and&returnto&title returnto\n" +
			"parameter http://h/w?title=Join and only\nparameter http://h/w?title=Join returnto only\n" +
			"parameter http://h/w?title=Login returnto only",
			"http://h/w?and=7&returnto=X&title=Join", "http://h/w?title=Join"},
		"no rule of index files": {func(w *world) { // static sites have the same files as with key exact
			for i := range 100 {
				w.page(fmt.Sprintf("http://h/%d/", i), fmt.Sprint(i))
				w.page(fmt.Sprintf("http://h/%d/index.html", i), fmt.Sprint(i))
			}
		}, "", "http://h/new/index.html", "http://h/new/index.html"},
		"path parameter": {func(w *world) {
			w.twice(16, "http://h/a/%d;jsessionid=%s")
		}, "path-session */ ;jsessionid", "http://h/b;jsessionid=" + token(1) + "?x=1", "http://h/b?x=1"},
		"path segment": {func(w *world) {
			for i := range 60 {
				w.page(fmt.Sprintf("http://h/(S(%s%s))/%d", token(i), token(i+1), i), fmt.Sprint(i))
				w.page(fmt.Sprintf("http://h/(S(%s%s))/%d", token(i+100), token(i), i), fmt.Sprint(i))
			}
		}, "path-session /*/ =1", "http://h/(S(" + token(7) + token(8) + "))/x", "http://h/*/x"},
	} {
		var w world
		test.fill(&w)
		r := LearnRules(w.samples, nil, nil)
		console.Equal(t, rulesOf(r), test.rules, name, "rules")
		if key, used := r.Reduce(test.url); key != test.key || (used != nil) != (key != test.url) {
			t.Errorf("%s: %s is written %s by %v, want %s", name, test.url, key, used, test.key)
		}
	}
}

// A declared rule is accepted until two pages contradict it.
func TestDeclaredRules(t *testing.T) {
	declared := CleanParams("Clean-param: ref&sid /shop/")
	var w world
	w.page("http://h/shop/a?ref=1", "a").page("http://h/shop/a?ref=2", "a").page("http://h/shop/a", "a")
	r := LearnRules(w.samples, declared, nil)
	key, used := r.Reduce("http://h/shop/b?ref=1&ref=2&sid=3&x=4")
	console.Equal(t, key, "http://h/shop/b?x=4", "written")
	console.Equal(t, used, []int{0, 1}, "written")
	if got := r.List()[0]; got.Trials != 2 || got.Agreed != 2 {
		t.Errorf("%+v", got)
	}
	r = LearnRules(w.page("http://h/shop/a?ref=3", "other").samples, declared, nil)
	want := site.URLRule{Kind: site.RuleDeclared, Shape: "/shop/", Name: "ref", Trials: 3, Agreed: 2, Retracted: true,
		First: "http://h/shop/a", Second: "http://h/shop/a?ref=3"}
	got := r.List()[1]
	if got.HeldOut = 0; got != want {
		t.Errorf("%+v", got)
	}
	if key, _ := r.Reduce("http://h/shop/b?ref=1&sid=3"); key != "http://h/shop/b?ref=1" {
		t.Errorf("after that written %s", key)
	}
}

// If few pages are alike, no set of samples gives a rule, so counting them is enough. The bound is Wilson's.
func TestFewAlike(t *testing.T) {
	if Wilson(minAgreed, minAgreed) <= minAgreement || Wilson(minAgreed-1, minAgreed-1) > minAgreement {
		t.Errorf("%d trials that agree are not the least", minAgreed)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 200 {
		var samples []Sample
		for i := range 60 {
			samples = append(samples, Sample{Class: i, URL: fmt.Sprintf("http://h/d%d/p%d.html?a=%d&sid=%07d",
				r.IntN(3), i%20, r.IntN(3), r.IntN(1e7))})
		}
		for i := range minAgreed/4 - 1 {
			samples[i].Class = samples[20+i].Class
		}
		if enoughAlike(samples) {
			t.Fatalf("round %d: enough are alike", round)
		}
		if rules := learn(witnesses(samples), nil); len(rules) > 0 {
			t.Fatalf("round %d: %v", round, rules)
		}
	}
}

func TestCleanParams(t *testing.T) {
	long := strings.Repeat("a&", 250)
	for robots, want := range map[string]string{
		"":                                       "",
		"User-agent: *\nAllow:":                  "",
		"Clean-param: ref /some_dir/get_book.pl": "ref /some_dir/get_book.pl",
		"Clean-param: utm":                       "utm /",
		"clean-PARAM :  a&b&&c\t/x/*.php  # why\r\n":         "a /x/*.php, b /x/*.php, c /x/*.php",
		"Clean-param: a /x\nClean-param: a /x":               "a /x",
		"Clean-param: a b":                                   "",
		"Clean-param: a /x /y":                               "",
		"Clean-param: a /x?y":                                "",
		"Clean-param:":                                       "",
		"# Clean-param: a":                                   "",
		"\ufeffClean-param: a":                               "a /",
		"Clean-param: " + long + "\nClean-param: b":          "a /, b /",
		"Clean-param: " + long + "long\nClean-param: b":      "b /",
		"User-agent: Yandex\nDisallow: /a\nClean-param: s *": "s *",
	} {
		var got []string
		for _, rule := range CleanParams(robots) {
			got = append(got, rule.Name+" "+rule.Shape)
		}
		console.Equal(t, strings.Join(got, ", "), want, robots)
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{"/", "/a", true}, {"/a", "/a", true}, {"/a", "/ab/c", true}, {"/a/", "/a", false}, {"/A", "/a", false},
		{"*", "/", true}, {"*/b", "/a/b/c", true}, {"/a*c", "/abbc", true}, {"/a*c*d", "/abdc", false},
		{"/*.php", "/x/y.php5", true}, {"/*.php", "/x.html", false}, {"/a**", "/a", true},
	} {
		console.Equal(t, site.FitsStars(test.pattern, test.path, false), test.want, test.pattern, "on", test.path)
	}
}
