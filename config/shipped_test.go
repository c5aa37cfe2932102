package config

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
)

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
		if n := strings.Count(section, "\n"+r.Key+" ="); n != 1 {
			t.Errorf("%s stands %d times in settings.ini", r.Name(), n)
		}
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
