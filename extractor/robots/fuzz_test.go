package robots

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/temoto/robotstxt"

	"sitegraph/site"
)

// slowMatch follows the definition of a pattern: "*" matches any string, the rest matches itself, and without an anchor
// anything may follow.
func slowMatch(p, path string, end bool) bool {
	if p == "" {
		return !end || path == ""
	}
	if p[0] == '*' {
		for i := range len(path) + 1 {
			if slowMatch(p[1:], path[i:], end) {
				return true
			}
		}
		return false
	}
	return path != "" && p[0] == path[0] && slowMatch(p[1:], path[1:], end)
}

// slowDecide applies the longest-match rule literally.
func slowDecide(ps []pattern, path string) bool {
	best, allowed := -1, true
	for _, p := range ps {
		if !slowMatch(p.text, path, p.end) {
			continue
		}
		if p.octets > best {
			best, allowed = p.octets, p.allow
		} else if p.octets == best && p.allow {
			allowed = true
		}
	}
	return allowed
}

// TestAsSlowMatcher compares the matchers on patterns of few letters, where most comparisons nearly succeed.
func TestAsSlowMatcher(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var lines []line
		for range 1 + r.IntN(4) {
			lines = append(lines, line{allow: r.IntN(2) == 0, path: "/*"[r.IntN(2):][:1] + word(r, "ab*/$", 7)})
		}
		m := newMatcher(lines)
		path := "/" + word(r, "ab/", 9)
		if got, want := m.Allowed(path), slowDecide(m.normal, path) && slowDecide(m.written, path); got != want {
			t.Fatalf("%+v on %s: %v, want %v", lines, path, got, want)
		}
	}
}

func word(r *rand.Rand, alphabet string, n int) string {
	b := make([]byte, r.IntN(n+1))
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

// Without wildcards, ties, escapes and stray lines, temoto/robotstxt reads the raw file correctly and must agree.
func TestAsTemotoWhereSound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		var b strings.Builder
		b.WriteString("User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /ab\n\n")
		if r.IntN(2) == 0 {
			b.WriteString("User-agent: sitegraph\n")
		}
		for length := range 6 {
			kind := []string{"Allow", "Disallow"}[r.IntN(2)]
			path := make([]byte, length)
			for i := range path {
				path[i] = "ab/"[r.IntN(3)]
			}
			fmt.Fprintf(&b, "%s: /x%s\n", kind, path)
		}
		sound, err := robotstxt.FromString(b.String())
		must(t, err)
		path := "/x" + word(r, "ab/", 8)
		want := sound.TestAgent(path, agent)
		for _, class := range []string{ClassRFC9309, ClassTemoto} {
			if got := parsed(class, b.String(), agent).Rules.Allowed(path); got != want {
				t.Fatalf("%s: %v on %s, temoto says %v:\n%s", class, got, path, want, b.String())
			}
		}
	}
}

// TestSpellingsSettle checks that spelling is idempotent, and that normalizing a URL as written gives its normal form.
func TestSpellingsSettle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		s := word(r, "%%%a14fFE7/*$\xc3\xa9<~", 12)
		for _, sp := range []spelling{{}, {pattern: true}} {
			normal := spelling{pattern: sp.pattern, normal: true}
			once := sp.write(s)
			if sp.write(once) != once || normal.write(once) != normal.write(s) {
				t.Fatalf("%+v: %q, then %q; normal %q, then %q", sp, once, sp.write(once), normal.write(s),
					normal.write(once))
			}
		}
	}
}

