package export_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/export"
	"sitegraph/internal/console"
	"sitegraph/site"
)

var must = console.Must

func reopen(t testing.TB, dir string) (*export.Folder, *site.Crawl) {
	t.Helper()
	f, err := export.Open(dir)
	must(t, err)
	c, err := f.Crawl()
	must(t, err)
	return f, c
}

// readTwice writes the tables of a crawl, reads them twice, calls check each time, and rewrites the same files.
func readTwice(t *testing.T, want *site.Crawl, check func(got *site.Crawl)) (dir string, f *export.Folder) {
	t.Helper()
	dir = write(t, want, true, tables(want)...)
	f, got := reopen(t, dir)
	again, err := f.Crawl()
	must(t, err)
	console.Equal(t, len(f.Missing()), 0, "missing", f.Missing())
	for _, c := range []*site.Crawl{got, again} {
		check(c)
		sameGraph(t, c.Graph, want.Graph)
	}
	sameFiles(t, dir, write(t, got, true, tables(got)...))
	return dir, f
}

// without removes tables from a folder and checks that exactly these are missing.
func without(t *testing.T, dir string, names ...string) *site.Crawl {
	t.Helper()
	for _, name := range names {
		must(t, os.Remove(filepath.Join(dir, "museum.example."+name)))
	}
	f, c := reopen(t, dir)
	console.Equal(t, f.Missing(), names, "missing")
	return c
}

func gather[T any](t *testing.T, values func(func(T, error) bool)) (all []T) {
	t.Helper()
	for v, err := range values {
		must(t, err)
		all = append(all, v)
	}
	return all
}

// A small crawl is read back, field by field.
func TestMuseum(t *testing.T) {
	want := museum()
	f, got := reopen(t, write(t, want, true, tables(want)...))
	if len(f.Missing()) != 0 || f.Name() != "museum.example" || f.Manifest.Settings["duplicates.key"] != "exact" {
		t.Errorf("missing %q of %s, settings %v", f.Missing(), f.Name(), f.Manifest.Settings)
	}
	for range 2 { // the sequences can be read again
		console.Equal(t, gather(t, got.Ledger), asRead(gather(t, want.Ledger)), "ledger")
		console.Equal(t, gather(t, got.External), gather(t, want.External), "external")
		console.Equal(t, gather(t, got.Bad), gather(t, want.Bad), "bad")
		console.Equal(t, gather(t, got.Links), gather(t, want.Links), "links")
	}
	if got.Mentions("http://museum.example/e") != nil {
		t.Error("nobody knows who mentions a URL")
	}
	for _, c := range []*site.Crawl{got, want} {
		c.Ledger, c.External, c.Bad, c.Links, c.Mentions = nil, nil, nil, nil, nil
	}
	want.OfTables = true
	console.Equal(t, got, want)
}

// The importance of pages and URLs is read back, and the same files are written again.
func TestRanked(t *testing.T) {
	want := rankedMuseum()
	dir, _ := readTwice(t, want, func(got *site.Crawl) {
		if all := slices.Collect(got.Frontier); !got.Ranked || !slices.Equal(all, slices.Collect(want.Frontier)) {
			t.Errorf("ranked %v, frontier %+v", got.Ranked, all)
		}
	})
	if got := without(t, dir, "frontier.csv"); got.Frontier != nil || !got.Ranked {
		t.Errorf("ranked %v, with a frontier %v", got.Ranked, got.Frontier != nil)
	}
}

// What was learned about URLs and arcs is read back; without rules.csv the counts come from the manifest.
func TestReadLearnt(t *testing.T) {
	want := learntMuseum()
	dir, _ := readTwice(t, want, func(c *site.Crawl) {
		console.Equal(t, c.Sameness, want.Sameness)
		console.Equal(t, c.Graph.Volatile, want.Graph.Volatile)
		console.Equal(t, c.Graph.Places, want.Graph.Places)
		console.Equal(t, c.Graph.Content.Equal(want.Graph.Content), true, "content")
	})
	if got := without(t, dir, "rules.csv"); got.Sameness.Twins != want.Sameness.Twins || got.Sameness.Rules != nil {
		t.Errorf("got %+v", got.Sameness)
	}
}

