package robots

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

const agent = "sitegraph"

func parsed(class, text, agent string) Ruling { return Parse(class, []byte(text), agent, time.Minute) }

// judged formats the verdicts on some paths as "+/a -/b".
func judged(r Ruling, paths string) string {
	var out []string
	for _, p := range strings.Fields(paths) {
		sign := "-"
		if r.Rules.Allowed(p[1:]) {
			sign = "+"
		}
		out = append(out, sign+p[1:])
	}
	return strings.Join(out, " ")
}

// temoto/robotstxt differs from the RFC because of its code: it compares escapes as written, does not anchor a pattern
// with a leading wildcard, takes the length of the regular expression for the rule's, prefers the first of equally long
// rules, and drops a trailing "*" and all text after a space.
func TestRFC9309(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		temoto           string // "" if the same as want
	}{
		{"empty", "", "+/ +/a", ""},
		{"prefix", "User-agent: *\nDisallow: /a", "+/ +/b -/a -/ab -/a/b?c +/b/a", ""},
		{"empty Disallow", "User-agent: *\nDisallow:\n", "+/ +/a", ""},
		{"empty Allow", "User-agent: *\nAllow:\nDisallow: /", "-/ -/a", ""},
		{"itself", "User-agent: *\nDisallow: /", "+/robots.txt -/robots.txt?a -/robots.txt/ -/a/robots.txt", ""},
		{"own group", "User-agent: *\nDisallow: /\nUser-agent: SiteGraph/2.0\nDisallow: /b", "+/a -/b", ""},
		{"own group, no rules", "User-agent: *\nDisallow: /\n\nUser-agent: x\nUser-agent: sitegraph\n", "+/a", ""},
		{"longer name", "User-agent: sitegraphs\nDisallow: /\nUser-agent: sitegraph-x\nDisallow: /", "+/a", ""},
		{"shorter name", "User-agent: site\nDisallow: /", "+/a", ""},
		{"groups merged",
			"User-agent: sitegraph\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: sitegraph\nDisallow: /c",
			"-/a +/b -/c", ""},
		{"groups of * merged", "User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", "-/a -/b", ""},
		{"two names", "User-agent: sitegraph\n\nUser-agent: x\nDisallow: /a", "-/a", ""},
		{"delay between names", "User-agent: sitegraph\nCrawl-delay: 2\nUser-agent: x\nDisallow: /a", "-/a", ""},
		{"sitemap between names", "User-agent: sitegraph\nSitemap: /s\nUser-agent: x\nDisallow: /a", "-/a", ""},
		{"no group", "Disallow: /\nUser-agent: x\nDisallow: /", "+/a", ""},
		{"bad line first", "Disallow: /\n???\nCrawl-delay: soon\nUser-agent: *\nCrawl-delay: soon\nDisallow: /a",
			"-/a +/b", ""},
		{"star with words", "User-agent: * # all\nDisallow: /a", "-/a", ""},
		{"star with letters", "User-agent: *bot\nDisallow: /a", "+/a", ""},
		{"no token", "User-agent: 007\nDisallow: /a", "+/a", ""},
		{"comments", "User-agent: *#x\n#Disallow: /b\nDisallow: /a#b", "-/a -/ac +/b", ""},
		{"spaces", " \tUser-Agent\t:  *  \n  DISALLOW :\t/a \t\n", "-/a +/b", ""},
		{"CR", "User-agent: *\rDisallow: /a\r\rDisallow: /b", "-/a -/b", ""},
		{"CRLF", "User-agent: *\r\nDisallow: /a\r\nDisallow: /b\r\n", "-/a -/b +/c", ""},
		{"BOM", "\ufeffUser-agent: *\nDisallow: /a", "-/a", ""},
		{"half a BOM", "\xef\xbbUser-agent: *\nDisallow: /a", "-/a", ""},
		{"no colon", "User-agent *\nDisallow /a\nDisallow /b /c", "-/a +/b +/c", ""},
		{"misspelt", "useragent: *\nDisalow: /a\nDissallow: /b", "-/a -/b", ""},
		{"no slash", "User-agent: *\nDisallow: a\nDisallow: http://x.example/b", "+/a +/b +/http://x.example/b", ""},
		{"case", "User-agent: *\nDisallow: /A", "+/a -/A", ""},

		{"longest", "User-agent: *\nAllow: /a/b\nDisallow: /a\nDisallow: /a/b/c", "-/a +/a/b +/a/b/ -/a/b/c", ""},
		{"tie", "User-agent: *\nDisallow: /a\nAllow: /a", "+/a", "-/a"},
		{"wildcard", "User-agent: *\nDisallow: /p*q", "-/pq -/pxxq -/p/x/qr +/p +/qp +/safe/pxq",
			"-/pq -/pxxq -/p/x/qr +/p +/qp -/safe/pxq"},
		{"wildcard first", "User-agent: *\nDisallow: *q", "-/q -/a/q?x +/a", ""},
		{"wildcard last", "User-agent: *\nDisallow: /a*", "-/a -/ab +/b", ""},
		{"wildcards", "User-agent: *\nDisallow: /*a**b*", "-/ab -/xaxbx +/ba +/a", ""},
		{"star alone", "User-agent: *\nDisallow: *", "-/ -/a", "+/ +/a"},
		{"anchor", "User-agent: *\nDisallow: /tmp$", "-/tmp +/tmp/ +/tmp?a +/a/b/tmp",
			"-/tmp +/tmp/ +/tmp?a -/a/b/tmp"},
		{"wildcard and anchor", "User-agent: *\nDisallow: /*.php$", "-/a.php -/a.php.php +/a.php?b +/a.php5", ""},
		{"overlap and anchor", "User-agent: *\nDisallow: /*aba$\nDisallow: /*x*x$", "-/ababa -/aba +/abab +/x -/xx",
			""},
		{"anchor after star", "User-agent: *\nDisallow: /a*$", "-/a -/abc +/b", ""},
		{"dollar inside", "User-agent: *\nDisallow: /a$b", "-/a$b -/a%24bc +/a", "+/a$b +/a%24bc +/a"},
		{"dollar escaped", "User-agent: *\nDisallow: /a%24", "-/a$ -/a%24b +/a", "+/a$ -/a%24b +/a"},
		{"star escaped", "User-agent: *\nDisallow: /a%2A", "-/a* -/a%2ab +/ab", "+/a* +/a%2ab +/ab"},
		{"wildcard weight", "User-agent: *\nAllow: /x/p.\nDisallow: /*.q", "-/x/p/.q +/x/p.q", "-/x/p/.q -/x/p.q"},
		{"query", "User-agent: *\nDisallow: /*?s=", "-/?s=1 -/a?s= +/a?b&s=1 +/s=", ""},

		{"escaped as written", "User-agent: *\nDisallow: /a%3cb%2fc", "-/a%3Cb%2Fc -/a%3cb%2fcd +/a%3Cb/c",
			"+/a%3Cb%2Fc -/a%3cb%2fcd +/a%3Cb/c"},
		{"escapes undone", "User-agent: *\nDisallow: /%7Ejoe\nDisallow: /~ann", "-/~joe -/%7ejoe -/%7Eann +/~bob",
			"+/~joe +/%7ejoe +/%7Eann +/~bob"},
		{"escaped in both", "User-agent: *\nDisallow: /%7Ejoe\nAllow: /%7Ejoe/p", "-/~joe/a +/~joe/p +/%7Ejoe/p",
			"+/~joe/a +/~joe/p +/%7Ejoe/p"},
		{"allowed by one reading only", "User-agent: *\nDisallow: /\nAllow: /%62", "-/b +/%62", ""},
		{"UTF-8", "User-agent: *\nDisallow: /é", "-/%C3%A9 -/%c3%a9a +/e", "+/%C3%A9 +/%c3%a9a +/e"},
		{"not UTF-8", "User-agent: *\nDisallow: /\xe9", "-/%E9 +/%C3%A9", "+/%E9 +/%C3%A9"},
		{"space", "User-agent: *\nDisallow: /a b", "-/a%20b +/a +/a+b", "-/a%20b -/a -/a+b"},
		{"braces", "User-agent: *\nDisallow: /{a}", "-/%7Ba%7D -/{a}", "+/%7Ba%7D -/{a}"},
		{"bare percent", "User-agent: *\nDisallow: /100%\nDisallow: /%zz", "-/100% -/100%25 -/%zz +/10", ""},
	} {
		console.Equal(t, judged(parsed(ClassRFC9309, c.text, agent), c.want), c.want, c.name, "rfc9309 says")
		want := cmp.Or(c.temoto, c.want)
		console.Equal(t, judged(parsed(ClassTemoto, c.text, agent), want), want, c.name, "temoto says")
	}
}

