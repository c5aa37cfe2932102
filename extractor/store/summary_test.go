package store

import (
	"strings"
	"testing"
)

func TestSummary(t *testing.T) {
	const a, b = "http://a.example:8080", "https://[::1]"
	dir := t.TempDir()
	s := open(t, Options{Dir: dir})
	wantSummaries := func(want map[string]string) {
		t.Helper()
		got, err := Summaries(dir)
		if err != nil || len(got) != len(want) {
			t.Errorf("summaries %q, %v", got, err)
		}
		for site, text := range want {
			one, err := s.Summary(site)
			if string(got[site]) != text || string(one) != text || err != nil {
				t.Errorf("%s: %q and %q, want %q, %v", site, got[site], one, text, err)
			}
		}
	}
	set := func(site, text string) {
		t.Helper()
		if err := s.SetSummary(site, []byte(text)); err != nil {
			t.Error(err)
		}
	}
	wantSummaries(nil)
	set(a, "first")
	set(b, "of b")
	set(a, "second")
	wantSummaries(map[string]string{a: "second", b: "of b"})
	if err := s.Forget(a, "http://unknown"); err != nil {
		t.Error(err)
	}
	wantSummaries(map[string]string{b: "of b"})
	if none, err := s.Summary(a); none != nil || err != nil {
		t.Errorf("%q, %v after it was forgotten", none, err)
	}
	set("http://"+strings.Repeat("long.", 50), "no file name is so long")
	wantSummaries(map[string]string{b: "of b"})
}
