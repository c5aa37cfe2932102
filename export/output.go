package export

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// outSize is how much out gathers before it writes and looks at its context.
const outSize = 1 << 15

// out gathers the bytes of a file. Its methods append to buf; flush writes them.
type out struct {
	ctx      context.Context
	w        io.Writer
	buf      []byte
	scratch  []byte // the text being cleaned
	replaced int64
	err      error // the first one of flush
}

// records yields values; each becomes a record of the file. It ends early when flush fails.
func records[T any](o *out, values iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range values {
			if !yield(v) || o.record() != nil {
				return
			}
		}
	}
}

func (o *out) record() error {
	if len(o.buf) < outSize {
		return nil
	}
	return o.flush()
}

// flush writes what was gathered. After an error or the context's end it writes
// nothing more and returns that error.
func (o *out) flush() error {
	if o.err = cmp.Or(o.err, o.ctx.Err()); o.err == nil {
		_, o.err = o.w.Write(o.buf)
		o.buf = o.buf[:0]
	}
	return o.err
}

func (o *out) raw(s string) { o.buf = append(o.buf, s...) }

func (o *out) int(n int64) { o.buf = strconv.AppendInt(o.buf, n, 10) }

func (o *out) float(x float64) { o.buf = strconv.AppendFloat(o.buf, x, 'f', -1, 64) }

// clean returns s as every format can carry it (see the package comment). The bytes are valid until the next call.
func (o *out) clean(s string) []byte {
	b := o.scratch[:0]
	for i := 0; i < len(s); {
		if c := s[i]; ' ' <= c && c < 0x7f {
			b = append(b, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == '\t', r == '\n', r == '\r', r == '\u2028', r == '\u2029':
			b = append(b, ' ')
		case unicode.IsControl(r):
			b = append(b, ' ')
			o.replaced++
		case r == utf8.RuneError && size == 1, r == 0xfffe, r == 0xffff:
			b = utf8.AppendRune(b, utf8.RuneError)
			o.replaced++
		case site.TurnsText(r):
			b = fmt.Appendf(b, `\u%04X`, r)
			o.replaced++
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	o.scratch = b
	return bytes.Trim(b, " ")
}

const xmlHeader = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// escaped writes a text for XML, in an attribute between double quotes or between tags.
func (o *out) escaped(s string) {
	for _, c := range o.clean(s) {
		switch c {
		case '&':
			o.raw("&amp;")
		case '<':
			o.raw("&lt;")
		case '>':
			o.raw("&gt;")
		case '"':
			o.raw("&quot;")
		default:
			o.buf = append(o.buf, c)
		}
	}
}

// writeAttribute writes the name and the value of an attribute of a node between
// three pieces of XML, or nothing when it is an empty text.
func writeAttribute[T any](o *out, before string, a *column[T], n *T, between, after string) {
	start := len(o.buf)
	o.raw(before)
	o.raw(a.name)
	o.raw(between)
	value := len(o.buf)
	if a.text != nil {
		o.escaped(*a.text(n))
	} else {
		a.appendNumber(o, n)
	}
	if len(o.buf) == value {
		o.buf = o.buf[:start]
		return
	}
	o.raw(after)
}

func (o *out) attributeInt(name string, n int64) {
	o.raw(" " + name + `="`)
	o.int(n)
	o.raw(`"`)
}
