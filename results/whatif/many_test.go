package whatif

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// lines are changes, made of a pattern with a number for each.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// TestManyOfAllPages: of 5,000 lines that each name all pages, a page is held against the patterns that are different
// alone; lines that are equal are one.
func TestManyOfAllPages(t *testing.T) {
	const many = 5_000
	for _, c := range []struct {
		format  string
		touches int // pages, by hand: the home page and /a have a link to /b
	}{
		{"drop-link /** /b", 2}, {"drop-link /** /b#", 0}, {"drop-link /** /*b", 2}, {"drop-links-to /b", 2},
		{"canonical /** /b", 4}, {"delete /old/", 1}, {"noindex /*b*#", 0}, {"noindex /**/#**", 0},
		{"delete /**#.html", 0}, {"move /old**#/* /new**/*", 0},
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
		tried := 0
		for _, verb := range []Verb{Move, Canonical, NoIndex, DropLink, DropLinksTo} {
			tried += p.named[verb].tried
		}
		most := 100
		if strings.Contains(c.format, "#") {
			most = 4 * many // patterns that are different, for each page
		}
		if tried > most {
			t.Errorf("%s: globs were held against URLs %d times", c.format, tried)
		}
	}
}

// TestEffort: work ends at its bound, or when it is stopped, and says why.
func TestEffort(t *testing.T) {
	stopped := errors.New("stopped")
	for _, c := range []struct {
		format string
		most   int
		stop   error
		want   string
	}{
		{"noindex /**#**#", 1 << 20, nil, ""},
		{"noindex /**b**?**", 5, nil, "more than 5 times"},
		{"noindex /a#", 1 << 20, stopped, ""}, // too little to ask
		{`add-link / /b "t#"`, 1000, nil, "more than 1000 times"},
		{"noindex /**a1b2c3**#", 1 << 20, stopped, "stopped"},
		{"noindex /**a1b2c3**#", 1000, nil, "more than 1000 times"},
		{"robots: Disallow: /a*#", 1000, nil, "more than 1000 times"},
	} {
		s := siteOf(t, "/ /a1b2c3", "/a1b2c3 /b", "/b /", "/a12345678901234567890 /")
		s.Effort = &Effort{Most: c.most, Stop: func() error { return c.stop }}
		p, err := NewPlan(mustParse(t, lines(2000, c.format)), s)
		if err == nil {
			_, _, err = p.Write()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.format, err, c.want)
		}
	}
}

// TestOrderOfEqualPatterns: links are added in the order of the lines, also where lines share their patterns.
func TestOrderOfEqualPatterns(t *testing.T) {
	var x index
	for i, text := range []string{"/d/**", "/d/x*", "/d/**", "/d/xy", "/d/x*"} {
		p, err := parsePattern(text)
		must(t, err)
		must(t, x.add(p.from("http://h"), i, siteOf(t, "/").Normaliser))
	}
	var got []int
	for m := range x.all("http://h/d/xy") {
		got = append(got, m.change)
	}
	if fmt.Sprint(got) != "[3 0 1 2 4]" {
		t.Error(got)
	}
}

func mustParse(t *testing.T, text string) *File {
	t.Helper()
	f, err := Parse("f", strings.NewReader(text))
	must(t, err)
	return f
}
