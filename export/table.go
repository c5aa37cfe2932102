package export

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"sitegraph/wording"
)

// table is one of the tables of a result folder: its columns are declared once,
// for writing and for reading.
type table[T any] struct {
	// name is the file's name without the site's prefix.
	name    string
	columns []column[T]
}

// column is a column of a table: its name and the field that its cells are
// written from and read into. One of text, number and long is set.
type column[T any] struct {
	name   string
	text   func(*T) *string
	number func(*T) *int
	long   func(*T) *int64
	// repeats marks a text that many rows have, a media type for instance.
	// Equal ones are held in memory once.
	repeats bool
	// optional numbers are above none; none itself is an empty cell.
	optional bool
	none     int
	// most is the greatest number accepted; 0 means that of an int32.
	most int64
	// computed columns follow from others. They are written and never read.
	computed bool
	// later columns are missing in folders that older versions wrote.
	later bool
}

// The types of attributes in GEXF; GraphML has the same but "int".
const (
	kindString  = "string"
	kindInteger = "integer" // 32 bits
	kindLong    = "long"    // 64 bits
)

// kind is the type of the column.
func (c *column[T]) kind() string {
	switch {
	case c.text != nil:
		return kindString
	case c.long != nil:
		return kindLong
	}
	return kindInteger
}

// write writes the header and the rows.
func (t table[T]) write(o *out, rows iter.Seq2[T, error]) error {
	if err := t.writeHeader(o); err != nil {
		return err
	}
	var row T // one for all, since what a column points into escapes
	return each(rows, func(v T) error {
		row = v
		return t.writeRow(o, &row)
	})
}

func (t table[T]) writeHeader(o *out) error {
	for _, c := range t.columns {
		o.raw(c.name + ",")
	}
	return o.endRow()
}

func (t table[T]) writeRow(o *out, row *T) error {
	for i := range t.columns {
		switch c := &t.columns[i]; {
		case c.text != nil:
			o.cell(*c.text(row))
		case c.long != nil:
			o.number(*c.long(row))
		case c.optional && *c.number(row) == c.none:
			o.emptyCell()
		default:
			o.number(int64(*c.number(row)))
		}
	}
	return o.endRow()
}

