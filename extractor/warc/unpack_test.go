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

// TestPacked: archives that cannot be read from their middle are unpacked.
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

// TestNotRead: archives of other kinds are named, never passed over.
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

// TestOverlaps: a WACZ whose entries have the same bytes is refused.
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
