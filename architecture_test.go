package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// module is the prefix of the program's own packages.
const module = "sitegraph"

// The first two bounds count lines, and the first three do not apply to tests. The last counts columns, four per tab.
const (
	longestFunction = 80
	longestFile     = 400
	mostMethods     = 40 // of a type
	widestLine      = 120
)

// homes names the packages that may import each foreign library.
var homes = map[string]string{"gopkg.in/ini.v1": "config", "github.com/dgraph-io/badger": "extractor/store",
	"github.com/temoto/robotstxt": "extractor/robots", "github.com/PuerkitoBio/goquery": "extractor/parse",
	"golang.org/x/net/html": "extractor/parse", "golang.org/x/text": "extractor/parse",
	"golang.org/x/text/width": "wording", "github.com/klauspost/compress": "extractor/download export",
	"github.com/andybalholm/brotli": "extractor/download", "gonum.org/v1/gonum": "stats",
	"github.com/kljensen/snowball": "agents/market",
	"golang.org/x/net/idna":        "site", "golang.org/x/net/publicsuffix": "config",
	"github.com/spf13/cobra": "command workers/commands", "github.com/spf13/pflag": "command",
	"golang.org/x/term": "command", "github.com/chromedp": "internal/headless", "github.com/nats-io": "workers/queue",
	"github.com/minio/minio-go": "workers/objects", "github.com/edsrzf/mmap-go": "desk/tables stats/allpages",
	"github.com/modelcontextprotocol/go-sdk": "mcp", "github.com/google/go-containerregistry": ".ci/container"}

// goFile is a parsed Go file.
type goFile struct {
	path  string // from the root, with slashes
	dir   string // the package's folder; "." is the root
	file  *ast.File
	lines int
	set   *token.FileSet // has the file's positions
}

// tree has the paths of all files except git's own and those ignored at the root, and the parsed Go files.
type tree struct {
	files   []string
	sources []goFile
}

// checkout reads the tree once for all tests.
func checkout(t *testing.T) tree {
	t.Helper()
	all, err := readTree()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var readTree = sync.OnceValues(func() (all tree, err error) {
	if all.files, err = repository(); err != nil {
		return all, err
	}
	set := token.NewFileSet()
	for _, name := range all.files {
		if !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return all, err
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return all, err
		}
		lines := bytes.Count(text, []byte("\n"))
		all.sources = append(all.sources, goFile{path: name, dir: path.Dir(name), file: file, lines: lines, set: set})
	}
	return all, nil
})

// program returns all sources except tests.
func program(t *testing.T) []goFile {
	t.Helper()
	return slices.DeleteFunc(slices.Clone(checkout(t).sources), func(s goFile) bool {
		return strings.HasSuffix(s.path, "_test.go")
	})
}

func repository() (all []string, err error) {
	ignored := []string{".git", "result", "logs", "state", "sites", "comparison", "reports", "replayed", "release",
		"topics", "what-if", "warc",
		"sitegraph", "stop.txt"}
	err = filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case slices.Contains(ignored, name) && e.IsDir():
			return filepath.SkipDir
		case e.Type().IsRegular() && !slices.Contains(ignored, name):
			all = append(all, filepath.ToSlash(name))
		}
		return nil
	})
	return all, err
}

func imports(s goFile) []string {
	var all []string
	for _, spec := range s.file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err == nil {
			all = append(all, name)
		}
	}
	return all
}

// within tells whether an import path is the package of or is below it.
func within(name, of string) bool { return name == of || strings.HasPrefix(name, of+"/") }

