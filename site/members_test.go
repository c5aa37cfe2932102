package site

import (
	"slices"
	"testing"
)

func TestMembers(t *testing.T) {
	m, err := ReadMembers([]string{"Example.EDU", "*.example.edu", "http://old.example.org", "mirror.test:8080",
		"https://*.pages.test", "secure.test:443", "пример.рф", "http://[::1]:81/", "10.0.0.7"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		url  string
		want bool
	}{
		{"http://example.edu/a", true},
		{"https://example.edu:443/", true},
		{"https://example.edu:8443/", false},
		{"http://example.edu:443/", false},
		{"https://www.example.edu/", true},
		{"http://a.b.C.example.edu/", true},
		{"http://www.example.edu:8080/", false},
		{"http://badexample.edu/", false},
		{"http://example.edu.evil.test/", false},
		{"http://.example.edu/", false},
		{"http://old.example.org/x", true},
		{"http://old.example.org:80/x", true},
		{"https://old.example.org/x", false},
		{"http://www.old.example.org/x", false},
		{"http://mirror.test:8080/", true},
		{"https://mirror.test:8080/", true},
		{"http://mirror.test/", false},
		{"https://me.pages.test/", true},
		{"http://me.pages.test/", false},
		{"https://pages.test/", false},
		{"https://secure.test/", true},
		{"http://secure.test:443/", true},
		{"http://secure.test/", false},
		{"https://xn--e1afmkfd.xn--p1ai/", true},
		{"http://[0:0::1]:81/", true},
		{"http://[::1]/", false},
		{"http://10.0.0.7/", true},
		{"http://0xa.7/", true},
	} {
		u, err := Parse(c.url)
		if err != nil {
			t.Fatal(c.url, err)
		}
		if m.Has(u) != c.want {
			t.Errorf("%s: %t", c.url, !c.want)
		}
	}
	want := []string{"example.edu", "*.example.edu", "http://old.example.org", "mirror.test:8080",
		"https://*.pages.test", "secure.test:443", "xn--e1afmkfd.xn--p1ai", "http://[::1]:81", "10.0.0.7"}
	if got := m.Names(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	again, err := ReadMembers(m.Names())
	if err != nil || !slices.Equal(again.Names(), want) {
		t.Errorf("read back: %q %v", again.Names(), err)
	}
}

func TestNoMember(t *testing.T) {
	for _, text := range []string{"", "*.", "*", "ftp://a.test", "a.test/docs", "http://a.test/?q", "a test",
		"a@b.test",
		"*.10.0.0.7", "http://*.[::1]", "a.*.test", "**.a.test", "http://", "a.test:99999", "a.test:0"} {
		if m, err := ParseMember(text); err == nil {
			t.Errorf("%q: %+v", text, m)
		}
	}
}

func TestMeets(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a.test", "http://a.test", true},
		{"a.test", "http://a.test:8080", false},
		{"a.test:443", "a.test", true},
		{"http://a.test", "https://a.test", false},
		{"*.a.test", "b.a.test", true},
		{"*.a.test", "a.test", false},
		{"*.a.test", "*.c.b.a.test", true},
		{"*.a.test", "*.a.test", true},
		{"*.a.test", "xa.test", false},
		{"*.a.test", "https://*.b.a.test:8443", false},
	} {
		a, errA := ParseMember(c.a)
		b, errB := ParseMember(c.b)
		if errA != nil || errB != nil || a.Meets(b) != c.want || b.Meets(a) != c.want {
			t.Errorf("%s, %s: %t (%v, %v)", c.a, c.b, a.Meets(b), errA, errB)
		}
	}
}

// FuzzParseMember: what is read as a member is written in a form that is read as the same one.
func FuzzParseMember(f *testing.F) {
	for _, text := range []string{"a.test", "http://*.a.test:80", "[::1]:81", "*.", "пример.рф.", "%2A", "%2a.a.test"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMember(text)
		if err != nil {
			return
		}
		if again, err := ParseMember(m.String()); err != nil || again != m {
			t.Errorf("%q: %+v, then %+v, %v", text, m, again, err)
		}
	})
}
