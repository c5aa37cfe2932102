package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// measured is a row with cells of all kinds.
type measured struct {
	text  string
	n     int
	known bool
	share float64
}

// unknown marks an unknown share.
const unknown = -1

func measuredCells(r *Row, m *measured) {
	r.text("change", m.text).numberIf("count", m.known, m.n).aside("from", "x")
	r.exactIf("share", m.share != unknown, m.share)
}

func wroteTable(t *testing.T, l Listing) string {
	t.Helper()
	d := newDir(t)
	must(t, l.Write(t.Context(), d))
	f := d.Files()[0]
	text, err := os.ReadFile(filepath.Join(d.Path(), f.Name))
	must(t, err)
	if int64(len(text)) != f.Bytes || !strings.HasSuffix(f.Name, ".changes.csv") {
		t.Errorf("%+v of %d bytes", f, len(text))
	}
	return string(text)
}

func TestListing(t *testing.T) {
	got := wroteTable(t, List("changes.csv", good(measured{"added", -3, true, 0.25},
		measured{`=a, "b" \`, 0, false, -1e-7},
		measured{"", math.MaxInt32, true, math.Copysign(0, -1)},
		measured{"", 0, false, unknown},
		measured{"a\nb", 0, true, 1e21}), measuredCells))
	want := "change,count,share\nadded,-3,0.25\n\"'=a, \"\"b\"\" \\\\\",,-1e-07\n,2147483647,0\n,,\na b,0,1e+21\n"
	console.Equal(t, got, want)
	console.Equal(t, wroteTable(t, List("changes.csv", good[measured](), measuredCells)), "change,count,share\n")
}

func TestListingFails(t *testing.T) {
	broken := func(yield func(measured, error) bool) {
		if yield(measured{}, nil) {
			yield(measured{}, errors.New("broken"))
		}
	}
	twice := func(r *Row, m *measured) {
		if measuredCells(r, m); m.known {
			r.number("count", m.n)
		}
	}
	for _, c := range []struct {
		table Listing
		want  string
	}{
		{List("measures.csv", broken, measuredCells), "broken"},
		{List("measures.csv", good(measured{}, measured{known: true}), twice), "row 2 has 5 cells, the header 4"},
		{List("measures.csv", good(measured{share: math.NaN()}), measuredCells), "row 1: share is NaN"},
		{List("measures.csv", good(measured{}, measured{share: math.Inf(1)}), measuredCells), "row 2: share is +Inf"},
	} {
		d := newDir(t)
		err := c.table.Write(t.Context(), d)
		console.Fails(t, err, c.want)
		console.Fails(t, err, "measures.csv")
		if entries, _ := os.ReadDir(d.Path()); len(entries)+len(d.Files()) > 0 {
			t.Errorf("%s: something is left", c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := List("x.csv", good[measured](), measuredCells).Write(ctx, newDir(t)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// endless yields count equal rows.
func endless(count int) iter.Seq2[measured, error] {
	return func(yield func(measured, error) bool) {
		for i := 0; i < count && yield(measured{"a text", 12, true, 0.5}, nil); i++ {
		}
	}
}

// Memory does not grow with the number of rows.
func TestTableStreams(t *testing.T) {
	run := func() {
		must(t, List("", endless(50_000), measuredCells).WriteTo(t.Context(), io.Discard))
	}
	if allocs := testing.AllocsPerRun(1, run); allocs > 60 {
		t.Errorf("%.0f allocations", allocs)
	}
}

// Numbers are read back as they were written.
func FuzzTableNumber(f *testing.F) {
	for _, x := range []float64{0, 0.1, 1e-7, -123456.789, 1e300, math.SmallestNonzeroFloat64} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		var b bytes.Buffer
		l := List("", good(x), func(r *Row, x *float64) { r.exact("x", *x) })
		must(t, l.WriteTo(t.Context(), &b))
		lines := slices.Collect(strings.Lines(b.String()))
		var got float64
		if _, err := fmt.Sscan(lines[1], &got); err != nil || got != x {
			t.Errorf("%v: %q, %v", x, lines, err)
		}
	})
}

// AsWritten gives texts as the tables give them back, however odd they are.
func TestAsWritten(t *testing.T) {
	for _, s := range append(hostile, "a\u00a0b", "a=b", " = ") {
		c := tiny()
		c.Graph.Pages[1].Title, c.Graph.Pages[2].Lang = s, s
		c.Graph.Pages[1].Facts = &site.Facts{Description: s, H1: s, RobotsTag: s, Words: 1,
			Alternates: []site.Alternate{{Lang: s, URL: s}, {Lang: "de", URL: "http://h/" + s + "?a=b"}}}
		before := c.Graph.Pages[1].Facts.Alternates[0]
		got := AsWritten(c).Graph.Pages[1]
		if c.Graph.Pages[1].Title != s || c.Graph.Pages[1].Facts.Alternates[0] != before {
			t.Fatalf("%q: the crawl was changed", s)
		}
		cells := factsOf(&c.Graph.Pages[1])
		o := &out{}
		for _, text := range []string{s, cells.Description, cells.H1, cells.RobotsTag, cells.hreflang} {
			o.cell(text)
		}
		o.endRow()
		row, err := decodeRow(strings.TrimSuffix(string(o.buf), "\n"))
		must(t, err)
		cells.Description, cells.H1, cells.RobotsTag, cells.hreflang = row[1], row[2], row[3], row[4]
		cells.Facts.Alternates = nil
		if want := cells.facts(); got.Title != row[0] || !reflect.DeepEqual(got.Facts, want) {
			t.Errorf("%q: %q, %+v\nwant %q, %+v", s, got.Title, got.Facts, row[0], want)
		}
		if once := AsWritten(c); AsWritten(once) != once {
			t.Errorf("%q: twice differs", s)
		}
	}
}

// CleanJSON keeps the meaning, but writes no raw characters that move a cursor or turn the text.
func TestCleanJSON(t *testing.T) {
	for _, s := range append(hostile, "\u009b2J\x7f", `\u009b`) {
		var b bytes.Buffer
		e := json.NewEncoder(CleanJSON(&b))
		e.SetEscapeHTML(false)
		must(t, e.Encode(s))
		var got string
		text := strings.TrimSuffix(b.String(), "\n")
		if err := json.Unmarshal(b.Bytes(), &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") &&
			got != string([]rune(s)) {
			t.Errorf("%q: %q, %v", s, got, err)
		}
		console.Equal(t, text, site.Printable(text), s)
	}
}
