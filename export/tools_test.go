package export

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// python is the system's interpreter, which has Debian's modules.
const python = "/usr/bin/python3"

// needTool skips the test unless SITEGRAPH_TOOLS is 1; if it is, the program must exist.
func needTool(t *testing.T, what string, err error) {
	t.Helper()
	if os.Getenv("SITEGRAPH_TOOLS") != "1" {
		t.Skipf("SITEGRAPH_TOOLS=1 runs it; it needs %s", what)
	}
	if err != nil {
		t.Fatalf("%s is needed: %v", what, err)
	}
}

// needModule is like needTool, for a Python module.
func needModule(t *testing.T, name string) {
	t.Helper()
	needTool(t, name, nil)
	needTool(t, name, exec.Command(python, "testdata/check.py", "import", name).Run())
}

// hostileCrawl has the hostile texts as titles and as parts of URLs.
func hostileCrawl() *site.Crawl {
	c := big(len(hostile), 5)
	for i, s := range hostile {
		c.Graph.Pages[i].Title = s
		c.Graph.Pages[i].URL = "http://example.com/" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "?" + s
	}
	return c
}

func crawls() []*site.Crawl {
	foreign := searched()
	foreign.Searched.Topics = []string{"हिन्दी & μουσική", "\xff<\x01"}
	return []*site.Crawl{tiny(), empty(), ranked(), watched(), learnt(), searched(), foreign, hostileCrawl(),
		big(500, 20)}
}

// GEXF of pages, directories and sites is valid by the schemas of the GEXF working group.
func TestSchema(t *testing.T) {
	eachValid(t, func(options Options) (files [][]byte) {
		for _, c := range crawls() {
			files = append(files, render(t, "graph.gexf", c, options), render(t, "directories.graph.gexf", c, options))
		}
		return append(files, []byte(siteFiles(t, twoAndHost(), options)["sites.graph.gexf"]))
	})
}

// eachValid validates files of both versions. It skips the test if the schemas are missing.
func eachValid(t *testing.T, write func(Options) [][]byte) {
	t.Helper()
	root := os.Getenv("SITEGRAPH_CONFORMANCE")
	if root == "" {
		t.Skip("SITEGRAPH_CONFORMANCE is not set")
	}
	_, err := exec.LookPath("xmllint")
	needTool(t, "xmllint", err)
	for _, version := range []string{GEXF13, GEXF12Draft} {
		schema := filepath.Join(root, "gexf", version)
		if version == GEXF12Draft {
			schema = mendedSchema(t, schema)
		}
		for i, file := range write(Options{GEXFVersion: version, SelfLoops: true}) {
			if message, err := exec.Command("xmllint", "--noout", "--relaxng", filepath.Join(schema, "gexf.rng"),
				save(t, file)).CombinedOutput(); err != nil {
				t.Errorf("GEXF %s, file %d: %v\n%s", version, i, err, message)
			}
		}
	}
}

// mendedSchema copies the schema of GEXF 1.2draft and gives the elements of viz.rng their namespace. As published,
// gexf.rng includes them without one and so refuses every file with viz elements. 1.3 is correct.
func mendedSchema(t *testing.T, folder string) string {
	t.Helper()
	mended := t.TempDir()
	must(t, os.CopyFS(mended, os.DirFS(folder)))
	path := filepath.Join(mended, "gexf.rng")
	schema, err := os.ReadFile(path)
	must(t, err)
	was, is := []byte(`href="viz.rng"`), []byte(`href="viz.rng" ns="http://www.gexf.net/1.2draft/viz"`)
	if bytes.Count(schema, was) != 1 {
		t.Fatal("gexf.rng of 1.2draft does not include viz.rng once")
	}
	must(t, os.WriteFile(path, bytes.Replace(schema, was, is, 1), 0o666))
	return mended
}

// Python reads the tables if it is set up as the package comment says.
func TestPythonTable(t *testing.T) {
	_, err := os.Stat(python)
	needTool(t, python, err)
	var tables [][][]string
	var paths []string
	for _, c := range crawls() {
		paths = append(paths, save(t, render(t, "nodes.csv", c, Options{})))
	}
	runPython(t, &tables, append([]string{"rows", "csv"}, paths...)...)
	for k, c := range crawls() {
		rows := tables[k]
		if len(rows) != len(c.Graph.Pages)+1 {
			t.Fatalf("%d rows of %d pages", len(rows)-1, len(c.Graph.Pages))
		}
		for i, p := range c.Graph.Pages {
			row := rows[i+1]
			if len(row) != len(columnsOf(c, nodesTable.columns, nil)) || unguard(row[2]) != expected(p.URL) ||
				unguard(row[12]) != expected(p.Title) {
				t.Errorf("page %d: %q", i+1, row)
			}
		}
	}
}

