package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"sitegraph/internal/console"
)

func (h Host) line() string {
	return fmt.Sprintf("%s;%d;%d;%d", h.URL.String(), h.Connections, h.MaxDepth, h.Delay.Milliseconds())
}

func TestReadHosts(t *testing.T) {
	text := "\uFEFF# list\r\n\r\n" +
		"https://example.com;4;3;1000\r\n" +
		"example.org\r\n" +
		"HTTP://Example.NET:8080 ; 1 ; ; 2s  # mine\r\n" +
		"http://example.net:80/;;-5\r\n" +
		"https://example.com:443;1\r\n" + // 7: the site of line 3
		"https://example.info/\t;\t2\tx\r\n" +
		"https://u:p@example.dev;\r\n" +
		"ftp://example.com\r\n" +
		"https://a b\r\n" +
		"https://a.example;0\r\n" +
		"https://a.example;1;x\r\n" +
		"https://a.example;1;1;2h\r\n" +
		"https://a.example;1;1;1;1\r\n" +
		"https://\r\n" +
		";1;1\r\n" +
		"http://[::1]:81\r\n" +
		"http://a.example:0\r\n" +
		"http://a.example:99999\r\n" +
		"caf\xE9.example\r\n" +
		strings.Repeat("x", 5000) + "\r\n" +
		"# " + strings.Repeat("x", 5000) + "\r\n" +
		"http://last.example"
	hosts, warnings, err := ReadHosts(iotest.HalfReader(strings.NewReader(text)), "h.txt", Defaults())
	must(t, err)
	var got []string
	for _, h := range hosts {
		got = append(got, h.line())
	}
	want := []string{
		"https://example.com/;4;3;1000", "https://example.org/;2;-1;500", "http://example.net:8080/;1;-1;2000",
		"http://example.net/;2;-1;500",
		"https://example.info/;2;-1;500", "https://example.dev/;2;-1;500", "http://[::1]:81/;2;-1;500",
		"http://last.example/;2;-1;500",
	}
	console.Equal(t, got, want)
	for _, text := range []string{"http//host", "./site", "mailto:u@x.example", "http://a..b", "a/ http://b.example"} {
		if _, _, err := startPage(text); err == nil || !strings.Contains(err.Error(), "is not a site") {
			t.Errorf("%s: %v", text, err)
		}
	}
	const expected = " is not a site: expected http://host, https://host or a bare host name; skipped"
	console.Equal(t, warnings, []string{
		"h.txt:7: https://example.com is already in line 3, which counts; skipped",
		"h.txt:9: user name and password are ignored: put them into a file ([download] credentials)",
		`h.txt:10: "ftp://example.com"` + expected,
		`h.txt:11: "https://a b"` + expected,
		`h.txt:12: "https://a.example;0": field 2, connections_per_host = "0": must be a whole number from 1 to ` +
			`256; skipped`,
		`h.txt:13: "https://a.example;1;x": field 3, max_depth = "x": must be a whole number up to 1000000 ` +
			`(negative: no limit); skipped`,
		`h.txt:14: "https://a.example;1;1;2h": field 4, crawl_delay = "2h": must be a duration from 0 to 1h ` +
			`(such as 500ms, 10s or 5m; a plain number is milliseconds); skipped`,
		`h.txt:15: "https://a.example;1;1;1;1": 5 fields, expected scheme://host;connections;max depth;delay; skipped`,
		`h.txt:16: "https://"` + expected,
		`h.txt:17: ""` + expected,
		`h.txt:19: "http://a.example:0": the port must be a number from 1 to 65535; skipped`,
		`h.txt:20: "http://a.example:99999": the port must be a number from 1 to 65535; skipped`,
		`h.txt:21: "caf\xe9.example" is not UTF-8; save the file as UTF-8 text; skipped`,
		"h.txt:22: longer than 4096 bytes; skipped",
	})
}

// TestIDN checks international names. RFC 5891 and the registry of .рф give the punycode of the example.
func TestIDN(t *testing.T) {
	for _, text := range []string{"https://Пример.РФ", "https://xn--e1afmkfd.xn--p1ai", "пример。рф"} {
		h, remarks, err := ParseHost(text, Defaults())
		if err != nil || len(remarks) > 0 || h.URL.Origin() != "https://xn--e1afmkfd.xn--p1ai" {
			t.Errorf("%s: %+v %q %v", text, h, remarks, err)
		}
	}
}

func TestHostsErrors(t *testing.T) {
	for _, c := range []struct {
		in   io.Reader
		want string
	}{
		{strings.NewReader(""), "h.txt: no usable host; write one site per line, such as https://example.com"},
		{strings.NewReader("# none\nftp://a\n"),
			"h.txt: no usable host; write one site per line, such as https://example.com"},
		{strings.NewReader("\xFF\xFEh\x00"), "h.txt:1: written in UTF-16; save the file as UTF-8 text"},
		{strings.NewReader("a.example\nPK\x00\x01"),
			"h.txt:2: holds the control character U+0000; this is not a text file"},
		{iotest.ErrReader(errors.New("disk on fire")), "h.txt: disk on fire"},
	} {
		hosts, _, err := ReadHosts(c.in, "h.txt", Defaults())
		if hosts != nil || err == nil || err.Error() != c.want {
			t.Errorf("\ngot  %v %v\nwant %s", hosts, err, c.want)
		}
	}
}

