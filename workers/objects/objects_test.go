package objects

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"sitegraph/internal/console"
)

func variables(endpoint string) func(string) string {
	return func(name string) string {
		return map[string]string{"AWS_ENDPOINT_URL": endpoint, "AWS_ACCESS_KEY_ID": "key",
			"AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "here"}[name]
	}
}

// bucketServer serves a bucket. If careless, it ignores conditions. The first answer about an object "lost" is lost.
func bucketServer(t *testing.T, careless bool) string {
	t.Helper()
	backend := s3mem.New()
	must(t, backend.CreateBucket("bucket"))
	h := gofakes3.New(backend).Server()
	lost := atomic.Bool{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if careless {
			r.Header.Del("If-None-Match")
		}
		if path.Base(r.URL.Path) == "lost" && !lost.Swap(true) {
			h.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// All stores keep an object as the first writer wrote it.
func TestContract(t *testing.T) {
	for address, endpoint := range map[string]string{t.TempDir() + "/new": "", "s3://bucket": bucketServer(t, false),
		"s3://bucket/a/prefix/": bucketServer(t, false)} {
		s, err := Open(address, variables(endpoint))
		must(t, err)
		if err := Probe(t.Context(), s); err != nil {
			t.Errorf("%s: probe: %v", address, err)
		}
		const name = "job/7/a file.csv"
		if _, err := s.Open(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: opening nothing: %v", address, err)
		}
		large := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
		for i, content := range [][]byte{large, []byte("later")} {
			err := s.Create(t.Context(), name, bytes.NewReader(content), int64(len(content)))
			if (err == nil) != (i == 0) || i > 0 && !errors.Is(err, ErrExists) {
				t.Errorf("%s: creating %d: %v", address, i, err)
			}
		}
		r, err := s.Open(t.Context(), name)
		must(t, err)
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, large) {
			t.Errorf("%s: %d bytes, %v", address, len(got), err)
		}
		r.Close()
		for range 2 {
			if err := s.Remove(t.Context(), name); err != nil {
				t.Errorf("%s: remove: %v", address, err)
			}
		}
		for i := range 2 {
			err := s.Create(t.Context(), "job/lost", strings.NewReader("same"), 4)
			if (err == nil) != (i == 0) || i > 0 && !errors.Is(err, ErrExists) {
				t.Errorf("%s: creating %d, with the first answer lost: %v", address, i, err)
			}
		}
		testRemoveAll(t, s)
		for _, bad := range []string{"", "/a", "../a", "a/../../b", "a//b", `a\b`, "a/"} {
			if s.Create(t.Context(), bad, strings.NewReader(""), 0) == nil || s.RemoveAll(t.Context(), bad) == nil {
				t.Errorf("%s: %q is taken for a name", address, bad)
			}
		}
	}
}

// testRemoveAll checks that objects below a folder go and that folders with longer names stay.
func testRemoveAll(t *testing.T, s Store) {
	t.Helper()
	names := []string{"old/job.json", "old/1/result-1/a/b.csv", "old/1/result.json", "old-2/job.json", "older"}
	for _, name := range names {
		must(t, s.Create(t.Context(), name, strings.NewReader("text"), 4))
	}
	var below []string
	for name, err := range s.List(t.Context(), "old") {
		must(t, err)
		below = append(below, name)
	}
	if slices.Sort(below); !slices.Equal(below, []string{names[1], names[2], names[0]}) {
		t.Errorf("below old: %q", below)
	}
	for range 2 {
		must(t, s.RemoveAll(t.Context(), "old"))
	}
	for i, name := range names {
		r, err := s.Open(t.Context(), name)
		if gone := errors.Is(err, fs.ErrNotExist); gone != (i < 3) {
			t.Errorf("%s: gone %v, %v", name, gone, err)
		}
		if err == nil {
			r.Close()
		}
	}
}

// Probe fails for a store that ignores the condition and for one that cannot be reached.
func TestProbeRefuses(t *testing.T) {
	s, err := Open("s3://bucket", variables(bucketServer(t, true)))
	must(t, err)
	console.Fails(t, Probe(t.Context(), s), "If-None-Match", "a careless store")
	s, err = Open("s3://none", variables(bucketServer(t, false)))
	must(t, err)
	console.Fails(t, Probe(t.Context(), s), "s3://none", "a bucket that is not there")
}

// TestAddresses: what is no address says what one is.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{"": "name a folder", "s3://": "name a folder",
		"gs://b": "s3", "s3://bucket": "AWS_ACCESS_KEY_ID"} {
		_, err := Open(address, func(string) string { return "" })
		console.Fails(t, err, want, address)
	}
}

var must = console.Must