// openpyxl reads each cell as written, and finds the table with its filter.
func TestWorkbookElsewhere(t *testing.T) {
	needModule(t, "openpyxl")
	type row struct{}
	one := List("", site.WithoutErrors([]row{{}}), func(r *Row, _ *row) {
		r.text("a&b", "=1+1").number("c", -3).exactIf("d", true, 0.5)
	})
	wide := strings.Fields(strings.Repeat("c ", 28))
	for i := range wide {
		wide[i] += strconv.Itoa(i)
	}
	data := book(t, Sheet{Name: "Kinds", Listing: texts("a b")},
		Sheet{Name: "Problems", Listing: one, Widths: []float64{20}},
		Sheet{Name: "Wide", Listing: texts(strings.Join(wide, " "), wide)})
	path := filepath.Join(t.TempDir(), "book.xlsx")
	must(t, os.WriteFile(path, data, 0o666))
	var got [][][][]any
	runPython(t, &got, "workbook", "xlsx", path)
	cells := site.Each(wide, func(c string) any { return c })
	want := [][][]any{{{"a", "b"}}, {{"a&b", "c", "d"}, {"=1+1", -3.0, 0.5}, {"A1:C2", "A2", 20.0}},
		{cells, cells, {"A1:AB2", "A2", 13.0}}}
	console.Equal(t, got, [][][][]any{want})
}

// readGraph is the graph that check.py found in a file.
type readGraph struct {
	Directed bool
	Nodes    []struct {
		ID, URL, Title string
		Level          int
	}
	Edges [][3]int
}

// networkx and igraph read the graph formats.
func TestTools(t *testing.T) {
	for _, c := range []struct{ module, kind, file string }{
		{"networkx", "gexf", "graph.gexf"},
		{"networkx", "graphml", "graph.graphml"},
		{"networkx", "pajek", "graph.net"},
		{"igraph", "graphml", "graph.graphml"},
		{"igraph", "pajek", "graph.net"},
	} {
		t.Run(c.module+" "+c.kind, func(t *testing.T) {
			needModule(t, c.module)
			arguments := []string{c.module, c.kind}
			for _, crawl := range crawls() {
				// networkx before 3.6 does not read GEXF 1.3.
				file := render(t, c.file, crawl, Options{GEXFVersion: GEXF12Draft, SelfLoops: true})
				arguments = append(arguments, save(t, file))
			}
			var graphs []readGraph
			runPython(t, &graphs, arguments...)
			for i, crawl := range crawls() {
				checkGraph(t, graphs[i], crawl.Graph, c.kind == "pajek")
			}
		})
	}
}

func checkGraph(t *testing.T, g readGraph, want *site.Graph, pajek bool) {
	t.Helper()
	var edges [][3]int
	for a := range arcs(want, true) {
		edges = append(edges, [3]int{int(a.source), int(a.target), int(a.weight)})
	}
	if !g.Directed || len(g.Nodes) != len(want.Pages) || !slices.Equal(g.Edges, edges) {
		t.Errorf("directed %v, %d nodes of %d, %d edges of %d", g.Directed, len(g.Nodes), len(want.Pages), len(g.Edges),
			len(edges))
		return
	}
	for i, p := range want.Pages {
		url, title, level := expected(p.URL), expected(p.Title), p.Level
		if pajek {
			url, title, level = strings.NewReplacer(`"`, "%22", `\`, "%5C").Replace(url), "", 0
		}
		if n := g.Nodes[i]; n.ID != strconv.Itoa(i+1) || n.URL != url || n.Title != title || n.Level != level {
			t.Errorf("page %d: %+v", i+1, n)
		}
	}
}

func save(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(path, content, 0o666))
	return path
}

func runPython(t *testing.T, into any, arguments ...string) {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command(python, append([]string{"testdata/check.py"}, arguments...)...)
	cmd.Stderr = &stderr
	answer, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", arguments, err, &stderr)
	}
	must(t, json.Unmarshal(answer, into))
}