// Lines of one site are its start pages; the first line has the other settings.
func TestStartPages(t *testing.T) {
	hosts, warnings, err := ReadHosts(strings.NewReader("https://a.example/docs/;4\nb.example/x?a=b#c\n"+
		"https://a.example/blog\nhttps://a.example/docs/\nhttps://a.example;9\nhttp://a.example/docs/\n"), "h",
		Defaults())
	must(t, err)
	var got []string
	for _, h := range hosts {
		got = append(got, fmt.Sprintf("%s %v", h.line(), h.Further))
	}
	console.Equal(t, got, []string{
		"https://a.example/docs/;4;-1;500 [https://a.example/blog https://a.example/]",
		"https://b.example/x?a=b;2;-1;500 []",
		"http://a.example/docs/;2;-1;500 []",
	})
	console.Equal(t, warnings, []string{
		"h:4: https://a.example/docs is already in line 1, which counts; skipped",
		"h:5: a further start page of https://a.example: what follows the first ; is ignored, line 1 counts",
	})
}

func TestHostWarningsAreBounded(t *testing.T) {
	_, warnings, err := ReadHosts(strings.NewReader("a.example\n"+strings.Repeat("!\n", 250)), "h", Defaults())
	if err != nil || len(warnings) != hostWarnings || !strings.HasSuffix(warnings[99], "(and 150 more warnings)") {
		t.Error(len(warnings), err)
	}
}

func all(string) bool { return true }

func TestEditedHosts(t *testing.T) {
	noB := func(line string) bool { return Uncomment(line) != "b.example" }
	for _, c := range []struct {
		name, text string
		keep       func(string) bool
		more       []string
		want       string
	}{
		{"empty", "", all, []string{"a.example"}, "a.example\n"},
		{"no newline at the end", "# x\na.example", all, []string{"b.example"}, "# x\na.example\nb.example\n"},
		{"nothing more", "a.example", all, nil, "a.example"},
		{"CRLF", "# x\r\na.example # y\r\n", all, []string{"b.example", "c.example"},
			"# x\r\na.example # y\r\nb.example\r\nc.example\r\n"},
		{"CRLF, no newline at the end", "# x\r\na.example", all, []string{"b.example"},
			"# x\r\na.example\r\nb.example\r\n"},
		{"byte order mark", "\ufeffa.example\n", all, []string{"b.example"}, "\ufeffa.example\nb.example\n"},
		{"first line after a byte order mark taken out", "\ufeffb.example\nc.example\n", noB, nil, "\ufeffc.example\n"},
		{"last line taken out", "a.example\nb.example", noB, []string{"c.example"}, "a.example\nc.example\n"},
	} {
		console.Equal(t, editedHosts(c.text, c.keep, c.more), c.want, c.name)
	}
}

// The file behind a link is replaced and keeps its mode, and no other file is left.
func TestEditHosts(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "hosts.txt"), filepath.Join(dir, "link")
	must(t, os.WriteFile(path, []byte("a.example"), 0o600))
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	must(t, EditHosts(link, all, []string{"b.example"}))
	text, err := os.ReadFile(path)
	if info, _ := os.Stat(path); err != nil || string(text) != "a.example\nb.example\n" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", text, info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%v %v", entries, err)
	}
	if err := EditHosts(filepath.Join(dir, "none", "hosts.txt"), all, []string{"b.example"}); err == nil {
		t.Error("a folder that does not exist: no error")
	}
}

// Lines that are there stay, and lines that are added can be read.
func FuzzEditHosts(f *testing.F) {
	for _, text := range []string{"", "a.example", "\ufeff# x\r\nhttp://a.example;2 # y\r\n", "a.example\n\n\r",
		"x\r\r\ny"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		console.Equal(t, editedHosts(text, all, nil), text, "edited")
		before, _, _ := ReadHosts(strings.NewReader(text), "hosts.txt", Settings{})
		edited := editedHosts(text, all, []string{"https://added.example"})
		if !strings.HasPrefix(edited, text) {
			t.Fatalf("%q became %q", text, edited)
		}
		after, _, err := ReadHosts(strings.NewReader(edited), "hosts.txt", Settings{})
		if strings.ContainsRune(text, 0) || strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
			return // not a list of hosts
		}
		added := func(h Host) bool { return h.URL.Origin() == "https://added.example" }
		if err != nil || !slices.ContainsFunc(after, added) || len(after) < len(before) {
			t.Fatalf("%q: %v, %d hosts after %d", edited, err, len(after), len(before))
		}
	})
}

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
