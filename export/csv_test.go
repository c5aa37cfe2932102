package export

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// readGephi reads a table as Gephi does (Apache Commons CSV with escapes), written from its documentation.
func readGephi(table string) ([][]string, error) {
	var rows [][]string
	var row []string
	var cell strings.Builder
	quoted, fresh := false, true
	for i := 0; i < len(table); i++ {
		switch c := table[i]; {
		case c == '\\':
			if i++; i == len(table) {
				return nil, errors.New("escape at the end")
			}
			if strings.IndexByte(`\",`, table[i]) < 0 {
				return nil, errors.New("escape changes a character: " + table[i-1:i+1])
			}
			cell.WriteByte(table[i])
			fresh = false
		case quoted && c == '"' && i+1 < len(table) && table[i+1] == '"':
			cell.WriteByte('"')
			i++
		case c == '"' && (quoted || fresh):
			quoted, fresh = !quoted, false
		case c == '"':
			return nil, errors.New("quote within a bare cell")
		case !quoted && (c == ',' || c == '\n'):
			row = append(row, strings.TrimFunc(cell.String(), func(r rune) bool { return r <= ' ' }))
			cell.Reset()
			if fresh = true; c == '\n' {
				rows, row = append(rows, row), nil
			}
		default:
			cell.WriteByte(c)
			fresh = false
		}
	}
	if quoted || len(row) > 0 || cell.Len() > 0 {
		return nil, errors.New("the last row does not end")
	}
	return rows, nil
}

// expected cleans a text as the package comment promises, implemented a second time.
func expected(s string) string {
	for _, turn := range []string{"\u202a 202A", "\u202b 202B", "\u202c 202C", "\u202d 202D", "\u202e 202E",
		"\u2066 2066",
		"\u2067 2067", "\u2068 2068", "\u2069 2069"} {
		char, number, _ := strings.Cut(turn, " ")
		s = strings.ReplaceAll(s, char, `\u`+number)
	}
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == 0x2028, r == 0x2029:
			return ' '
		case r == 0xfffe, r == 0xffff:
			return utf8.RuneError
		}
		return r
	}, s)
	return strings.Trim(clean, " ")
}

// guards matches the apostrophes that were added, as described in docs/files.md.
var guards = regexp.MustCompile(`^'('*[=+\-@])|(;)'(['"]*[=+\-@])`)

// unguard removes them.
func unguard(cell string) string { return guards.ReplaceAllString(cell, "$1$2$3") }

// formulas matches what a spreadsheet would run, if semicolons or tabs separate cells.
var formulas = regexp.MustCompile(`(^|[;\t]["]*)[=+\-@]`)

// hostile lists texts that have broken writers and readers of tables.
var hostile = []string{
	"", " ", ",", `"`, `""`, `\`, `\\`, `\"`, `"\`, `a\`, `\n`, `C:\new\table`, "a\nb", "a\r\nb", "\t", "\x00",
	"\x01a\x1f",
	"=1+1", "+1", "-1", "@a", "'=1", "''=1", "'", "'a", "  =1", "\t=1", "\x00=1", "=", `="a",b`, "λ → 漢字 🙂", "\xff\xfe",
	"a\xc3",
	"\u2028", "\u0085", "\ufffe", "\ufeffa", "\ufffd", "null", "NaN", `<a href="x">&amp;</a>`, "]]>", "]]&gt;",
	"\u00a0a\u00a0", "#", ";", "pdf.\u202eexe", "\u2066a\u2069, \u202ab\u202c", "\u202b=1\u202d", "\u2067\u2068",
	"a\u200eb\u200f", "a;=1", ";-1;+1", "a;'=1;''@x", `a;"=1"`, `a;'"'=1`, "a; =1", "a\t=1", ";;=1", "=;=", "x;",
}

// Hostile and Expected are exported for tests outside the package.
var Hostile, Expected = hostile, expected

func FuzzTable(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, "x")
		f.Add("x", s)
	}
	f.Fuzz(func(t *testing.T, a, b string) { checkCells(t, []string{a, b, a + b}) })
}

// checkCells puts each text into the text cells of the table of bad links and reads it back.
func checkCells(t *testing.T, cells []string) {
	t.Helper()
	var bad []site.BadLink
	for i, s := range cells {
		bad = append(bad, site.BadLink{Source: i + 1, Href: s, Fault: site.LinkFault{Text: "r"}, Text: s, Count: i})
	}
	c := empty()
	c.Bad = good(bad...)
	rows, err := readGephi(string(render(t, "bad.csv", c, Options{})))
	if err != nil {
		t.Fatalf("%v in %q", err, cells)
	}
	if len(rows) != len(cells)+1 {
		t.Fatalf("%d rows of %d", len(rows)-1, len(cells))
	}
	for i, s := range cells {
		row, want := rows[i+1], expected(s)
		if len(row) != 5 || row[2] != "r" {
			t.Fatalf("%q: row %q", s, row)
		}
		for _, k := range []int{1, 3} {
			console.Equal(t, unguard(row[k]), want, s)
			if formulas.MatchString(row[k]) {
				t.Errorf("%q: formula %q", s, row[k])
			}
		}
	}
}

// Replaced characters are counted in the record of files.
func TestReplacedIsCounted(t *testing.T) {
	c := empty()
	c.Aliases = []site.Alias{{Key: "a\tb\n\x00\x1b", Page: "\xff\xfe", Kind: "\ufffd\u2028\uffff"}}
	d := newDir(t)
	must(t, Write(t.Context(), d, "aliases", c, Options{}))
	console.Equal(t, d.Files()[0].Replaced, 5)
}
