package export

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"sitegraph/site"
)

// TestAsWritten: the texts of a page are those that are read back from the tables, however odd they are.
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
		var row row
		o := &out{}
		for _, text := range []string{s, cells.Description, cells.H1, cells.RobotsTag, cells.hreflang} {
			o.cell(text)
		}
		o.endRow()
		if err := row.split(bytes.TrimSuffix(o.buf, []byte("\n"))); err != nil {
			t.Fatal(err)
		}
		cell := func(i int) string { return string(row.text[row.cells[i].from:row.cells[i].to]) }
		cells.Description, cells.H1, cells.RobotsTag, cells.hreflang = cell(1), cell(2), cell(3), cell(4)
		cells.Facts.Alternates = nil
		if want := cells.facts(); got.Title != cell(0) || !reflect.DeepEqual(got.Facts, want) {
			t.Errorf("%q: %q, %+v\nwant %q, %+v", s, got.Title, got.Facts, cell(0), want)
		}
		if once := AsWritten(c); AsWritten(once) != once {
			t.Errorf("%q: twice differs", s)
		}
	}
}

// TestCleanJSON: JSON says the same, without raw characters that move a cursor or turn the text.
func TestCleanJSON(t *testing.T) {
	for _, s := range append(hostile, "\u009b2J\x7f", `\u009b`) {
		var b bytes.Buffer
		e := json.NewEncoder(CleanJSON(&b))
		e.SetEscapeHTML(false)
		if err := e.Encode(s); err != nil {
			t.Fatal(err)
		}
		var got string
		text := strings.TrimSuffix(b.String(), "\n")
		if err := json.Unmarshal(b.Bytes(), &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") &&
			got != string([]rune(s)) {
			t.Errorf("%q: %q, %v", s, got, err)
		}
		if text != site.Printable(text) {
			t.Errorf("%q: %q", s, text)
		}
	}
}
