package config

import (
	"errors"
	"fmt"
	"io"
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
