package export_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sitegraph/export"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// edit replaces a text that occurs once in a file. With sign, the manifest gets the new size and digest.
func edit(t *testing.T, dir, name, old, with string, sign bool) {
	t.Helper()
	full := filepath.Base(dir) + "." + name
	text := readTable(t, dir, name)
	if strings.Count(string(text), old) != 1 {
		t.Fatalf("%q stands %d times in %s:\n%s", old, strings.Count(string(text), old), name, text)
	}
	text = []byte(strings.Replace(string(text), old, with, 1))
	put(t, filepath.Join(dir, full), text)
	if !sign {
		return
	}
	m := manifest(t, dir)
	for _, f := range m["files"].([]any) {
		if f := f.(map[string]any); f["name"] == full {
			sum := sha256.Sum256(text)
			f["bytes"], f["sha256"] = len(text), hex.EncodeToString(sum[:])
		}
	}
	again, err := json.Marshal(m)
	must(t, err)
	put(t, filepath.Join(dir, filepath.Base(dir)+".manifest.json"), again)
}

// copied copies a folder, which is faster than writing one, because writing syncs every file.
func copied(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), filepath.Base(dir))
	must(t, os.CopyFS(path, os.DirFS(dir)))
	return path
}

// readAll opens a folder and reads everything in it.
func readAll(dir string) error {
	f, err := export.Open(dir)
	if err != nil {
		return err
	}
	c, err := f.Crawl()
	if err != nil {
		return err
	}
	return errors.Join(firstError(c.Ledger), firstError(c.External), firstError(c.Bad), firstError(c.Links))
}

