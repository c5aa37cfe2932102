package desk_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/extractor/store"
	"sitegraph/internal/console"
)

func isInput(err error) bool {
	_, ok := errors.AsType[*desk.InputError](err)
	return ok
}

// A project name must be a valid folder name on every system.
func TestNames(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	d := open(t, filepath.Join(folder, "projects"))
	for _, name := range []string{"Museums 2026", "a", "Öl_und-Wasser.v2", strings.Repeat("x", 100)} {
		if _, err := d.Create(name, ""); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", ".", "..", "../out", "a/b", `a\b`, "/etc", ".hidden", "a.", " a", "a\n", "a\x00b",
		"c:", "a*", "\xff", strings.Repeat("x", 101), "<script>"} {
		if _, err := d.Create(name, ""); !isInput(err) {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := d.Project(name); !errors.Is(err, desk.ErrNotFound) {
			t.Errorf("%q was found: %v", name, err)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("made beside the folder: %v, %v", entries, err)
	}
	if names, err := d.Projects(); err != nil || len(names) != 4 || !slices.IsSorted(names) {
		t.Errorf("projects %q, %v", names, err)
	}
}

// TestOneDesk checks that a folder has one desk at a time.
func TestOneDesk(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	d := open(t, folder)
	if _, err := desk.Open(desk.Options{Folder: folder}); !errors.Is(err, store.ErrInUse) {
		t.Errorf("opened twice: %v", err)
	}
	must(t, d.Close(t.Context()))
	open(t, folder)
}

// If many create a project with the same name at once, one succeeds.
func TestOneName(t *testing.T) {
	t.Parallel()
	d := open(t, t.TempDir())
	errs := make(chan error, 20)
	for range cap(errs) {
		go func() {
			_, err := d.Create("same", "")
			errs <- err
		}()
	}
	made := 0
	for range cap(errs) {
		if err := receive(t, errs); err == nil {
			made++
		} else if !errors.Is(err, desk.ErrExists) {
			t.Error(err)
		}
	}
	console.Equal(t, made, 1)
}

// Import adds lines as written and each site once, and reports by line what it cannot use.
func TestImport(t *testing.T) {
	t.Parallel()
	_, p := deskWith(t, "https://a.example")
	console.Write(t, filepath.Join(p.Dir(), "hosts.txt"), "# by hand\nhttps://a.example;2 # mine") // without a line end
	done, err := p.Import("\ufeff\r\n# more\r\nb.example;3;5;1s # name: B; tags: uk\r\n" +
		"https://a.example/\r\nftp://c.example\n" +
		"https://d.example/path # \x00\nhttps://b.example\nhttp://[::1]:8080\n" +
		strings.Repeat("y", 5000) + ".example\n")
	must(t, err)
	if done.Added != 3 || done.Known != 2 || done.Skipped != 2 || len(done.Bad) != 2 {
		t.Errorf("imported %+v", done)
	}
	for i, says := range []string{"line 5: ", "line 9: longer than 4096 bytes"} {
		if i < len(done.Bad) && !strings.HasPrefix(done.Bad[i], says) {
			t.Errorf("%.100q, want %q", done.Bad[i], says)
		}
	}
	const want = "# by hand\nhttps://a.example;2 # mine\nb.example;3;5;1s # name: B; tags: uk\n" +
		"https://d.example/path\nhttp://[::1]:8080\n"
	if text, err := os.ReadFile(filepath.Join(p.Dir(), "hosts.txt")); err != nil || string(text) != want {
		t.Errorf("hosts.txt is %q, %v; want %q", text, err, want)
	}
	for text, want := range map[string]int{"UK": 1, "b.ex": 1, "nobody": 0} {
		page, err := p.Sites(desk.Part{Text: text, Sites: 10})
		if err != nil || page.Matching != want || want > 0 && page.Sites[0].About.Name != "B" {
			t.Errorf("sites with %q: %+v, %v; want %d", text, page, err, want)
		}
	}
	if s, err := p.Site("https://b.example"); err != nil || s.About.TagText() != "uk" {
		t.Errorf("the site of a comment: %+v, %v", s, err)
	}
	do(t, p, desk.Remove, "https://a.example", "http://[::1]:8080")
	const left = "# by hand\nb.example;3;5;1s # name: B; tags: uk\nhttps://d.example/path\n"
	if text, _ := os.ReadFile(filepath.Join(p.Dir(), "hosts.txt")); string(text) != left {
		t.Errorf("after two were removed: %q", text)
	}
	if _, err := p.Import(strings.Repeat("x", 17<<20)); !isInput(err) {
		t.Errorf("a list of 17 MiB: %v", err)
	}
}

// Thousands of lines can be imported and searched.
func TestManySites(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&list, "https://site-%04d.example;2;5\n", i)
	}
	d := open(t, t.TempDir())
	p := project(t, d, "many")
	if done, err := p.Import(list.String()); err != nil || done.Added != 2000 {
		t.Fatalf("imported %+v, %v", done, err)
	}
	page, err := p.Sites(desk.Part{Text: "Site-19", State: desk.New, From: 90, Sites: 20})
	if err != nil || page.Matching != 100 || page.Total != 2000 || len(page.Sites) != 10 {
		t.Fatalf("%d sites of %d of %d, %v", len(page.Sites), page.Matching, page.Total, err)
	}
	if first := page.Sites[0]; first.Line != "https://site-1990.example" || first.State != desk.New {
		t.Errorf("the first is %+v", first)
	}
	o := p.Overview()
	if o.Sites != 2000 || o.Counts[desk.New] != 2000 || !slices.Contains(o.Actions, desk.Start) {
		t.Errorf("overview %+v", o)
	}
}

