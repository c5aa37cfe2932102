package reload

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"
)

// row is a row of a table with its cells decoded: the exact inverse of the
// dialect in which export writes (docs/files.md, "Text").
type row struct {
	text  []byte // the cells, one after the other
	cells []span
}

// span is a cell's place in the text.
type span struct{ from, to int }

// The ways in which a row can be no row.
var (
	errControl   = errors.New("a control character within a row")
	errUTF8      = errors.New("bytes that are not UTF-8")
	errBackslash = errors.New("a single backslash: it must be doubled")
	errQuote     = errors.New("a quote within a cell that is not quoted")
	errOpen      = errors.New("a quoted cell does not end")
	errAfter     = errors.New("text behind a quoted cell")
)

// split decodes a line, which has no line end.
func (r *row) split(line []byte) error {
	r.text, r.cells = r.text[:0], r.cells[:0]
	for more := true; more; {
		from := len(r.text)
		var err error
		if len(line) > 0 && line[0] == '"' {
			line, more, err = r.quoted(line[1:])
		} else {
			line, more, err = r.bare(line)
		}
		if err != nil {
			return err
		}
		r.cells = append(r.cells, r.unguard(from))
	}
	if !utf8.Valid(r.text) {
		return errUTF8
	}
	return nil
}

// bare decodes a cell without quotes. It returns what is behind its comma, and
// whether there was one.
func (r *row) bare(line []byte) (rest []byte, more bool, err error) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ',':
			return line[i+1:], true, nil
		case c == '"':
			return nil, false, errQuote
		case c == '\\':
			if i++; i == len(line) || line[i] != '\\' {
				return nil, false, errBackslash
			}
			r.text = append(r.text, '\\')
		case c < ' ' || c == 0x7f:
			return nil, false, errControl
		default:
			r.text = append(r.text, c)
		}
	}
	return nil, false, nil
}

// quoted decodes a cell whose opening quote is gone.
func (r *row) quoted(line []byte) (rest []byte, more bool, err error) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '"' && i+1 < len(line) && line[i+1] == '"':
			i++
		case c == '"':
			return behind(line[i+1:])
		case c == '\\':
			if i++; i == len(line) || line[i] != '\\' {
				return nil, false, errBackslash
			}
		case c < ' ' || c == 0x7f:
			return nil, false, errControl
		}
		r.text = append(r.text, c)
	}
	return nil, false, errOpen
}

// behind looks for the comma or the end behind a closing quote.
func behind(line []byte) (rest []byte, more bool, err error) {
	switch {
	case len(line) == 0:
		return nil, false, nil
	case line[0] == ',':
		return line[1:], true, nil
	}
	return nil, false, errAfter
}

// unguard returns the place of the cell that begins at from and ends where the
// text does, without the apostrophe that keeps a spreadsheet from running it.
func (r *row) unguard(from int) span {
	cell := r.text[from:]
	if len(cell) > 1 && cell[0] == '\'' {
		if rest := bytes.TrimLeft(cell, "'"); len(rest) > 0 && strings.IndexByte("=+-@", rest[0]) >= 0 {
			from++
		}
	}
	return span{from: from, to: len(r.text)}
}

// cell returns a cell's text; it is good until the next split.
func (r *row) cell(i int) []byte { return r.text[r.cells[i].from:r.cells[i].to] }

// number reads a number as the tables have it: digits without a sign or
// leading zeros, at most limit.
func number(cell []byte, limit int64) (int64, bool) {
	if len(cell) == 0 || len(cell) > 18 || cell[0] == '0' && len(cell) > 1 {
		return 0, false
	}
	n := int64(0)
	for _, c := range cell {
		if c < '0' || '9' < c {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, n <= limit
}