func firstError[T any](rows iter.Seq2[T, error]) error {
	if rows != nil {
		for _, err := range rows {
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// damage replaces old in a file; the error must then contain want.
type damage struct{ file, old, with, want string }

// refused damages a copy of a folder in each way. Reading it must fail with the error wanted, which also contains also.
// With sign, the manifest is adjusted to the file.
func refused(t *testing.T, whole string, sign bool, all []damage, also ...string) {
	t.Helper()
	for _, c := range all {
		dir := copied(t, whole)
		edit(t, dir, c.file, c.old, c.with, sign)
		err := readAll(dir)
		for _, want := range append([]string{c.want}, also...) {
			console.Fails(t, err, want, c.file, c.old, c.with)
		}
		if sign && err != nil && strings.Contains(err.Error(), "damaged or changed") {
			t.Errorf("%s, %q: the file has the digest of the manifest: %v", c.file, c.old, err)
		}
	}
}

const site1 = "http://museum.example"

// Tables that agree with the manifest but cannot be true are refused.
func TestWrong(t *testing.T) {
	whole := write(t, museum(), true, tables(museum())...)
	refused(t, whole, true, []damage{
		{"nodes.csv", "Id,Label", "Nr,Label", `line 1: no column "Id"`},
		{"nodes.csv", "http://museum.example/,http://museum.example/,0,",
			"http://museum.example/,http://museum.example/,1,", "line 2: level 1 of the first page"},
		{"arcs.csv", "1,2,Directed,1\n", "", "page 1 has 2 arcs in and 2 out, nodes.csv says 2 and 3"},
		{"nodes.csv", "\n2,", "\n3,", "line 3: Id is 3, not 2"},
		{"nodes.csv", site1 + "/c,1,1,1,", site1 + "/c,2,1,1,",
			"arcs.csv, line 4: page 3 has level 2, but the nearest page that links to it, 1, has level 0"},
		{"nodes.csv", site1 + "/c,1,1,1,", site1 + "/c,3,1,1,", "level 3 after level 1"},
		{"nodes.csv", site1 + "/c,1,1,1,", site1 + "/c,0,1,1,", "level 0 after level 1"},
		{"nodes.csv", site1 + "/c,1,1,1,", site1 + "/c,1,2,1,",
			"page 3 has 1 arcs in and 1 out, nodes.csv says 2 and 1"},
		{"nodes.csv", site1 + "/c,1,1,1,", site1 + "/c,1,1,,", `line 4: out_degree is ""`},
		{"nodes.csv", site1 + "/c,1,1,1,", site1 + "/C,1,1,1,", `normalized_url "http://museum.example/C" after`},
		{"nodes.csv", site1 + "/c,1,1,1,", ",1,1,1,", "without normalized_url"},
		{"nodes.csv", "\"'=SUM(1,2)\",en", "\"'=SUM(1,2)\"en", "line 4: text after a quoted cell"},
		{"nodes.csv", "\"'=SUM(1,2)\",en", "'=SUM(1,2),en", "line 4: 18 cells in a table of 17 columns"},
		{"nodes.csv", "\"'=SUM(1,2)\",en", "x\xff,en", "line 4: bytes that are not UTF-8"},
		{"nodes.csv", "3,\"'=SUM(1,2)\"", "3,\n\"'=SUM(1,2)\"", "line 4: 2 cells"},
		{"arcs.csv", "Source,", "source,", `line 1: no column "Source"`},
		{"arcs.csv", "1,1,Directed,2", "0,1,Directed,2", "line 2: an arc from 0 to 1 among 3 pages"},
		{"arcs.csv", "1,1,Directed,2", "1,4,Directed,2", "line 2: an arc from 1 to 4 among 3 pages"},
		{"arcs.csv", "1,1,Directed,2", "1,4294967297,Directed,2", `line 2: Target is "4294967297"`},
		{"arcs.csv", "1,1,Directed,2", "1,1,Directed,4294967296", "line 2: Weight is"},
		{"arcs.csv", "1,1,Directed,2", "1,1,Directed,0", "line 2: the arc from 1 to 1 has weight 0"},
		{"arcs.csv", "1,1,Directed,2", "1,1,Undirected,2", `line 2: Type is "Undirected"`},
		{"arcs.csv", "1,1,Directed,2", "1,1,Directed,2,", "line 2: 5 cells"},
		{"arcs.csv", "1,1,Directed,2", "1,1,Directed,3", "8 links behind the arcs, the manifest counts 7"},
		{"arcs.csv", "1,2,Directed,1\n", "1,1,Directed,1\n",
			"line 3: the arc from 1 to 1 comes after a greater or equal one"},
		{"arcs.csv", "3,1,Directed,1\n", "3,1,Directed,1\n2,1,Directed,1\n",
			"line 6: the arc from 2 to 1 comes after a greater"},
		{"arcs.csv", "3,1,Directed,1\n", "3,1,Directed,1", "line 5: the last row does not end"},
		{"aliases.csv", ",redirect\n", ",moved\n", `line 2: kind "moved" is unknown`},
		{"aliases.csv", site1 + "/c,redirect\n", site1 + "/x,redirect\n",
			`line 2: "http://museum.example/x" is not a normalized_url`},
		{"aliases.csv", site1 + "/d,", site1 + "/a,", "line 3: normalized_url"},
		{"ledger.csv", ",failed,", ",lost,", `line 7: state "lost": the manifest counts 0 of them`},
		{"ledger.csv", ",failed,2,", ",page,2,", `line 7: state "page": the manifest counts 3 of them`},
		{"ledger.csv", ",failed,2,", ",failed,x,", `line 7: level is "x"`},
		{"ledger.csv", ",failed,2,", ",external,2,", "line 8: normalized_url"},
		{"ledger.csv", "alias-redirect,1,", "external,1,", "line 5: a URL of the site after external ones"},
		{"ledger.csv", site1 + "/d," + site1 + "/d", site1 + "/a," + site1 + "/d", "line 6: normalized_url"},
		{"ledger.csv", "/c,timeout", "/x,timeout", `line 7: "http://museum.example/x" is not a normalized_url`},
		{"external.csv", "\n1,", "\n4,", `line 2: page_id is 4`},
		{"external.csv", ",2\n", ",two\n", `line 2: count is "two"`},
		{"bad.csv", "\n3,", "\n0,", `line 3: page_id is 0`},
		{"bad.csv", "\n1,", "\n3,mailto:,scheme mailto,,1\n1,", "line 3: page 1 after page 3"},
		{"bad.csv", "page_id,href", "id,href", `line 1: no column "page_id": sitegraph 1.0 wrote the table`},
		{"links.csv", ",internal,1,", ",internal,9,", `line 2: target is 9`},
		{"links.csv", "\n1,1,", "\n1,x,", `line 2: ordinal is "x"`},
	}, "crawl again")
}

// An importance is a number from 0 to 1 as this program writes it, and the frontier is sorted.
func TestWrongImportance(t *testing.T) {
	whole := write(t, rankedMuseum(), true, "csv", "ledger")
	var all []damage
	for _, bad := range []string{"NaN", "Inf", "-0.5", "1.5", "", "x", "0x1p-2", "1_0", "+0.5", ".5", "5e-1", "1e999"} {
		all = append(all, damage{"nodes.csv", "5; url=/b,0.5\n", "5; url=/b," + bad + "\n",
			`museum.example.nodes.csv, line 2: importance is "`},
			damage{"frontier.csv", ",2,0.125\n", ",2," + bad + "\n", "frontier.csv, line 2: importance is \"" + bad})
	}
	all = append(all, damage{"frontier.csv", ",2,0.125\n", ",2,0.03125\n",
		`line 3: "http://museum.example/y" after "http://museum.example/x": the rows are sorted by importance`},
		damage{"frontier.csv", ",1,0.0625\n", ",-1,0.0625\n", `frontier.csv, line 3: level is "-1"`},
		damage{"frontier.csv", "level", "depth", `frontier.csv, line 1: no column "level"`})
	refused(t, whole, true, all)
}

// What agents know of pages must agree with the manifest, and the levels must come from the search.
func TestWrongSearch(t *testing.T) {
	whole := write(t, searchedMuseum(), true, tables(searchedMuseum())...)
	second, last := ",'=resources,'=resources,,,3,true,0.25,0,0.25", ",art,'=resources,2,''-here,2,false,1,1,0.5"
	refused(t, whole, true, []damage{
		{"nodes.csv", second, strings.Replace(second, "'=resources", "wine", 1), `line 3: agent "wine", found_b`},
		{"nodes.csv", second, strings.Replace(second, "'=resources,,", "wine,,", 1),
			`line 3: agent "=resources", found_by "wine"`},
		{"nodes.csv", second, strings.Replace(second, ",3,true", ",0,true", 1), "line 3: visit 0"},
		{"nodes.csv", second, strings.Replace(second, ",3,true", ",,true", 1), `line 3: visit is ""`},
		{"nodes.csv", second, strings.Replace(second, "true", "yes", 1), `line 3: stored is "yes", not true or false`},
		{"nodes.csv", second, strings.Replace(second, "0,0.25", "0,1.25", 1),
			`line 3: relevance_2 is "1.25", not a number from 0`},
		{"nodes.csv", last, strings.Replace(last, ",2,''-here", ",0,''-here", 1), `line 4: found_on is "0"`},
		{"nodes.csv", last, strings.Replace(last, ",2,''-here", ",4,''-here", 1), "line 4: found_on 4 of 3 pages"},
		{"nodes.csv", ",relevance_art", ",relevance_wine", `line 1: no column "relevance_art"`},
		{"nodes.csv", ",found_on,", ",seen_on,", `line 1: no column "found_on"`},
		{"nodes.csv", site1 + "/,0,2,3,", site1 + "/,3,2,3,", "line 3: level 0 after level 3"},
		{"arcs.csv", "1,3,Directed,3\n", "", "page 1 has 2 arcs in and 2 out, nodes.csv says 2 and 3"},
	})
}

// Times outside iterations or out of order are refused, and so are tables that disagree on having times.
func TestWrongTimes(t *testing.T) {
	whole := write(t, watchedMuseum(), true, "csv", "ledger")
	const first, second = "2026-01-02T02:04:05Z", "2026-02-03T00:00:00Z"
	home := "5; url=/b," + first + "," + second + "," + second + "," + second + ",2,1,0.25\n"
	loop := "1,1,Directed,2," + first + "," + second + "," + second + "," + first + ",12,0\n"
	last := "3,1,Directed,1," + first + "," + first + "," + first + "," + first + ",1,0\n"
	disorder := "first_seen, last_changed and last_seen are not in this order of time"
	refused(t, whole, true, []damage{
		{"nodes.csv", home, "5; url=/b," + second + "," + first + "," + second + "," + second + ",2,1,1\n", disorder},
		{"nodes.csv", home, "5; url=/b," + second + "," + second + "," + second + "," + first + ",2,1,1\n", disorder},
		{"nodes.csv", home, strings.Replace(home, second, "", 1), disorder},
		{"nodes.csv", home, strings.Replace(home, first, "2026-01-02T02:04:06Z", 1),
			`museum.example.nodes.csv, line 2: no iteration began at "2026-01-02T02:04:06Z"`},
		{"nodes.csv", home, strings.Replace(home, ",2,1", ",2,3", 1), "line 2: 3 changes in 2 visits"},
		{"nodes.csv", home, strings.Replace(home, ",2,1", ",2147483648,1", 1), "line 2: visits is"},
		{"nodes.csv", home, strings.Replace(home, ",2,1", ",2,-1", 1), "line 2: changes is"},
		{"nodes.csv", ",visits,", ",visit,", "line 1: no visits beside the other columns of a watched crawl"},
		{"nodes.csv", ",first_seen,last_seen,", ",1st_seen,seen,", "line 1: no first_seen and last_seen beside"},
		{"arcs.csv", loop, strings.Replace(loop, first, "2026-01-02", 1),
			`museum.example.arcs.csv, line 2: no iteration began at "2026-01-02"`},
		{"arcs.csv", loop, strings.Replace(loop, first, second, 1), "line 2: " + disorder},
		{"arcs.csv", loop, strings.Replace(loop, ",12,0", ",12,13", 1), "line 2: 13 changes in 12 visits"},
		{"arcs.csv", loop, strings.Replace(loop, ",12,0", ",12,2147483648", 1), "line 2: changes is"},
		{"arcs.csv", loop, strings.Replace(loop, ",2,", ",2", 1), "line 2: 9 cells"},
		{"arcs.csv", last, "3,1,Directed,1," + first + "\n", "line 5: 5 cells"},
		{"iterations.csv", "2," + second, "3," + second, "line 3: iteration is 3, not 2"},
		{"iterations.csv", "2," + second, "2," + first, "line 3: at " + first + " after " + first},
		{"iterations.csv", "2," + second, "2,2026-02-03", `line 3: at is "2026-02-03", not a time like`},
		{"iterations.csv", "2," + second, "2,2026-02-30T00:00:00Z", `line 3: at is "2026-02-30T00:00:00Z"`},
		{"iterations.csv", "true,false\n", "yes,false\n", `line 3: outage is "yes", not true or false`},
		{"iterations.csv", ",9,5,", ",9,,", `line 3: checked is ""`},
		{"nodes.csv", home, strings.Replace(home, "0.25", "1.25", 1), `line 2: chance is "1.25", not a number from 0`},
		{"next_checks.csv", "2,1,", "3,1,", "next_checks.csv, line 3: rank is 3, not 2"},
		{"next_checks.csv", "2,1,", "2,0,", "line 3: Id is 0: there are 3 pages"},
		{"next_checks.csv", "2,1,", "2,4,", "line 3: Id is 4: there are 3 pages"},
		{"next_checks.csv", ",gone,", ",lost,", `line 3: reason "lost" is unknown`},
		{"next_checks.csv", ",2,-1234.5\n", ",2,NaN\n", `line 2: index is "NaN", not a number`},
		{"next_checks.csv", ",2,-1234.5\n", ",+2,-1234.5\n", `line 2: age is "+2", not a number`},
		{"next_checks.csv", ",index", ",Index", `line 1: no column "index"`},
		{"iterations.csv", ",outage,", ",out,", `line 1: no column "outage"`},
		{"iterations.csv", "2," + second + ",scent,9,5,1,2,2,3,1,7,8,true,false\n", "",
			"iterations.csv: 1 iterations, the manifest counts 2"},
	}, "crawl again")
}

// Files of the right size that no longer agree with the manifest are found by reading them.
func TestChanged(t *testing.T) {
	whole := write(t, museum(), true, tables(museum())...)
	refused(t, whole, false, []damage{
		{"nodes.csv", `"'=SUM(1,2)",en`, `"'=SUM(1,3)",en`, "nodes.csv"},
		{"arcs.csv", "3,1,Directed,1", "3,1,Directed,9", "arcs.csv"},
		{"arcs.csv", "3,1,Directed,1", "3,1,directed,1", "arcs.csv"},
		{"aliases.csv", "redirect+duplicate", "redirect+Duplicate", "aliases.csv"},
		{"ledger.csv", "tried 3 times", "tried 4 times", "ledger.csv"},
		{"external.csv", "nofollow", "nowfollo", "external.csv"},
		{"bad.csv", "calc", "cal.", "bad.csv"},
		{"links.csv", "to the start", "to THE start", "links.csv"},
	}, "changed", "crawl again")
}

// Damaged and foreign manifests are refused.
func TestWrongManifest(t *testing.T) {
	whole := write(t, museum(), true, tables(museum())...)
	refused(t, whole, false, []damage{
		{"manifest.json", `"program": "sitegraph"`, `"program": "wget"`, "it is not from sitegraph"},
		{"manifest.json", `"version": "1.0"`, `"version": ""`, "it is not from sitegraph"},
		{"manifest.json", `"site": "http://museum.example"`, `"site": "museum"`, `site "museum"`},
		{"manifest.json", `"site": "http://museum.example"`, `"site": 1`, "is damaged"},
		{"manifest.json", `"program": "sitegraph"`, `"program": "sitegraph`, "is damaged"},
		{"manifest.json", `"complete": false`, `"complete": false, "search": {}`, "search: no topics"},
		{"manifest.json", `"complete": false`, `"complete": false, "search": {"topics": ["art"]}`,
			`line 1: no column "agent"`},
		{"manifest.json", `"pages": 3`, `"pages": -3`, "-3 is negative"},
		{"manifest.json", `"pages": 3`, `"pages": 2147483647`, "3 pages, the manifest counts 2147483647"},
		{"manifest.json", `"arcs": 4`, `"arcs": 2147483647`, "4 arcs, the manifest counts 2147483647"},
		{"manifest.json", `"failed": 1`, `"failed": 2`,
			`ledger.csv: 1 URLs of the state "failed", the manifest counts 2`},
		{"manifest.json", `"name": "museum.example.arcs.csv"`, `"name": "../arcs.csv"`,
			"has no museum.example.arcs.csv"},
	})
}

// Folders that are not result folders, lack required files, or contradict themselves are refused.
func TestNoFolder(t *testing.T) {
	first := write(t, museum(), true, tables(museum())...)
	whole := func() string { return copied(t, first) }
	must := func(err error) {
		must(t, err)
	}
	of := func(change func(c *site.Crawl)) string {
		c := museum()
		change(c)
		return write(t, c, true, "csv")
	}
	for name, c := range map[string]struct {
		make func() string
		want string
	}{
		"nothing": {func() string { return filepath.Join(t.TempDir(), "none") }, "none"},
		"empty":   {t.TempDir, "it is not a result folder"},
		"parent":  {func() string { return filepath.Dir(whole()) }, "name one of those in it"},
		"a file": {func() string { return filepath.Join(whole(), "museum.example.nodes.csv") },
			"museum.example.nodes.csv"},
		"no table": {func() string { return write(t, museum(), true, "pajek") }, "sitegraph export --export csv"},
		"taken": {func() string {
			dir := whole()
			must(os.Remove(filepath.Join(dir, "museum.example.arcs.csv")))
			return dir
		}, "has no museum.example.arcs.csv"},
		"short": {func() string {
			dir := whole()
			must(os.Truncate(filepath.Join(dir, "museum.example.bad.csv"), 20))
			return dir
		}, "has 20 bytes, the manifest says"},
		"no header": {func() string {
			dir := whole()
			edit(t, dir, "bad.csv", string(readTable(t, dir, "bad.csv")), "", true)
			return dir
		}, "bad.csv, line 1: no header"},
		"a folder for a table": {func() string {
			dir := whole()
			path := filepath.Join(dir, "museum.example.nodes.csv")
			must(os.Remove(path))
			must(os.Mkdir(path, 0o777))
			return dir
		}, "nodes.csv"},
		"two": {func() string {
			dir := whole()
			for _, n := range []string{"a", "b"} {
				other := filepath.Join(write(t, museum(), true), "museum.example.manifest.json")
				must(os.Rename(other, filepath.Join(dir, n+".manifest.json")))
			}
			return dir
		}, ""},
		"a key in two levels": {func() string {
			return of(func(c *site.Crawl) {
				c.Graph.Pages[2].Level, c.Graph.Pages[2].Key = 2, c.Graph.Pages[1].Key
				c.Graph.Offsets, c.Graph.Targets = []int{0, 2, 3, 4}, []uint32{0, 1, 2, 0}
				c.Graph.Weights = site.NumbersOf(2, 1, 3, 1)
			})
		}, "nodes.csv, line 4: normalized_url"},
		"a page that no other links to": {func() string {
			return of(func(c *site.Crawl) {
				c.Graph.Offsets, c.Graph.Targets = []int{0, 2, 2, 3}, []uint32{0, 2, 0}
				c.Graph.Weights, c.Counts.Arcs, c.Counts.Links = site.NumbersOf(2, 3, 1), 3, 6
			})
		}, "arcs.csv: no page links to page 2, yet it has level 1"},
	} {
		err := readAll(c.make())
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

// A manifest is read up to a bound.
func TestEndlessManifest(t *testing.T) {
	dir := write(t, museum(), true)
	if err := os.Truncate(filepath.Join(dir, "museum.example.manifest.json"), 1<<40); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	console.Fails(t, readAll(dir), "it is not a manifest")
}

// A table is checked again only after it changed on disk.
func TestChangedLater(t *testing.T) {
	c := museum()
	dir := write(t, c, true, tables(c)...)
	path := filepath.Join(dir, "museum.example.ledger.csv")
	longAgo := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	stamp := func(when time.Time) {
		must(t, os.Chtimes(path, when, when))
	}
	stamp(longAgo)
	_, got := reopen(t, dir)
	count := func() (n int, err error) {
		for _, e := range got.Ledger {
			if err = e; err == nil {
				n++
			}
		}
		return n, err
	}
	if n, err := count(); n != 7 || err != nil {
		t.Fatalf("%d entries, %v", n, err)
	}
	edit(t, dir, "ledger.csv", "tried 3 times", "tried 4 times", false)
	stamp(longAgo)
	if n, err := count(); n != 7 || err != nil {
		t.Errorf("as old as before: %d entries, %v", n, err)
	}
	stamp(longAgo.Add(time.Second))
	if n, err := count(); n != 7 || err == nil || !strings.Contains(err.Error(), "ledger.csv") {
		t.Errorf("changed: %d entries, %v", n, err)
	}
}
