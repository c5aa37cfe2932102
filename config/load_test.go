package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
)

var must = console.Must

// load loads text from a file s.ini, and shortens the file's name in the error.
func load(t *testing.T, text string, src Sources) (*Settings, string) {
	t.Helper()
	src.File = filepath.Join(t.TempDir(), "s.ini")
	must(t, os.WriteFile(src.File, []byte(text), 0o600))
	s, err := Load(src)
	if err == nil {
		return s, ""
	}
	return s, strings.ReplaceAll(err.Error(), src.File, "s.ini")
}

// Defaults returns the settings used if no source sets a value.
func Defaults() Settings {
	s, err := Load(Sources{})
	if err != nil {
		panic(err)
	}
	return *s
}

func TestPrecedence(t *testing.T) {
	s, msg := load(t, "[sites]\nsites_at_once = 5\nconnections_per_host = 6\nmax_depth = 7\n", Sources{
		Env: []string{"SITEGRAPH_SITES_CONNECTIONS_PER_HOST=60", "SITEGRAPH_SITES_MAX_DEPTH=70", "HOME=/",
			"SITEGRAPH_X=1"},
		Overrides: map[string]string{"sites.max_depth": "700"},
	})
	if msg != "" {
		t.Fatal(msg)
	}
	want := Sites{Hosts: "hosts.txt", AtOnce: 5, Scope: "host", Sitemaps: "off", ConnectionsPerHost: 60, MaxDepth: 700,
		CrawlDelay: 500 * time.Millisecond}
	if s.Sites != want || len(s.Notes) > 0 {
		t.Errorf("got %+v, notes %q", s.Sites, s.Notes)
	}
}

func TestValues(t *testing.T) {
	const text = "\uFEFF; comment\r\n# another\r\n[download]\r\n  user_agent = \"a; b # c %(contact)s \\\"\r\n" +
		"contact=%(user_agent)s\r\n" +
		"max_body = 1 MB\r\n[walk]\r\ninclude = ^https://[^/]+/a;b#c|\\d+=$\r\n" +
		"extensions =\r\nelements = a, area\tframe\r\n" +
		"[robots]\r\nrobots = 'none'\r\n[finish]\r\nfinishers = \"work-done,\r\n  timeout,\r\n\r\n" +
		"[ sites ]\r\nmax_depth=-7\r\ncrawl_delay=1000"
	_, msg := load(t, text, Sources{})
	if want := `s.ini:14: [finish] finishers: the quotation mark before "work-done," is not closed` + "\ns.ini:15: " +
		`"timeout,": expected "key = value", "[section]", or a comment that begins with # or ;`; msg != want {
		t.Errorf("got  %s\nwant %s", msg, want)
	}
	s, msg := load(t, strings.Replace(text, "timeout,\r\n", "timeout\"\r\n", 1), Sources{})
	if msg != "" {
		t.Fatal(msg)
	}
	if s.Download.UserAgent != `a; b # c %(contact)s \` || s.Download.Contact != "%(user_agent)s" ||
		s.Download.MaxBody != 1000000 {
		t.Errorf("download: %+v", s.Download)
	}
	if s.Walk.Include.String() != `^https://[^/]+/a;b#c|\d+=$` || len(s.Walk.Extensions) != 0 ||
		strings.Join(s.Walk.Elements, "+") != "a+area+frame" {
		t.Errorf("walk: %+v", s.Walk)
	}
	if s.Robots.Rules != "none" || s.Sites.MaxDepth != -1 || s.Sites.CrawlDelay != time.Second ||
		strings.Join(s.Finish.Finishers, "+") != "work-done+timeout" {
		t.Errorf("got %+v", s)
	}
}

