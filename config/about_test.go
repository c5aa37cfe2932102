package config

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

func TestAbout(t *testing.T) {
	for _, c := range []struct {
		comment string
		want    site.About
		remarks int
	}{
		{"", site.About{}, 0},
		{" slow at night: be polite", site.About{}, 0},
		{" name: Example University; tags: university, uk; note: asked on 3 May; they agreed",
			site.About{Name: "Example University", Tags: []string{"university", "uk"},
				Note: "asked on 3 May; they agreed"}, 0},
		{"TAGS:b ,a,, b;Name : X", site.About{Name: "X", Tags: []string{"b", "a"}}, 0},
		{" from links; name: A", site.About{Name: "A"}, 0},
		{"note: a:b", site.About{Note: "a:b"}, 0},
		{"name: ;tags:;", site.About{}, 0},
		{"name: A; colour: red; tags: t", site.About{Name: "A", Tags: []string{"t"}}, 1},
		{"name: A\x01B\xff", site.About{Name: "A B\ufffd"}, 0},
		{"name: A; note: " + strings.Repeat("x", 1001), site.About{}, 1},
	} {
		about, remarks := readAbout(c.comment)
		if !reflect.DeepEqual(about, c.want) || len(remarks) != c.remarks {
			t.Errorf("%q: %+v, %q; want %+v", c.comment, about, remarks, c.want)
		}
	}
}

// A host counts as linked only if every line of its site has the comment.
func TestLinkedHosts(t *testing.T) {
	const text = "a.example # from links\nb.example # from links; name: B\nb.example/x\nc.example # links\n" +
		"d.example#from links\ne.example # from links\ne.example/x # from links\n"
	hosts, _, err := ReadHosts(strings.NewReader(text), "hosts.txt", Settings{})
	must(t, err)
	for _, h := range hosts {
		if want := h.URL.Host == "a.example" || h.URL.Host == "e.example"; h.Linked != want {
			t.Errorf("%s: linked %v", h.URL.Host, h.Linked)
		}
	}
}

// A comment belongs to the site of its line, also with CRLF. Comments on lines without a site belong to none.
func TestAboutInHosts(t *testing.T) {
	const text = "# name: nobody\r\nhttp://a.example;2 # name: A; tags: x\r\nhttp://a.example/more # name: B\r\n" +
		"b.example # quick\r\nhttp://b.example #name: other scheme\r\nb.example/x\t# note: n; m: o\r\n" +
		"c.example # name: C; y: z\r\n"
	hosts, warnings, err := ReadHosts(strings.NewReader(text), "hosts.txt", Settings{})
	must(t, err)
	want := map[string]site.About{"http://a.example": {Name: "A", Tags: []string{"x"}},
		"https://b.example": {Note: "n; m: o"}, "http://b.example": {Name: "other scheme"},
		"https://c.example": {Name: "C"}}
	for _, h := range hosts {
		if !reflect.DeepEqual(h.About, want[h.URL.Origin()]) {
			t.Errorf("%s: %+v", h.URL.Origin(), h.About)
		}
	}
	if len(hosts) != len(want) || len(warnings) != 1 || !strings.HasPrefix(warnings[0], "hosts.txt:7: ") {
		t.Errorf("%d hosts, %q", len(hosts), warnings)
	}
}

// A comment that was read is short, has no control characters, and is read the same after it is written.
func FuzzAbout(f *testing.F) {
	for _, text := range []string{"name: a; tags: b, c; note: d; e", ";;name::", "note:", "tags: ,,; x: y"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, comment string) {
		about, _ := readAbout(comment)
		written := "name: " + about.Name + "; tags: " + about.TagText() + "; note: " + about.Note
		again, remarks := readAbout(written)
		if !reflect.DeepEqual(again, about) || len(remarks) > 0 {
			t.Fatalf("%q gives %+v, then %+v, %q", comment, about, again, remarks)
		}
	})
}

// Every purpose sets existing settings to values other than the defaults, which are read back as written.
func TestPurposes(t *testing.T) {
	defaults := Defaults()
	rows := Table(&defaults)
	names := map[string]bool{}
	for _, p := range Purposes() {
		if names[p.Name] || p.Doc == "" || len(p.Next) != 2 {
			t.Errorf("%+v is not whole, or there twice", p)
		}
		names[p.Name] = true
		if !slices.ContainsFunc(rows, func(r Setting) bool { return r.Name() == p.Limit }) {
			t.Errorf("%s: there is no setting %s", p.Name, p.Limit)
		}
		s, err := Load(Sources{Overrides: p.Settings})
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		changed := map[string]bool{}
		for i, r := range Table(s) {
			changed[r.Name()] = r.Text() != rows[i].Text()
		}
		for name := range p.Settings {
			if !changed[name] {
				t.Errorf("%s: %s is the default", p.Name, name)
			}
		}
		same(t, written(t, s), s)
	}
}

// written writes the settings that differ from the defaults to a file and reads the file back.
func written(t *testing.T, s *Settings) *Settings {
	t.Helper()
	var out bytes.Buffer
	must(t, s.WriteChanged(&out))
	file := filepath.Join(t.TempDir(), "settings.ini")
	must(t, os.WriteFile(file, out.Bytes(), 0o600))
	back, err := Load(Sources{File: file})
	must(t, err)
	return back
}
