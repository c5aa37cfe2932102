package whatif

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/internal/console"
	"sitegraph/site"
)

func shop(t testing.TB) Site {
	return siteOf(t, "/ /a /b /old/ /old/x /gone /r", "/a /b", "/b /a", "/old/ /old/x", "/old/x /", "/gone !", "/r >/b",
		"/old/deep/y /", "/q?x=1 /")
}

// Impossible and contradictory changes are refused in plain words.
func TestImpossible(t *testing.T) {
	for _, c := range []struct{ text, at, says string }{
		{"move /a /b", "f:1:9: ", "which exists: delete or move that first, or write redirect /a /b"},
		{"redirect /a /b\nredirect /b /a", "f:1:13: ", "in a circle"},
		{"move /a /c\nmove /c /e", "f:2:1: ", "touches nothing"},
		{"delete /a\nmove /a /c", "f:2:6: ", "contradicts line 1 (delete /a)"},
		{"delete /a 404\ndelete /* 410", "f:2:8: ", "home page"},
		{"delete /old/ 404\ndelete /old/* 410", "f:2:8: ", "contradicts line 1"},
		{"delete /", "f:1:8: ", "the home page would be gone"},
		{"delete /$", "f:1:8: ", "the home page would be gone"},
		{"move /$ /start 404", "f:1:6: ", "the home page would be gone"},
		{"move /a /c\nmove /b /c", "f:2:9: ", "of them from https://a.example/b: move one, and redirect"},
		{"move /old/ /new", "f:1:12: ", "/old/ has 1 wildcard, /new has 0: there must be as many, and a " +
			"directory (/x/) counts as one (/x/**), its page alone (/x/$) as none"},
		{"move /a /new/*", "f:1:9: ", "/a has 0 wildcards, /new/* has 1"},
		{"move /old/ /new/*/*", "f:1:12: ", "/old/ has 1 wildcard, /new/*/* has 2"},
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

// URLs get the status, target and move found by hand, also if another page takes their place. The longest pattern wins,
// and all lines refer to the URLs before the changes.
func TestFates(t *testing.T) {
	for text, fates := range map[string][]string{
		"move /old/ /new/ 308\nmove /old/x /x\ndelete /a 410\nredirect /r /old/$ 302\nmove /q?x=1 /shop/q\n" +
			"move /b /shop/b/": {"/old/ 308 /new/ moved", "/old/x 301 /x moved", "/old/deep/y 308 /new/deep/y moved",
			"/a 410", "/r 302 /old/", "/q?x=1 301 /shop/q moved", "/b 301 /shop/b/ moved", "/gone",
			"/old/unseen 308 /new/unseen moved", "/new/z"},
		"move / /en/\nmove /old/ /old/v1/ 302\nmove /old/deep/ /old/deep/": {"/ 301 /en/ moved", "/a 301 /en/a moved",
			"/old/ 302 /old/v1/ moved", "/old/x 302 /old/v1/x moved", "/old/deep/y", "/en/z", "/old/v1/z",
			"/unseen 301 /en/unseen moved", "/r 301 /en/r moved"},
		"redirect /** /b 302\nmove /old/ /new/\ndelete /old/d*/** 410": {"/b", "/a 302 /b", "/old/x 301 /new/x moved",
			"/old/deep/y 410", "/new/x", "/new/z"},
		"move /a /b\nmove /b /a":           {"/a 301 /b moved taken", "/b 301 /a moved taken"},
		"delete /b\nmove /a /b":            {"/a 301 /b moved", "/b 404 taken"},
		"move /a /old/z\nmove /old/ /new/": {"/a 301 /old/z moved", "/old/z", "/old/y 301 /new/y moved"},
		"move /$ /start\nmove /a /":        {"/ 301 /start moved taken", "/a 301 / moved"},
	} {
		p, err := planned(t, shop(t), text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, want := range fates {
			path, _, _ := strings.Cut(want, " ")
			got := path
			if f, ends := p.fateOf(at(path)); ends {
				got = strings.TrimSpace(fmt.Sprint(path, " ", f.status, " ", strings.Replace(f.to.key, home, "/", 1)))
				got += map[bool]string{true: " moved"}[f.moved] + map[bool]string{true: " taken"}[f.taken]
			}
			console.Equal(t, got, want, text)
		}
	}
}

// Any file gives a plan for a site, or an error that says what is wrong.
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
			must(t, p.WriteRedirects(form, io.Discard))
		}
		console.Equal(t, len(p.Explain()), len(file.Changes))
	})
}

// Each line says how many URLs it touches. By hand, /a and the home page link to /b; the home page (twice) and /old/
// link below /old/.
func TestExplain(t *testing.T) {
	p, err := planned(t, shop(t), "drop-links-to /b\nnoindex /old/\nmove /gone /here\ndrop-links-to /old/")
	must(t, err)
	for i, want := range []int{2, 3, 1, 2} {
		if got := p.Explain()[i]; got.Touches != want || len(got.Some) != want {
			t.Errorf("%s: %d of %v, want %d", got.Text, got.Touches, got.Some, want)
		}
	}
}

