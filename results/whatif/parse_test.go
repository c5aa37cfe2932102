package whatif

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

var must = console.Must

// lines returns n changes. # in the format is replaced with their numbers.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// With 5,000 lines that each name all pages, a page is compared only with the different patterns, because equal lines
// count as one.
func TestManyOfAllPages(t *testing.T) {
	const many = 5_000
	for _, c := range []struct {
		format  string
		touches int // pages, by hand; the home page and /a link to /b
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
		console.Equal(t, p.Explain()[0].Touches, c.touches, c.format, "touches")
		tried := 0
		for _, verb := range []Verb{Move, Canonical, NoIndex, DropLink, DropLinksTo} {
			tried += p.named[verb].tried
		}
		most := 100
		if strings.Contains(c.format, "#") {
			most = 4 * many // each page with each different pattern
		}
		if tried > most {
			t.Errorf("%s: globs were held against URLs %d times", c.format, tried)
		}
	}
}

// Work ends at its bound or when it is stopped, and the error says why.
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
		{"noindex /a#", 1 << 20, stopped, ""}, // too little work to ask whether to stop
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

// Links are added in the order of their lines, even if lines share patterns.
func TestOrderOfEqualPatterns(t *testing.T) {
	x := newIndex(&Effort{Most: 1000})
	for i, text := range []string{"/d/**", "/d/x*", "/d/**", "/d/xy", "/d/x*"} {
		p, err := parsePattern(text)
		must(t, err)
		must(t, x.add(p.from("http://h"), i, siteOf(t, "/").Normaliser))
	}
	var got []int
	for _, m := range x.all("http://h/d/xy") {
		got = append(got, m.change)
	}
	console.Equal(t, fmt.Sprint(got), "[3 0 1 2 4]")
}

func mustParse(t *testing.T, text string) *File {
	t.Helper()
	f, err := Parse("f", strings.NewReader(text))
	must(t, err)
	return f
}

// Errors have the line and column of the mistake, counted by hand here.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, at, says string }{
		{"mvoe /a /b", "f:1:1: ", `"mvoe" is not a change: there are add-link, `},
		{"\n  move /a", "f:2:10: ", "a URL is missing: write: move FROM TO"},
		{"move /a b", "f:1:9: ", `"b" is neither a path (/x) nor a URL`},
		{"# é\n\nmove /é\t/b 200", "f:3:12: ", `"200" is not a status`},
		{"delete /a 301", "f:1:11: ", `"301" is not a status`},
		{"noindex /a /b", "f:1:12: ", `"/b" is too much`},
		{`add-link /a /b text`, "f:1:16: ", "the text needs quotes"},
		{`add-link /a /b "text`, "f:1:16: ", "the quote is not closed"},
		{`add-link /a /b "text" aside`, "f:1:23: ", `"aside" is not a place`},
		{`move "/a" /b`, "f:1:6: ", "write a URL without quotes"},
		{"move ftp://a/ /b", "f:1:6: ", "not a URL of the web"},
		{"move http:///a /b", "f:1:6: ", "has no host"},
		{"move http://*/a /b", "f:1:6: ", "has no host"},
		{"move /a#b /c", "f:1:6: ", "a URL has no # here"},
		{"noindex /*/*/*/*/*/*/*/*/*/*", "f:1:9: ", "more than 9 wildcards"},
		{"robots: Crawl-delay: 3", "f:1:9: ", `"Crawl-delay:" is not a rule`},
		{"robots: Disallow: x", "f:1:19: ", "begins with /"},
		{"robots: Disallow: /x GPTBot/1", "f:1:22: ", `"GPTBot/1" is no name of a robot`},
		{"robots: Disallow: /x GPTBot all", "f:1:29: ", `"all" is too much`},
		{"replace-block navigation-1", "f:1:27: ", "a URL is missing: write: replace-block NAME [URLS] TO"},
		{"replace-block navigation-1 /x/ /a", "f:1:34: ", "the text is missing"},
		{`replace-block navigation-1 /a "A" /b`, "f:1:37: ", "the text is missing"},
		{`replace-block menu /a "A"`, "f:1:15: ", `"menu" is not a block`},
		{"links follow moves maybe", "f:1:20: ", "neither yes nor no"},
		{"links lead moves no", "f:1:7: ", `"lead" is not follow`},
		{"links follow moves no\nlinks follow moves yes", "f:2:20: ", "line 1 says the contrary"},
		{"move /a \xff", "f:1:1: ", "not UTF-8"},
		{"noindex /" + strings.Repeat("x", longestLine), "f:1:1: ", "longer than"},
	} {
		_, err := Parse("f", strings.NewReader(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.at) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.60q: %v, want %s... %s", c.text, err, c.at, c.says)
		}
	}
}

