package config

import (
	"slices"
	"strings"
	"testing"
)

// TestGroups: sites of one registered domain or one address are one group, and so is what an entity has.
func TestGroups(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"https://www.a.example\nhttp://b.a.example:8080\nhttps://c.example", "a.example a.example c.example"},
		{"http://127.0.0.1:1\nhttp://127.0.0.1:2\nhttp://127.0.0.2:1", "127.0.0.1 127.0.0.1 127.0.0.2"},
		{"http://[::1]:1\nhttp://[::1]:2\nhttp://intranet\nhttp://wiki.intranet", "[::1] [::1] intranet wiki.intranet"},
		{"https://www.a.co.uk\nhttps://b.co.uk", "a.co.uk b.co.uk"},
		{"https://c.example = b.example\nhttps://www.a.example\nhttps://d.example = x.b.example, x.a.example",
			"a.example a.example a.example"},
		{"https://z.example = a.example\nhttps://y.example = z2.example\nhttps://www.z2.example",
			"a.example y.example y.example"},
	} {
		hosts, warnings, err := ReadHosts(strings.NewReader(c.lines), "hosts.txt", Defaults())
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		if got := Groups(hosts); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%q: %q, want %q", c.lines, got, c.want)
		}
		slices.Reverse(hosts)
		got := Groups(hosts)
		slices.Reverse(got)
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%q from the end: %q, want %q", c.lines, got, c.want)
		}
	}
}