// Applying 20,000 lines, half of them globs, to 1,000 pages takes less time than the product, since a glob is tried
// only on URLs of its directory.
func TestMany(t *testing.T) {
	const pages = 1000
	paths := []string{"/"}
	for i := range pages {
		paths = append(paths, fmt.Sprintf("/d%d/p%[1]d /", i))
	}
	p, err := NewPlan(mustParse(t, lines(10_000, "move /d#/p# /e#/p#\nnoindex /d#/*")), siteOf(t, paths...))
	must(t, err)
	if _, _, err := p.Write(); err != nil || p.Redirects() != pages {
		t.Errorf("%d redirects, %v", p.Redirects(), err)
	}
	if tried := p.named[NoIndex].tried; tried < pages || tried > 2*pages {
		t.Errorf("globs were held against URLs %d times, for %d pages", tried, pages)
	}
	if err := p.Idle(); strings.Count(fmt.Sprint(err), "touches nothing") != maxErrors {
		t.Errorf("of lines that touch nothing it is said: %v", err)
	}
}

// asked forbids paths that begin with a line of its text, and counts its calls.
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

// Only URLs that a rule may affect are checked against it, however they are spelled.
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
	if all[0].Touches != 2 || all[7].Touches != 0 || all[8].Touches != 1 || all[8].Some[0] != at("/p7/z") {
		t.Errorf("the rules touch %+v, %+v, %+v", all[0], all[7], all[8])
	}
	if most := 2*rules + 20; times > most { // the URL with %6F is checked with each rule
		t.Errorf("asked %d times, want at most %d", times, most)
	}
}

// The rule joins the group for all robots.
func TestWithRule(t *testing.T) {
	for text, want := range map[string]string{"": "User-agent: Bot\nR\n",
		"User-agent: *\nUser-agent: Bot\nAllow: /": "User-agent: *\nUser-agent: Bot\nAllow: /\nUser-agent: Bot\nR\n"} {
		console.Equal(t, withRule(text, "R", "Bot"), want, text, "became")
	}
	for _, c := range []struct{ text, want string }{
		{"", "User-agent: *\nR\n"},
		{"User-agent: x\nDisallow: /", "User-agent: x\nDisallow: /\nUser-agent: *\nR\n"},
		{"user-agent : *  # all\nUser-Agent: y\nAllow: /\n", "user-agent : *  # all\nUser-Agent: y\nR\nAllow: /\n"},
		{"User-agent: *", "User-agent: *\nR\n"},
	} {
		console.Equal(t, withRule(c.text, "R", ""), c.want, c.text, "became")
	}
}

const home = "https://a.example/"

type everything struct{}

func (everything) Allowed(string) bool { return true }

// siteOf returns a site of pages that link to each other. > URL redirects there, and ! means not found.
func siteOf(t testing.TB, lines ...string) Site {
	t.Helper()
	n, err := site.NewNormaliser(site.ProfileDefault, nil)
	must(t, err)
	s := Site{Known: evidence.NewKnown(), Journal: &memory{}, Normaliser: n, Texts: true, Links: true,
		Places: (*evidence.Fetched).Placed,
		Judge:  func(site.RobotsSeen, string) Rules { return everything{} }}
	take := func(record []byte, err error) {
		t.Helper()
		if err == nil {
			err = s.Journal.Append([][]byte{record})
		}
		if err == nil {
			err = s.Known.Take(record)
		}
		must(t, err)
	}
	take(evidence.Event(evidence.KindSite, evidence.SiteRecord{Origin: home[:len(home)-1], Start: home, Key: home,
		Started: time.Unix(1, 0), Longest: 2048}))
	take(evidence.Event(evidence.KindRobots, evidence.RobotsRecord{Seen: site.RobotsSeen{Access: site.RobotsRules}}))
	for _, line := range lines {
		words := strings.Fields(line)
		a := &evidence.Fetched{URL: at(words[0]), Key: at(words[0]), Outcome: evidence.OutPage, Status: 200,
			Type: "text/html"}
		a.Digest[0] = byte(s.Known.Records)
		for _, w := range words[1:] {
			switch w[0] {
			case '!':
				a.Outcome, a.Status = evidence.OutStatus, 404
			case '>':
				a.Outcome, a.Status = evidence.OutRedirect, 301
				a.Location = evidence.Target{URL: at(w[1:]), Key: at(w[1:])}
			default:
				to, err := parse(at(w), n)
				must(t, err)
				a.Links = append(a.Links, evidence.Link{URL: to.url, Key: to.key, Count: 1})
			}
		}
		take(s.Known.URLs.Encode(a), nil)
	}
	return s
}

func at(path string) string { return home + strings.TrimPrefix(path, "/") }

func planned(t testing.TB, s Site, text string) (*Plan, error) {
	t.Helper()
	f, err := Parse("f", strings.NewReader(text))
	must(t, err)
	p, err := NewPlan(f, s)
	if err != nil {
		return p, err
	}
	if _, _, err := p.Write(); err != nil {
		return p, err
	}
	return p, p.Idle()
}
