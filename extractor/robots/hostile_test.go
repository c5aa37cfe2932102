package robots

import (
	"strconv"
	"strings"
	"testing"

	"sitegraph/site"
)

// hostile are files of 500 KB that are made to be slow. Where "#" is in a
// line, each has another number: equal rules would be judged once.
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

// slowest is a path that is almost what the patterns ask for.
var slowest = "/" + strings.Repeat("a", 2000)

// TestHostile: files on which regular expressions spend seconds have a verdict: none of their rules is about the path,
// but one before them is.
func TestHostile(t *testing.T) {
	for name, text := range hostile() {
		for _, class := range []string{ClassRFC9309, ClassDisallowOnly, ClassTemoto} {
			if !mustParse(t, class, "User-agent: *\n"+text, agent).Rules.Allowed(slowest) {
				t.Errorf("%s, %s: forbidden", name, class)
			}
			first := "User-agent: " + agent + "\nDisallow: /aaa\n"
			if mustParse(t, class, first+text, agent).Rules.Allowed(slowest) {
				t.Errorf("%s, %s: allowed in spite of the first rule", name, class)
			}
		}
	}
}

// Each literal piece is looked for once, in what the piece before left of the path.
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
