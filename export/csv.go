package export

import (
	"bytes"
	"strings"
)

// header writes the first row of a table.
func (o *out) header(names ...string) error {
	o.raw(strings.Join(names, ","))
	return o.endRow()
}

// endRow replaces the comma after the last cell by the end of the line.
func (o *out) endRow() error {
	if n := len(o.buf); n > 0 && o.buf[n-1] == ',' {
		o.buf = o.buf[:n-1]
	}
	o.buf = append(o.buf, '\n')
	return o.record()
}

// number writes a cell with a number.
func (o *out) number(n int64) {
	o.int(n)
	o.buf = append(o.buf, ',')
}

// known writes a cell with a number, or an empty one when there is none.
func (o *out) known(n int, ok bool) {
	if ok {
		o.int(int64(n))
	}
	o.buf = append(o.buf, ',')
}

// cell writes a cell with a text.
func (o *out) cell(s string) {
	text := o.clean(s)
	quote := bytes.IndexByte(text, ',') >= 0 || bytes.IndexByte(text, '"') >= 0
	if quote {
		o.buf = append(o.buf, '"')
	}
	if IsFormula(text) {
		o.buf = append(o.buf, '\'')
	}
	for _, c := range text {
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

// IsFormula tells whether a spreadsheet might run the text, or would without
// its leading apostrophes. Those count so that the added one can be told from
// the text's own.
func IsFormula(text []byte) bool {
	text = bytes.TrimLeft(text, "'")
	return len(text) > 0 && strings.IndexByte("=+-@", text[0]) >= 0
}
