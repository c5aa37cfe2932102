package warc

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func foreign(version, block string, fields ...string) string {
	var out strings.Builder
	out.WriteString(version + "\r\n")
	for _, f := range fields {
		out.WriteString(f + "\r\n")
	}
	fmt.Fprintf(&out, "Content-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	return out.String()
}

func response(uri, date, body string, fields ...string) string {
	fields = append([]string{"WARC-Type: response", "WARC-Target-URI: " + uri, "WARC-Date: " + date}, fields...)
	return foreign("WARC/1.0", "HTTP/1.1 200 OK\r\nA: b\r\n\r\n"+body, fields...)
}

func gzipped(texts ...string) string {
	var out bytes.Buffer
	for _, text := range texts {
		z := gzip.NewWriter(&out)
		io.WriteString(z, text)
		z.Close()
	}
	return out.String()
}

func index(t testing.TB, name, text string) (*Index, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return open(t, path)
}

func open(t testing.TB, path string) (*Index, error) {
	x, err := Open(t.Context(), path, unzstd)
	if err == nil {
		t.Cleanup(func() {
			must(t, x.Close())
		})
	}
	return x, err
}

func unzstd(from io.Reader, dictionary []byte) (io.ReadCloser, error) {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1)}
	if dictionary != nil {
		options = append(options, zstd.WithDecoderDicts(dictionary))
	}
	d, err := zstd.NewReader(from, options...)
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

func show(t testing.TB, x *Index, url string, asked Asked) string {
	t.Helper()
	c, err := x.Find(url, asked, 1000)
	switch {
	case err != nil:
		return "error: " + err.Error()
	case c == nil:
		return "nothing"
	}
	defer c.Close()
	if c.Missing {
		return "missing"
	}
	body, err := io.ReadAll(c.Body)
	if err != nil || c.Err() != nil {
		t.Fatal(err, c.Err())
	}
	head, _, _ := strings.Cut(string(c.Head), "\r\n")
	return strings.TrimSpace(fmt.Sprint(head, " ", string(body), " ", c.Truncated, " ", c.Failure.Class))
}

