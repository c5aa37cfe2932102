package store

import (
	"slices"
	"strings"
	"testing"
)

// TestTake checks that sites from another store replace those with the same name entirely, and other sites stay.
func TestTake(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		mustAppend(t, journal(t, s, "http://a"), records(90, 7, 8, 9))
		mustAppend(t, journal(t, s, "http://other"), records(40, 10))
		must(t, s.SetNote("http://a", "old", "gone"))
		from := open(t, Options{Dir: t.TempDir()})
		want := records(0, 10, partSize*3, 0, takenAtOnce, 30)
		mustAppend(t, journal(t, from, "http://b"), records(60, 5))
		mustAppend(t, journal(t, from, "http://a"), want)
		must(t, from.SetNote("http://a", "hosts of x", "127.0.0.1"))
		must(t, from.SetSummary("http://a", []byte("done")))
		for range 2 { // the second time replaces equal data
			must(t, s.Take(from))
			check(t, journal(t, s, "http://a"), want)
			check(t, journal(t, s, "http://b"), records(60, 5))
			check(t, journal(t, s, "http://other"), records(40, 10))
		}
		sites, err := s.Sites()
		if err != nil || !slices.Equal(sites, []string{"http://a", "http://b", "http://other"}) {
			t.Errorf("%q, %v", sites, err)
		}
		if text, ok, err := s.Note("http://a", "hosts of x"); err != nil || !ok || text != "127.0.0.1" {
			t.Errorf("note %q, %v, %v", text, ok, err)
		}
		if text, ok, err := s.Note("http://a", "old"); err != nil || ok {
			t.Errorf("note %q, %v", text, err)
		}
		summary, err := s.Summary("http://a")
		if want := map[bool]string{true: "", false: "done"}[s.dir == ""]; err != nil || string(summary) != want {
			t.Errorf("summary %q, %v, want %q", summary, err, want)
		}
		if !slices.EqualFunc(all(t, journal(t, from, "http://a")), want, slices.Equal) {
			t.Error("the other store has changed")
		}
	})
}

// TestCopyHasSummaries checks that a copy has the same summaries.
func TestCopyHasSummaries(t *testing.T) {
	dir, to := t.TempDir(), t.TempDir()
	s := open(t, Options{Dir: dir})
	mustAppend(t, journal(t, s, "http://a"), records(0, 10))
	must(t, s.SetSummary("http://a", []byte("half")))
	if copied, err := Copy(dir, to); !copied || err != nil {
		t.Fatal(copied, err)
	}
	all, err := Summaries(to)
	if err != nil || len(all) != 1 || string(all["http://a"]) != "half" {
		t.Errorf("%q, %v", all, err)
	}
}

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
		must(t, s.SetSummary(site, []byte(text)))
	}
	wantSummaries(nil)
	set(a, "first")
	set(b, "of b")
	set(a, "second")
	wantSummaries(map[string]string{a: "second", b: "of b"})
	must(t, s.Forget(a, "http://unknown"))
	wantSummaries(map[string]string{b: "of b"})
	if none, err := s.Summary(a); none != nil || err != nil {
		t.Errorf("%q, %v after it was forgotten", none, err)
	}
	set("http://"+strings.Repeat("long.", 50), "no file name is so long")
	wantSummaries(map[string]string{b: "of b"})
}

// TestNotes checks that notes outlast the process, belong to one site, and are forgotten with it.
func TestNotes(t *testing.T) {
	dir := t.TempDir()
	const a, ab = "http://a.example", "http://a.example:80"
	want := func(s *Store, site, name, text string, ok bool) {
		t.Helper()
		if got, found, err := s.Note(site, name); err != nil || got != text || found != ok {
			t.Errorf("note %s of %s: %q, %v, %v", name, site, got, found, err)
		}
	}
	s, err := Open(Options{Dir: dir})
	must(t, err)
	want(s, a, "x", "", false)
	for _, n := range [][3]string{{a, "x", "1"}, {a, "x", "2"}, {a, "y", ""}, {ab, "x", "3"}} {
		must(t, s.SetNote(n[0], n[1], n[2]))
	}
	must(t, s.Close())
	if s, err = Open(Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want(s, a, "x", "2", true)
	want(s, a, "y", "", true)
	want(s, ab, "x", "3", true)
	must(t, s.Forget(a))
	want(s, a, "x", "", false)
	want(s, a, "y", "", false)
	want(s, ab, "x", "3", true)
	if sites, err := s.Sites(); err != nil || len(sites) != 0 {
		t.Errorf("notes make a site: %q, %v", sites, err)
	}
}