// FuzzParse reads any bytes with every class. It checks that nothing panics, that /robots.txt is allowed, and that the
// slow matcher agrees on small input.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "User-agent: *\nDisallow: /", "\xef\xbbUser-agent: a\rCrawl-delay: 1e9\r\nAllow: /%7e*$\nDisallow: *\n",
		"user-agent sitegraph\ndisallow /a*b*$\nSitemap: x", "<html>\nUser-agent: *\nDisallow: /",
		"Disallow: /$$\x00#\n:\n",
	} {
		f.Add([]byte(text), "/a%62*?b$")
	}
	f.Fuzz(func(t *testing.T, text []byte, path string) {
		for _, class := range site.Names(classes()) {
			r := Parse(class, text, agent, time.Minute)
			if !r.Rules.Allowed("/robots.txt") {
				t.Fatalf("%s: /robots.txt is forbidden", class)
			}
			if r.CrawlDelay < 0 || r.CrawlDelay > time.Minute {
				t.Fatalf("%s: delay %v", class, r.CrawlDelay)
			}
			again := Parse(class, cut(text), agent, time.Minute)
			if again.Rules.Allowed(path) != r.Rules.Allowed(path) {
				t.Fatalf("%s: two verdicts on %q", class, path)
			}
		}
		if len(text) < 100 && len(path) < 30 && strings.Count(string(text), "*") < 8 {
			m := newMatcher(read(text, agent, time.Minute).lines)
			normal, written := bothForms(path)
			if got, want := m.Allowed(path), slowDecide(m.normal, normal) &&
				slowDecide(m.written, written); got != want {
				t.Fatalf("%q: %v, want %v", path, got, want)
			}
		}
	})
}

// hostile makes files of 500 KB that are slow to match. Each line has another number in place of "#", since equal rules
// would be judged once.
func hostile() map[string]string {
	as := func(n int) string { return strings.Repeat("a", n) }
	return map[string]string{
		"one line":     "Disallow: /" + strings.Repeat("*a", MaxBytes/2) + "b\n",
		"long lines":   fill("Disallow: /" + strings.Repeat("*a", 7000) + "b#\n"),
		"many stars":   fill("Disallow: /*a*a*a*a*a*a*a*a*a*a*#\n"),
		"short lines":  fill("Allow:*#\n"),
		"near misses":  fill("Allow:*aa#\n"),
		"longer":       fill("Allow:*" + as(20) + "#\n"),
		"register":     fill("Allow:*" + as(50) + "#\n"),
		"long pieces":  fill("Disallow: /*" + as(900) + "#\n"),
		"stars":        fill("Disallow: /" + strings.Repeat("*", 16000) + "#\n"),
		"anchors":      fill("Disallow: /*a*a*a*a*#$\n"),
		"escapes":      fill("Disallow: /%61%61*%61%2a%*#\n"),
		"prefixes":     fill("Disallow: /aaaaaa#\n"),
		"agents":       strings.Repeat("User-agent: sitegraph\n", MaxBytes/22) + "Disallow: /\n",
		"delays":       fill("Crawl-delay: 1e308\n"),
		"no separator": strings.Repeat("a b ", MaxBytes/4),
	}
}

func fill(line string) string {
	var b strings.Builder
	for i := 0; b.Len() < MaxBytes-20000; i++ {
		b.WriteString(strings.ReplaceAll(line, "#", strconv.Itoa(i)))
	}
	return b.String()
}

// slowest is a path that nearly matches the patterns.
var slowest = "/" + strings.Repeat("a", 2000)

// TestHostile checks that files on which regular expressions would spend seconds still get a verdict. Their rules do
// not match the path, but one rule before them does.
func TestHostile(t *testing.T) {
	for name, text := range hostile() {
		for _, class := range []string{ClassRFC9309, ClassDisallowOnly, ClassTemoto} {
			if !parsed(class, "User-agent: *\n"+text, agent).Rules.Allowed(slowest) {
				t.Errorf("%s, %s: forbidden", name, class)
			}
			first := "User-agent: " + agent + "\nDisallow: /aaa\n"
			if parsed(class, first+text, agent).Rules.Allowed(slowest) {
				t.Errorf("%s, %s: allowed in spite of the first rule", name, class)
			}
		}
	}
}

// The matcher looks for each literal piece once, in the part of the path after the piece before.
func TestEveryPieceIsLookedForOnce(t *testing.T) {
	for _, n := range []int{10, 1000, 8000} {
		p := "/" + strings.Repeat("*a", n) + "*b"
		if site.FitsStars(p, "/"+strings.Repeat("a", n), false) {
			t.Error("b found where there is none")
		}
		if !site.FitsStars(p, "/"+strings.Repeat("a", n)+"b", false) {
			t.Error("b not found")
		}
		if site.FitsStars(p, "/"+strings.Repeat("a", n-1)+"b", false) {
			t.Error("one a served twice")
		}
	}
}