// arrows lists the packages that each package may import. Everything may import site and wording, which import nothing.
// Only main and workers, a separate module and program, import command.
var arrows = map[string][]string{
	".": {"command", "command/memory"},
	"command": {"run", "results", "config", "config/pairs", "desk", "desk/web", "export",
		"extractor/download", "stats",
		"stats/compare", "results/inspect", "mcp", "results/whatif", "results/gate", "results/redirects"},
	"workers":          {"command", "command/memory", "workers/commands"},
	"workers/commands": {"command", "config", "desk", "extractor/store", "run", "workers/queue", "workers/objects"},
	"workers/queue":    {"workers/objects"},
	"results/gate":     {"stats/compare", "stats"},
	"config/pairs":     {"config"},
	"run": {"config", "config/pairs", "extractor", "extractor/evidence", "extractor/fleet", "extractor/scope",
		"extractor/download", "extractor/parse", "extractor/refusal", "extractor/robots",
		"extractor/linked", "extractor/stop", "agents", "extractor/sitemaps", "extractor/store",
		"extractor/warc", "extractor/words", "dedup", "export",
		"stats", "report", "report/atlas", "report/chart", "stats/compare", "schedule/order", "schedule/revisit",
		"agents/market", "export/struck", "stats/visits", "stats/allpages"},
	"extractor": {"dedup", "extractor/identity", "extractor/engine", "extractor/evidence", "extractor/graph",
		"extractor/scope"},
	"extractor/graph": {"dedup", "extractor/blocks", "extractor/identity", "extractor/evidence",
		"extractor/scope"},
	"extractor/identity": {"dedup", "extractor/evidence"},
	"extractor/scope":    {"extractor/evidence"},
	"extractor/blocks":   nil,
	"extractor/linked":   {"extractor/engine"},
	"extractor/fleet":    nil,
	"extractor/download": {"extractor/refusal", "extractor/warc"},
	"extractor/refusal":  {"extractor/parse"}, "extractor/robots": {"extractor/refusal"},
	"agents/market": {"config"},
	"agents": {"config", "extractor", "extractor/evidence", "extractor/fleet", "extractor/scope",
		"agents/market"},
	"results": {"run", "config", "extractor", "extractor/evidence", "extractor/scope", "extractor/store", "export",
		"stats/compare", "results/whatif", "results/suggest", "schedule/order", "stats"},
	"results/suggest":   {"stats"},
	"results/redirects": {"stats/compare"},
	"results/whatif":    {"extractor/blocks", "extractor/evidence", "stats/compare"},
	"results/inspect":   {"stats"},
	"mcp":               {"results", "results/inspect", "run", "export", "stats", "stats/compare", "desk/tables"},
	"desk": {"run", "results", "results/inspect", "config/pairs", "config", "extractor",
		"extractor/store", "desk/tables", "export",
		"export/struck", "report/atlas"},
	"desk/web": {"results", "results/inspect", "desk", "desk/tables", "export", "export/struck",
		"report/ask", "report/chart", "report/atlas"},
	"desk/tables":           {"stats", "export", "export/struck"},
	"report":                {"stats", "report/ask", "report/chart", "stats/compare"},
	"stats/allpages":        {"stats"},
	"export":                {"stats", "stats/compare"},
	"schedule/order":        {"schedule/sites", "schedule/page"},
	"internal/lab":          {"report/chart"},
	"internal/lab/replayed": {"extractor", "extractor/scope", "schedule/order", "internal/lab"},
	"internal/lab/sitelab": {"schedule/order", "schedule/sites", "internal/lab", "internal/lab/replayed",
		"report/chart"},
	"internal/lab/pagelab": {"schedule/order", "schedule/page", "internal/lab",
		"internal/lab/replayed", "report/chart",
		"stats"},
	"internal/lab/revisitlab": {"schedule/revisit", "internal/lab", "report/chart"},
	"internal/lab/marketlab":  {"agents/market", "config", "internal/lab", "report/chart"},
	"internal/museum":         {"config", "run"},
	"internal/lab/replay": {"config", "results", "run", "internal/lab", "internal/lab/marketlab",
		"internal/lab/pagelab",
		"internal/lab/replayed", "internal/lab/revisitlab", "internal/lab/sitelab"},
}

