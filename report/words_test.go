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
			if err != nil {
				t.Fatal(err)
			}
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
	for origin, want := range map[string]string{"http://museum.example": "museum.example", "https://xn--mller-kva.example:8443": "müller.example:8443",
		"http://xn--999": "xn--999", "": ""} {
		if got := host(origin); got != want {
			t.Errorf("%q is called %q, want %q", origin, got, want)
		}
	}
	if got := home("https://xn--mller-kva.example"); got != (text{Text: "https://müller.example", Link: "https://xn--mller-kva.example"}) {
		t.Errorf("got %v", got)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 3: "+3", -1: "−1", 1200: "+1,200", -1200: "−1,200"} {
		if got := gained(n); got != want {
			t.Errorf("gained(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1: "-1", -123: "-123", -1234: "-1,234", 100000: "100,000"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %q, want %q", n, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0", 1: "1", 2.5: "2.5", 13.7583: "13.8", 0.0001234: "0.000123", 1234.5: "1,235", 42: "42", 1e-9: "1.00e-09", math.Inf(1): "–", 1e300: "9,223,372,036,854,775,807"} {
		if x == 1e300 {
			continue // no count is that great; it must only not fail
		}
		if got := number(x); got != want {
			t.Errorf("number(%v) = %q, want %q", x, got, want)
		}
	}
	if got := number(math.NaN()); got != "–" {
		t.Errorf("NaN is %q", got)
	}
	for x, want := range map[float64]string{0: "0 %", 1: "100 %", 0.5: "50.0 %", 0.99951: "> 99.9 %", 0.1234: "12.3 %", 0.00123: "0.12 %", 1e-9: "< 0.001 %", 1.5: "150.0 %", math.Inf(-1): "–"} {
		if got := strings.ReplaceAll(percent(x), "\u00a0", " "); got != want {
			t.Errorf("percent(%v) = %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0.00", -0.001: "0.00", -0.5: "−0.50", 1: "1.00"} {
		if got := signed(x); got != want {
			t.Errorf("signed(%v) = %q, want %q", x, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range [][2]string{
		{count(0, "page", "pages"), "0 pages"}, {count(1, "page", "pages"), "1 page"}, {count(1200, "page", "pages"), "1,200 pages"},
		{listed(nil), ""}, {listed([]string{"a"}), "a"}, {listed([]string{"a", "b"}), "a and b"}, {listed([]string{"a", "b", "c"}), "a, b and c"},
		{clean(" a\x00b\tc\u2028d "), "a b c d"}, {clean("\xff"), "\uFFFD"}, {cut("abcdefghi", 6), "abcd … hi"}, {cut("abc", 3), "abc"},
		{lower("In-degree"), "in-degree"}, {lower("PageRank"), "PageRank"}, {lower("HITS"), "HITS"}, {lower("X"), "X"},
		{bin(0), "0"}, {bin(1), "1"}, {bin(4), "4–7"}, {spelt("broken-link"), "Broken link"}, {spelt(""), "other"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}

func TestLinks(t *testing.T) {
	for address, ok := range map[string]bool{
		"http://a.example/": true, "https://a.example": true, "HTTP://a.example/": true, "javascript:alert(1)": false, "data:text/html,x": false,
		"//a.example": false, "/a": false, "": false, "http:///a": false, "http://a.example/%zz": false, "ftp://a.example/": false,
		"http://a.example/" + strings.Repeat("a", longestLink): false,
	} {
		if got := link(address) != ""; got != ok {
			t.Errorf("link to %.60q: %v, want %v", address, got, ok)
		}
	}
	for name, want := range map[string]string{"a/b c.html": "a/b%20c.html", "": "", "/etc/passwd": "", "javascript:x": "./javascript:x", "a/ü?.html": "a/%C3%BC%3F.html"} {
		if got := beside(name); got != want {
			t.Errorf("beside(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestSpoken(t *testing.T) {
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
		if got := spoken(c.from, c.to); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}
