package command

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sitegraph/internal/console"
	"sitegraph/run"
	"sitegraph/stats"
)

// little is a site with little to count or many oddities.
type little struct {
	pages map[string]string
	args  []string
	code  int
	count int // pages in the graph
	// differs says that the files omit or rewrite part of the state.
	differs bool
}

// littles returns edge cases for numbers, charts and texts.
func littles() map[string]little {
	chain := map[string]string{"/": links("Home", "/1", "/2", "/3"), "/1": links("1", "/4", "/5"),
		"/2": links("2", "/"), "/3": links("3", "/5"), "/4": links("4", "/6"), "/5": links("5"),
		"/6": links("6", "/", "/7"), "/7": links("7")}
	return map[string]little{
		"no page":  {pages: map[string]string{}, code: exitNothing},
		"one page": {pages: map[string]string{"/": links("Home")}, count: 1},
		"one page, no loops": {pages: map[string]string{"/": links("Home", "/")},
			args: []string{"SITEGRAPH_EXPORT_SELF_LOOPS=false"}, count: 1, differs: true},
		"all links broken": {pages: map[string]string{
			"/": links("", "/gone", "/lost", "http://", "mailto:x", "https://other.example/")}, count: 1},
		"all the same": {pages: map[string]string{
			"/":  links("Home", "/a", "/b"),
			"/a": links("Home", "/a", "/b"),
			"/b": links("Home", "/a", "/b")}, count: 1},
		"half of a level": {pages: chain, args: []string{"--max-pages", "3"}, count: 3},
		"hostile":         {pages: hostileTexts(), count: 13, differs: true}, // one title has U+202E
	}
}

// hostileTexts makes a site with titles and addresses that try to be markup, formulas, paths or nothing.
func hostileTexts() map[string]string {
	titles := []string{`</title><script>alert(1)</script>`, `&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;`,
		`]]&gt;&lt;!--`, `=HYPERLINK("http://evil.example")`, `-1+1|cmd`, `"quotes", 'and' \ back\\slashes;`,
		"\x1b[31m\x00\x07", "\u202eright to left", "", strings.Repeat("long ", 2000), "图书馆 🏛️", "שלום"}
	names := []string{"/..%2f..%2fetc", "/a'b\"c", "/<svg>", "/%00", "/ü/ö", "/?q=<b>&r=%0a", "/=1+1",
		"/" + strings.Repeat("x", 900), "/a/a/a/a/a", "/{{.}}", "/%E2%80%AE", "/-"}
	pages := map[string]string{}
	for i, title := range titles {
		pages[fmt.Sprintf("/p%d", i)] = fmt.Sprintf("<title>%s</title><p>%d</p><a href=/>home</a>"+
			"<a href='/p%d' title='x'>next</a>", title, i, (i+1)%len(titles))
	}
	home := "<title>&quot;Home&quot; &amp; more</title>"
	for i, name := range names {
		home += `<a href="` + strings.ReplaceAll(name, `"`, "&quot;") + fmt.Sprintf(`">%d</a><a href=/p%d>x</a>`, i, i)
	}
	pages["/"] = home
	return pages
}

// invocation passes arguments that are settings through the environment.
func (l little) invocation() (c invocation, args []string) {
	c.env = append(slices.Clone(quick), withReport)
	for _, a := range l.args {
		if strings.HasPrefix(a, "SITEGRAPH_") {
			c.env = append(c.env, a)
		} else {
			args = append(args, a)
		}
	}
	return c, args
}

