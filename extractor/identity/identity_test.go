package identity

import (
	"bytes"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sitegraph/extractor/evidence"
	"sitegraph/internal/console"
	"sitegraph/site"
)

func yieldKeys(urls *evidence.URLTable, pattern string, n int) []evidence.URLID {
	var keys []evidence.URLID
	for i := range n {
		u := fmt.Sprintf(pattern, i)
		keys = append(keys, urls.Add(u, u))
	}
	return keys
}

func countAll(y *Yields, keys []evidence.URLID, fresh int) {
	for i, k := range keys {
		y.Count(k, i < fresh)
	}
	y.Close()
}

// A shape is deferred if its last 100 requests gave less than 2 % new pages, but not at exactly 2 %.
func TestYieldDeferred(t *testing.T) {
	for name, tt := range map[string]struct {
		portions [][2]int // requests and new pages
		deferred bool
	}{
		"none":           {nil, false},
		"too few":        {[][2]int{{99, 0}}, false},
		"enough":         {[][2]int{{100, 1}}, true},
		"at 2 %":         {[][2]int{{100, 2}}, false},
		"in portions":    {[][2]int{{50, 1}, {50, 0}}, true},
		"dried up":       {[][2]int{{1000, 1000}, {60, 0}, {40, 0}}, true},
		"drying up":      {[][2]int{{1000, 1000}, {99, 0}}, false},
		"gives again":    {[][2]int{{300, 0}, {100, 50}}, false},
		"one large":      {[][2]int{{5000, 99}}, true},
		"a long archive": {[][2]int{{256, 256}, {512, 512}, {9000, 9000}}, false},
	} {
		urls := evidence.NewURLTable()
		keys := yieldKeys(urls, "http://h/a/?x=%d", 9000)
		y := NewYields(urls)
		for _, p := range tt.portions {
			countAll(y, keys[:p[0]], p[1])
		}
		console.Equal(t, y.Deferred(keys[0]), tt.deferred, name, "deferred")
	}
}

// Requests count once their portion is closed, and Reset forgets them.
func TestYieldClosed(t *testing.T) {
	urls := evidence.NewURLTable()
	keys := yieldKeys(urls, "http://h/a/?x=%d", 300)
	y := NewYields(urls)
	for _, k := range keys {
		y.Count(k, false)
	}
	if y.Deferred(keys[0]) {
		t.Error("deferred by an open portion")
	}
	y.Close()
	if !y.Deferred(keys[0]) {
		t.Error("not deferred by a closed portion")
	}
	if y.Reset(); y.Deferred(keys[0]) {
		t.Error("deferred after reset")
	}
	countAll(y, keys, 0)
	if !y.Deferred(keys[0]) {
		t.Error("not deferred when counted again")
	}
}

// A shape gets at most a quarter of a portion while others wait, more once they run out. Deferred shapes get requests
// only if nothing else waits.
func TestYieldChoose(t *testing.T) {
	for name, tt := range map[string]struct {
		waiting [4]int // keys of four shapes; requests of the last gave nothing
		size    int
		want    [4]int
	}{
		"nothing":            {[4]int{}, 100, [4]int{}},
		"all fit":            {[4]int{60, 10, 1, 0}, 100, [4]int{60, 10, 1, 0}},
		"all fit but one":    {[4]int{60, 10, 1, 50}, 100, [4]int{60, 10, 1, 0}},
		"one alone":          {[4]int{1000, 0, 0, 0}, 100, [4]int{100, 0, 0, 0}},
		"the others are few": {[4]int{1000, 10, 1, 500}, 100, [4]int{89, 10, 1, 0}},
		"two":                {[4]int{1000, 1000, 0, 1}, 100, [4]int{50, 50, 0, 0}},
		"two and few":        {[4]int{1000, 1000, 20, 0}, 100, [4]int{40, 40, 20, 0}},
		"deferred alone":     {[4]int{0, 0, 0, 300}, 100, [4]int{0, 0, 0, 100}},
	} {
		urls := evidence.NewURLTable()
		y := NewYields(urls)
		countAll(y, yieldKeys(urls, "http://h/3/?d=%d", 200), 0)
		var waiting []evidence.URLID
		for i, n := range tt.waiting {
			waiting = append(waiting, yieldKeys(urls, "http://h/3/?"+string(rune('a'+i))+"=1%d", n)...)
		}
		var got [4]int
		chosen := y.Choose(waiting, tt.size, false)
		for _, k := range chosen {
			got[urls.String(k)[len("http://h/3/?")]-'a']++
		}
		if got != tt.want || !slices.IsSorted(chosen) {
			t.Errorf("%s: %v, want %v, in the order of those that wait", name, got, tt.want)
		}
	}
}

