package store

import "testing"

// TestNotes: notes outlast the process, belong to one site, and go with it.
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
	if err != nil {
		t.Fatal(err)
	}
	want(s, a, "x", "", false)
	for _, n := range [][3]string{{a, "x", "1"}, {a, "x", "2"}, {a, "y", ""}, {ab, "x", "3"}} {
		if err := s.SetNote(n[0], n[1], n[2]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want(s, a, "x", "2", true)
	want(s, a, "y", "", true)
	want(s, ab, "x", "3", true)
	if err := s.Forget(a); err != nil {
		t.Fatal(err)
	}
	want(s, a, "x", "", false)
	want(s, a, "y", "", false)
	want(s, ab, "x", "3", true)
	if sites, err := s.Sites(); err != nil || len(sites) != 0 {
		t.Errorf("notes make a site: %q, %v", sites, err)
	}
}
