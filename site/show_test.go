package site

import "testing"

// The Punycode of these names is that of RFC 3492 section 7.1 and of the registries.
func TestShow(t *testing.T) {
	for _, c := range []struct{ address, want string }{
		{"https://xn--mnchen-3ya.example", "https://münchen.example"},
		{"http://xn--e1afmkfd.xn--p1ai:8080", "http://пример.рф:8080"},
		{"http://xn--mnchen-3ya.example/xn--mnchen-3ya?a=b", "http://münchen.example/xn--mnchen-3ya?a=b"},
		{"http://example.com/xn--mnchen-3ya", "http://example.com/xn--mnchen-3ya"},
		{"https://example.com", "https://example.com"},
		{"http://xn--a", "http://xn--a"},
		{"http://xn--mnchen-3ya.xn--\u202e", "http://xn--mnchen-3ya.xn--\u202e"},
		{"http://[::1]:8080", "http://[::1]:8080"},
		{"xn--mnchen-3ya", "xn--mnchen-3ya"},
		{"", ""},
	} {
		if got := Show(c.address); got != c.want {
			t.Errorf("Show(%q) = %q, want %q", c.address, got, c.want)
		}
	}
}