// Impossible rows of rules.csv and arcs are found.
func TestLearntDamage(t *testing.T) {
	whole := write(t, learntMuseum(), true, tables(learntMuseum())...)
	refused(t, whole, true, []damage{
		{"rules.csv", "path-session,", "path,", `kind "path" is unknown`},
		{"rules.csv", "10,9,0,0,retracted", "10,9,0,0,withdrawn", `state "withdrawn"`},
		{"rules.csv", ",250,3,", ",2,3,", "3 of 2 trials"},
		{"rules.csv", "text,,,,1,1,0,0,accepted,", "text,,,,1,1,0,0,gone,", `state "gone"`},
		{"arcs.csv", "1,2,Directed,1,false", "1,2,Directed,1,maybe", `stable is "maybe"`},
		{"arcs.csv", ",main,", ",kitchen,", `place "kitchen" is unknown`},
		{"arcs.csv", ",main,1", ",main,-1", "content_links is"},
	})
	counts := []damage{{"manifest.json", `"rules": 4`, `"rules": 6`, "the manifest counts 6"}}
	refused(t, whole, false, counts, "rules.csv")
}

// What agents know about pages is read back.
func TestReadSearched(t *testing.T) {
	want := searchedMuseum()
	readTwice(t, want, func(c *site.Crawl) {
		console.Equal(t, c.Searched, want.Searched)
		console.Equal(t, c.Site, want.Site)
	})
	if f, _ := reopen(t, write(t, want, true, "csv")); len(f.Missing()) != 0 {
		t.Errorf("missing %q", f.Missing())
	}
}

// The times of pages and arcs are read back; without iterations.csv, what depends on it is left out.
func TestReadWatched(t *testing.T) {
	want := watchedMuseum()
	dir, f := readTwice(t, want, func(c *site.Crawl) {
		console.Equal(t, c.Watched, want.Watched)
	})
	console.Equal(t, f.Manifest.Iterations, 2)
	got := without(t, copied(t, dir), "next_checks.csv")
	if sameGraph(t, got.Graph, want.Graph); got.Watched == nil || got.Watched.Belief != nil {
		t.Errorf("without next_checks.csv: %+v", got.Watched)
	}
	got = without(t, dir, "iterations.csv", "next_checks.csv")
	if sameGraph(t, got.Graph, want.Graph); got.Watched != nil {
		t.Errorf("without iterations.csv: %+v", got.Watched)
	}
}

// A crawl whose policy was not asked lacks nothing.
func TestReadUnasked(t *testing.T) {
	want := watchedMuseum()
	want.Watched.Belief = nil
	f, got := reopen(t, write(t, want, true, tables(want)...))
	console.Equal(t, got.Watched, want.Watched, "missing", f.Missing())
	console.Equal(t, len(f.Missing()), 0, "missing", f.Missing())
}

// Without self-loops, the times are those of the arcs in the file.
func TestReadWatchedLoops(t *testing.T) {
	want := watchedMuseum()
	_, got := reopen(t, write(t, want, false, "csv"))
	console.Equal(t, got.Watched.Arcs, want.Watched.Arcs[1:])
	console.Equal(t, got.Watched.Pages, want.Watched.Pages)
}

// asRead turns a ledger into the form in which a folder returns it: sentences, and what statistics need.
func asRead(all []site.Entry) []site.Entry {
	for i, e := range all {
		r := e.Reason
		all[i].Reason = site.Reason{Text: e.Why(), Failure: site.Failure{Class: r.Failure.Class}, Limit: r.Limit,
			Target: r.Target, TargetState: r.TargetState}
	}
	return all
}

// Random crawls with hostile texts are read back except for the cleaning, and written again unchanged.
func TestRandom(t *testing.T) {
	for seed := range uint64(12) {
		want := random(seed, 1+int(seed)*30)
		dir := write(t, want, true, tables(want)...)
		_, got := reopen(t, dir)
		sameGraph(t, got.Graph, want.Graph)
		for i, l := range gather(t, got.Bad) {
			w := gather(t, want.Bad)[i]
			for _, text := range []*string{&w.Href, &w.Fault.Text, &w.Text} {
				*text = export.Expected(*text)
			}
			console.Equal(t, l, w)
		}
		sameFiles(t, dir, write(t, got, true, tables(got)...))
	}
}

func sameGraph(t *testing.T, got, want *site.Graph) {
	t.Helper()
	if !slices.Equal(got.Offsets, want.Offsets) || !slices.Equal(got.Targets, want.Targets) ||
		!got.Weights.Equal(want.Weights) {
		t.Fatal("other arcs")
	}
	for i, p := range want.Pages {
		for _, text := range []*string{&p.Title, &p.Lang, &p.Canonical, &p.Robots, &p.Refresh} {
			*text = export.Expected(*text)
		}
		if p.Facts != nil {
			f := *p.Facts
			for _, text := range []*string{&f.Description, &f.H1, &f.RobotsTag, &f.Modified} {
				*text = export.Expected(*text)
			}
			p.Facts = &f
		}
		console.Equal(t, got.Pages[i], p)
	}
}

