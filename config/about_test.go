package config

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
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
		console.Equal(t, h.About, want[h.URL.Origin()], h.URL.Origin())
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

// The reference lists each rule once with its profiles, and each example breaks only its rule.
func TestURLRules(t *testing.T) {
	examples := map[string][2]string{
		site.RuleSchemeHostCase:  {"HTTP://eXaMplE.com/", "http://example.com/"},
		site.RuleDefaultPort:     {"https://example.com:443/q.html", "https://example.com/q.html"},
		site.RuleTripletCase:     {"http://example.com/%3a.%2b", "http://example.com/%3A.%2B"},
		site.RuleTrailingSlash:   {"http://example.com/folder?x=1", "http://example.com/folder/?x=1"},
		site.RuleDotSegments:     {"http://example.com/f1/./f2/../f3/", "http://example.com/f1/f3/"},
		site.RuleFragment:        {"http://example.com/folder/#fragment", "http://example.com/folder/"},
		site.RuleDoubleSlash:     {"http://example.com/f1//f2/", "http://example.com/f1/f2/"},
		site.RuleIPToHost:        {"https://208.76.188.166/", "https://example.com/"},
		site.RuleSortQuery:       {"http://example.com/?b=1&a=3", "http://example.com/?a=3&b=1"},
		site.RuleEmptyQuery:      {"http://example.com/?", "http://example.com/"},
		site.RuleEmptyParams:     {"http://example.com/?b=1&&c=2", "http://example.com/?b=1&c=2"},
		site.RuleValuelessParams: {"http://example.com/?a&b=&c=2", "http://example.com/?c=2"},
	}
	hostIPs := map[string]string{"208.76.188.166": "example.com"}
	key := func(profile, address string) string {
		n, err := site.NewNormaliser(profile, hostIPs)
		must(t, err)
		u, err := site.Parse(address)
		must(t, err)
		return n.Key(u)
	}
	for _, r := range urlRules() {
		address, want := examples[r.name][0], examples[r.name][1]
		console.Equal(t, key(string(r.name), address), want, r.name, address)
		for profile, has := range map[string]string{"default": r.inDefault, "paper": r.inPaper} {
			console.Equal(t, key(profile, address) == want, has != "", r.name, profile)
		}
	}
	var names []string
	for _, r := range urlRules() {
		names = append(names, r.name)
	}
	all := site.RuleNames()
	slices.Sort(names)
	slices.Sort(all)
	console.Equal(t, all, names, "the reference has the rules")
}

// An unknown rule is reported as an error with its line.
func TestURLProfile(t *testing.T) {
	for value, want := range map[string]string{
		"default": "", "paper": "", "sort-query": "", "sort-query, fragment": "", "sort-query fragment,": "",
		"Paper": `s.ini:2: [walk] url_profile = "Paper": "Paper" is not known: ` +
			`must be default, paper, or a list of scheme-host-case, `,
		"sort-qurey": `did you mean "sort-query"?`,
		"default, x": `"default" is not known`,
		",":          `s.ini:2: [walk] url_profile = ",": must be default, paper, or a list of `,
	} {
		_, msg := load(t, "[walk]\nurl_profile = "+value+"\n", Sources{})
		if want == "" && msg != "" || !strings.Contains(msg, want) {
			t.Errorf("%q: %q, want %q", value, msg, want)
		}
		if _, err := site.NewNormaliser(value, nil); (err == nil) != (want == "") {
			t.Errorf("%q: the normaliser says %v", value, err)
		}
	}
}

var update = flag.Bool("update", false, "rewrite settings.ini and docs/settings.md")

func shipped() Settings {
	s := Defaults()
	s.Sample = Sample{Host: "http://museum.example", Folder: "testdata/sites/museum"}
	return s
}

// matches compares a shipped file with the one generated from the table.
func matches(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		must(t, os.WriteFile(file, want, 0o644))
	}
	got, err := os.ReadFile(file)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not up to date: run go test ./config -run Shipped -update", file)
	}
}

func TestShippedSettings(t *testing.T) {
	var out bytes.Buffer
	s := shipped()
	must(t, s.WriteINI(&out))
	matches(t, "../settings.ini", out.Bytes())
	got, err := Load(Sources{File: "../settings.ini"})
	must(t, err)
	if len(got.Notes) > 0 {
		t.Errorf("notes: %q", got.Notes)
	}
	same(t, got, &s)
	for _, r := range Table(new(Settings)) {
		section := between(out.String(), "["+r.Section+"]\n", "\n[")
		console.Equal(t, strings.Count(section, "\n"+r.Key+" ="), 1, r.Name())
	}
}

// between returns the text between from and to.
func between(text, from, to string) string {
	_, text, _ = strings.Cut(text, from)
	text, _, _ = strings.Cut(text, to)
	return text
}

func TestShippedDocs(t *testing.T) {
	matches(t, "../docs/settings.md", reference(t, "settings.md"))
	matches(t, "../docs/design/rccrawler.md", reference(t, "rccrawler.md"))
}

func TestShippedHosts(t *testing.T) {
	f, err := os.Open("../hosts.txt")
	must(t, err)
	defer f.Close()
	hosts, warnings, err := ReadHosts(f, "hosts.txt", Defaults())
	if err != nil || len(warnings) > 0 || len(hosts) != 1 {
		t.Fatal(hosts, warnings, err)
	}
	h := hosts[0]
	if h.URL.String() != "http://museum.example/" || h.Connections != 4 || h.MaxDepth != -1 || h.Delay != 0 {
		t.Errorf("got %+v", h)
	}
}
