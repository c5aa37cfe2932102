package export

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"sitegraph/wording"
)

// The package comment describes the dialect. out writes cells, row reads them.

// endRow replaces the comma after the last cell with a line break.
func (o *out) endRow() {
	if n := len(o.buf); n > 0 && o.buf[n-1] == ',' {
		o.buf = o.buf[:n-1]
	}
	o.buf = append(o.buf, '\n')
}

func (o *out) number(n int) { o.int(n).raw(",") }

func (o *out) cell(s string) {
	text := o.clean(s)
	quote := bytes.IndexByte(text, ',') >= 0 || bytes.IndexByte(text, '"') >= 0
	if quote {
		o.buf = append(o.buf, '"')
	}
	for i, c := range text {
		if isFormula(text, i) {
			o.buf = append(o.buf, '\'')
		}
		if c == '"' || c == '\\' {
			o.buf = append(o.buf, c)
		}
		o.buf = append(o.buf, c)
	}
	if quote {
		o.buf = append(o.buf, '"')
	}
	o.buf = append(o.buf, ',')
}

// isFormula reports whether a spreadsheet might run the text from this index on as a formula. It skips leading
// apostrophes, so that a reader can tell one that we added from the text's own. Some spreadsheets split cells at
// semicolons or tabs, so a formula may also begin after one of these, even behind quotes.
func isFormula[T string | []byte](text T, at int) bool {
	ignored := "'"
	if at > 0 {
		if text[at-1] != ';' && text[at-1] != '\t' {
			return false
		}
		ignored = `'"`
	}
	for at < len(text) && strings.IndexByte(ignored, text[at]) >= 0 {
		at++
	}
	return at < len(text) && strings.IndexByte("=+-@", text[at]) >= 0
}

// Guarded puts an apostrophe before each formula in text that a spreadsheet might run, as cells do.
func Guarded(text string) string {
	for i := len(text) - 1; i >= 0; i-- {
		if isFormula(text, i) {
			text = text[:i] + "'" + text[i:]
		}
	}
	return text
}

// unguarded removes the apostrophes that Guarded added.
func unguarded(cell []byte) []byte {
	if bytes.IndexByte(cell, '\'') < 0 {
		return cell
	}
	kept := cell[:0]
	for i, c := range cell {
		if c != '\'' || !isFormula(cell, i) {
			kept = append(kept, c)
		}
	}
	return kept
}

type row struct {
	text  []byte // the cells, one after the other
	cells []span
}

type span struct{ from, to int }

// A line that is not a valid row has one of these errors.
var (
	errControl   = errors.New("a control character within a row")
	errUTF8      = errors.New("bytes that are not UTF-8")
	errBackslash = errors.New("a single backslash: it must be doubled")
	errQuote     = errors.New("a quote within a cell that is not quoted")
	errOpen      = errors.New("a quoted cell does not end")
	errAfter     = errors.New("text after a quoted cell")
)

func (r *row) split(line []byte) error {
	r.text, r.cells = r.text[:0], r.cells[:0]
	for more := true; more; {
		from := len(r.text)
		var err error
		if line, more, err = r.decode(line); err != nil {
			return err
		}
		r.text = r.text[:from+len(unguarded(r.text[from:]))]
		r.cells = append(r.cells, span{from: from, to: len(r.text)})
	}
	if !utf8.Valid(r.text) {
		return errUTF8
	}
	return nil
}

// decode decodes the first cell of a line. It returns the text after the next comma, and whether there is a comma.
func (r *row) decode(line []byte) (rest []byte, more bool, err error) {
	quoted := len(line) > 0 && line[0] == '"'
	if quoted {
		line = line[1:]
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == ',' && !quoted:
			return line[i+1:], true, nil
		case c == '"' && !quoted:
			return nil, false, errQuote
		case c == '"' && i+1 < len(line) && line[i+1] == '"':
			i++
		case c == '"':
			return afterQuote(line[i+1:])
		case c == '\\':
			if i++; i == len(line) || line[i] != '\\' {
				return nil, false, errBackslash
			}
		case c < ' ' || c == 0x7f:
			return nil, false, errControl
		}
		r.text = append(r.text, c)
	}
	if quoted {
		err = errOpen
	}
	return nil, false, err
}

func afterQuote(line []byte) (rest []byte, more bool, err error) {
	rest, more = bytes.CutPrefix(line, []byte(","))
	if !more && len(line) > 0 {
		return nil, false, errAfter
	}
	return rest, more, nil
}

// cell returns a cell's text, valid until the next split.
func (r *row) cell(i int) []byte { return r.text[r.cells[i].from:r.cells[i].to] }

// parseNumber reads a number as the tables write it, without sign or leading zeros. It may be at most limit.
func parseNumber(cell []byte, limit int64) (int64, bool) {
	n, rest, ok := leadingNumber(cell)
	return n, ok && len(rest) == 0 && n <= limit
}

// leadingNumber reads the number at the start of a text. It may have at most 18 digits.
func leadingNumber(text []byte) (n int64, rest []byte, ok bool) {
	i := 0
	for i < len(text) && i <= 18 && '0' <= text[i] && text[i] <= '9' {
		n = 10*n + int64(text[i]-'0')
		i++
	}
	return n, text[i:], 0 < i && i <= 18 && (text[0] != '0' || i == 1)
}

// appendReal appends a number, with an exponent if it is very small or very large.
func appendReal(text []byte, x float64) []byte {
	format := byte('f')
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(text, x+0, format, -1, 64)
}

func rounded(x float64) float64 { return wording.Significant(x, 9) }

func parseReal(cell []byte) (float64, bool) {
	x, err := strconv.ParseFloat(string(cell), 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) && bytes.Equal(appendReal(nil, x), cell)
}
