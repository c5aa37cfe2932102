package store

import (
	"slices"
	"testing"
)

// TestTake: the sites of another store come with all that it has of them, in place of what was known; other sites stay.
func TestTake(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		mustAppend(t, journal(t, s, "http://a"), records(90, 7, 8, 9))
		mustAppend(t, journal(t, s, "http://other"), records(40, 10))
		if err := s.SetNote("http://a", "old", "gone"); err != nil {
			t.Fatal(err)
		}
		from := open(t, Options{Dir: t.TempDir()})
		want := records(0, 10, partSize*3, 0, takenAtOnce, 30)
		mustAppend(t, journal(t, from, "http://b"), records(60, 5))
		mustAppend(t, journal(t, from, "http://a"), want)
		if err := from.SetNote("http://a", "hosts of x", "127.0.0.1"); err != nil {
			t.Fatal(err)
		}
		if err := from.SetSummary("http://a", []byte("done")); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it replaces the same
			if err := s.Take(from); err != nil {
				t.Fatal(err)
			}
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

// TestCopyHasSummaries: a copy has the summaries, as they were.
func TestCopyHasSummaries(t *testing.T) {
	dir, to := t.TempDir(), t.TempDir()
	s := open(t, Options{Dir: dir})
	mustAppend(t, journal(t, s, "http://a"), records(0, 10))
	if err := s.SetSummary("http://a", []byte("half")); err != nil {
		t.Fatal(err)
	}
	if copied, err := Copy(dir, to); !copied || err != nil {
		t.Fatal(copied, err)
	}
	all, err := Summaries(to)
	if err != nil || len(all) != 1 || string(all["http://a"]) != "half" {
		t.Errorf("%q, %v", all, err)
	}
}
