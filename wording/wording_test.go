package wording

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"sitegraph/internal/console"
)

func texts(t *testing.T, pairs [][2]string) {
	t.Helper()
	for _, p := range pairs {
		console.Equal(t, p[0], p[1])
	}
}

func TestWholeNumbers(t *testing.T) {
	texts(t, [][2]string{
		{Grouped(0), "0"}, {Grouped(7), "7"}, {Grouped(999), "999"}, {Grouped(1000), "1,000"},
		{Grouped(100000), "100,000"}, {Grouped(1234567), "1,234,567"},
		{Grouped(-1), "-1"}, {Grouped(-123), "-123"}, {Grouped(-1234), "-1,234"},
		{Change(0), "0"}, {Change(3), "+3"}, {Change(-1), "−1"}, {Change(1200), "+1,200"}, {Change(-1200), "−1,200"},
	})
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", 42: "42", 2.5: "2.5", 13.7583: "13.8", -0.51234: "-0.512", 0.0001234: "0.000123",
		1234.5: "1,235", 1e-9: "1.00e-09", 1e300: "1.00e+300", math.Inf(1): "–",
	} {
		console.Equal(t, Number(x), want, x)
	}
	texts(t, [][2]string{
		{Number(math.NaN()), "–"}, {Plain(0.000012), "0.000012"}, {Plain(1e21), "1000000000000000000000"},
		{Correlation(0), "0.00"}, {Correlation(-0.001), "0.00"}, {Correlation(-0.5), "−0.50"}, {Correlation(1), "1.00"},
	})
}

// Numbers are rounded in decimal, halves to even.
func TestSignificant(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   float64
	}{
		{0, 3, 0}, {1234.5, 2, 1200}, {0.0012346, 3, 0.00123}, {-9.99, 2, -10},
		{2.5, 1, 2}, {math.Inf(1), 3, math.Inf(1)},
	} {
		console.Equal(t, Significant(c.x, c.digits), c.want, c.x, "with", c.digits, "digits")
	}
	if got := Significant(math.NaN(), 3); !math.IsNaN(got) {
		t.Errorf("NaN: got %v", got)
	}
}

func TestPercent(t *testing.T) {
	texts(t, [][2]string{
		{Percent(0), "0%"}, {Percent(1), "100%"}, {Percent(1 - 1e-15), "100%"}, {Percent(0.5), "50.0%"},
		{Percent(0.99951), ">99.9%"}, {Percent(0.1234), "12.3%"}, {Percent(0.00123), "0.12%"},
		{Percent(1e-9), "<0.001%"}, {Percent(1.5), "150.0%"}, {Percent(math.Inf(-1)), "–"},
	})
}

func TestNouns(t *testing.T) {
	texts(t, [][2]string{
		{Count(0, "page", "pages"), "0 pages"}, {Count(1, "page", "pages"), "1 page"},
		{Count(1200, "page", "pages"), "1,200 pages"}, {Count(2.5, "click", "clicks"), "2.5 clicks"},
		{Count(1.0004, "click", "clicks"), "1 click"},
		{Form(1, "is", "are"), "is"}, {Form(0, "is", "are"), "are"},
		{List(nil), ""}, {List([]string{"a"}), "a"}, {List([]string{"a", "b"}), "a and b"},
		{List([]string{"a", "b", "c"}), "a, b and c"},
		{ListFirst([]string{"a", "b", "c"}, 2), "a, b and 1 more"}, {ListFirst([]string{"a", "b"}, 2), "a and b"},
		{Capital(""), ""}, {Capital("über"), "Über"},
	})
}

func TestShorten(t *testing.T) {
	texts(t, [][2]string{
		{Line(" a\x00b\tc\u2028d\n\n e "), "ab c d e"}, {Line("\xff"), "\uFFFD"}, {Line("a\u202eb"), "ab"},
		{Line("می\u200cخواهم"), "می\u200cخواهم"},
		{Begin("abc", 3), "abc"}, {Begin("abcd", 3), "ab…"}, {Begin("äö ü", 3), "äö…"}, {Begin("a bcd", 3), "a…"},
		{Middle("abc", 3), "abc"}, {Middle("abcdefghi", 6), "abc…hi"}, {Middle("abcdefghi", 5), "ab…hi"},
		{Middle("abcd", 1), "…"},
	})
}