// TestReportingOfLittle checks that tiny sites give readable files without NaN, equal from folder and state.
func TestReportingOfLittle(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many inputs for code that other tests run too")
	}
	for name, l := range littles() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, dir := serve(t, l.pages), t.TempDir()
			out, again := filepath.Join(dir, "out"), filepath.Join(dir, "again")
			c, args := l.invocation()
			on := func(command string, rest ...string) outcome {
				return c.run(slices.Concat([]string{command}, args, rest)...)
			}
			o := on("crawl", "-O", out, s.URL).MustEnd(t, l.code)
			checkShown(t, o.Out+o.Err+on("status", "-O", out).Out)
			folder := resultFolder(t, out)
			console.Equal(t, readManifest(t, folder).Counts.Pages, l.count, "pages")
			checkFiles(t, folder)
			written := files(t, folder)
			on("export", "-O", out, "--export", "csv,gexf,graphml,pajek,ledger,stats,report").MustEnd(t, exitDone)
			mustEqualFiles(t, withoutFiles(files(t, folder)), withoutFiles(written))

			state := on("stats", "-O", out).MustEnd(t, exitDone)
			checkShown(t, state.Out)
			if read := on("stats", folder).MustEnd(t, exitDone); read.Out != state.Out && !l.differs {
				t.Errorf("the folder has the numbers\n%s\nthe state\n%s", read.Out, state.Out)
			}
			on("report", "-O", out).MustEnd(t, exitDone)
			on("report", "-O", again, folder).MustEnd(t, exitDone)
			if !l.differs {
				mustEqualFiles(t, withoutPlaces(t, filepath.Join(again, "reports")),
					withoutPlaces(t, filepath.Join(out, "reports")))
			}
			checkFiles(t, filepath.Join(again, "reports"))

			same := on("compare", "-O", again, folder, folder).MustEnd(t, exitDone)
			checkShown(t, same.Out)
			checkFiles(t, filepath.Join(again, "comparison"))
			rows := readTable(t, only(t, again, "comparison", "*", "*.changes.csv"), false)
			console.Equal(t, rows, nil, "a crawl differs from itself")
		})
	}
}

// withoutPlaces returns a folder's files. It keeps only the URLs in problems.csv, as a folder lacks some places.
func withoutPlaces(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := files(t, dir)
	for name, text := range all {
		if strings.HasSuffix(name, ".problems.csv") {
			place := regexp.MustCompile(`(?m),[0-9]*,(http[^,\n]*|"http.*")?,.*$`)
			rows := strings.Split(place.ReplaceAllString(text, ""), "\n")
			all[name] = strings.Join(slices.Compact(rows), "\n")
		}
	}
	return all
}

// withoutFiles removes reports, which name the files beside them.
func withoutFiles(all map[string]string) map[string]string {
	maps.DeleteFunc(all, func(name, _ string) bool { return strings.HasSuffix(name, ".report.html") })
	return all
}