// sameFiles checks that two folders have equal files, including the manifest.
func sameFiles(t *testing.T, a, b string) {
	t.Helper()
	entries, err := os.ReadDir(a)
	must(t, err)
	for _, e := range entries {
		left, err := os.ReadFile(filepath.Join(a, e.Name()))
		must(t, err)
		right, err := os.ReadFile(filepath.Join(b, e.Name()))
		must(t, err)
		if !bytes.Equal(left, right) && filepath.Ext(e.Name()) == ".csv" {
			t.Errorf("%s:\n%s\n%s", e.Name(), left, right)
		}
	}
}

// The crawl of a site without pages can be read.
func TestNoPage(t *testing.T) {
	c := &site.Crawl{Site: "http://empty.example", Name: "empty.example", Graph: &site.Graph{Offsets: []int{0}},
		Notes: []string{"no page"}}
	f, got := reopen(t, write(t, c, true, tables(c)...))
	if len(got.Graph.Pages) != 0 || !slices.Equal(got.Graph.Offsets, []int{0}) || got.Graph.Arcs() != 0 ||
		!slices.Equal(got.Notes, c.Notes) {
		t.Errorf("%+v", got)
	}
	if !slices.Equal(f.Missing(), []string{"links.csv"}) || got.Links != nil {
		t.Errorf("missing %q", f.Missing())
	}
}

// In files without self-loops, the degrees still count them.
func TestReadSelfLoops(t *testing.T) {
	want := museum()
	_, got := reopen(t, write(t, want, false, "csv"))
	if !slices.Equal(got.Graph.Offsets, []int{0, 2, 2, 3}) || !slices.Equal(got.Graph.Targets, []uint32{1, 2, 0}) ||
		!got.Graph.Weights.Equal(site.NumbersOf(1, 3, 1)) {
		t.Errorf("%+v", got.Graph)
	}
	note := "1 arc(s) from a page to itself are missing: the files were written with [export] self_loops = false"
	console.Equal(t, got.Notes, []string{"a remark", note}, "notes")
	console.Equal(t, got.Counts.Arcs, 4, "notes")
}

// A crawl can be read without its optional tables.
func TestMissing(t *testing.T) {
	c := museum()
	dir := write(t, c, true, tables(c)...)
	got := without(t, dir, "ledger.csv", "external.csv", "links.csv")
	if n := len(gather(t, got.Ledger)) + len(gather(t, got.External)); n != 0 || got.Links != nil ||
		len(gather(t, got.Bad)) != 2 {
		t.Errorf("%d rows of tables that are not there", n)
	}
}

// A renamed folder can be opened.
func TestRenamed(t *testing.T) {
	c := museum()
	dir := write(t, c, true, "csv")
	moved := filepath.Join(t.TempDir(), "museum in 2026")
	must(t, os.Rename(dir, moved))
	if f, _ := reopen(t, moved); f.Name() != "museum.example" || f.Path() != moved {
		t.Errorf("%s in %s", f.Name(), f.Path())
	}
}

// A ledger written by versions up to 1.0, which lacks the columns from class on, can be read.
func TestOlderLedger(t *testing.T) {
	c := museum()
	dir := write(t, c, true, tables(c)...)
	home := "http://museum.example/"
	older := "normalized_url,url,state,level,status,reason,page,from\n"
	for _, row := range []string{
		"@,@,page,0,200,,@,@", "@a?x=1%5C2,@a?x=1%5C2,page,1,200,,@a?x=1%5C2,@", "@b,@b,alias-redirect,1,301,,@c,@",
		"@c,@c,page,1,200,,@c,@", "@d,@d,alias-both,1,302,,@c,@", `@e,@e,failed,2,,"timeout: no header, twice",,@c`,
		"http://another.example/,http://another.example/,external,,,,,@",
	} {
		older += strings.ReplaceAll(row, "@", home) + "\n"
	}
	edit(t, dir, "ledger.csv", string(readTable(t, dir, "ledger.csv")), older, true)
	f, got := reopen(t, dir)
	console.Equal(t, f.Missing(), []string{"columns class, limit, target and target_state of ledger.csv"})
	entries := gather(t, got.Ledger)
	want := site.Entry{Key: home + "e", URL: home + "e", State: site.StateFailed, Level: 2, From: home + "c",
		Reason: site.Reason{Text: "timeout: no header, twice"}}
	console.Equal(t, len(entries), 7, entries)
	console.Equal(t, entries[5], want, entries)
}