// TestForeign reads archives of other programs, compressed and not.
func TestForeign(t *testing.T) {
	const day = "2020-01-01T00:00:0"
	again := "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"
	texts := []string{
		foreign("WARC/1.0", "software: x\r\n", "WARC-Type: warcinfo"),
		response("http://a.example/", day+"1Z", "late"),
		response("http://a.example/", day+"0Z", "early"),
		response("<http://a.example/wget>", day+"0Z", "brackets"),
		response("HTTP://A.example:80", "2021", "another spelling, and a date without a day"),
		response("http://a.example/part", day+"0Z", "beginning", "WARC-Truncated: time"),
		response("http://a.example/body", day+"0Z", "payload", "WARC-Record-ID: <urn:uuid:1>",
			"WARC-Payload-Digest: sha1:AAAA"),
		foreign("WARC/1.0", "HTTP/1.1 203 By date\r\n\r\n", "WARC-Type: revisit", "WARC-Target-URI: http://a.example/d",
			again, "WARC-Refers-To-Target-URI: http://a.example/body", "WARC-Refers-To-Date: "+day+"0Z"),
		foreign("WARC/1.0", "HTTP/1.1 203 By ID\r\n\r\n", "WARC-Type: revisit", "WARC-Target-URI: http://a.example/i",
			again, "WARC-Refers-To: <urn:uuid:1>"),
		foreign("WARC/1.0", "", "WARC-Type: revisit", "WARC-Target-URI: http://a.example/p",
			again, "WARC-Payload-Digest:", "\tsha1:AAAA"),
		foreign("WARC/1.0", "HTTP/1.1 200 OK\r\n\r\n", "WARC-Type: revisit", "WARC-Target-URI: http://a.example/gone",
			again, "WARC-Refers-To: <urn:uuid:2>"),
		response("http://a.example/fraction", day+"0.25Z", "in time"),
		foreign("WARC/1.1", "HTTP/1.1 203 By second\r\n\r\n", "WARC-Type: revisit", again,
			"WARC-Target-URI: http://a.example/s", "WARC-Refers-To-Target-URI: http://a.example/fraction",
			"WARC-Refers-To-Date: "+day+"0Z", "WARC-Date: "+day+"5Z", "WARC-Record-ID: <urn:uuid:3>"),
		foreign("WARC/1.1", "HTTP/1.1 203 Of a revisit\r\n\r\n", "WARC-Type: revisit", again,
			"WARC-Target-URI: http://a.example/r", "WARC-Refers-To: <urn:uuid:3>"),
		foreign("WARC/1.1", "HTTP/1.1 203 Of one by date\r\n\r\n", "WARC-Type: revisit", again,
			"WARC-Target-URI: http://a.example/rd", "WARC-Refers-To-Target-URI: http://a.example/s",
			"WARC-Refers-To-Date: "+day+"5.5Z"),
		foreign("WARC/1.1", "HTTP/1.1 203 Of itself\r\n\r\n", "WARC-Type: revisit", again,
			"WARC-Target-URI: http://a.example/self", "WARC-Refers-To: <urn:uuid:4>", "WARC-Record-ID: <urn:uuid:4>"),
		foreign("WARC/1.0", "HTTP/1.1 203 In small letters\r\n\r\n", "WARC-Type: revisit",
			"WARC-Target-URI: http://a.example/case", again, "WARC-Payload-Digest: SHA1:aaaa"),
		foreign("WARC/1.1", "HTTP/1.1 304 Not Modified\r\n\r\n", "WARC-Type: revisit", "WARC-Date: "+day+"9Z",
			"WARC-Target-URI: http://a.example/unchanged", "WARC-Profile: "+profileNotModified,
			"WARC-Refers-To-Target-URI: http://a.example/fraction", "WARC-Refers-To-Date: "+day+"0.25Z"),
		response("http://a.example/304", day+"0Z", "as it was"),
		foreign("WARC/1.1", "HTTP/1.1 304 Not Modified\r\n\r\n", "WARC-Type: revisit", "WARC-Date: "+day+"9Z",
			"WARC-Target-URI: http://a.example/304", "WARC-Profile: "+profileNotModified),
		foreign("WARC/1.1", "HTTP/1.1 304 Not Modified\r\n\r\n", "WARC-Type: response", "WARC-Date: "+day+"9Z",
			"WARC-Target-URI: http://a.example/304"),
		foreign("WARC/1.1", "HTTP/1.1 304 Not Modified\r\n\r\n", "WARC-Type: response", "WARC-Date: "+day+"9Z",
			"WARC-Target-URI: http://a.example/always-304"),
		foreign("WARC/1.1", "text", "WARC-Type: resource", "Content-Type: text/html",
			"WARC-Target-URI: http://a.example/resource"),
		foreign("WARC/1.1", "text", "WARC-Type: resource", "WARC-Target-URI: urn:pageinfo:http://a.example/none"),
		foreign("WARC/1.1", "GET", "WARC-Type: request", "WARC-Target-URI: http://a.example/none"),
		foreign("WARC/1.1", "via: x", "WARC-Type: metadata", "WARC-Target-URI: http://a.example/none"),
		foreign("WARC/1.1", "", "WARC-Type: metadata", "WARC-Target-URI: http://a.example/dns",
			"Sitegraph-Failure: dns no such host"),
	}
	for name, text := range map[string]string{
		"x.warc": strings.Join(texts, ""), "x.warc.gz": gzipped(texts...), "none": gzipped(texts...),
	} {
		x, err := index(t, name, text)
		if err != nil || len(x.Notes()) > 0 {
			t.Fatal(name, err, x.Notes())
		}
		for url, want := range map[string]string{
			"http://a.example/":     "HTTP/1.1 200 OK another spelling, and a date without a day",
			"http://a.example/wget": "HTTP/1.1 200 OK brackets",
			"http://a.example/part": "HTTP/1.1 200 OK beginning time",
			"http://a.example/d":    "HTTP/1.1 203 By date payload",
			"http://a.example/i":    "HTTP/1.1 203 By ID payload",
			"http://a.example/p":    "HTTP/1.1 200 OK payload",
			"http://a.example/gone": "missing",
			"http://a.example/s":    "HTTP/1.1 203 By second in time",
			"http://a.example/r":    "HTTP/1.1 203 Of a revisit in time",
			"http://a.example/rd":   "HTTP/1.1 203 Of one by date in time",
			"http://a.example/self": "missing",
			"http://a.example/case": "HTTP/1.1 203 In small letters payload",
			"http://a.example/304":  "HTTP/1.1 200 OK as it was",

			"http://a.example/unchanged":  "HTTP/1.1 200 OK in time",
			"http://a.example/always-304": "HTTP/1.1 304 Not Modified",
			"http://a.example/resource":   "HTTP/1.1 200 OK text",
			"http://a.example/dns":        "dns",
			"http://a.example/none":       "nothing",
			"http://a.example/wget?":      "nothing",
		} {
			console.Equal(t, strings.Join(strings.Fields(show(t, x, url, AskedPage)), " "), want, name, url)
		}
		console.Equal(t, x.Summary(), "23 captures: 23 of http://a.example", name)
	}
}

