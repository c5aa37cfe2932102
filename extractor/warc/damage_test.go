package warc

import (
	"fmt"
	"strings"
	"testing"
)

// TestDamage: what is damaged is left out and named with file and byte, and the records around it are read.
func TestDamage(t *testing.T) {
	url := func(n int) string { return fmt.Sprintf("http://a.example/%d", n) }
	one := func(n int) string { return response(url(n), "2020", strings.Repeat(fmt.Sprint(n, " "), 300)) }
	broken := func(n int) string {
		text := []byte(gzipped(one(n)))
		text[len(text)/2] ^= 0xff
		return string(text)
	}
	said := func(length string) string {
		return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + url(2) + "\r\nContent-Length: " + length +
			"\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody\nof some lines\r\n\r\n"
	}
	g1, g3 := gzipped(one(1)), gzipped(one(3))
	const zeros = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	for _, c := range []struct {
		name, file, first, bad, last, why string
		has                               string // which URLs are there
	}{
		{"text", "x.warc", one(1), "hello\r\n", one(3), "no WARC record begins here", "1 3"},
		{"text first", "x.warc", "", "hello\r\n", one(3), "no WARC record begins here", "3"},
		{"zeros between", "x.warc", one(1), zeros, "\r\n" + one(3), "no WARC record begins here", "1 3"},
		{"zeros at the end", "x.warc", one(1), zeros, "", "", "1"},
		{"zeros after a member", "x.warc.gz", g1, zeros, "", "", "1"},
		{"a zero after a member", "x.warc.gz", g1, zeros[:1], "", "", "1"},
		{"member", "x.warc.gz", g1, broken(2), g3, "", "1 3"},
		{"between members", "x.warc.gz", g1, "no gzip here", g3, "gzip: invalid header", "1 3"},
		{"half a member", "x.warc.gz", g1, gzipped(one(2))[:60], g3, "", "1 3"},
		{"no record in a member", "x.warc.gz", g1, gzipped("hello\n"), g3, "no WARC record", "1 3"},
		{"more in a member", "x.warc.gz", g1, gzipped(one(2) + "more"), g3,
			"a record is followed by something else", "1 2 3"},
		{"too long", "x.warc", one(1), said("300"), one(3), "not as long as it says", "1 3"},
		{"longer than the file", "x.warc", one(1), said("90000"), one(3), "unexpected EOF", "1 3"},
		{"too short", "x.warc", one(1), said("22"), one(3), "not as long as it says", "1 3"},
		{"too long for its member", "x.warc.gz", g1, gzipped(said("900")), g3, "unexpected EOF", "1 3"},
		{"below zero", "x.warc", one(1), said("-1"), one(3), "no usable Content-Length", "1 3"},
		{"no number", "x.warc.gz", g1, gzipped(said("1k")), g3, "no usable Content-Length", "1 3"},
		{"a line that is no field", "x.warc", one(1), "", strings.Replace(one(3), "\r\n", "\r\nwhat\r\n", 1), "",
			"1 3"},
		{"long header", "x.warc", one(1), "WARC/1.0\r\nA: " + strings.Repeat("x", mostFields) + "\r\n", one(3),
			"too long", "1 3"},
	} {
		x, err := index(t, c.file, c.first+c.bad+c.last)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var has []string
		for n := 1; n <= 3; n++ {
			if show(t, x, url(n), AskedPage) != "nothing" {
				has = append(has, fmt.Sprint(n))
			}
		}
		notes := strings.Join(x.Notes(), "\n")
		where := fmt.Sprintf("%s: damaged at byte %d, left out: ", c.file, len(c.first))
		named := strings.Contains(notes, where) && strings.Contains(notes, c.why)
		quiet := c.last == "" || c.bad == ""
		if got := strings.Join(has, " "); got != c.has || named == quiet || quiet && notes != "" {
			t.Errorf("%s: has %s, want %s; notes %q", c.name, got, c.has, notes)
		}
	}
}

// TestManyDamages: some damaged places are named, and all counted; an archive without anything else is an error.
func TestManyDamages(t *testing.T) {
	one := response("http://a.example/", "2020", "one")
	x, err := index(t, "x.warc", strings.Repeat(one+"hello\r\n", 25))
	if err != nil || len(x.Notes()) != mostNamed+1 || x.Notes()[mostNamed] != "the archive has 15 more damaged places" {
		t.Errorf("%v, %v", x.Notes(), err)
	}
	for file, text := range map[string]string{"x.warc": "hello\r\n", "x.wacz": "PK", "x.warc.zst": zstdFrame + "x",
		"dictionary.warc.zst": skippable([]byte("none")) + zstdFrame,
		"x.arc":               "filedesc://x.arc 0.0.0.0 20200101000000 text/plain 0\n"} {
		if _, err := index(t, file, text); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", file, err)
		}
	}
}
