package whatif

import (
	"fmt"
	"strings"
	"testing"
)

// lines are changes, made of a pattern with a number for each.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// TestManyOfAllPages: of 20,000 lines that each name all pages and drop links, a page is held against the few patterns
// alone; lines that are equal are one.
func TestManyOfAllPages(t *testing.T) {
	const many = 20_000
	for _, c := range []struct {
		format  string
		touches int // pages, by hand: the home page and /a have a link to /b
	}{
		{"drop-link /** /b", 2}, {"drop-link /** /b#", 0}, {"drop-link /** /*b", 2}, {"drop-links-to /b", 2},
		{"canonical /** /b", 4}, {"delete /old/", 1},
	} {
		p, err := NewPlan(mustParse(t, lines(many, c.format)), siteOf(t, "/ /a /b /old/x", "/a /b", "/b /", "/old/x /"))
		if err == nil {
			_, _, err = p.Write()
		}
		if err != nil {
			t.Fatalf("%s: %v", c.format, err)
		}
		if got := p.Explain()[0].Count; got != c.touches {
			t.Errorf("%s touches %d, want %d", c.format, got, c.touches)
		}
		tried := p.drops.pages.tried + p.named[ofCanonical].tried + p.becomes.tried
		for _, x := range p.drops.leading {
			tried += x.tried
		}
		if tried > 100 {
			t.Errorf("%s: globs were held against URLs %d times", c.format, tried)
		}
	}
}

// TestOrderOfEqualPatterns: links are added in the order of the lines, also where lines share their patterns.
func TestOrderOfEqualPatterns(t *testing.T) {
	var x index
	for i, text := range []string{"/d/**", "/d/x*", "/d/**", "/d/xy", "/d/x*"} {
		p, err := parsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.add(p.from("http://h"), i, siteOf(t, "/").Normaliser); err != nil {
			t.Fatal(err)
		}
	}
	var got []int
	for m := range x.all("http://h/d/xy") {
		got = append(got, m.change)
	}
	if fmt.Sprint(got) != "[3 0 1 2 4]" || x.count("http://h/d/xy") != 5 || x.tried != 2 {
		t.Errorf("%v, %d of them, held %d times", got, x.count("http://h/d/xy"), x.tried)
	}
}

// TestTooMany: what would be made for each page, or what no robot reads, is refused with its number.
func TestTooMany(t *testing.T) {
	s := siteOf(t, "/ /a", "/a /", "/b /", "/c /", "/d /", "/e /", "/f /", "/g /", "/h /", "/i /", "/j /")
	for text, want := range map[string]string{
		lines(100_000, `add-link / /b "t#"`): "f:1001:10: the file adds 1,100,000 links to 11 pages, 100,000 of them",
		lines(40_000, "robots: Allow: /x#"):  "f:40000:1: robots.txt would have 588,890 bytes",
	} {
		_, err := NewPlan(mustParse(t, text), s)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := NewPlan(mustParse(t, lines(2000, `add-link / /b "t#"`)), s); err != nil {
		t.Errorf("2,000 links on each of 11 pages: %v", err)
	}
}

// mustParse reads a file of changes.
func mustParse(t *testing.T, text string) *File {
	t.Helper()
	f, err := Parse("f", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPieces: what a rule may match is never left out. By hand.
func TestPieces(t *testing.T) {
	for _, c := range []struct {
		rule, path string
		may        bool
	}{
		{"Disallow: /a", "/ab", true}, {"Disallow: /a", "/b/a", false}, {"Disallow: /*b$", "/x/b", true},
		{"Disallow: /*b*c", "/c/b", false}, {"Disallow: /a?x=1", "/a?x=1", true}, {"Disallow: *", "/", true},
		{"Allow: *c", "/c", true}, {"Allow: /%C3%A4", "/ä", false}, {"Allow: /", "/", true},
		{"Disallow: /a//b", "/a//b", true},
	} {
		if got := hasPieces(c.path, piecesOf(c.rule)); got != c.may {
			t.Errorf("%s may match %s: %v", c.rule, c.path, got)
		}
	}
}