// Edits by hand count at once, mistakes are shown and block crawls, and every folder is a project.
func TestEditedByHand(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := newWebsite(t, 10)
	d := open(t, folder)
	byHand := filepath.Join(folder, "by hand")
	for _, dir := range []string{"by hand", "nothing in it", ".hidden"} {
		must(t, os.Mkdir(filepath.Join(folder, dir), 0o755))
	}
	console.Write(t, filepath.Join(byHand, "hosts.txt"), s.URL+"\nrubbish!\n")
	console.Write(t, filepath.Join(folder, ".hidden", "hosts.txt"), s.URL)
	if names, err := d.Projects(); err != nil || !slices.Equal(names, []string{"by hand"}) {
		t.Fatalf("projects %q, %v", names, err)
	}
	p, err := d.Project("by hand")
	must(t, err)
	if o := p.Overview(); o.Sites != 1 || len(o.Remarks) != 1 || !strings.Contains(o.Remarks[0], "hosts.txt:2:") {
		t.Errorf("overview %+v", o)
	}
	for text, says := range map[string]string{
		"[walk]\nmax_pagges = 1\n":                                   "settings.ini:2: [walk] max_pagges: unknown key",
		"[export]\nresult_folder = ../../result\n":                   "[export] result_folder",
		"[export]\nhits = a.log, b.example=/var/log/access.log\n":    "[export] hits",
		"[logs]\ncommon_log = /etc/log\n":                            "[logs] common_log",
		"[sites]\nhosts = -\n":                                       "[sites] hosts",
		"[sites]\nhosts = topics.ini\n":                              "[sites] hosts = topics.ini: the file belongs to",
		"[finish]\nstop_file = settings.ini\n":                       "[finish] stop_file = settings.ini: the file",
		"[logs]\ncommon_log = state/MANIFEST\n":                      "[logs] common_log = state/MANIFEST: the file",
		"[download]\ndownloader = folder\nfolder = " + folder + "\n": "downloader = folder",
		"[download]\narchive = /etc\n":                               "[download] archive",
		"[download]\narchive = /etc\ndownloader = warc\n":            "[download] archive",
		"[sample]\nhost = http://a.example\nfolder = /etc\n":         "[sample] host",
		"[store]\nstore = memory\n":                                  "store = memory",
	} {
		console.Write(t, filepath.Join(byHand, "settings.ini"), text)
		console.Has(t, p.Overview().Trouble, says)
		if err := p.Do(desk.Start); !isInput(err) {
			t.Errorf("%q: %v", text, err)
		}
		if err := p.SetSettings(text); !isInput(err) || strings.Contains(err.Error(), ".tables") {
			t.Errorf("%q was set: %v", text, err)
		}
		if _, err := d.Create("new", text); !isInput(err) {
			t.Errorf("%q: a project was made: %v", text, err)
		}
	}
	must(t, p.SetSettings(settings+"[walk]\nmax_pages = 2\n"))
	if text, err := p.Settings(); err != nil || !strings.HasSuffix(text, "max_pages = 2\n") {
		t.Errorf("settings %q, %v", text, err)
	}
	finish(t, d, p, desk.Start)
	if s := siteIn(t, p, s.URL); s.State != desk.Done || s.Ended != "max-pages" || s.Pages != 2 {
		t.Errorf("with max_pages = 2: %+v", s)
	}
	must(t, os.RemoveAll(byHand))
	if _, err := d.Project("by hand"); !errors.Is(err, desk.ErrNotFound) {
		t.Errorf("a project that was removed: %v", err)
	}
}

// An error of the machine is shown with the crawl, and the site can be continued.
func TestFailure(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 10)
	d, p := deskWith(t, s.URL)
	blocked := filepath.Join(p.Dir(), "result")
	console.Write(t, blocked, "") // a file where the folder should be
	do(t, p, desk.Start)
	console.Has(t, ended(t, d, p).Crawl.Error, "make the result folder")
	must(t, os.Remove(blocked))
	finish(t, d, p, desk.Continue)
	console.Results(t, p.Dir())
}

// A site of several hosts is one site of the project; a line that shares a host with it is refused.
func TestImportEntities(t *testing.T) {
	t.Parallel()
	_, p := deskWith(t, "https://a.example")
	many := "https://many.example = " + strings.Repeat("x.many.example, ", 400) + "*.many.example"
	done, err := p.Import("http://b.example = *.b.example, old.example  # name: B\nhttps://a.example/docs\n" +
		"http://c.b.example\nhttp://d.example = a.example\n" + many + "\nhttp://e.example\n")
	must(t, err)
	if done.Added != 4 || done.Skipped != 2 || !slices.Equal(done.Bad, []string{
		"line 3: http://c.b.example belongs to http://b.example, too",
		"line 4: a.example belongs to https://a.example, too",
	}) {
		t.Errorf("imported %+v", done)
	}
	if o := p.Overview(); o.Sites != 4 || len(o.Remarks) != 1 { // one site names a member 400 times
		t.Errorf("%d sites, remarks %.200q", o.Sites, o.Remarks)
	}
	page, err := p.Sites(desk.Part{Text: "OLD.example", Sites: 10})
	want := []string{"http://b.example", "*.b.example", "old.example"}
	if err != nil || page.Matching != 1 || !slices.Equal(page.Sites[0].Members, want) {
		t.Errorf("sites with a member: %+v, %v", page, err)
	}
	if s, err := p.Site("http://b.example"); err != nil || !slices.Equal(s.Members, want) {
		t.Errorf("%+v, %v", s, err)
	}
	do(t, p, desk.Remove, "http://b.example")
	console.Equal(t, p.Overview().Sites, 3, "sites after one was removed")
}

var must = console.Must
