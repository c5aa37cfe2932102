package config

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

func TestReadList(t *testing.T) {
	text := "\uFEFFhttps://a.example/x;y=1?b=2#part\r\n" +
		"# comment\r\n\r\n" +
		"b.example\r" +
		"https://a.example/x;y=1?b=2\n" +
		"  HTTPS://A.example:443/z\t12\t3  # why\n" +
		"https://a.example/?q= \t12\n" +
		"http://a.example/z\n" +
		"https://a.example/x;y=1?b=2"
	hosts, remarks, err := ReadList(strings.NewReader(text), "l.txt", Defaults())
	must(t, err)
	var got []string
	for _, h := range hosts {
		got = append(got, fmt.Sprintf("%t %s %v", h.List, h.URL, h.Further))
	}
	console.Equal(t, got, []string{"true https://a.example/x;y=1?b=2 [https://a.example/z https://a.example/?q=]",
		"true https://b.example/ []",
		"true http://a.example/z []"})
	console.Equal(t, remarks, []string{"l.txt: 2 lines repeat a URL; each URL is fetched once"})
}

func TestListErrors(t *testing.T) {
	const expected = " is not a URL that can be fetched: expected http://host/path or https://host/path"
	for _, c := range []struct{ text, want string }{
		{"", "l: no URL; write one per line, such as https://example.com/page"},
		{"\uFEFF\r\n# none", "l: no URL; write one per line, such as https://example.com/page"},
		{"URL\nhttp://a.example/\nno url\nmailto:a@b\nhttp://u:p@a.example/", "l:1: \"URL\"" + expected +
			"\nl:3: \"no url\"" + expected + "\nl:4: \"b\"" + expected +
			"\nl:5: \"http://a.example/\"" + expected},
		{"http://a.example/" + strings.Repeat("x", 9000), "is longer than 8192 bytes ([walk] max_url_length)"},
		{"http://a.example:99999/", `l:1: "http://a.example:99999/": the port must be a number from 1 to 65535`},
		{"http://a.example/\x00", "l:1: holds the control character U+0000; this is not a text file"},
		{"http://a.example/\nhttp://a.example/caf\xE9", "l:2: not UTF-8; save the file as UTF-8 text"},
		{"\xFF\xFEh\x00", "l:1: written in UTF-16; save the file as UTF-8 text"},
	} {
		hosts, _, err := ReadList(strings.NewReader(c.text), "l", Defaults())
		if hosts != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v %v, want %s", c.text, hosts, err, c.want)
		}
	}
}

// A list of 20,000 lines is read quickly, and its errors are bounded.
func TestLongList(t *testing.T) {
	var good, bad strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&good, "http://a.example/%d\n", i)
		fmt.Fprintln(&bad, "not a url")
	}
	hosts, _, err := ReadList(strings.NewReader(good.String()), "l", Defaults())
	if err != nil || len(hosts) != 1 || len(hosts[0].Further) != 19_999 {
		t.Fatal(len(hosts), err)
	}
	_, _, err = ReadList(strings.NewReader(bad.String()), "l", Defaults())
	if err == nil || strings.Count(err.Error(), "\n") != maxErrors-1 {
		t.Error("errors are not bounded")
	}
}

// Any bytes give an error, or start pages that each belong to one host.
func FuzzList(f *testing.F) {
	f.Add([]byte("http://a.example/\nhttps://b.example/x#y\r\n# c\nb.example/x"))
	f.Add([]byte("\xef\xbb\xbfhttp://[::1]:8/%zz?\rhttp://\xff/"))
	f.Fuzz(func(t *testing.T, data []byte) {
		hosts, _, err := ReadList(strings.NewReader(string(data)), "l", Defaults())
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, h := range hosts {
			origin := h.URL.Origin()
			if seen[origin] {
				t.Fatalf("two hosts %s", origin)
			}
			seen[origin] = true
			for _, u := range append(h.Further, h.URL) {
				if u.Origin() != origin || seen[u.String()] {
					t.Fatalf("%s in the host %s", u, origin)
				}
				seen[u.String()] = true
			}
		}
	})
}
