package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// written is a record as another program would read it, without this package's reader.
type written struct {
	textproto.MIMEHeader
	block string
}

var must = console.Must

// members reads the records of all files in a folder, and checks the rules of the standard: gzip members, lengths and
// digests.
func members(t *testing.T, dir string) (all []written) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	must(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		must(t, err)
		file := bufio.NewReader(bytes.NewReader(text))
		z, err := gzip.NewReader(file)
		for ; err == nil; err = z.Reset(file) {
			z.Multistream(false)
			all = append(all, member(t, z))
		}
		if err != io.EOF {
			t.Fatal(err)
		}
	}
	return all
}

func member(t *testing.T, z io.Reader) written {
	t.Helper()
	r := textproto.NewReader(bufio.NewReader(z))
	version, err := r.ReadLine()
	must(t, err)
	console.Equal(t, version, "WARC/1.1")
	header, err := r.ReadMIMEHeader()
	must(t, err)
	rest, err := io.ReadAll(r.R)
	must(t, err)
	block, ok := strings.CutSuffix(string(rest), "\r\n\r\n")
	if n, err := strconv.Atoi(header.Get("Content-Length")); !ok || err != nil || n != len(block) {
		t.Fatalf("Content-Length %q of %d bytes", header.Get("Content-Length"), len(block))
	}
	check := func(field, text string) {
		sum := sha1.Sum([]byte(text))
		if got := header.Get(field); got != "" && got != "sha1:"+base32.StdEncoding.EncodeToString(sum[:]) {
			t.Errorf("%s %s of %q", field, got, text)
		}
	}
	check("WARC-Block-Digest", block)
	if header.Get("WARC-Type") == "response" {
		_, body, _ := strings.Cut(block, "\r\n\r\n")
		check("WARC-Payload-Digest", body)
	}
	return written{MIMEHeader: header, block: block}
}

func answered(url, body string, at time.Time) Exchange {
	return Exchange{URL: url, Started: at, IP: "192.0.2.1", Request: []byte("GET / HTTP/1.1\r\n\r\n"),
		Head: []byte("HTTP/1.1 200 OK\r\nA: b\r\n\r\n"), Body: []byte(body)}
}

func TestRecords(t *testing.T) {
	dir, at := t.TempDir(), time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)
	w := NewWriter(Options{Dir: dir, Prefix: "example.org",
		Info: []string{"software", "s\r\nWARC-Type: x", "robots", "obey"}})
	long := strings.Repeat("text ", 200)
	notModified := answered("http://example.org/304", "", at)
	notModified.Head = []byte("HTTP/1.0 304 Not Modified\r\n\r\n")
	cut := answered("http://example.org/cut", long, at)
	cut.Truncated = TruncatedTime
	cut.Failure = site.Failure{Class: site.FailTimeout, Detail: "no whole answer within 1s"}
	none := Exchange{URL: "http://example.org/none", Started: at, Asked: AskedTwin,
		Failure: site.Failure{Class: site.FailDNS, Detail: "no such host"}}
	for _, e := range []Exchange{
		answered("http://example.org/", long, at), answered("http://example.org/b", long, at),
		answered("http://example.org/c", "short", at), answered("http://example.org/d", "short", at),
		notModified, cut, none,
	} {
		must(t, w.Record(e))
	}
	must(t, w.Close())
	all := members(t, dir)
	var kinds []string
	for i, r := range all {
		kinds = append(kinds, r.Get("WARC-Type"))
		if i > 0 && r.Get("WARC-Warcinfo-ID") != all[0].Get("WARC-Record-ID") ||
			i > 0 && r.Get("WARC-Date") != "2026-03-01T12:00:00.123456Z" {
			t.Errorf("record %d: %v", i, r.MIMEHeader)
		}
	}
	want := "warcinfo response request revisit request response request response request revisit request " +
		"response request metadata"
	console.Equal(t, strings.Join(kinds, " "), want)
	console.Equal(t, all[0].block, "software: s  WARC-Type: x\r\nrobots: obey\r\n", "warcinfo")
	console.Equal(t, all[2].Get("WARC-Concurrent-To"), all[1].Get("WARC-Record-ID"), "the request belongs to")
	again := all[3]
	if again.Get("WARC-Refers-To") != all[1].Get("WARC-Record-ID") || again.Get("WARC-Profile") != profileSamePayload ||
		again.Get("WARC-Refers-To-Target-URI") != "http://example.org/" ||
		again.Get("WARC-Refers-To-Date") != all[1].Get("WARC-Date") ||
		again.Get("WARC-Payload-Digest") != all[1].Get("WARC-Payload-Digest") ||
		!strings.HasSuffix(again.block, "\r\n\r\n") {
		t.Errorf("revisit: %v", again)
	}
	if r := all[9]; r.Get("WARC-Profile") != profileNotModified || r.Get("WARC-Payload-Digest") != "" {
		t.Errorf("304: %v", r)
	}
	if r := all[11]; r.Get("WARC-Truncated") != "time" || r.Get(FieldFailure) != "timeout no whole answer within 1s" {
		t.Errorf("a body that is cut off: %v", r)
	}
	if r := all[13]; r.Get(FieldAsked) != "twin" || r.block != "failure: dns: no such host\r\n" {
		t.Errorf("no answer: %v", r)
	}
}

