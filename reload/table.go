package reload

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
)

// table is a file with rows whose cells are asked for by the order of the
// names that the reader knows, wherever the columns stand. Columns of a later
// version are skipped.
type table struct {
	*file
	row     row
	width   int   // cells of every row
	columns []int // place of the known names
	names   []string
	strip   strip
}

// openTable opens a table of the folder and finds its columns.
func (f *Folder) openTable(name string, names ...string) (*table, error) {
	file, err := f.openFile(name)
	if err != nil {
		return nil, err
	}
	t := &table{file: file, names: names}
	if err := t.header(f.Manifest.Version); err != nil {
		file.close()
		return nil, err
	}
	return t, nil
}

func (t *table) header(version string) error {
	line, err := t.line()
	if err != nil {
		return t.noHeader(err)
	}
	if err := t.row.split(line); err != nil {
		return t.damage("%v", err)
	}
	t.width = len(t.row.cells)
	var header []string
	for i := range t.width {
		header = append(header, string(t.row.cell(i)))
	}
	for _, name := range t.names {
		at := slices.Index(header, name)
		if at < 0 {
			return t.damage("no column %q: sitegraph %s wrote the table, which this version cannot read", name, version)
		}
		t.columns = append(t.columns, at)
	}
	return nil
}

// noHeader turns the end of the file into the statement that it is empty.
func (t *table) noHeader(err error) error {
	if errors.Is(err, io.EOF) {
		return t.damage("no header")
	}
	return err
}

// next reads the next row; its error is io.EOF behind the last one.
func (t *table) next() error {
	line, err := t.line()
	if err != nil {
		return err
	}
	if err := t.row.split(line); err != nil {
		return t.damage("%v", err)
	}
	if len(t.row.cells) != t.width {
		return t.damage("%d cells in a table of %d columns", len(t.row.cells), t.width)
	}
	return nil
}

// cell returns a cell by the place of its name; it is good until next.
func (t *table) cell(i int) []byte { return t.row.cell(t.columns[i]) }

// number returns a cell with a number from least to most.
func (t *table) number(i int, least, most int64) (int64, error) {
	n, ok := number(t.cell(i), most)
	if !ok || n < least {
		return 0, t.damage("%s is %s, not a number from %d to %d", t.names[i], shown(t.cell(i)), least, most)
	}
	return n, nil
}

// known is number for cells that may be empty; those give none.
func (t *table) known(i int, none, least, most int64) (int64, error) {
	if len(t.cell(i)) == 0 {
		return none, nil
	}
	return t.number(i, least, most)
}

// count is number for what is counted: from 0 as far as an int32 goes, which
// is less than any platform's int.
func (t *table) count(i int) (int, error) {
	n, err := t.number(i, 0, math.MaxInt32)
	return int(n), err
}

// shown is a text for a message, not too long.
func shown[T ~string | ~[]byte](text T) string {
	const longest = 80
	s := strings.ToValidUTF8(string(text[:min(len(text), longest)]), "")
	if len(text) > longest {
		s += "…"
	}
	return `"` + s + `"`
}

// strip gathers texts of a row so that they lie in one string together, equal
// ones once: a million pages have a million strings, not five.
type strip struct {
	text   []byte
	pieces []span
}

func (s *strip) reset() { s.text, s.pieces = s.text[:0], s.pieces[:0] }

// add takes a text in; take will return it.
func (s *strip) add(text []byte) {
	for _, p := range s.pieces {
		if bytes.Equal(s.text[p.from:p.to], text) {
			s.pieces = append(s.pieces, p)
			return
		}
	}
	from := len(s.text)
	s.text = append(s.text, text...)
	s.pieces = append(s.pieces, span{from: from, to: len(s.text)})
}

// take hands the texts to the variables, in the order in which they came.
func (s *strip) take(into ...*string) {
	all := string(s.text)
	for i, variable := range into {
		*variable = all[s.pieces[i].from:s.pieces[i].to]
	}
}

// texts sets the variables to the cells from the given place on.
func (t *table) texts(from int, into ...*string) {
	t.strip.reset()
	for i := range into {
		t.strip.add(t.cell(from + i))
	}
	t.strip.take(into...)
}
