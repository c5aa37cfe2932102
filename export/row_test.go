package export

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// formula matches what a spreadsheet might run, at the beginning of a cell or after a semicolon or tab.
var formula = regexp.MustCompile(`(^)('*[=+@-])|([;\t])(['"]*[=+@-])`)

// encodeRow writes cells in the dialect of docs/files.md, implemented from its description.
func encodeRow(cells []string) string {
	var out []string
	for _, c := range cells {
		c = formula.ReplaceAllString(c, "$1$3'$2$4")
		c = strings.NewReplacer(`\`, `\\`, `"`, `""`).Replace(c)
		if strings.ContainsAny(c, `,"`) {
			c = `"` + c + `"`
		}
		out = append(out, c)
	}
	return strings.Join(out, ",")
}

func decodeRow(line string) ([]string, error) {
	var r row
	err := r.split([]byte(line))
	var cells []string
	for i := range r.cells {
		cells = append(cells, string(r.cell(i)))
	}
	return cells, err
}

// The first column was derived by hand from docs/files.md.
func TestRow(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
		err  error
	}{
		{``, []string{""}, nil},
		{`,`, []string{"", ""}, nil},
		{`a,b`, []string{"a", "b"}, nil},
		{`"a,b",""`, []string{"a,b", ""}, nil},
		{`"""",""""""`, []string{`"`, `""`}, nil},
		{`\\,"\\,"`, []string{`\`, `\,`}, nil},
		{`"\\""",x`, []string{`\"`, "x"}, nil},
		{`'=1,''=1,'a,''`, []string{"=1", "'=1", "'a", "''"}, nil},
		{`"'=""a"`, []string{`="a`}, nil},
		{`=1`, []string{"=1"}, nil},
		{`λ,漢`, []string{"λ", "漢"}, nil},
		{`\`, nil, errBackslash},
		{`\n`, nil, errBackslash},
		{`"\"`, nil, errBackslash},
		{`a"b`, nil, errQuote},
		{`"a`, nil, errOpen},
		{`"a""`, nil, errOpen},
		{`"a"b`, nil, errAfter},
		{`"a" `, nil, errAfter},
		{"a\tb", nil, errControl},
		{"\"a\x00\"", nil, errControl},
		{"a\x7f", nil, errControl},
		{"a\xff", []string{"a\xff"}, errUTF8},
	} {
		got, err := decodeRow(c.line)
		if !errors.Is(err, c.err) || err == nil && !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, %v; want %q, %v", c.line, got, err, c.want, c.err)
		}
	}
}

// An accepted row is the same after it is written and read again.
func FuzzRow(f *testing.F) {
	for _, line := range []string{``, `,`, `"a,b",""`, `"""",x`, `\\`,
		`'=1`, `"'=""a"`, "\xff", `''''+`, `;''+`, `a"`, `"a`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		cells, err := decodeRow(line)
		if err != nil {
			return
		}
		again, err := decodeRow(encodeRow(cells))
		if err != nil || !slices.Equal(again, cells) {
			t.Errorf("%q: %q, again %q, %v", line, cells, again, err)
		}
	})
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		cell string
		want int64
		ok   bool
	}{
		{"0", 0, true}, {"10", 10, true}, {"100", 100, true}, {"101", 101, false}, {"", 0, false}, {"-1", 0, false},
		{"+1", 0, false}, {"1 ", 0, false}, {"00", 0, false}, {"01", 0, false}, {"1.0", 0, false},
		{"99999999999999999999999999", 0, false}, {"9223372036854775808", 0, false},
	} {
		if got, ok := parseNumber([]byte(c.cell), 100); ok != c.ok || ok && got != c.want {
			t.Errorf("%q: got %d, %v", c.cell, got, ok)
		}
	}
}

// Foreign bytes as arcs.csv of four pages give an error, or a sorted graph whose targets exist.
func FuzzArcs(f *testing.F) {
	f.Add([]byte("Source,Target,Type,Weight\n1,1,Directed,1\n1,2,Directed,2\n1,3,Directed,1\n3,4,Directed,1\n"))
	f.Add([]byte("Source,Target,Type,Weight\n1,2,Directed,4294967295\n1,2,Directed,1\n"))
	f.Add([]byte("Source,Target,Type,Weight\n4,1,Directed,1\n1,4294967296,Directed,0"))
	f.Add([]byte(""))
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := graphOf(t, text, 4)
		if err != nil {
			return
		}
		if len(g.Offsets) != 5 || g.Offsets[4] != len(g.Targets) || len(g.Targets) != g.Weights.Len() {
			t.Fatalf("%+v", g)
		}
		for i := range g.Pages {
			targets, weights := g.Out(i)
			for k, to := range targets {
				if int(to) >= len(g.Pages) || weights.At(k) == 0 || k > 0 && targets[k-1] >= to {
					t.Fatalf("%+v", g)
				}
			}
		}
	})
}

// graphOf reads a text as arcs.csv of n pages in a chain of levels.
func graphOf(t testing.TB, text []byte, n int) (*site.Graph, error) {
	sum := sha256.Sum256(text)
	folder := &Folder{path: t.TempDir(), files: map[string]File{arcsTable.name: {Name: "x." + arcsTable.name,
		Bytes: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}}}
	must(t, os.WriteFile(filepath.Join(folder.path, "x."+arcsTable.name), text, 0o666))
	var pages []site.Page
	for i := range n {
		pages = append(pages, site.Page{Level: min(i, 2)})
	}
	r, err := folder.newGraphReader(pages)
	if err != nil {
		return nil, err
	}
	err = each(folder, arcsTable, r.arc)
	r.fill(n)
	return r.graph, err
}

// fileOf opens a text as a file of a folder whose manifest states the given size.
func fileOf(t testing.TB, name string, text []byte, size int) *verifiedReader {
	t.Helper()
	folder := &Folder{path: t.TempDir(), files: map[string]File{name: {Name: "x." + name, Bytes: int64(size)}}}
	must(t, os.WriteFile(filepath.Join(folder.path, "x."+name), text, 0o666))
	file, err := folder.openFile(name)
	must(t, err)
	t.Cleanup(file.close)
	return file
}

// Rows about as long as the buffer, and longer ones, can be read.
func TestLongRow(t *testing.T) {
	for _, n := range []int{readSize - 1, readSize, readSize + 1, 3*readSize + 5} {
		line := strings.Repeat("x", n)
		file := fileOf(t, badTable.name, []byte(line+"\n"+line+"\n"), 2*n+2)
		for range 2 {
			if got, err := file.line(); err != nil || string(got) != line {
				t.Errorf("%d bytes: got %d, %v", n, len(got), err)
			}
		}
	}
}

// A file is read no further than the size in the manifest.
func TestLimit(t *testing.T) {
	file := fileOf(t, badTable.name, []byte(strings.Repeat("x,y\n", 1<<20)), 8)
	rows, err := 0, error(nil)
	for err == nil {
		if _, err = file.line(); err == nil {
			rows++
		}
	}
	if rows != 2 || !strings.Contains(err.Error(), "the last row does not end") {
		t.Errorf("%d rows, %v", rows, err)
	}
}
