package whatif

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"sitegraph/site"
)

func shop(t testing.TB) Site {
	return siteOf(t, "/ /a /b /old/ /old/x /gone /r", "/a /b", "/b /a", "/old/ /old/x", "/old/x /", "/gone !", "/r >/b",
		"/old/deep/y /", "/q?x=1 /")
}

// TestImpossible: changes that cannot be, or that contradict each other, are refused in plain words.
func TestImpossible(t *testing.T) {
	for _, c := range []struct{ text, at, says string }{
		{"move /a /b", "f:1:9: ", "which exists: delete or move that first, or write redirect /a /b"},
		{"move /a /b\nmove /b /a", "f:1:9: ", "in a circle"},
		{"redirect /a /b\nredirect /b /a", "f:1:13: ", "in a circle"},
		{"move /a /c\nmove /c/ /d/\nmove /c /e", "f:1:9: ", "line 3 (move /c /e) changes, too"},
		{"move /a /old/z\nmove /old/ /new/", "f:1:9: ", "line 2 (move /old/ /new/) changes, too"},
		{"move /old/ /old/new/", "f:1:12: ", "the same line moves again"},
		{"delete /a\nmove /a /c", "f:2:6: ", "contradicts line 1 (delete /a)"},
		{"delete /a 404\ndelete /* 410", "f:2:8: ", "home page"},
		{"delete /old/ 404\ndelete /old/* 410", "f:2:8: ", "contradicts line 1"},
		{"delete /", "f:1:8: ", "the home page would be gone"},
		{"delete /$", "f:1:8: ", "the home page would be gone"},
		{"move /$ /start 404", "f:1:6: ", "the home page would be gone"},
		{"move /a /c\nmove /b /c", "f:2:9: ", "of them from https://a.example/b: move one, and redirect"},
		{"move /old/ /new", "f:1:12: ", "/old/ has 1 wildcards, /new has 0"},
		{"move /a /new/*", "f:1:9: ", "/a has 0 wildcards, /new/* has 1"},
		{"move /old/ /new/*/*", "f:1:12: ", "/old/ has 1 wildcards, /new/*/* has 2"},
		{"move /*/* /*", "f:1:11: ", "/*/* has 2 wildcards, /* has 1"},
		{"add-link /a /*.html \"x\"", "f:1:13: ", "without wildcards"},
		{"replace-block navigation-1 /a* \"x\"", "f:1:28: ", "without wildcards"},
		{"noindex /nowhere", "f:1:1: ", "touches nothing that the crawl knows"},
		{"drop-link /a /old/", "f:1:1: ", "touches nothing"},
		{"add-link /a /b \"x\"\ndrop-links-to /b", "f:2:1: ",
			"contradicts line 1 (add-link /a /b \"x\"): one adds the link"},
		{"canonical /a /b\ncanonical /a /old/$", "f:2:11: ", "both say what is canonical"},
	} {
		_, err := planned(t, shop(t), c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.at) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %s... %s", c.text, err, c.at, c.says)
		}
	}
}

// TestFates: what becomes of URLs. By hand.
func TestFates(t *testing.T) {
	p, err := planned(t, shop(t), "move /old/ /new/ 308\nmove /old/x /x\ndelete /a 410\nredirect /r /old/$ 302\n"+
		"move /q?x=1 /shop/q\nmove /b /shop/b/")
	must(t, err)
	for path, want := range map[string]string{"/old/": "308 new/ true", "/old/x": "301 x true",
		"/old/deep/y": "308 new/deep/y true", "/a": "410  false", "/r": "302 old/ false", "/q?x=1": "301 shop/q true",
		"/b": "301 shop/b/ true", "/gone": "0  false"} {
		f := p.fates[at(path)]
		if got := fmt.Sprintf("%d %s %t", f.status, strings.TrimPrefix(f.to.key, home), f.moved); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// FuzzPlan: whatever a file says, it is held against a site, or it is said what is wrong.
func FuzzPlan(f *testing.F) {
	for _, seed := range []string{"move /a /b/*", "move /old/ /new/*/*\nlinks follow moves no",
		"host a.example b.example",
		"redirect /old/ /a\nmove /old/x /y/", "robots: Disallow: /\ncanonical /** /old/",
		"drop-block navigation-1\ndelete /b",
		"add-link /** /a \"x\"\ndrop-link /old/ /\nnoindex /q*"} {
		f.Add(seed)
	}
	s := shop(f)
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("f", strings.NewReader(text))
		if err != nil {
			return
		}
		p, err := NewPlan(file, s)
		if err != nil {
			return
		}
		if _, _, err := p.Write(); err != nil {
			return
		}
		for _, form := range Forms() {
			if err := p.WriteRedirects(form, io.Discard); err != nil {
				t.Error(err)
			}
		}
		if len(p.Explain()) != len(file.Changes) {
			t.Errorf("%d lines are explained of %d", len(p.Explain()), len(file.Changes))
		}
	})
}