// Of five waiting shapes, the one with nine tenths of the URLs gets a quarter, with its URLs in the given order.
func TestYieldShare(t *testing.T) {
	urls := evidence.NewURLTable()
	y := NewYields(urls)
	waiting := yieldKeys(urls, "http://h/trap/?p=%d", 9000)
	for _, name := range []string{"a", "b", "c", "d"} {
		waiting = append(waiting, yieldKeys(urls, "http://h/"+name+"/%d", 250)...)
	}
	chosen := y.Choose(waiting, 1000, false)
	if len(chosen) != 1000 || !slices.Equal(chosen[:250], waiting[:250]) || chosen[250] != waiting[9000] {
		t.Errorf("chose %d, the first of another shape is %s", len(chosen), urls.String(chosen[250]))
	}
	if got := y.Choose(waiting[:9003], 2, false); len(got) != 2 || got[1] != waiting[9000] {
		t.Errorf("a portion of 2: %v", got)
	}
}

// The report leaves out a shape that gave mostly pages. A rule matches no other shape; shapes with many pages get none.
func TestYieldReport(t *testing.T) {
	urls := evidence.NewURLTable()
	y := NewYields(urls)
	diffs := yieldKeys(urls, "http://h/index.php?diff=%d&title=A", 250)
	views := yieldKeys(urls, "http://h/view/%d", 460) // all are known after 300
	countAll(y, diffs[:200], 0)
	countAll(y, views[:300], 300)
	countAll(y, views[300:450], 0)
	countAll(y, yieldKeys(urls, "http://h/cal/2026/%d/", 210), 1)
	issues := yieldKeys(urls, "http://h/issue/%d", 360)
	countAll(y, issues[:200], 100)
	countAll(y, issues[200:350], 0)
	want := []site.Shape{
		{Shape: "/index.php?diff&title", Requests: 200, Of: 1210, Waiting: 50, Deferred: true,
			Exclude: `^http://h/index\.php\?diff=[^&]*&title=[^&]*$`, Example: "http://h/index.php?diff=0&title=A"},
		{Shape: "/issue/", Requests: 350, Of: 1210, New: 100, Waiting: 10, Deferred: true, Example: "http://h/issue/0"},
		{Shape: "/cal/#/#/", Requests: 210, Of: 1210, New: 1, Deferred: true,
			Exclude: `^http://h/cal/[0-9]+/[0-9]+/[^/?]*$`, Example: "http://h/cal/2026/0/"},
	}
	console.Equal(t, y.Report(slices.Concat(diffs[200:], issues[350:], views[450:])), want, "report")
}

func texts(list []string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, s := range list {
			if !yield([]byte(s)) {
				return
			}
		}
	}
}

func TestExcludeRule(t *testing.T) {
	for name, tt := range map[string]struct {
		urls, others []string
		want         string
	}{
		"a folder": {[]string{"http://h/a.b/x", "http://h/a.b/"},
			[]string{"http://h/a.b/c/", "http://h/a-b/x"}, `^http://h/a\.b/[^/?]*$`},
		"two orders": {[]string{"http://h/?a=1&b=2", "http://h/?b=1&a=2"}, []string{"http://h/?a=1"},
			`^http://h/[^/?]*\?a=[^&]*&b=[^&]*$|^http://h/[^/?]*\?b=[^&]*&a=[^&]*$`},
		"repeated": {[]string{"http://h/?f=1&f=2", "http://h/?f=1&f=2&f=3"},
			[]string{"http://h/", "http://h/?g=1"}, `^http://h/[^/?]*\?f=[^&]*(&f=[^&]*)*$`},
		"hashes":       {[]string{"http://h/0a1b2c3/x"}, []string{"http://h/1/x"}, `^http://h/[0-9A-Fa-f]{7,}/[^/?]*$`},
		"not apart":    {[]string{"http://h/0a1b2c3/x"}, []string{"http://h/12345678/x"}, ""},
		"many hosts":   {[]string{"http://a/", "http://b/", "http://c/", "http://d/", "http://e/"}, nil, ""},
		"a long value": {[]string{"http://h/?" + strings.Repeat("a", ExcludeBytes)}, nil, ""},
	} {
		console.Equal(t, ExcludeRule(texts(tt.urls), texts(tt.others)), tt.want, name)
	}
}

// One rule covers facets in any order, and spares URLs with fewer facets.
func TestExcludeAnyOrder(t *testing.T) {
	urls := []string{"http://h/?a=1&b=2&c", "http://h/?a=1&c&b=2", "http://h/?b=2&a=1&c", "http://h/?b=2&c&a=1",
		"http://h/?c&a=1&b=2", "http://h/?c&b=2&a=1"}
	others := []string{"http://h/?a=1&b=2", "http://h/?a=1&b=2&c&d=1", "http://h/?a=1&b=2&cc"}
	rule := ExcludeRule(texts(urls), texts(others))
	r, err := regexp.Compile(rule)
	if err != nil || rule == "" {
		t.Fatalf("rule %q: %v", rule, err)
	}
	for _, u := range slices.Concat(urls, others) {
		if want := !slices.Contains(others, u); r.MatchString(u) != want {
			t.Errorf("%s: matches %s: %t", rule, u, !want)
		}
	}
}