// each calls do for every value of the sequence up to the first error; a nil
// sequence is empty.
func each[T any](values iter.Seq2[T, error], do func(T) error) error {
	if values == nil {
		return nil
	}
	for v, err := range values {
		if err != nil {
			return err
		}
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

// values is a sequence of what is in memory.
func values[T any](all []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range all {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// changed is a sequence with every value changed.
func changed[T any](values iter.Seq2[T, error], change func(T) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if values == nil {
			return
		}
		for v, err := range values {
			if !yield(change(v), err) {
				return
			}
		}
	}
}

// rowCheck is called with every row of a table in turn, to compare it with the
// rows before it, and with nil after the last one.
type rowCheck[T any] func(r *tableReader[T], row *T) error

// rows reads a table of the folder; one that the folder lacks has no rows. An
// error is yielded once, at the end. Each pass begins a check of its own; once
// a pass has reached the end, later ones do without it (see Folder.verified).
func rows[T any](f *Folder, t table[T], check func() rowCheck[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if _, ok := f.files[t.name]; !ok {
			return
		}
		r, err := openTable(f, t)
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		defer r.close()
		if !r.verified {
			r.check = check()
		}
		for {
			err := r.next()
			if errors.Is(err, io.EOF) {
				f.setVerified(r.checkedFile)
				return
			}
			if !yield(r.value, err) || err != nil {
				return
			}
		}
	}
}

// tableReader reads the rows of a table. Columns are found by name, wherever
// they are; those of a later version are skipped.
type tableReader[T any] struct {
	*checkedFile
	table[T]
	check  rowCheck[T] // nil for none
	value  T           // the present row
	row    row
	width  int   // cells of every row
	places []int // of the table's columns in the file, -1 for one not read
	strip  strip
	// lacking are the later columns that the file does not have.
	lacking []string
	words   map[string]string // texts that repeat
}

// openTable opens a table of the folder and finds its columns.
func openTable[T any](f *Folder, t table[T]) (*tableReader[T], error) {
	file, err := f.openFile(t.name)
	if err != nil {
		return nil, err
	}
	r := &tableReader[T]{checkedFile: file, table: t, words: map[string]string{}}
	if err := r.header(f.Manifest.Version); err != nil {
		file.close()
		return nil, err
	}
	return r, nil
}

func (r *tableReader[T]) header(version string) error {
	line, err := r.line()
	if errors.Is(err, io.EOF) {
		return r.damage("no header")
	}
	if err != nil {
		return err
	}
	if err := r.row.split(line); err != nil {
		return r.damage("%v", err)
	}
	r.width = len(r.row.cells)
	var header []string
	for i := range r.width {
		header = append(header, string(r.row.cell(i)))
	}
	for _, c := range r.columns {
		place := slices.Index(header, c.name)
		switch {
		case c.computed:
			place = -1
		case place < 0 && c.later:
			r.lacking = append(r.lacking, c.name)
		case place < 0:
			return r.damage("no column %q: sitegraph %s wrote the table, which this version cannot read", c.name, version)
		}
		r.places = append(r.places, place)
	}
	return nil
}

// next reads the next row into value and checks it. After the last one it
// returns io.EOF.
func (r *tableReader[T]) next() error {
	line, err := r.line()
	if errors.Is(err, io.EOF) && r.check != nil {
		if err := r.check(r, nil); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if err := r.row.split(line); err != nil {
		return r.damage("%v", err)
	}
	if len(r.row.cells) != r.width {
		return r.damage("%d cells in a table of %d columns", len(r.row.cells), r.width)
	}
	if err := r.read(); err != nil || r.check == nil {
		return err
	}
	return r.check(r, &r.value)
}

// read fills value from the cells.
func (r *tableReader[T]) read() error {
	var blank T
	r.value = blank
	r.strip.reset()
	for i := range r.columns {
		c, place := &r.columns[i], r.places[i]
		switch {
		case place < 0:
		case c.text == nil:
			if err := r.readNumber(c, r.row.cell(place)); err != nil {
				return err
			}
		case c.repeats:
			*c.text(&r.value) = r.word(r.row.cell(place))
		default:
			r.strip.add(r.row.cell(place), c.text(&r.value))
		}
	}
	r.strip.fill()
	return nil
}

func (r *tableReader[T]) readNumber(c *column[T], cell []byte) error {
	least, most := int64(0), c.most
	if most == 0 {
		most = math.MaxInt32
	}
	if c.optional {
		if least = int64(c.none) + 1; len(cell) == 0 {
			*c.number(&r.value) = c.none
			return nil
		}
	}
	n, ok := parseNumber(cell, most)
	if !ok || n < least {
		return r.damage("%s is %s, not a number from %d to %d", c.name, shown(cell), least, most)
	}
	if c.long != nil {
		*c.long(&r.value) = n
	} else {
		*c.number(&r.value) = int(n)
	}
	return nil
}

// word returns a text as a string, the same one for equal texts unless there
// are too many.
func (r *tableReader[T]) word(text []byte) string {
	const most = 4096
	if w, ok := r.words[string(text)]; ok {
		return w
	}
	w := string(text)
	if len(r.words) < most {
		r.words[w] = w
	}
	return w
}

// shown is a text for a message, not too long.
func shown[T ~string | ~[]byte](text T) string {
	return `"` + wording.Begin(strings.ToValidUTF8(string(text), ""), 80) + `"`
}

// strip gathers the texts of a row so that they share one string, equal ones
// once: a million pages have a million strings, not five.
type strip struct {
	text   []byte
	pieces []span
	into   []*string
}

func (s *strip) reset() { s.text, s.pieces, s.into = s.text[:0], s.pieces[:0], s.into[:0] }

// add takes in the text that fill is to store in a variable.
func (s *strip) add(text []byte, into *string) {
	s.into = append(s.into, into)
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

// fill stores the texts in their variables.
func (s *strip) fill() {
	all := string(s.text)
	for i, p := range s.pieces {
		*s.into[i] = all[p.from:p.to]
	}
}