// TestExplain: each line says how many URLs it touches. By hand: /a and the home page link to /b; the home page (twice)
// and /old/ link below /old/.
func TestExplain(t *testing.T) {
	p, err := planned(t, shop(t), "drop-links-to /b\nnoindex /old/\nmove /gone /here\ndrop-links-to /old/")
	must(t, err)
	for i, want := range []int{2, 3, 1, 2} {
		if got := p.Explain()[i]; got.Count != want || len(got.Some) != want {
			t.Errorf("%s: %d of %v, want %d", got.Text, got.Count, got.Some, want)
		}
	}
}

// TestMany: 20,000 lines, each other one a glob, are held against 1,000 pages, in a time that does not grow with the
// product: a glob is held only against URLs of its directory.
func TestMany(t *testing.T) {
	const lines, pages = 20_000, 1000
	paths, changes := []string{"/"}, make([]string, lines)
	for i := range lines {
		if i < pages {
			paths = append(paths, fmt.Sprintf("/d%d/p%d /", i, i))
		}
		changes[i] = fmt.Sprintf("move /d%d/p%d /e%d/p%d", i/2, i/2, i/2, i/2)
		if i%2 == 1 {
			changes[i] = fmt.Sprintf("noindex /d%d/*", i/2)
		}
	}
	f, err := Parse("f", strings.NewReader(strings.Join(changes, "\n")))
	must(t, err)
	p, err := NewPlan(f, siteOf(t, paths...))
	must(t, err)
	if _, _, err := p.Write(); err != nil || p.Redirects() != pages {
		t.Errorf("%d redirects, %v", p.Redirects(), err)
	}
	for i := range p.named {
		if tried := p.named[i].tried; tried > 2*pages {
			t.Errorf("globs were held against URLs %d times, for %d pages", tried, pages)
		}
	}
	if p.named[ofNoIndex].tried < pages {
		t.Error("no glob was tried")
	}
	if err := p.Idle(); strings.Count(fmt.Sprint(err), "touches nothing") != mostErrors {
		t.Errorf("of lines that touch nothing it is said: %v", err)
	}
}

// TestManyEqual: of lines that say the same of all pages, only the first is held against each.
func TestManyEqual(t *testing.T) {
	const lines, pages = 1000, 100
	paths := []string{"/"}
	for i := range pages - 1 {
		paths = append(paths, fmt.Sprintf("/p%d /", i))
	}
	f, err := Parse("f", strings.NewReader(strings.Repeat("noindex /**\n", lines)))
	must(t, err)
	p, err := NewPlan(f, siteOf(t, paths...))
	must(t, err)
	if _, _, err = p.Write(); err != nil {
		t.Fatal(err)
	}
	all, tried := p.Explain(), p.named[ofNoIndex].tried
	if all[0].Count != pages || all[1].Count != 0 || tried > 2*pages {
		t.Errorf("the lines touch %d and %d pages, globs were held against URLs %d times", all[0].Count, all[1].Count,
			tried)
	}
}

// asked forbids paths that begin as a line of its text says, and counts how often it is asked.
type asked struct {
	text  string
	times *int
}

func (a asked) Allowed(path string) bool {
	*a.times++
	for line := range strings.Lines(a.text) {
		_, begin, rule := strings.Cut(strings.TrimSpace(line), "Disallow: ")
		if rule && strings.HasPrefix(strings.ReplaceAll(path, "%6F", "o"), begin) {
			return false
		}
	}
	return true
}

// TestManyRules: only the URLs that a rule may concern are held against it; how they are written does not matter.
func TestManyRules(t *testing.T) {
	const rules = 100
	s, times := siteOf(t, "/ /old/x /%6Fld/y /p7/z", "/old/x", "/%6Fld/y", "/p7/z"), 0
	s.Judge = func(seen site.RobotsSeen, _ string) Rules { return asked{seen.Text, &times} }
	text := "robots: Disallow: /old/\n"
	for i := range rules {
		text += fmt.Sprintf("robots: Disallow: /p%d/\n", i)
	}
	f, err := Parse("f", strings.NewReader(text))
	must(t, err)
	p, err := NewPlan(f, s)
	must(t, err)
	all := p.Explain()
	if all[0].Count != 2 || all[7].Count != 0 || all[8].Count != 1 || all[8].Some[0] != at("/p7/z") {
		t.Errorf("the rules touch %+v, %+v, %+v", all[0], all[7], all[8])
	}
	if most := 2*rules + 20; times > most { // the URL with %6F with each
		t.Errorf("asked %d times, want at most %d", times, most)
	}
}

// TestWithRule: the rule joins the group for all robots. By hand.
func TestWithRule(t *testing.T) {
	for text, want := range map[string]string{"": "User-agent: Bot\nR\n",
		"User-agent: *\nUser-agent: Bot\nAllow: /": "User-agent: *\nUser-agent: Bot\nAllow: /\nUser-agent: Bot\nR\n"} {
		if got := withRule(text, "R", "Bot"); got != want {
			t.Errorf("%q became %q for Bot, want %q", text, got, want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"", "User-agent: *\nR\n"},
		{"User-agent: x\nDisallow: /", "User-agent: x\nDisallow: /\nUser-agent: *\nR\n"},
		{"user-agent : *  # all\nUser-Agent: y\nAllow: /\n", "user-agent : *  # all\nUser-Agent: y\nR\nAllow: /\n"},
		{"User-agent: *", "User-agent: *\nR\n"},
	} {
		if got := withRule(c.text, "R", ""); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}
