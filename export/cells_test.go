package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wroteTable writes a table and returns its content.
func wroteTable(t *testing.T, header []string, rows iter.Seq2[[]Cell, error]) string {
	t.Helper()
	d := newDir(t)
	if err := WriteTable(t.Context(), d, "changes.csv", header, rows); err != nil {
		t.Fatal(err)
	}
	f := d.Files()[0]
	text, err := os.ReadFile(filepath.Join(d.Path(), f.Name))
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(text)) != f.Bytes || !strings.HasSuffix(f.Name, ".changes.csv") {
		t.Errorf("%+v of %d bytes", f, len(text))
	}
	return string(text)
}

func TestWriteTable(t *testing.T) {
	got := wroteTable(t, []string{"change", "count", "share"}, good(
		[]Cell{Text("added"), Int(-3), Float(0.25)},
		[]Cell{Text(`=a, "b" \`), {}, Float(-1e-7)},
		[]Cell{Text(""), Int(math.MaxInt32), Float(math.Copysign(0, -1))},
		[]Cell{{}, {}, {}},
		[]Cell{Text("a\nb"), Int(0), Float(1e21)},
	))
	want := "change,count,share\nadded,-3,0.25\n\"'=a, \"\"b\"\" \\\\\",,-1e-07\n,2147483647,0\n,,\na b,0,1e+21\n"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := wroteTable(t, []string{"a", "b"}, good[[]Cell]()); got != "a,b\n" {
		t.Errorf("without rows: %q", got)
	}
}

// TestTableTexts reads hostile texts back as Gephi does.
func TestTableTexts(t *testing.T) {
	rows := func(yield func([]Cell, error) bool) {
		row := make([]Cell, 3) // used again for every row
		for i, s := range hostile {
			row[0], row[1], row[2] = Text(s), Int(i), Text(s)
			if !yield(row, nil) {
				return
			}
		}
	}
	got, err := readGephi(wroteTable(t, []string{"a", "n", "b"}, rows))
	if err != nil || len(got) != len(hostile)+1 {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	for i, s := range hostile {
		row := got[i+1]
		if len(row) != 3 || unguard(row[0]) != expected(s) || unguard(row[2]) != expected(s) ||
			row[1] != fmt.Sprint(i) {
			t.Errorf("%q: %q", s, row)
		}
	}
}

func TestWriteTableErrors(t *testing.T) {
	broken := errors.New("broken")
	failing := func(yield func([]Cell, error) bool) {
		if yield([]Cell{Int(1)}, nil) {
			yield(nil, broken)
		}
	}
	for _, c := range []struct {
		rows iter.Seq2[[]Cell, error]
		want string
	}{
		{failing, "broken"},
		{good([]Cell{Int(1)}, []Cell{Int(1), Int(2)}), "row 2 has 2 cells, the header 1"},
		{good([]Cell{Float(math.NaN())}), "row 1: n is NaN"},
		{good([]Cell{Float(1)}, []Cell{Float(math.Inf(1))}), "row 2: n is +Inf"},
	} {
		d := newDir(t)
		err := WriteTable(t.Context(), d, "measures.csv", []string{"n"}, c.rows)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "measures.csv") {
			t.Errorf("got %v, want %s", err, c.want)
		}
		if entries, _ := os.ReadDir(d.Path()); len(entries)+len(d.Files()) > 0 {
			t.Errorf("%s: something is left", c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := WriteTable(ctx, newDir(t), "x.csv", []string{"n"}, good[[]Cell]()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestTableStreams: what is kept does not grow with the rows.
func TestTableStreams(t *testing.T) {
	row := []Cell{Text("a text"), Int(12), Float(0.5)}
	o := &out{ctx: t.Context(), w: io.Discard}
	run := func() {
		rows := func(yield func([]Cell, error) bool) {
			for range 50_000 {
				if !yield(row, nil) {
					return
				}
			}
		}
		if err := o.table([]string{"a", "b", "c"}, rows); err != nil {
			t.Fatal(err)
		}
	}
	if allocs := testing.AllocsPerRun(1, run); allocs > 50 {
		t.Errorf("%.0f allocations", allocs)
	}
}

// tableBytes writes a table into memory.
func tableBytes(t *testing.T, rows ...[]Cell) []byte {
	t.Helper()
	var b bytes.Buffer
	o := &out{ctx: t.Context(), w: &b}
	if err := o.table([]string{"x"}, good(rows...)); err != nil {
		t.Fatal(err)
	}
	if err := o.flush(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// FuzzTableNumber: numbers are read back as they were.
func FuzzTableNumber(f *testing.F) {
	for _, x := range []float64{0, 0.1, 1e-7, -123456.789, 1e300, math.SmallestNonzeroFloat64} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		lines := slices.Collect(strings.Lines(string(tableBytes(t, []Cell{Float(x)}))))
		var got float64
		if _, err := fmt.Sscan(lines[1], &got); err != nil || got != x {
			t.Errorf("%v: %q, %v", x, lines, err)
		}
	})
}