// TestErrors checks every kind of error, word by word.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"number", "[sites]\nsites_at_once = many",
			`s.ini:2: [sites] sites_at_once = "many": must be a whole number from 1 to 1000`},
		{"range", "[sites]\n\nsites_at_once = 0",
			`s.ini:3: [sites] sites_at_once = "0": must be a whole number from 1 to 1000`},
		{"huge", "[sites]\nsites_at_once = 99999999999999999999",
			`s.ini:2: [sites] sites_at_once = "99999999999999999999": must be a whole number from 1 to 1000`},
		{"level", "[sites]\nmax_depth = x",
			`s.ini:2: [sites] max_depth = "x": must be a whole number up to 1000000 (negative: no limit)`},
		{"empty", "[sites]\nhosts =",
			`s.ini:2: [sites] hosts = "": must not be empty: must be the name of a file, or - for standard input`},
		{"duration", "[sites]\ncrawl_delay = 2h",
			`s.ini:2: [sites] crawl_delay = "2h": must be a duration from 0 to 1h (such as 500ms, 10s or 5m; a ` +
				`plain number is milliseconds)`},
		{"size", "[download]\nmax_header = 1TB",
			`s.ini:2: [download] max_header = "1TB": must be a size from 1KiB to 64MiB (such as 256KiB or 32MiB; ` +
				`a plain number is bytes)`},
		{"bool", "[store]\nsync = maybe",
			`s.ini:2: [store] sync = "maybe": must be true or false (also yes, no, on, off, 1, 0)`},
		{"name", "[parse]\nparser = goqery",
			`s.ini:2: [parse] parser = "goqery": "goqery" is not known: must be one of tokenizer, goquery; did ` +
				`you mean "goquery"?`},
		{"names", "[walk]\nelements = a, img",
			`s.ini:2: [walk] elements = "a, img": "img" is not known: must be a list of a, area, frame, iframe, meta`},
		{"no names", "[walk]\nelements = ,",
			`s.ini:2: [walk] elements = ",": must be a list of a, area, frame, iframe, meta`},
		{"ending", "[walk]\nextensions = .pdf tar.gz",
			`s.ini:2: [walk] extensions = ".pdf tar.gz": "tar.gz" is not a file extension (write it without ` +
				`dots, such as pdf)`},
		{"quotation mark in a list", "[walk]\nextensions = ,\"",
			`s.ini:2: [walk] extensions = ",\"": "\"" is not a file extension (write it without dots, such as pdf)`},
		{"regexp", "[walk]\ninclude = (",
			`s.ini:2: [walk] include = "(": must be a regular expression in Go's syntax (RE2): ` +
				"error parsing regexp: missing closing ): `(`"},
		{"key", "[sites]\nmax_dept = 1",
			`s.ini:2: [sites] max_dept: unknown key; did you mean "max_depth"? (known: hosts, sites_at_once, scope, ` +
				`sitemaps, connections_per_host, max_depth, crawl_delay)`},
		{"other section", "[sites]\nmax_pages = 1", `s.ini:2: [sites] max_pages: unknown key; it belongs to [walk]`},
		{"old key below", "[sites]\nStopFile = x",
			`s.ini:2: [sites] StopFile: unknown key; this key of RCCrawler must come before the first section`},
		{"section", "[site]\nhosts = a\nhosts = b",
			`s.ini:1: [site]: unknown section; did you mean "sites"? (known: sites, walk, ` +
				`order, revisit, limits, download, ` +
				`robots, linked, parse, duplicates, store, finish, export, report, logs, sample)`},
		{"DEFAULT", "[DEFAULT]\nStopFile = a",
			`s.ini:1: [DEFAULT]: unknown section (known: sites, walk, ` +
				`order, revisit, limits, download, robots, linked, parse, ` +
				`duplicates, store, finish, export, report, logs, sample)`},
		{"heading", "[sites", `s.ini:1: "[sites": a section is written [name], on a line of its own`},
		{"heading 2", "[sites] hosts = a",
			`s.ini:1: "[sites] hosts = a": a section is written [name], on a line of its own`},
		{"twice", "[sites]\nhosts = a\n[walk]\n[sites]\nhosts = a", `s.ini:5: [sites] hosts: already given in line 2`},
		{"no value", "[sites]\nhosts",
			`s.ini:2: "hosts": expected "key = value", "[section]", or a comment that begins with # or ;`},
		{"no key", "[sites]\n= x",
			`s.ini:2: "= x": expected "key = value", "[section]", or a comment that begins with # or ;`},
		{"quote", "[sites]\nhosts = \"a\nmax_depth = \"1\"",
			`s.ini:2: [sites] hosts: the quotation mark before "a" is not closed`},
		{"backquote", "[sites]\nhosts = `a\nmax_depth = 1",
			"s.ini:2: [sites] hosts: the quotation mark before \"`a\" is not closed"},
		{"apostrophe", "[sites]\nhosts = 'a",
			`s.ini:2: [sites] hosts = "'a": must not begin with a quotation mark that is not closed at its end ` +
				`(in a regular expression write \x22, \x27 or \x60)`},
		{"three quotes", "[sites]\nhosts = \"\"\"a\nmax_depth = 1",
			`s.ini:2: [sites] hosts: the quotation mark before "a" is not closed`},
		{"flat", "stop_file = a", `s.ini:1: stop_file: unknown key before the first section; it belongs to [finish]`},
		{"UTF-16", "\xFF\xFE[\x00s\x00", `s.ini:1: written in UTF-16; save the file as UTF-8 text`},
		{"binary", "[sites]\nhosts = \x00\x01", `s.ini:2: holds the control character U+0000; this is not a text file`},
		{"Latin-1", "# caf\xE9\n", `s.ini:1: not UTF-8; save the file as UTF-8 text`},
		{"folder", "[download]\ndownloader = folder",
			`[download] downloader = folder: [download] folder must name the root of a saved site`},
		{"no archive", "[download]\ndownloader = warc",
			`[download] downloader = warc: [download] archive must name a web archive, or a folder of them`},
		{"half a sample", "[sample]\nhost = http://x.example",
			`[sample] host = "http://x.example": [sample] folder must name the root of the site that is served ` +
				`under it; an empty host switches the sample off`},
		{"sample", "[sample]\nfolder = x\nhost = ftp://a",
			`[sample] host = "ftp://a": must be http://host: the sample is served without TLS`},
		{"sample with TLS", "[sample]\nfolder = x\nhost = https://a",
			`[sample] host = "https://a": must be http://host: the sample is served without TLS`},
		{"theme and rule", "[order]\ntheme = institutes\nsites = r3\nbudget = 9",
			`[order] theme = institutes means sites = r2, and sites = r3 is set too: remove one of the two`},
		{"rule without a choice", "[order]\npages = links-r5\nsites = auto",
			`[order] pages = links-r5 chooses among the pages of all sites and leaves no choice to sites = auto: ` +
				`remove one of the two`},
		{"r1 without budget", "[order]\nsites = r1",
			`[order] sites = r1 divides the budget among the sites beforehand: set budget`},
		{"several", "[sites]\nmax_depth = x\n[parse]\nparsers = -1",
			"s.ini:2: [sites] max_depth = \"x\": must be a whole number up to 1000000 (negative: no limit)\n" +
				`s.ini:4: [parse] parsers = "-1": must be a whole number from 0 to 1024`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, got := load(t, c.text, Sources{}); got != c.want {
				t.Errorf("\ngot  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestErrorsOfOtherSources(t *testing.T) {
	for _, c := range []struct {
		name string
		src  Sources
		want string
	}{
		{"env", Sources{Env: []string{"SITEGRAPH_WALK_MAX_PAGES=x"}},
			`environment: SITEGRAPH_WALK_MAX_PAGES = "x": must be a whole number from 0 to 1000000000`},
		{"env key", Sources{Env: []string{"SITEGRAPH_WALK_MAX_PAGE=1"}},
			`environment: SITEGRAPH_WALK_MAX_PAGE: unknown setting; did you mean "SITEGRAPH_WALK_MAX_PAGES"?`},
		{"env text", Sources{Env: []string{"SITEGRAPH_DOWNLOAD_CONTACT=a\nb"}},
			`environment: SITEGRAPH_DOWNLOAD_CONTACT = "a\nb": holds the control character U+000A`},
		{"env bytes", Sources{Env: []string{"SITEGRAPH_DOWNLOAD_CONTACT=\xff"}},
			`environment: SITEGRAPH_DOWNLOAD_CONTACT = "\xff": is not UTF-8 text`},
		{"flag", Sources{Overrides: map[string]string{"sites.sites_at_once": "0"}},
			`flag --concurrency = "0": must be a whole number from 1 to 1000`},
		{"no flag", Sources{Overrides: map[string]string{"parse.parsers": "x"}},
			`option parse.parsers = "x": must be a whole number from 0 to 1024`},
		{"option", Sources{Overrides: map[string]string{"parse.parsrs": "1"}},
			`option parse.parsrs: unknown setting; did you mean "parse.parsers"?`},
		{"missing", Sources{File: "no/such.ini"}, `settings file no/such.ini: no such file or directory`},
		{"folder", Sources{File: "testdata"}, `settings file testdata: is a directory`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(c.src)
			if err == nil || err.Error() != c.want {
				t.Errorf("\ngot  %v\nwant %s", err, c.want)
			}
		})
	}
	if _, err := Load(Sources{File: "no/such.ini"}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
}

func TestNotes(t *testing.T) {
	s, err := Load(Sources{Env: []string{"SITEGRAPH_WALKS_MAX_PAGES=1"}})
	must(t, err)
	want := `environment: SITEGRAPH_WALKS_MAX_PAGES: unknown setting; ` +
		`did you mean "SITEGRAPH_WALK_MAX_PAGES"? (ignored)`
	console.Equal(t, strings.Join(s.Notes, "\n"), want)
	d := Defaults()
	same(t, s, &d)
}

// Former names of settings still work. The current name wins, but a file may not have both.
func TestFormerNames(t *testing.T) {
	s, msg := load(t, "[sites]\ndownloads_at_once = 6\nmax_level = 7\n",
		Sources{Env: []string{"SITEGRAPH_SITES_MAX_LEVEL=70"}})
	if msg != "" || len(s.Notes) > 0 || s.Sites.ConnectionsPerHost != 6 || s.Sites.MaxDepth != 70 {
		t.Errorf("%s %+v", msg, s)
	}
	s, msg = load(t, "", Sources{Env: []string{"SITEGRAPH_SITES_MAX_DEPTH=5", "SITEGRAPH_SITES_MAX_LEVEL=70"}})
	console.Equal(t, msg, "", s)
	console.Equal(t, s.Sites.MaxDepth, 5, s)
	for text, want := range map[string]string{
		"[sites]\nmax_level = x": `s.ini:2: [sites] max_level = "x": ` +
			`must be a whole number up to 1000000 (negative: no limit)`,
		"[sites]\n\nmax_depth = 1\nmax_level = 1": `s.ini:4: [sites] max_level: already given in line 3`,
	} {
		if _, msg := load(t, text, Sources{}); msg != want {
			t.Errorf("got  %s\nwant %s", msg, want)
		}
	}
}

// Texts that are not settings are refused quickly, with a bounded number of errors.
func TestGarbage(t *testing.T) {
	for _, text := range []string{strings.Repeat("x\n", 100_000), "[walk]\ninclude = \"" + strings.Repeat("x\n",
		100_000), strings.Repeat("x=1\n", 20_000)} {
		_, msg := load(t, text, Sources{})
		if n := strings.Count(msg, "\n"); n != maxErrors || !strings.HasSuffix(msg, " more errors") {
			t.Errorf("%d lines, the last %q", n, msg[max(0, len(msg)-60):])
		}
	}
}

func TestLongValue(t *testing.T) {
	_, msg := load(t, "[parse]\nparser = "+strings.Repeat("x", 1000), Sources{})
	short := `"` + strings.Repeat("x", 100) + `"...`
	if want := "s.ini:2: [parse] parser = " + short + ": " + short +
		" is not known: must be one of tokenizer, goquery"; msg != want {
		t.Error(msg)
	}
}

func TestTooLarge(t *testing.T) {
	_, msg := load(t, strings.Repeat("#\n", settingsLimit), Sources{})
	if want := "s.ini: larger than 1MiB: this is not the right file"; msg != want {
		t.Error(msg)
	}
}

// Every key is read back from the written file with a value other than its default.
func TestRoundTrip(t *testing.T) {
	s, err := Load(Sources{Overrides: map[string]string{
		"sites.hosts": "my hosts.txt", "sites.sites_at_once": "7", "sites.crawl_delay": "90s",
		"walk.elements":   "iframe,a",
		"walk.extensions": "", "walk.include": `a;b#c%(d)s\\`, "walk.exclude": `=|\[`, "download.max_body": "1234567",
		"download.user_agent": "x (y; z) # \\", "parse.parser": "goquery", "duplicates.save": "no",
		"finish.timeout":   "1h0m5s",
		"export.exporters": "", "logs.common_log": "", "sample.host": "http://a.example:81", "sample.folder": "#f",
	}})
	must(t, err)
	var out bytes.Buffer
	must(t, s.WriteINI(&out))
	back, msg := load(t, out.String(), Sources{})
	if msg != "" {
		t.Fatal(msg)
	}
	same(t, back, s)
	if back.Download.MaxBody != 1234567 || back.Walk.Include.String() != `a;b#c%(d)s\\` || back.Sample.Folder != "#f" {
		t.Errorf("got %+v", back)
	}
}

// full is a writer whose disk is full.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestWriteErrors(t *testing.T) {
	s := Defaults()
	if s.WriteINI(full{}) == nil {
		t.Error("a failed write goes unnoticed")
	}
}