func FuzzShorten(f *testing.F) {
	f.Add("https://museum.example/räume?a=1", uint8(10))
	f.Add("\xff\x00\u202e\t", uint8(1))
	f.Fuzz(func(t *testing.T, text string, most uint8) {
		line := Line(text)
		if !utf8.ValidString(line) || strings.ContainsAny(line, "\n\r\t\x00\x1b\u2028") {
			t.Errorf("%q is no line", line)
		}
		most = max(most, 1)
		for _, short := range []string{Begin(line, int(most)), Middle(line, int(most))} {
			if n := utf8.RuneCountInString(short); n > int(most) {
				t.Errorf("%q has %d characters, at most %d are wanted", short, n, most)
			}
		}
	})
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "münchen": 7, "mu\u0308nchen": 7, "日本語.example": 14, "ＡＢ": 4, "ｱ": 1, "שלום": 4, "…": 1,
	} {
		console.Equal(t, Columns(text), want, text, "takes")
	}
}

func TestMiddleColumns(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"abcdefgh", 8, "abcdefgh"}, {"abcdefgh", 5, "ab…gh"}, {"abcdefgh", 4, "ab…h"}, {"abcdefgh", 1, "…"},
		{"日本語日本語", 12, "日本語日本語"}, {"日本語日本語", 7, "日本…語"}, {"日本語日本語", 9, "日本…本語"}, {"日本", 2, "…"},
	} {
		console.Equal(t, MiddleColumns(c.text, c.most), c.want, c.text, "in", c.most, "columns")
	}
}

func FuzzMiddleColumns(f *testing.F) {
	f.Add("日本語.example", 5)
	f.Add("mu\u0308nchen", 3)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 1 || most > 1000 || !utf8.ValidString(text) {
			return
		}
		got := MiddleColumns(text, most)
		if Columns(got) > most {
			t.Errorf("%q in %d columns: %q takes %d", text, most, got, Columns(got))
		}
		if head, tail, cut := strings.Cut(got, "…"); Columns(text) > most && cut &&
			!(strings.HasPrefix(text, head) && strings.HasSuffix(text, tail)) {
			t.Errorf("%q in %d columns: %q is not its ends", text, most, got)
		}
	})
}

// Widths agree with FreeType's for Liberation Sans at 20 pixels, closely outside English.
func TestTextWidth(t *testing.T) {
	ascii := ""
	for r := rune(' '); r <= '~'; r++ {
		ascii += string(r)
	}
	for _, c := range []struct {
		text       string
		want, most float64 // most is the greatest relative difference
	}{
		{ascii, 1001.2, 0.001}, {"iiiiiiiiii", 44.4, 0.02}, {"WWWWWWWWWW", 188.8, 0.01},
		{"A “title” – with • and … — it’s", 252.3, 0.01},
		{"Öffnungszeiten und Eintritt – Museum für Völkerkunde", 479.9, 0.1},
		{"Čeština, polszczyzna łódź, română", 309.0, 0.1}, {"Научная библиотека университета", 322.4, 0.1},
		{"Εθνικό Αρχαιολογικό Μουσείο", 262.9, 0.15}, {"東京国立博物館", 7 * 20, 0},
		{"Cafe\u0301", TextWidth("Cafe", 20), 0},
	} {
		if got := TextWidth(c.text, 20); math.Abs(got-c.want) > c.want*c.most {
			t.Errorf("%q: %.1f pixels, want %.1f", c.text, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"MAX_depth", "max_depth", 0}, {"goqery",
			"goquery", 1},
	} {
		console.Equal(t, distance(c.a, c.b), c.want, c.a, c.b)
	}
}

// A word is not corrected to one that is very different.
func TestNearest(t *testing.T) {
	known := []string{"export", "stats", "status", "http://www.example.com"}
	for word, want := range map[string]string{"exprot": "export", "Stats": "stats", "stat": "stats", "x": "",
		"http://ww.example.com": "http://www.example.com", "version": ""} {
		console.Equal(t, Nearest(word, known), want, word)
	}
}