// TestOwn checks that all that Writer writes is found again, with second requests kept apart.
func TestOwn(t *testing.T) {
	dir, at := t.TempDir(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	w := NewWriter(Options{Dir: dir, Size: 1500})
	long := strings.Repeat("text ", 200)
	twin := answered("http://example.org/", "twin", at.Add(time.Hour))
	twin.Asked = AskedTwin
	head := answered("http://example.org/", "", at.Add(2*time.Hour))
	head.Asked = AskedHead
	checked := answered("http://example.org/checked", "", at)
	checked.Asked = AskedHead
	cut := answered("http://example.org/cut", "begin", at)
	cut.Truncated, cut.Failure = TruncatedTime, site.Failure{Class: site.FailTimeout, Detail: "no whole answer"}
	for _, e := range []Exchange{answered("http://example.org/", "first", at),
		answered("http://example.org/", long, at.Add(time.Second)), twin, head, checked,
		answered("http://example.org/same", long, at.Add(time.Minute)), cut,
		{URL: "http://example.org/none", Started: at,
			Failure: site.Failure{Class: site.FailDNS, Detail: "no such host"}},
	} {
		must(t, w.Record(e))
	}
	must(t, w.Close())
	x, err := open(t, dir)
	must(t, err)
	for _, c := range []struct {
		url   string
		asked Asked
		want  string
	}{
		{"http://example.org/", AskedPage, "HTTP/1.1 200 OK " + strings.TrimSpace(long)},
		{"http://example.org/", AskedTwin, "HTTP/1.1 200 OK twin"},
		{"http://example.org/same", AskedPage, "HTTP/1.1 200 OK " + strings.TrimSpace(long)},
		{"http://example.org/same", AskedTwin, "HTTP/1.1 200 OK " + strings.TrimSpace(long)},
		{"http://example.org/cut", AskedPage, "HTTP/1.1 200 OK begin time timeout"},
		{"http://example.org/none", AskedPage, "dns"},
		{"http://example.org/none", AskedHead, "dns"},
		{"http://example.org/", AskedHead, "HTTP/1.1 200 OK"},
		{"http://example.org/same", AskedHead, "HTTP/1.1 200 OK " + strings.TrimSpace(long)},
		{"http://example.org/checked", AskedHead, "HTTP/1.1 200 OK"},
		{"http://example.org/checked", AskedProbe, "nothing"},
		{"http://example.org/checked", AskedPage, "nothing"},
	} {
		console.Equal(t, strings.Join(strings.Fields(show(t, x, c.url, c.asked)), " "), c.want, c.url, c.asked)
	}
	if _, err := x.Find("http://example.org/", AskedPage, 10); err != ErrHead {
		t.Errorf("a long head: %v", err)
	}
}

// TestCut checks that the records before a cut can be read, wherever it is, and that a note mentions the cut.
func TestCut(t *testing.T) {
	first, second := response("http://a.example/1", "2020", "one"), response("http://a.example/2", "2020", "two")
	for name, both := range map[string][2]string{
		"x.warc": {first, second}, "x.warc.gz": {gzipped(first), gzipped(second)},
	} {
		text := both[0] + both[1]
		for n := len(both[0]) + 1; n < len(text)-len("\r\n\r\n"); n++ {
			x, err := index(t, name, text[:n])
			if err != nil {
				t.Fatalf("%s, %d of %d bytes: %v", name, n, len(text), err)
			}
			notes, want := strings.Join(x.Notes(), "\n"), fmt.Sprintf("at byte %d, is cut off", len(both[0]))
			one, two := show(t, x, "http://a.example/1", AskedPage), show(t, x, "http://a.example/2", AskedPage)
			if one != "HTTP/1.1 200 OK one" || two != "nothing" || !strings.HasSuffix(notes, want) {
				t.Fatalf("%s, %d of %d bytes: %q, %q, %q", name, n, len(text), one, two, notes)
			}
		}
	}
}

// TestPlaces opens folders, WACZ files, and places that cannot be read.
func TestPlaces(t *testing.T) {
	dir := t.TempDir()
	if x, err := open(t, dir); err == nil || !strings.Contains(err.Error(), "no file .warc") {
		t.Errorf("an empty folder: %v, %v", x, err)
	}
	if _, err := open(t, filepath.Join(dir, "missing")); err == nil {
		t.Error("a file that is missing")
	}
	write := func(name string, method uint16, files map[string]string) {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for name, text := range files {
			f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
			if err == nil {
				_, err = io.WriteString(f, text)
			}
			must(t, err)
		}
		must(t, z.Close())
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), out.Bytes(), 0o600))
	}
	page := response("http://a.example/", "2020", "in a WACZ")
	write("below/x.WACZ", zip.Store, map[string]string{"datapackage.json": "{}", "archive/data.warc.gz": gzipped(page),
		"archive/plain.warc": response("http://a.example/2", "2020", "plain"), "indexes/index.cdx": "x"})
	x, err := open(t, dir)
	must(t, err)
	console.Equal(t, show(t, x, "http://a.example/", AskedPage), "HTTP/1.1 200 OK in a WACZ")
	console.Equal(t, show(t, x, "http://a.example/2", AskedPage), "HTTP/1.1 200 OK plain")
	must(t, os.Remove(filepath.Join(dir, "below/x.WACZ")))
	if _, err := x.Find("http://a.example/", AskedPage, 1000); err == nil {
		t.Error("a file that was removed later is read")
	}
	write("packed.wacz", zip.Store, map[string]string{"datapackage.json": "{}"})
	if _, err := open(t, dir); err == nil || !strings.Contains(err.Error(), "no file .warc") {
		t.Errorf("a WACZ without archives: %v", err)
	}
}