// Comments, quotes, spaces, a byte order mark and line ends do not matter.
func TestParse(t *testing.T) {
	text := "\ufeff# all\r\n\n  move /a/ /b/   302 # why\r\nadd-link /x /y \"a \\\"b\\\" # c\" nav\n"
	f, err := Parse("f", strings.NewReader(text))
	must(t, err)
	console.Equal(t, len(f.Changes), 2, f)
	m, l := f.Changes[0], f.Changes[1]
	if m.Line != 3 || m.status != 302 || m.what.text != "/a/" || m.to.text != "/b/" || m.to.column != 12 ||
		m.Text != "move /a/ /b/   302" {
		t.Errorf("%+v", m)
	}
	console.Equal(t, l.text, `a "b" # c`, l)
	console.Equal(t, l.place.String(), "navigation", l)
}

// No file crashes the parser, and a file that it accepts is the same when written and parsed again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"move /a/ /b/ 301 # x", "delete /x?y$ 410", `add-link /a /b "t" nav`,
		"links follow moves no", "robots: Disallow: /x", "robots: Allow: /x GPTBot",
		"drop-links-to **", "canonical https://a.example/* /*",
		"noindex /é/**/%c3", "host a.example https://b.example:8080/ 308", "drop-block footer-1 /x/",
		"replace-block navigation-2 /a \"A\"", "replace-block footer-1 /x/ /a \"A\" /b/ \"B\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("f", strings.NewReader(text))
		if err != nil {
			return
		}
		var lines []string
		for _, c := range file.Changes {
			lines = append(lines, c.Text)
		}
		again, err := Parse("f", strings.NewReader(strings.Join(lines, "\n")))
		must(t, err)
		console.Equal(t, len(again.Changes), len(file.Changes), lines)
		for i, c := range file.Changes {
			other := again.Changes[i]
			if c.Verb != other.Verb || c.what.text != other.what.text || c.to.text != other.to.text ||
				c.text != other.text {
				t.Fatalf("%+v became %+v", c, other)
			}
			checkPattern(t, c.what.text)
			checkPattern(t, c.to.text)
		}
	})
}

// checkPattern checks that a glob matches the texts it makes.
func checkPattern(t *testing.T, text string) {
	p, err := parsePattern(text)
	if err != nil || p.single() {
		return
	}
	p = p.from("http://a.example")
	texts := make([]string, len(p.whole))
	for i := range texts {
		texts[i] = "x"
	}
	url := p.fill(texts)
	if g := (&glob{pattern: p}); g.match(url) == nil {
		t.Fatalf("%q does not match %q", text, url)
	}
}

// A line names exactly one page, however odd its URL, and keeps the text.
func TestLinkLine(t *testing.T) {
	s := siteOf(t, "/ /dir/ /dir/x /price$ /dir/?q", "/dir/ /", "/dir/x /", "/price$ /", "/dir/?q /")
	for _, test := range []struct{ from, to, text, want string }{
		{home, at("dir/x"), "X", `add-link /$ /dir/x "X" main`},
		{at("dir/"), at("dir/?q"), `say "hi" \ there`, `add-link /dir/$ /dir/?q "say \"hi\" \\ there" main`},
		{at("price$"), at("dir/"), "a\n#b", `add-link /price$$ /dir/$ "a #b" main`},
		{at("dir/?q"), "https://b.example/", "B", `add-link /dir/?q https://b.example/$ "B" main`},
	} {
		line := LinkLine(test.from, test.to, home[:len(home)-1], test.text)
		console.Equal(t, line, test.want)
		p, err := planned(t, s, line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		touched := p.Explain()[0]
		if touched.Touches != 1 || touched.Some[0] != test.from || p.targets[0].key != test.to {
			t.Errorf("%s: %+v, to %s", line, touched, p.targets[0].key)
		}
		console.Equal(t, p.Changes[0].text, strings.Join(strings.Fields(test.text), " "), line, "text")
	}
	console.Equal(t, LinkLine(at("a*b"), home, home, "x"), "", "a wildcard")
}