func TestDisallowOnly(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"prefix", "User-agent: *\nDisallow: /a", "-/a -/ab +/b +/robots.txt"},
		{"Allow is not known", "User-agent: *\nAllow: /a/b\nDisallow: /a", "-/a/b"},
		{"no wildcard", "User-agent: *\nDisallow: /a*b\nDisallow: /c$", "+/axb -/a*b +/c -/c$d"},
		{"groups", "User-agent: *\nDisallow: /\nUser-agent: sitegraph\nAllow: /x\nUser-agent: y\nDisallow: /y",
			"+/x +/y"},
		{"empty", "User-agent: *\nDisallow:", "+/a"},
		{"all", "User-agent: *\nDisallow: /", "-/ -/a +/robots.txt"},
	} {
		r := parsed(ClassDisallowOnly, c.text+"\nCrawl-delay: 3\n", agent)
		if got := judged(r, c.want); got != c.want || r.CrawlDelay != 0 {
			t.Errorf("%s: %s, delay %v; want %s", c.name, got, r.CrawlDelay, c.want)
		}
	}
}

func TestNone(t *testing.T) {
	r := parsed(ClassNone, "User-agent: *\nDisallow: /\nCrawl-delay: 5\nSitemap: /s", agent)
	if !r.Rules.Allowed("/a") || r.CrawlDelay != 0 {
		t.Errorf("class none obeys: %+v", r)
	}
}