// FuzzIndex checks that any file is read or refused, and that all records found can be read.
func FuzzIndex(f *testing.F) {
	one := response("http://a.example/", "2020", "one", "WARC-Record-ID: <1>", "WARC-Payload-Digest: x")
	again := foreign("WARC/1.1", "HTTP/1.1 200 OK\r\n\r\n", "WARC-Type: revisit", "WARC-Target-URI: http://a.example/",
		"WARC-Date: 2021-01-01", "WARC-Refers-To: <1>", "WARC-Payload-Digest: x")
	for _, text := range []string{"", one, one + again, gzipped(one, again), gzipped(one)[:40], "WARC/1.0\n\n",
		foreign("WARC/1.1", "", "WARC-Type: metadata", "WARC-Target-URI: http://a.example/", "Sitegraph-Failure: x")} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := index(t, "x.warc", string(text))
		if err != nil {
			return
		}
		for _, asked := range []Asked{AskedPage, AskedTwin, AskedHead, AskedProbe} {
			c, err := x.Find("http://a.example/", asked, 100)
			if err != nil || c == nil {
				if err != nil && err != ErrHead {
					t.Error(err)
				}
				continue
			}
			if len(c.Head) > 100 && !c.Missing && !bytes.HasPrefix(c.Head, []byte("HTTP/1.1 200 OK\r\nContent-Type")) {
				t.Errorf("a head of %d bytes", len(c.Head))
			}
			if _, err := io.Copy(io.Discard, c.Body); err != nil || c.Err() != nil {
				t.Error(err, c.Err())
			}
			c.Close()
		}
	})
}