// Imports follow the arrows of ARCHITECTURE.md.
func TestArrows(t *testing.T) {
	for _, s := range program(t) {
		for _, name := range imports(s) {
			if !within(name, module) {
				continue
			}
			name = strings.TrimPrefix(name, module+"/")
			basic := name == "site" || name == "wording"
			if s.dir == "site" || s.dir == "wording" || !basic && !slices.Contains(arrows[s.dir], name) {
				t.Errorf("%s imports %s", s.path, name)
			}
		}
	}
}

// Every foreign library is imported only by its homes, and every listed library is in use.
func TestHomes(t *testing.T) {
	used := map[string]bool{}
	for _, s := range program(t) {
		for _, name := range imports(s) {
			if within(name, module) || !strings.Contains(name, ".") {
				continue
			}
			home := ""
			for library := range homes {
				if within(name, library) && len(library) > len(home) {
					home = library
				}
			}
			used[home] = true
			if !slices.Contains(strings.Fields(homes[home]), s.dir) {
				t.Errorf("%s imports %s, of which it is not the home", s.path, name)
			}
		}
	}
	for library := range homes {
		if !used[library] {
			t.Errorf("nobody imports %s any more", library)
		}
	}
}

// Every package and every exported name has a doc comment.
func TestDocs(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range program(t) {
		documented[s.dir] = documented[s.dir] || s.file.Doc != nil
		if s.file.Name.IsExported() || !slices.Contains([]string{path.Base(s.dir), "main"}, s.file.Name.Name) {
			t.Errorf("%s: package %s", s.path, s.file.Name.Name)
		}
		for _, d := range s.file.Decls {
			for _, name := range undocumented(s.set, d) {
				t.Errorf("%s: %s has no doc comment", s.path, name)
			}
		}
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("package %s has no doc comment", dir)
		}
		if slices.Contains([]string{"util", "utils", "common", "helper", "helpers", "misc"}, path.Base(dir)) {
			t.Errorf("package %s: its name says nothing", dir)
		}
	}
}

// undocumented returns the exported names that a declaration leaves without a comment. The comment on a group counts
// for its members.
func undocumented(set *token.FileSet, d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && (d.Recv == nil || receiver(d).IsExported()) {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && s.Doc == nil && d.Doc == nil {
					names = append(names, s.Name.Name)
				}
				if fields, ok := s.Type.(*ast.StructType); ok && s.Name.IsExported() {
					names = append(names, undocumentedFields(set, s.Name.Name, fields)...)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
					names = append(names, s.Names[0].Name)
				}
			}
		}
	}
	return names
}

// undocumentedFields returns the exported fields without a comment. A comment counts for the fields on the following
// lines, up to an empty line.
func undocumentedFields(set *token.FileSet, of string, fields *ast.StructType) (names []string) {
	commented, last := false, 0
	for _, f := range fields.Fields.List {
		if f.Doc != nil || f.Comment != nil {
			commented = true
		} else if set.Position(f.Pos()).Line != last+1 {
			commented = false
		}
		last = set.Position(f.End()).Line
		for _, name := range f.Names {
			if name.IsExported() && !commented {
				names = append(names, of+"."+name.Name)
			}
		}
	}
	return names
}

// receiver returns the name of a method's type.
func receiver(d *ast.FuncDecl) *ast.Ident {
	expr := d.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.Ident:
			return e
		default:
			return ast.NewIdent("_")
		}
	}
}

