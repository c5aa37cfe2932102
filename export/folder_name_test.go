package export

import (
	"regexp"
	"strings"
	"testing"

	"sitegraph/site"
)

func TestFolderName(t *testing.T) {
	for _, c := range []struct{ host, port, want string }{
		{"example.com", "", "example.com"},
		{"example.com", "8080", "example.com_8080"},
		{"xn--bcher-kva.example", "", "xn--bcher-kva.example"},
		{"127.0.0.1", "80", "127.0.0.1_80"},
		{"[::1]", "8443", "___1__8443"},
		{"bücher.example", "", "b_cher.example"},
		{"a/../b\\c", "", "a_.._b_c"},
		{"", "", "_"},
		{".", "", "_"},
		{"..", "", "__"},
		{".hidden", "", "_hidden"},
		{"example.com.", "", "example.com_"},
		{"example.com.", "81", "example.com._81"},
		{"con", "", "_con"},
		{"NUL", "", "_NUL"},
		{"Com1.example", "", "_Com1.example"},
		{"lpt9", "", "_lpt9"},
		{"com10", "", "com10"},
		{"console", "", "console"},
		{"con", "80", "con_80"},
	} {
		if got := FolderName(site.URL{Scheme: "https", Host: c.host, Port: c.port, Path: "/"}); got != c.want {
			t.Errorf("%q %q: got %q, want %q", c.host, c.port, got, c.want)
		}
	}
}

func TestFolderNameLong(t *testing.T) {
	a := FolderName(site.URL{Host: strings.Repeat("a", 250) + ".com"})
	b := FolderName(site.URL{Host: strings.Repeat("a", 250) + ".org"})
	if len(a) != 200 || len(b) != 200 || a == b {
		t.Errorf("got %q and %q", a, b)
	}
}

func FuzzFolderName(f *testing.F) {
	for _, host := range []string{"example.com", "..", "aux.x", "[::1]", "\xff", strings.Repeat(".", 300)} {
		f.Add(host, "")
		f.Add(host, "80")
	}
	legal := regexp.MustCompile(`^[0-9A-Za-z_-]([0-9A-Za-z_.-]{0,198}[0-9A-Za-z_-])?$`)
	device := regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
	f.Fuzz(func(t *testing.T, host, port string) {
		name := FolderName(site.URL{Host: host, Port: port})
		if !legal.MatchString(name) || device.MatchString(name) {
			t.Errorf("%q %q: %q", host, port, name)
		}
	})
}
