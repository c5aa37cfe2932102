package whatif

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

// Lists in the formats of other tools can be read. The expected links were found by hand.
func TestReadBacklinks(t *testing.T) {
	all, err := ReadBacklinks("f", strings.NewReader("\ufeffSource url,Target url\n\n# mine\n"+
		"https://b.example/x,https://a.example/old/\nhttps://b.example/y https://a.example/a?q=1,2\n/b\n"+
		"\"https://b.example/a,b\",/a\r\nhttps://b.example/z, /z\n"))
	var got []string
	for _, b := range all {
		got = append(got, b.Source+">"+b.Target)
	}
	want := []string{"https://b.example/x>https://a.example/old/", "https://b.example/y>https://a.example/a?q=1,2",
		">/b",
		"https://b.example/a,b>/a", "https://b.example/z>/z"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	for text, says := range map[string]string{
		"/a\nb,c\n":                           "f:2: ",
		"/a\n/b,/c,/d\n":                      "f:2: write a URL, or the page that links and the URL",
		"/a\n\"x\n":                           "f:2: the line is no CSV",
		"/a\nhttps://x.example/ mailto:a@b.c": "f:2: ",
	} {
		if _, err := ReadBacklinks("f", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
	}
}

// Links from elsewhere get the fates found by hand. After the changes, nothing leads to the page /u.
func TestJudgeBacklinks(t *testing.T) {
	s := siteOf(t, "/ /a /b /old/ /old/x /gone /r /u", "/a /b", "/b /a", "/old/ /old/x", "/old/x /", "/gone !",
		"/r >/b",
		"/u /")
	p, err := planned(t, s, "move /old/ /new/ 308\ndelete /a 410\nredirect /b /a\ndrop-links-to /u\nmove /r /s")
	must(t, err)
	now := ledgerOf("/ page 200", "/a page 200", "/b page 200", "/old/ page 200", "/old/x page 200", "/gone status 404",
		"/r alias-redirect 301", "/u page 200")
	then := ledgerOf("/ page 200", "/a status 410", "/new/ page 200", "/old/ alias-redirect 308", "/gone status 404",
		"/b redirect-lost 301")
	all := []compare.Backlink{{Target: "/"}, {Target: "/a"}, {Target: "/b"}, {Target: "/old/"}, {Target: "/old/x"},
		{Target: "/old/unknown"}, {Target: "/gone"}, {Target: "/r"}, {Target: "/u"}, {Target: "/never"},
		{Target: "https://c.example/"}}
	must(t, p.JudgeBacklinks(all, now, then))
	var got []string
	for _, b := range all {
		got = append(got, fmt.Sprint(strings.TrimPrefix(b.Target, home), " ", b.Fate, " ", b.Status, " ",
			strings.TrimPrefix(b.To, home), " ", b.Change))
	}
	want := []string{" survives 200  0", "a breaks 410  2", "b breaks 301  3", "old/ redirects 308  1",
		"old/x redirects 308 new/x 1", "old/unknown unknown 308 new/unknown 1", "gone broken 404  0",
		"r redirects 301 s 5", "u survives 200  0", "never unknown 0  0", "https://c.example/ unknown 0  0"}
	console.Equal(t, got, want)
}

// ledgerOf returns a crawl whose ledger has the URLs, states and statuses of lines.
func ledgerOf(lines ...string) *site.Crawl {
	return &site.Crawl{Ledger: iter.Seq2[site.Entry, error](func(yield func(site.Entry, error) bool) {
		for _, line := range lines {
			var e site.Entry
			fmt.Sscan(line, &e.Key, &e.State, &e.Status)
			if !strings.Contains(e.Key, "://") {
				e.Key = at(e.Key)
			}
			if !yield(e, nil) {
				return
			}
		}
	})}
}

// TestTook checks by hand which lines take a link away.
func TestTook(t *testing.T) {
	s := shop(t)
	s.Judge = func(seen site.RobotsSeen, _ string) Rules { return closedTo(strings.Contains(seen.Text, "/old/")) }
	p, err := planned(t, s, "delete /a 410\ndrop-link /b /a\ndrop-links-to /old/x\nrobots: Disallow: /old/\nmove /b /c")
	must(t, err)
	for link, want := range map[string]string{"a b": "[1]", "b a": "[1 2]", "old/ old/x": "[3 4]", " b": "[]",
		" a": "[1]"} {
		source, target, _ := strings.Cut(link, " ")
		console.Equal(t, fmt.Sprint(p.Took(at(source), at(target))), want, link)
	}
}

// closedTo is a robots.txt that forbids /old/ if true.
type closedTo bool

func (c closedTo) Allowed(target string) bool { return !bool(c) || !strings.HasPrefix(target, "/old/") }

// Leaving says how many pages leave the site, checked by hand.
func TestLeaving(t *testing.T) {
	p, err := planned(t, shop(t), "move /old/ https://b.example/old/\nmove /a /c")
	must(t, err)
	outside := ledgerOf("/ page 200", "/c page 200", "https://b.example/old/ external 0",
		"https://b.example/old/x external 0", "https://other.example/ external 0")
	got, err := p.Leaving(outside.Ledger)
	want := "2 pages move to URLs outside the site, such as https://b.example/old/, and so out of its graph"
	if err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if got, err = p.Leaving(ledgerOf("/ page 200", "/c page 200").Ledger); got != "" || err != nil {
		t.Errorf("%q, %v, want nothing", got, err)
	}
}