// checkFiles reads each file in a folder as programs for its format would.
func checkFiles(t *testing.T, dir string) {
	t.Helper()
	all := files(t, dir)
	for _, path := range manifests(t, dir) {
		all[path] = read(t, path)
	}
	for name, text := range all {
		check := map[string]func(string) error{
			".csv": checkCSV, ".json": checkJSON, ".html": checkHTML, ".net": checkPlain,
			".svg": checkXML, ".gexf": checkXML, ".graphml": checkXML}[filepath.Ext(name)]
		if check == nil {
			t.Errorf("%s: of what kind is it?", name)
			continue
		}
		if err := check(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// manifests finds the manifests in a folder and its subfolders.
func manifests(t *testing.T, dir string) (found []string) {
	t.Helper()
	for _, pattern := range []string{"*.manifest.json", filepath.Join("*", "*.manifest.json")} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		must(t, err)
		found = append(found, names...)
	}
	return found
}

// noNumber matches the output of programs that divide by zero.
var noNumber = regexp.MustCompile(`\bNaN\b|[+-]?\bInf(inity)?\b|\bnull\b|\bundefined\b|%!|<nil>`)

// onePlural matches a plural after the number one.
var onePlural = regexp.MustCompile(`(^|[^0-9.,:/–-])1 (pages|URLs|sites|hosts|links|arcs|files|folders|kinds|` +
	`places|requests|times|rows|problems|visits|clicks|levels|templates|groups|communities|components)\b`)

func checkShown(t *testing.T, text string) {
	t.Helper()
	for _, wrong := range []*regexp.Regexp{noNumber, onePlural} {
		console.Equal(t, wrong.FindString(text), "", text)
	}
}

func checkPlain(text string) error {
	if at := noNumber.FindString(text); at != "" || !utf8.ValidString(text) {
		return fmt.Errorf("%q is in it, or it is no UTF-8", at)
	}
	return nil
}

func checkCSV(text string) error {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll() // checks that all rows have the same number of cells
	if err == nil && len(rows) == 0 {
		err = errors.New("no header")
	}
	return errors.Join(err, checkPlain(text))
}

// checkJSON allows null only for unknown figures with a reason. An empty list is [].
func checkJSON(text string) error {
	var partly struct{ Unknown []stats.Unknown }
	_ = json.Unmarshal([]byte(text), &partly) // other files have no such list
	for _, u := range partly.Unknown {
		null := fmt.Sprintf("%q: null", u.Figure)
		if u.Reason == "" || strings.Count(text, null) != 1 {
			return fmt.Errorf("%s is unknown and not null, or has no reason", u.Figure)
		}
		text = strings.Replace(text, null, fmt.Sprintf("%q: 0", u.Figure), 1)
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return err
	}
	return errors.Join(noNull("", v), checkPlain(text))
}

func noNull(place string, v any) (err error) {
	switch v := v.(type) {
	case nil:
		return fmt.Errorf("%s is null", place)
	case []any:
		for i, e := range v {
			err = errors.Join(err, noNull(fmt.Sprintf("%s[%d]", place, i), e))
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			err = errors.Join(err, noNull(place+"."+name, v[name]))
		}
	}
	return err
}

func checkXML(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for elements := 0; ; elements++ {
		_, err := d.Token()
		if errors.Is(err, io.EOF) && elements > 0 {
			return checkPlain(text)
		}
		if err != nil {
			return err
		}
	}
}

// noText matches parts of a report without text.
var noText = regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(script|style)>`)

// emptyWords matches signs of missing words, or of a number that does not fit its noun.
var emptyWords = regexp.MustCompile(
	`<(p|li|td|h[1-6]|figcaption|caption)>\s*[.,;:]?\s*</(p|li|td|h[1-6]|figcaption|caption)>|` +
		`[a-z] \.</p>|\(\)|ZgotmplZ|\b1 (pages|clicks|addresses|links|arcs|levels|sites)\b|  of`)

func checkHTML(text string) error {
	text = noText.ReplaceAllString(text, "")
	if at := emptyWords.FindStringIndex(text); at != nil {
		return fmt.Errorf("%q in …%s…", text[at[0]:at[1]], text[max(0, at[0]-120):min(len(text), at[1]+120)])
	}
	return checkPlain(text)
}

// damage is a change to a result folder, with the exit code and message of the commands that read it.
type damage struct {
	name string
	do   func(t *testing.T, prefix string)
	code int
	says []string
}

// TestDamagedFolders checks that a damaged result folder is refused before anything is written, with the file's name.
func TestDamagedFolders(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many inputs for code that other tests run too")
	}
	dir := t.TempDir()
	sitegraph("-O", dir, "--export", "csv,aliases,ledger,stats,report").MustEnd(t, exitDone)
	whole := filepath.Join(dir, "result", "museum.example")
	for i, d := range damages() {
		t.Run(d.name, func(t *testing.T) {
			folder, out := filepath.Join(t.TempDir(), "museum.example"), filepath.Join(t.TempDir(), "out")
			must(t, os.CopyFS(folder, os.DirFS(whole)))
			d.do(t, filepath.Join(folder, "museum.example."))
			others := [][]string{{"report", folder}, {"compare", folder, whole}, {"compare", whole, folder}} // in turn
			for _, args := range [][]string{{"stats", folder}, others[i%3]} {
				o := sitegraph(append([]string{"-O", out}, args...)...).MustEnd(t, d.code).MustSay(t, d.says...)
				if d.code == exitDone {
					checkShown(t, o.Out)
					continue
				}
				if _, err := os.Stat(out); err == nil && args[0] != "compare" {
					t.Errorf("%s has written %q", args[0], slices.Sorted(maps.Keys(files(t, out))))
				}
			}
			if _, err := os.Stat(out); err == nil {
				checkFiles(t, out)
			}
		})
	}
}

// damages has each kind of damage. Package export tests all faults in a file.
func damages() []damage {
	remove := func(name string) func(*testing.T, string) {
		return func(t *testing.T, prefix string) {
			must(t, os.Remove(prefix+name))
		}
	}
	change := func(name string, by func(string) string) func(*testing.T, string) {
		return func(t *testing.T, prefix string) { write(t, prefix+name, by(read(t, prefix+name))) }
	}
	replaced := func(name, old, with string) func(*testing.T, string) {
		return change(name, func(text string) string { return strings.Replace(text, old, with, 1) })
	}
	half := func(text string) string { return text[:len(text)/2] }
	const remedy = "crawl again, or write the files again with `sitegraph export`"
	return []damage{
		{"manifest missing", remove("manifest.json"), exitUsage,
			[]string{"museum.example", "it is not a result folder"}},
		{"manifest truncated", change("manifest.json", half), exitFailure,
			[]string{"museum.example.manifest.json", remedy}},
		{"manifest null", change("manifest.json", func(string) string { return "null" }), exitFailure,
			[]string{"not from sitegraph"}},
		{"counts that are not so", replaced("manifest.json", `"pages": 13`, `"pages": 14`),
			exitFailure, []string{"13", "14"}},
		{"later version", replaced("manifest.json", `"version": "`+run.Version, `"version": "99.0`),
			exitDone, []string{"museum.example was written by sitegraph \"99.0", "this is"}},
		{"ledger missing", remove("ledger.csv"), exitDone, nil},
		{"what nobody reads back", func(t *testing.T, prefix string) {
			remove("problems.csv")(t, prefix)
			change("stats.json", half)(t, prefix)
			replaced("report.html", "a", "b")(t, prefix)
		}, exitDone, nil},
		{"arcs missing", remove("arcs.csv"), exitFailure, []string{"arcs.csv", "sitegraph export"}},
		{"nodes truncated", change("nodes.csv", half), exitFailure, []string{"nodes.csv", remedy}},
		{"aliases empty", change("aliases.csv", func(string) string { return "" }), exitFailure,
			[]string{"aliases.csv", remedy}},
		{"ledger longer", change("ledger.csv", func(s string) string { return s + s }), exitFailure,
			[]string{"ledger.csv", remedy}},
		{"nodes altered", replaced("nodes.csv", "http", "HTTP"), exitFailure, []string{"nodes.csv", remedy}},
		{"nodes a folder", func(t *testing.T, prefix string) {
			remove("nodes.csv")(t, prefix)
			must(t, os.Mkdir(prefix+"nodes.csv", 0o755))
		}, exitFailure, []string{"nodes.csv"}},
	}
}

// TestNoSuchFolders checks that commands refuse folders that do not exist or have other content.
func TestNoSuchFolders(t *testing.T) {
	dir := t.TempDir()
	none, empty := filepath.Join(dir, "none"), filepath.Join(dir, "empty")
	must(t, os.Mkdir(empty, 0o755))
	file := write(t, filepath.Join(dir, "file.csv"), "a,b\n")
	for _, command := range []string{"stats", "report"} {
		for _, arg := range []string{none, empty, file} {
			o := sitegraph(command, "-O", filepath.Join(dir, "out"), arg).MustEnd(t, exitUsage).MustSay(t, arg)
			console.Equal(t, o.Out, "", command, arg)
		}
	}
	sitegraph("compare", "-O", filepath.Join(dir, "out"), file, empty).MustEnd(t, exitUsage).MustSay(t, file)
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		t.Error("something was written")
	}
}

// TestReportWithoutTables checks that a report that could not look for broken links says so.
func TestReportWithoutTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sitegraph("-O", dir, "--export", "csv,aliases,bad,external,ledger").MustEnd(t, exitDone)
	folder := filepath.Join(dir, "result", "museum.example")
	report := func() string {
		sitegraph("report", "-O", dir, folder).MustEnd(t, exitDone)
		return read(t, filepath.Join(dir, "reports", "museum.example", "museum.example.report.html"))
	}
	console.Lacks(t, report(), "made without")
	for _, name := range []string{"ledger.csv", "external.csv"} {
		must(t, os.Remove(filepath.Join(folder, "museum.example."+name)))
	}
	console.Has(t, report(), "The report was made without ledger.csv and external.csv",
		"This list is not complete: the report was made without ledger.csv (broken links, ")
}

// TestFolderOfLinks checks that a folder of links to result folders counts as a folder of results.
func TestFolderOfLinks(t *testing.T) {
	t.Parallel()
	dir, chosen := t.TempDir(), t.TempDir()
	sitegraph("-O", dir, "--export", "csv").MustEnd(t, exitDone)
	folder := filepath.Join(dir, "result", "museum.example")
	if err := os.Symlink(folder, filepath.Join(chosen, "museum.example")); err != nil {
		t.Skip(err)
	}
	sitegraph("stats", chosen).MustEnd(t, exitDone).MustShow(t, "Web graph of http://museum.example")
}

// TestReportsOfOneName checks that reports never overwrite each other, and that a crawl named twice counts once.
func TestReportsOfOneName(t *testing.T) {
	t.Parallel()
	dir, later, out := t.TempDir(), t.TempDir(), t.TempDir()
	for _, d := range []string{dir, later} {
		sitegraph("-O", d, "--export", "csv").MustEnd(t, exitDone)
	}
	folder, other := filepath.Join(dir, "result", "museum.example"), filepath.Join(later, "result", "museum.example")
	sitegraph("report", "-O", out, folder, folder+string(filepath.Separator), filepath.Dir(folder)).MustEnd(t, exitDone)
	if _, err := os.Stat(filepath.Join(out, "sites")); err == nil {
		t.Error("a site was compared with itself")
	}
	sitegraph("report", "-O", out, folder, other).MustEnd(t, exitUsage).MustSay(t, folder, other, "-O")
}
