package report

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

// contrast is that of WCAG 2.2 between two colours in hexadecimal.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(hex string) float64 {
		if len(hex) == 3 {
			hex = strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:], 2)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
			must(t, err)
			c := float64(n) / 255
			if c <= 0.04045 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			sum += weight * c
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestHost: a site has the name that people know it by.
func TestHost(t *testing.T) {
	for origin, want := range map[string]string{"http://museum.example": "museum.example",
		"https://xn--mller-kva.example:8443": "müller.example:8443", "http://xn--999": "xn--999", "": ""} {
		if got := host(origin); got != want {
			t.Errorf("%q is called %q, want %q", origin, got, want)
		}
	}
	want := text{Text: "https://müller.example", Link: "https://xn--mller-kva.example"}
	if got := originCell("https://xn--mller-kva.example"); got != want {
		t.Errorf("got %v", got)
	}
}

func TestWords(t *testing.T) {
	for _, c := range [][2]string{
		{clean(" a\x00b\tc\u2028d "), "ab c d"}, {clean("\xff"), "\uFFFD"},
		{clean(strings.Repeat("a", 3000)), strings.Repeat("a", 100) + "…" + strings.Repeat("a", 99)},
		{lower("In-degree"), "in-degree"}, {lower("PageRank"), "PageRank"}, {lower("HITS"), "HITS"}, {lower("X"), "X"},
		{bin(0), "0"}, {bin(1), "1"}, {bin(4), "4–7"},
		{kindName("broken-link"), "Broken link"}, {kindName(""), "Other"}, {kindName("no-outlink"), "Dead end"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}

func TestLinks(t *testing.T) {
	for address, ok := range map[string]bool{
		"http://a.example/": true, "https://a.example": true, "HTTP://a.example/": true,
		"javascript:alert(1)": false, "data:text/html,x": false,
		"//a.example": false, "/a": false, "": false, "http:///a": false,
		"http://a.example/%zz": false, "ftp://a.example/": false,
		"http://a.example/" + strings.Repeat("a", longestLink): false,
	} {
		if got := link(address) != ""; got != ok {
			t.Errorf("link to %.60q: %v, want %v", address, got, ok)
		}
	}
	for name, want := range map[string]string{"a/b c.html": "a/b%20c.html", "": "", "/etc/passwd": "",
		"javascript:x": "./javascript:x", "a/ü?.html": "a/%C3%BC%3F.html"} {
		if got := relative(name); got != want {
			t.Errorf("relative(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestPeriod(t *testing.T) {
	at := func(day, hour, minute int) time.Time {
		return time.Date(2026, 2, day, hour, minute, 0, 0, time.FixedZone("", 3600))
	}
	for _, c := range []struct {
		from, to time.Time
		want     string
	}{
		{time.Time{}, at(1, 1, 1), ""},
		{at(3, 13, 5), time.Time{}, "3 February 2026, 12:05 UTC"},
		{at(3, 13, 5), at(3, 13, 5), "3 February 2026, 12:05 UTC"},
		{at(3, 13, 5), at(3, 14, 0), "3 February 2026, 12:05–13:00 UTC"},
		{at(3, 13, 5), at(4, 0, 30), "3 February 2026, 12:05–23:30 UTC"},
		{at(3, 13, 5), at(5, 1, 0), "3 February 2026, 12:05 – 5 February 2026, 00:00 UTC"},
	} {
		if got := period(c.from, c.to); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}