func TestCrawlDelay(t *testing.T) {
	for _, c := range []struct {
		text      string
		max, want time.Duration
	}{
		{"User-agent: *\nCrawl-delay: 2", time.Minute, 2 * time.Second},
		{"User-agent: *\nDisallow: /\nCrawl-delay: 0.5 # s", time.Minute, 500 * time.Millisecond},
		{"User-agent: *\nCrawl-delay: 0", time.Minute, 0},
		{"User-agent: *\nCrawl-delay: 90", time.Minute, time.Minute},
		{"User-agent: *\nCrawl-delay: 90", 0, 0},
		{"User-agent: *\nCrawl-delay: 90", 100 * time.Second, 90 * time.Second},
		{"User-agent: *\nCrawl-delay: 1e300", time.Minute, time.Minute},
		{"User-agent: *\nCrawl-delay: inf", time.Minute, time.Minute},
		{"User-agent: *\nCrawl-delay: 9223372037", 1<<63 - 1, 1<<63 - 1},
		{"User-agent: *\nCrawl-delay: nan", time.Minute, 0},
		{"User-agent: *\nCrawl-delay: -1", time.Minute, 0},
		{"User-agent: *\nCrawl-delay: soon", time.Minute, 0},
		{"User-agent: *\nCrawl-delay:", time.Minute, 0},
		{"Crawl-delay: 5", time.Minute, 0},
		{"User-agent: *\nCrawl-delay: 5\nUser-agent: sitegraph\nDisallow:", time.Minute, 0},
		{"User-agent: *\nCrawl-delay: 5\nDisallow:\nUser-agent: sitegraph\nCrawl-delay: 1", time.Minute, time.Second},
		{"User-agent: sitegraph\nCrawl-delay: 5\nUser-agent: x\nCrawl-delay: 9", time.Minute, 9 * time.Second},
		{"User-agent: sitegraph\nCrawl-delay: 5\nDisallow:\nUser-agent: sitegraph\nCrawl-delay: 3",
			time.Minute, 5 * time.Second},
	} {
		for _, class := range []string{ClassRFC9309, ClassTemoto} {
			r := Parse(class, []byte(c.text), agent, c.max)
			console.Equal(t, r.CrawlDelay, c.want, class, c.text)
		}
	}
}