// Functions and files stay small, and no package has a function init.
func TestSizes(t *testing.T) {
	var functions, lengths []int
	methods := map[string]int{}
	for _, s := range program(t) {
		lengths = append(lengths, s.lines)
		if s.lines > longestFile {
			t.Errorf("%s has %d lines, more than %d", s.path, s.lines, longestFile)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			lines := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1
			functions = append(functions, lines)
			if lines > longestFunction {
				t.Errorf("%s: %s has %d lines, more than %d", s.path, f.Name.Name, lines, longestFunction)
			}
			if f.Recv != nil {
				of := path.Join(path.Dir(s.path), receiver(f).Name)
				if methods[of]++; methods[of] == mostMethods+1 {
					t.Errorf("%s has more than %d methods", of, mostMethods)
				}
			} else if f.Name.Name == "init" {
				t.Errorf("%s has a function init", s.path)
			}
		}
	}
	slices.Sort(functions)
	slices.Sort(lengths)
	describe := func(what string, sorted []int) {
		at := func(share float64) int { return sorted[int(share*float64(len(sorted)-1))] }
		t.Logf("%d %s: median %d lines, 95 %% have at most %d, longest %d",
			len(sorted), what, at(0.5), at(0.95), at(1))
	}
	describe("functions", functions)
	describe("files", lengths)
}

// Every line, also in tests, fits into two windows side by side.
func TestWidth(t *testing.T) {
	for _, s := range checkout(t).sources {
		text, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); n > widestLine {
				t.Errorf("%s:%d: %d columns, more than %d", s.path, i+1, n, widestLine)
			}
		}
	}
}

// fileInComment matches the name of a Go file without a folder.
var fileInComment = regexp.MustCompile(`(?:^|[^\w./{])([a-z_]+\.go)\b`)

// TestFilesInComments checks that the files which comments name are in their package.
func TestFilesInComments(t *testing.T) {
	all := checkout(t)
	for _, s := range all.sources {
		for _, comment := range s.file.Comments {
			for _, m := range fileInComment.FindAllStringSubmatch(comment.Text(), -1) {
				if !slices.Contains(all.files, path.Join(s.dir, m[1])) {
					t.Errorf("%s names %s, which is not there", s.path, m[1])
				}
			}
		}
	}
}

// foreignPath matches absolute paths that exist on one machine only, such as home folders, work folders and drives.
var foreignPath = regexp.MustCompile(
	`(^|[^\w./:-])(/(home|root|Users|work|workspace|mnt|private/tmp)/\w|[A-Z]:\\Users)`)

// No file names a place that exists on one machine only.
func TestNoForeignPaths(t *testing.T) {
	for _, name := range checkout(t).files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(text, 0) || name == "architecture_test.go" {
			continue // a picture or other binary file
		}
		for i, line := range strings.Split(string(text), "\n") {
			if at := foreignPath.FindString(line); at != "" {
				t.Errorf("%s:%d: %q is a place of one machine", name, i+1, at)
			}
		}
	}
}

// namedFile matches a Go file that a document names, with or without its folder.
var namedFile = regexp.MustCompile("`([\\w./-]+\\.go)`")

// The Go files that documents name exist.
func TestNamedFiles(t *testing.T) {
	files := checkout(t).files
	named := 0
	for _, document := range files {
		if !strings.HasSuffix(document, ".md") {
			continue
		}
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range namedFile.FindAllStringSubmatch(string(text), -1) {
			if strings.HasSuffix(match[1], "NAME.go") {
				continue // a placeholder for any name
			}
			named++
			there := func(name string) bool { return name == match[1] || strings.HasSuffix(name, "/"+match[1]) }
			if !slices.ContainsFunc(files, there) {
				t.Errorf("%s names %s, which is not there", document, match[1])
			}
		}
	}
	if named < 10 {
		t.Errorf("the documents name %d Go files: the pattern misses them", named)
	}
}

// The users' documents stay short, as counted by wc -w.
func TestWordsOfDocs(t *testing.T) {
	documents, err := filepath.Glob("docs/*.md")
	if err != nil || len(documents) < 10 {
		t.Fatal(documents, err)
	}
	words := 0
	for _, document := range append(documents, "README.md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		words += len(strings.Fields(string(text)))
	}
	if words >= 30_000 {
		t.Errorf("README.md and docs/*.md have %d words, 30,000 or more: say less, or in docs/design", words)
	}
}