// Among URLs of one shape, those with a parameter value or file extension that gave pages come first. All or none of
// the 16 requests for each kind gave pages. A parameter that names pages predicts nothing.
func TestYieldByValue(t *testing.T) {
	for name, tt := range map[string]struct {
		pages, others string // patterns of URLs
		want          int    // pages among 100 chosen
	}{
		"parameter": {"http://h/?p=x&z=tree&h=%d", "http://h/?p=x&z=rss&h=%d", 94},
		"semicolon": {"http://h/?p=x;a=tree;h=%d", "http://h/?p=x;a=rss;h=%d", 94},
		"extension": {"http://h/a/%d", "http://h/a/%d.gz", 94},
		"name":      {"http://h/?h=tree%d", "http://h/?h=rss%d", 50},
		"nothing":   {"http://h/?h=%d", "http://h/?h=%d0000", 50},
	} {
		urls := evidence.NewURLTable()
		y := NewYields(urls)
		good, bad := yieldKeys(urls, tt.pages, 1000)[100:], yieldKeys(urls, tt.others, 1000)[100:]
		for range 3 { // Reset forgets the counts
			y.Reset()
			countAll(y, slices.Concat(good[:16], bad[:16]), 16)
			y.Pool()
		}
		var waiting []evidence.URLID
		for i := range 500 {
			waiting = append(waiting, good[100+i], bad[100+i])
		}
		got := 0
		for _, k := range y.Choose(waiting, 100, false) {
			if slices.Contains(good, k) {
				got++
			}
		}
		if abs := max(got-tt.want, tt.want-got); abs > 3 {
			t.Errorf("%s: %d pages of 100, want about %d", name, got, tt.want)
		}
	}
}

// TestFindEchoes checks that a word is found wherever it begins, up to a number of places.
func TestFindEchoes(t *testing.T) {
	var e, often Echoes
	none, some := e.find([]byte("b a"), []byte("aa")), e.find([]byte("aaa b aa"), []byte("aa"))
	if none || !some || !slices.Equal(e.At, []int{0, 1, 6}) {
		t.Errorf("none %t, some %t, at %v", none, some, e.At)
	}
	many := bytes.Repeat([]byte("a"), 3*MaxAt)
	if !often.find(many, []byte("aa")) || !often.MayHave(len(many)-2, len(many)) || len(often.At) > MaxAt {
		t.Errorf("%d places of many", len(often.At))
	}
}

// TestEchoForms lists the parts of a URL that a page repeats, the longest first.
func TestEchoForms(t *testing.T) {
	const page = "<title>a/b c.html</title> x=1; Foo Bar <a href=q%26r>q&amp;r</a>"
	for key, want := range map[string]string{
		"http://h/a/b%20c.html":     "a/b c.html|b c.html",
		"http://h/z/b%20c.html":     "b c.html",
		"http://h/Foo_Bar/":         "Foo Bar",
		"http://h/nothing?t=q%26r":  "q&amp;r|q%26r",
		"http://h/?t=Foo+Bar&u=Foo": "Foo Bar|Foo",
		"http://h/":                 "",
	} {
		var got []byte
		for i, f := range NewEchoes(key, key, "", []byte(page)).Forms {
			if i > 0 {
				got = append(got, '|')
			}
			got = append(got, f...)
		}
		console.Equal(t, string(got), want, key, got)
	}
}

// TestRelativeAddress finds a page's own URL without its folder, as forums write it, but not in a longer URL.
func TestRelativeAddress(t *testing.T) {
	const key = "http://a.test/board/posting.php?f=117&mode=post"
	for markup, own := range map[string]bool{
		`<input value="./posting.php?mode=post&amp;f=117">`: true, `<input value="posting.php?mode=post&f=117">`: true,
		`<input value="./posting.php?mode=post&f=1170">`: false, `<input value="reposting.php?mode=post&f=117">`: false,
		`<input value="./posting.php">`: false,
	} {
		e := NewEchoes(key, "http://a.test/board/posting.php?mode=post&f=117", "", []byte(markup))
		if plain := e.WithoutAddress([]byte(markup)); (plain != nil) != own {
			t.Errorf("%s: %q", markup, plain)
		}
	}
}

// TestMayMatter checks that parameters do not matter in URLs of a wall, even if they matter elsewhere.
func TestMayMatter(t *testing.T) {
	const pages = 40
	all, joined := groups{}, site.NewSets(pages)
	for i := range int32(20) {
		all.add(i, fmt.Sprint("http://h/topic?t=", i))
		all.add(20+i, fmt.Sprint("http://h/posting/?f=", i%5, "&t=", i))
		joined.Join(20, 20+i)
	}
	trials := newTrials(joined, all)
	if differs := parametersIn("http://h/topic?t=1", "http://h/topic?t=2"); !trials.mayMatter(differs) {
		t.Errorf("%q tell topics apart", differs)
	}
	wall := parametersIn("http://h/posting/?f=1&t=1", "http://h/posting/?f=2&t=2")
	if trials.mayMatter(wall) {
		t.Errorf("%q matter before a wall", wall)
	}
}