// TestPageInPlaceOfFile checks that in a page, as in any file, only lines that are rules of a group count.
func TestPageInPlaceOfFile(t *testing.T) {
	for _, c := range []struct {
		text    string
		allowed bool
	}{
		{"<!DOCTYPE html>\n<title>App</title>\n<div id=root></div>", true},
		{"<html>\n<p>\nDisallow: /\n</p>", true},
		{"<p>User-agent: *\nDisallow: /</p>", true},
		{"<p>User-agent: *</p>\n<p>Disallow: /</p>", true},
		{"<style>\na:hover { color: red }\n* { margin: 0 }\n</style>\nDisallow /", true},
		{"<html><pre>\nUser-agent: *\nDisallow: /\n</pre>", false},
	} {
		console.Equal(t, parsed(ClassRFC9309, c.text, agent).Rules.Allowed("/a"), c.allowed, c.text)
	}
}

func TestCutAtWholeLine(t *testing.T) {
	head := "User-agent: *\nDisallow: /a\n"
	line := "Disallow: /private/x\n"
	for shift := range len(line) {
		pad := strings.Repeat("#", MaxBytes-len(head)-shift-1) + "\n"
		r := parsed(ClassRFC9309, head+pad+line+"Disallow: /b\n", agent)
		want := "-/a +/private +/b"
		if got := judged(r, want); got != want {
			t.Fatalf("cut %d bytes into a line: %s, want %s", shift, got, want)
		}
	}
	console.Equal(t, len(cut([]byte(strings.Repeat("x", MaxBytes)))), 0, "bytes remain of a file without line breaks")
	whole := []byte(head + strings.Repeat("#\n", MaxBytes))
	if once := cut(whole); len(once) > MaxBytes || len(cut(once)) != len(once) {
		t.Error("cutting twice is not cutting once")
	}
}

// TestReading checks, by hand from RFC 9309, which group applies to a robot, and which rule forbids it a URL.
func TestReading(t *testing.T) {
	const file = "User-agent: *\nDisallow: /search/\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n" +
		"Allow: /about\nDisallow: /about/*.pdf$\n\nUser-agent: gptbot\nDisallow: /%7ejoe\n"
	for _, c := range []struct{ agent, group, path, lifted, want string }{
		{"*", "*", "/search/x", "", "Disallow: /search/"},
		{"Googlebot", "*", "/search/x", "", "Disallow: /search/"},
		{"Googlebot", "*", "/search/x", "Disallow: /search/", ""},
		{"Googlebot", "*", "/about", "", ""},
		{"GPTBot", "GPTBot", "/search/x", "", "Disallow: /"},
		{"GPTBot", "GPTBot", "/about/us", "", ""},
		{"GPTBot", "GPTBot", "/about/a.pdf", "", "Disallow: /about/*.pdf$"},
		{"GPTBot", "GPTBot", "/about/a.pdf", "Disallow: /about/*.pdf$", ""},
		{"GPTBot", "GPTBot", "/~joe", "", "Disallow: /~joe"},
		{"GPTBot", "GPTBot", "/~joe", "Disallow: /~joe", "Disallow: /"},
		{"GPTBot", "GPTBot", "/robots.txt", "", ""},
		{"CCBot", "CCBot", "/~joe", "", "Disallow: /"},
	} {
		r := Read(site.RobotsSeen{Access: site.RobotsRules, Text: file}, c.agent)
		if got := r.Forbidding(c.path, c.lifted); r.Group != c.group || got != c.want {
			t.Errorf("%s, %s without %q: group %q, %q; want %q, %q", c.agent, c.path, c.lifted, r.Group, got, c.group,
				c.want)
		}
	}
	for _, seen := range []site.RobotsSeen{{}, {Access: site.RobotsAllow, Text: file},
		{Access: site.RobotsRules, Text: "User-agent: other\nDisallow: /\n"}} {
		if r := Read(seen, "GPTBot"); r.Group != "" || r.Forbidding("/", "") != "" {
			t.Errorf("%+v says something to GPTBot", seen)
		}
	}
}

// FuzzReading checks that a rule forbids a URL if and only if it is not allowed.
func FuzzReading(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a%2fb*c$\nAllow: /ä\n", "/a%2Fbxc")
	f.Add("User-agent: a\nDisallow: /*\nDisallow /$", "")
	f.Fuzz(func(t *testing.T, text, path string) {
		seen := site.RobotsSeen{Access: site.RobotsRules, Text: text}
		ruling := Rule(ClassRFC9309, seen, "a", 0)
		rule := Read(seen, "a").Forbidding(path, "")
		console.Equal(t, ruling.Rules.Allowed(path), (rule == ""), path, rule)
	})
}
