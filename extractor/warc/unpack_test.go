package warc

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func packedZstd(t *testing.T, dictionary []byte, texts ...string) (out string) {
	t.Helper()
	options := []zstd.EOption{}
	if dictionary != nil {
		options = append(options, zstd.WithEncoderDict(dictionary))
	}
	z, err := zstd.NewWriter(nil, options...)
	must(t, err)
	for _, text := range texts {
		out += string(z.EncodeAll([]byte(text), nil))
	}
	return out
}

func skippable(content []byte) string {
	return dictionaryFrame + string(binary.LittleEndian.AppendUint32(nil, uint32(len(content)))) + string(content)
}

func zipped(t *testing.T, method uint16, name, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
	if err == nil {
		_, err = io.WriteString(f, text)
	}
	if err == nil {
		err = z.Close()
	}
	must(t, err)
	return out.String()
}

// TestPacked checks that archives that cannot be read from the middle are unpacked.
func TestPacked(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var texts []string
	for n := range 40 {
		body := fmt.Sprintf("body %d %s", n, strings.Repeat(fmt.Sprint(n*n), n))
		texts = append(texts, response(fmt.Sprintf("http://a.example/%d", n), "2020", body))
	}
	history := []byte(strings.Join(texts[:8], ""))
	dictionary, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 7, History: history, Contents: bytes.SplitAfter(history,
		[]byte("\r\n\r\n")), Offsets: [3]int{1, 4, 8}})
	must(t, err)
	all, packedDictionary := strings.Join(texts, ""), skippable([]byte(packedZstd(t, nil, string(dictionary))))
	damaged := []byte(packedZstd(t, nil, texts...))
	damaged[len(packedZstd(t, nil, texts[:20]...))+20] ^= 0xff
	for name, file := range map[string]string{
		"a.warc.zst":                 packedZstd(t, nil, texts...),
		"one frame.warc.zst":         packedZstd(t, nil, all),
		"dictionary.warc.zst":        skippable(dictionary) + packedZstd(t, dictionary, texts...),
		"packed dictionary.warc.zst": packedDictionary + packedZstd(t, dictionary, texts...),
		"whole.warc.gz":              gzipped(all),
		"later.warc.gz":              gzipped(texts[0], texts[1], strings.Join(texts[2:], "")),
		"two members.warc.gz":        gzipped(all[:len(all)/2], all[len(all)/2:]),
		"deflated.wacz":              zipped(t, zip.Deflate, "archive/x.warc.gz", gzipped(texts...)),
		"deflated whole.wacz":        zipped(t, zip.Deflate, "archive/x.warc.gz", gzipped(all)),
		"zst in it.wacz":             zipped(t, zip.Store, "archive/x.warc.zst", packedZstd(t, nil, texts...)),
		"multi.wacz":                 zipped(t, zip.Store, "x.wacz", zipped(t, zip.Store, "archive/x.warc", all)),
		"deflated multi.wacz":        zipped(t, zip.Deflate, "x.wacz", zipped(t, zip.Deflate, "archive/x.warc", all)),
		"one bad frame.warc.zst":     string(damaged),
		"zeros at its end.warc.gz":   gzipped(all) + strings.Repeat("\x00", 40),
	} {
		x, err := index(t, name, file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		lost := 0
		for n := range texts {
			want := fmt.Sprintf("HTTP/1.1 200 OK body %d %s", n, strings.Repeat(fmt.Sprint(n*n), n))
			if got := show(t, x, fmt.Sprintf("http://a.example/%d", n), AskedPage); got != strings.TrimSpace(want) {
				lost++
			}
		}
		if bad := strings.Contains(name, "bad"); bad && lost != 1 || !bad && (lost > 0 || len(x.Notes()) > 0) ||
			bad && len(x.Notes()) == 0 {
			t.Errorf("%s: %d lost, %q", name, lost, x.Notes())
		}
	}
}

// TestNotRead checks that other kinds of archives are named, never silently skipped.
func TestNotRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("x.warc", response("http://a.example/", "2020", "one"))
	write("notes.txt", "")
	for _, name := range []string{"a.arc.gz", "b.ARC", "c.warc.xz", "d.warc.gz.open"} {
		write(name, "")
	}
	write("e.wacz", zipped(t, zip.Store, "archive/f.arc.gz", ""))
	x, err := open(t, dir)
	must(t, err)
	notes := strings.Join(x.Notes(), "\n")
	for _, name := range []string{"a.arc.gz", "b.ARC", "c.warc.xz", "d.warc.gz.open", "e.wacz: archive/f.arc.gz"} {
		if !strings.Contains(notes, name+": left out") {
			t.Errorf("%s is not named in %q", name, notes)
		}
	}
	if strings.Contains(notes, "notes.txt") {
		t.Error(notes)
	}
}

// TestOverlaps checks that a WACZ with overlapping entries is refused.
func TestOverlaps(t *testing.T) {
	record := response("http://a.example/", "2020", "one")
	text := []byte(zipped(t, zip.Store, "archive/x.warc", record))
	at := bytes.Index(text, []byte("PK\x01\x02")) // the directory (APPNOTE.TXT 4.3.12)
	end := bytes.Index(text, []byte("PK\x05\x06"))
	entry := text[at:end]
	many := bytes.Join([][]byte{text[:at], bytes.Repeat(entry, 3), text[end:]}, nil)
	tail := many[len(many)-22:]
	binary.LittleEndian.PutUint16(tail[8:], 3)
	binary.LittleEndian.PutUint16(tail[10:], 3)
	binary.LittleEndian.PutUint32(tail[12:], uint32(3*len(entry)))
	_, err := index(t, "x.wacz", string(many))
	if err == nil || !strings.Contains(err.Error(), "overlaps another entry") {
		t.Error(err)
	}
}

// TestDamage checks that damaged records are skipped and named with file and byte, and that all others are read.
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
		has                               string // URLs in the archive
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
		{"long header", "x.warc", one(1), "WARC/1.0\r\nA: " + strings.Repeat("x", maxFields) + "\r\n", one(3),
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

// TestManyDamages checks that all damaged places are counted and some named. An archive of nothing else is an error.
func TestManyDamages(t *testing.T) {
	one := response("http://a.example/", "2020", "one")
	x, err := index(t, "x.warc", strings.Repeat(one+"hello\r\n", 25))
	if err != nil || len(x.Notes()) != maxNamed+1 || x.Notes()[maxNamed] != "the archive has 15 more damaged places" {
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
