package export

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"sitegraph/wording"
)

// rowCheck checks one row. It is called for each row of a table in order, so it can compare rows.
type rowCheck[T any] func(r *tableReader[T], row *T) error

// tableCheck checks a whole table. row checks each row; end, unless nil, checks them together after the last.
type tableCheck[T any] struct {
	row rowCheck[T]
	end func(r *tableReader[T]) error
}

var errEnough = errors.New("no more rows are wanted")

// rows reads a table; a missing table has no rows. It yields an error once, at the end. Each pass checks the rows
// until one pass has reached the end (see Folder.verified).
func rows[T any](f *Folder, t table[T], check func() tableCheck[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		c := check()
		err := eachOf(f, t, tableCheck[T]{func(r *tableReader[T], row *T) error {
			if !r.verified {
				if err := c.row(r, row); err != nil {
					return err
				}
			}
			if !yield(*row, nil) {
				return errEnough
			}
			return nil
		}, func(r *tableReader[T]) error {
			if r.verified || c.end == nil {
				return nil
			}
			return c.end(r)
		}})
		if err != nil && !errors.Is(err, errEnough) {
			var none T
			yield(none, err)
		}
	}
}

// each calls take with every row of a table. take checks the row and keeps what it needs.
func each[T any](f *Folder, t table[T], take rowCheck[T]) error {
	return eachOf(f, t, tableCheck[T]{row: take})
}

func eachOf[T any](f *Folder, t table[T], check tableCheck[T]) error {
	if _, ok := f.files[t.name]; !ok {
		return nil
	}
	r, err := openTable(f, t)
	if err != nil {
		return err
	}
	defer r.close()
	for err == nil {
		if err = r.next(); err == nil {
			err = check.row(r, &r.value)
		}
	}
	if errors.Is(err, io.EOF) && check.end != nil {
		err = cmp.Or(check.end(r), err)
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	f.verified.Store(t.name, r.info)
	return nil
}

// tableReader reads a table. It finds columns by name and skips unknown ones.
type tableReader[T any] struct {
	*verifiedReader
	table[T]
	value   T // of the current row
	row     row
	width   int               // number of cells in every row
	places  []int             // index in the file of each column, -1 if not read
	texts   rowTexts          // of the current row
	words   map[string]string // one copy of each text of columns that repeat
	lacking []string          // optional columns that the file does not have
}

func openTable[T any](f *Folder, t table[T]) (*tableReader[T], error) {
	file, err := f.openFile(t.name)
	if err != nil {
		return nil, err
	}
	r := &tableReader[T]{verifiedReader: file, table: t, words: map[string]string{}}
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
		case place < 0 && (c.later || c.of != nil):
			r.lacking = append(r.lacking, c.name)
		case place < 0:
			return r.damage("no column %q: sitegraph %s wrote the table, which this version cannot read",
				c.name, version)
		}
		r.places = append(r.places, place)
	}
	return nil
}

func (r *tableReader[T]) next() error {
	line, err := r.line()
	if err != nil {
		return err
	}
	if err := r.row.split(line); err != nil {
		return r.damage("%v", err)
	}
	if len(r.row.cells) != r.width {
		return r.damage("%d cells in a table of %d columns", len(r.row.cells), r.width)
	}
	return r.read()
}

func (r *tableReader[T]) read() error {
	var blank T
	r.value = blank
	r.texts.reset()
	for i := range r.columns {
		c, place := &r.columns[i], r.places[i]
		switch {
		case place < 0:
		case c.share != nil:
			x, ok := parseReal(r.row.cell(place))
			if *c.share(&r.value) = x; !ok || x < 0 || x > 1 {
				return r.damage("%s is %s, not a number from 0 to 1", c.name, shown(r.row.cell(place)))
			}
		case c.real != nil:
			var ok bool
			if *c.real(&r.value), ok = parseReal(r.row.cell(place)); !ok {
				return r.damage("%s is %s, not a number", c.name, shown(r.row.cell(place)))
			}
		case c.flag != nil:
			text := string(r.row.cell(place))
			if *c.flag(&r.value) = text == "true"; text != "true" && text != "false" {
				return r.damage("%s is %s, not true or false", c.name, shown(text))
			}
		case c.at != nil:
			text := string(r.row.cell(place))
			at, err := time.Parse(time.RFC3339, text)
			if *c.at(&r.value) = at; err != nil || writtenTime(at) != text {
				return r.damage("%s is %s, not a time like 2026-03-01T06:00:00Z", c.name, shown(text))
			}
		case c.text == nil:
			if err := r.readNumber(c, r.row.cell(place)); err != nil {
				return err
			}
		case c.repeats:
			*c.text(&r.value) = r.word(r.row.cell(place))
		default:
			r.texts.add(r.row.cell(place), c.text(&r.value))
		}
	}
	r.texts.fill()
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
	*c.number(&r.value) = int(n)
	return nil
}

func (r *tableReader[T]) word(text []byte) string {
	const most = 4096
	if w, ok := r.words[string(text)]; ok {
		return w
	}
	w := string(text)
	if len(r.words) < most { // limits memory
		r.words[w] = w
	}
	return w
}

func shown[T ~string | ~[]byte](text T) string {
	return `"` + wording.Begin(strings.ToValidUTF8(string(text), ""), 80) + `"`
}

// rowTexts joins a row's texts into one string, so that a million pages allocate a million strings, not five million.
type rowTexts struct {
	text   []byte
	pieces []span
	into   []*string
}

func (t *rowTexts) reset() { t.text, t.pieces, t.into = t.text[:0], t.pieces[:0], t.into[:0] }

func (t *rowTexts) add(text []byte, into *string) {
	t.into = append(t.into, into)
	for _, p := range t.pieces {
		if bytes.Equal(t.text[p.from:p.to], text) {
			t.pieces = append(t.pieces, p)
			return
		}
	}
	from := len(t.text)
	t.text = append(t.text, text...)
	t.pieces = append(t.pieces, span{from: from, to: len(t.text)})
}

func (t *rowTexts) fill() {
	all := string(t.text)
	for i, p := range t.pieces {
		*t.into[i] = all[p.from:p.to]
	}
}