// TestUnchanged checks that an unchanged page names the record that has its body, in this run or an earlier one, so
// that it can be replayed.
func TestUnchanged(t *testing.T) {
	dir, day := t.TempDir(), time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)
	record := func(w *Writer, all ...Exchange) {
		for _, e := range all {
			if err := w.Record(e); err != nil {
				t.Error(err)
			}
		}
	}
	page := func(path, body string, days int) Exchange {
		return answered("http://example.org"+path, body, day.AddDate(0, 0, days))
	}
	same := func(path string, days int) Exchange {
		e := page(path, "", days)
		e.Head = []byte("HTTP/1.1 304 Not Modified\r\nEtag: x\r\n\r\n")
		return e
	}
	long := strings.Repeat("text ", 200)
	for days, came := range [][]Exchange{
		{page("/", "first", 0), page("/long", long, 0), page("/copy", long, 0)},
		{page("/", "second", 1)},
		{same("/", 2), same("/copy", 2), same("/unknown", 2), page("/long", "new", 2), same("/long", 2)},
	} {
		w := NewWriter(Options{Dir: dir, Prefix: fmt.Sprint(days)})
		record(w, came...)
		must(t, w.Close())
	}
	all := map[string]written{}
	var unchanged []written
	for _, r := range members(t, dir) {
		switch {
		case r.Get("WARC-Profile") == profileNotModified:
			unchanged = append(unchanged, r)
		case r.Get("WARC-Type") == "response":
			all[r.Get("WARC-Target-URI")+r.Get("WARC-Date")[:10]] = r
		}
	}
	for i, of := range []string{"/2026-03-02", "/long2026-03-01", "", "/long2026-03-03"} {
		got, want := unchanged[i], all["http://example.org"+of]
		for _, names := range [][2]string{{"WARC-Refers-To", "WARC-Record-ID"}, {"WARC-Refers-To-Date", "WARC-Date"},
			{"WARC-Refers-To-Target-URI", "WARC-Target-URI"}, {"WARC-Payload-Digest", "WARC-Payload-Digest"}} {
			console.Equal(t, got.Get(names[0]), want.Get(names[1]), of, names[0])
		}
	}
}

// TestFiles checks that a file is closed at its size, and that no file of an earlier run is extended.
func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "warc")
	for range 2 {
		w := NewWriter(Options{Dir: dir, Prefix: "p", Size: 1000})
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				if err := w.Record(answered("http://e/"+strconv.Itoa(i), "x", time.Now())); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		must(t, w.Close())
	}
	names, _ := filepath.Glob(filepath.Join(dir, "p-*-0000?.warc.gz"))
	kinds := map[string]int{}
	for _, r := range members(t, dir) {
		kinds[r.Get("WARC-Type")]++
	}
	if len(names) < 4 || kinds["warcinfo"] != len(names) || kinds["response"] != 20 || kinds["request"] != 20 {
		t.Errorf("%d files with %v", len(names), kinds)
	}
	unused := t.TempDir()
	must(t, NewWriter(Options{Dir: filepath.Join(unused, "warc")}).Close())
	if left, _ := os.ReadDir(unused); len(left) > 0 {
		t.Error("a run that requests nothing makes a folder")
	}
}

// TestNoPlace checks that the first error ends all writing and is reported once.
func TestNoPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	told := 0
	w := NewWriter(Options{Dir: file, Failed: func(error) { told++ }})
	first := w.Record(answered("http://e/", "x", time.Now()))
	if first == nil || !strings.Contains(first.Error(), file) {
		t.Fatalf("got %v", first)
	}
	if err := w.Record(answered("http://e/", "x", time.Now())); !errors.Is(err, first) || told != 1 {
		t.Errorf("then %v, told %d times", err, told)
	}
	if err := w.Close(); !errors.Is(err, first) {
		t.Errorf("at the end %v", err)
	}
}

// TestUntil checks that an archive read until some day has no later captures, but all that have no date.
func TestUntil(t *testing.T) {
	const url = "http://a.example/"
	x, err := index(t, "a.warc", response(url, "2020-01-01T23:59:59.9Z", "first")+response(url, "2020-01-03", "third")+
		response(url, "2020-01-02T00:00:00Z", "second")+response("http://a.example/undated", "?", "undated")+
		response("http://b.example/", "2020-02-01", "other"))
	must(t, err)
	days := func(host string) (all []string) {
		for _, day := range x.Days(func(u site.URL) bool { return u.Host == host }) {
			all = append(all, day.Format(time.DateTime))
		}
		return all
	}
	want := []string{"2020-01-01 23:59:59", "2020-01-02 23:59:59", "2020-01-03 23:59:59"}
	if got := days("a.example"); !slices.Equal(got, want) || len(days("c.example")) > 0 {
		t.Errorf("days %q, want %q", got, want)
	}
	bodies := []string{"first", "second", "third"}
	for i, day := range x.Days(func(u site.URL) bool { return u.Host == "a.example" }) {
		console.Equal(t, show(t, x.Until(day), url, AskedPage), "HTTP/1.1 200 OK "+bodies[i], "on day", i)
	}
	first := x.Until(time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC))
	got := fmt.Sprint(show(t, first, url, AskedPage), "; ", show(t, first, "http://a.example/undated", AskedPage), "; ",
		show(t, x.Until(time.Time{}), url, AskedPage))
	console.Equal(t, got, "nothing; HTTP/1.1 200 OK undated; HTTP/1.1 200 OK third")
}
