package wording

import "testing"

// TestDistance: by hand.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"MAX_depth", "max_depth", 0}, {"goqery",
			"goquery", 1},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestNearest: a word is not taken for one that is quite another.
func TestNearest(t *testing.T) {
	known := []string{"export", "stats", "status", "http://www.example.com"}
	for word, want := range map[string]string{"exprot": "export", "Stats": "stats", "stat": "stats", "x": "",
		"http://ww.example.com": "http://www.example.com", "version": ""} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
