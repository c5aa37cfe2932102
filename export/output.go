package export

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// outSize is the number of bytes that out gathers before it checks its context and writes.
const outSize = 1 << 15

// out buffers the bytes of a file. Its methods append to buf, and flush writes it.
type out struct {
	ctx      context.Context
	w        io.Writer
	buf      []byte
	scratch  []byte // buffer of clean
	replaced int64
	err      error // first error of flush
}

// records yields the values, each for one record of the file. It stops early if flush fails.
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

// flush writes the buffer. After an error, or once the context has ended, it only returns the error.
func (o *out) flush() error {
	if o.err = cmp.Or(o.err, o.ctx.Err()); o.err == nil {
		_, o.err = o.w.Write(o.buf)
		o.buf = o.buf[:0]
	}
	return o.err
}

func (o *out) raw(s string) *out {
	o.buf = append(o.buf, s...)
	return o
}

func (o *out) int(n int) *out {
	o.buf = strconv.AppendInt(o.buf, int64(n), 10)
	return o
}

func (o *out) float(x float64) *out {
	o.buf = strconv.AppendFloat(o.buf, x, 'f', -1, 64)
	return o
}

// clean replaces what some format cannot carry (see the package comment). The bytes are valid until the next call.
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

func (o *out) escaped(s string) *out {
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
	return o
}

// writeAttribute writes an attribute's name and value between pieces of XML, or nothing if the value is empty.
func writeAttribute[T any](o *out, before string, a *column[T], n *T, between, after string) {
	start := len(o.buf)
	o.raw(before).raw(a.name).raw(between)
	value := len(o.buf)
	if cell := a.cell(n); a.isText() {
		o.escaped(cell.Text)
	} else {
		o.figure(&cell)
	}
	if len(o.buf) == value {
		o.buf = o.buf[:start]
		return
	}
	o.raw(after)
}

func (o *out) attribute(name string, n int) *out {
	return o.raw(" ").raw(name).raw(`="`).int(n).raw(`"`)
}

// AsWritten returns the crawl with its texts as the result folder keeps them, so that both give the same numbers and
// reports. It shares all unchanged parts with c.
func AsWritten(c *site.Crawl) *site.Crawl {
	var pages []site.Page
	for i := range c.Graph.Pages {
		page, changed := pageAsWritten(c.Graph.Pages[i])
		if !changed {
			continue
		}
		if pages == nil {
			pages = slices.Clone(c.Graph.Pages)
		}
		pages[i] = page
	}
	if pages == nil {
		return c
	}
	crawl, graph := *c, *c.Graph
	graph.Pages, crawl.Graph = pages, &graph
	return &crawl
}

// pageAsWritten returns a page with its texts as written, and whether any of them changed.
func pageAsWritten(p site.Page) (written site.Page, changed bool) {
	texts := []*string{&p.Title, &p.Lang, &p.Canonical, &p.Robots, &p.Refresh, &p.ContentType}
	if p.Facts != nil {
		facts := *p.Facts
		facts.Alternates = slices.Clone(facts.Alternates)
		for i, a := range facts.Alternates {
			facts.Alternates[i] = alternateAsWritten(a)
			changed = changed || facts.Alternates[i] != a
		}
		p.Facts = &facts
		texts = append(texts, &facts.Description, &facts.H1, &facts.RobotsTag, &facts.Modified)
	}
	for _, text := range texts {
		clean := cleanText(*text)
		changed = changed || clean != *text
		*text = clean
	}
	return p, changed
}

// alternateAsWritten removes blanks and "=" from the language, so that lists of alternates can be parsed.
func alternateAsWritten(a site.Alternate) site.Alternate {
	apart := func(r rune) bool { return unicode.IsSpace(r) || r == '=' }
	lang := strings.Join(strings.FieldsFunc(cleanText(a.Lang), apart), "")
	return site.Alternate{Lang: lang, URL: strings.Join(strings.Fields(cleanText(a.URL)), "%20")}
}

func cleanText(s string) string { return string((&out{}).clean(s)) }

// CleanJSON escapes characters in JSON that move the cursor or change the direction of text.
func CleanJSON(w io.Writer) io.Writer { return cleanJSON{w} }

type cleanJSON struct{ to io.Writer }

// Write expects whole JSON values in p, as encoding/json writes them.
func (c cleanJSON) Write(p []byte) (int, error) {
	odd := func(r rune) bool { return r >= 0x7f && (unicode.IsControl(r) || site.TurnsText(r)) }
	clean := p
	if bytes.ContainsFunc(p, odd) {
		clean = nil
		for _, r := range string(p) {
			if odd(r) {
				clean = fmt.Appendf(clean, `\u%04x`, r)
			} else {
				clean = utf8.AppendRune(clean, r)
			}
		}
	}
	if _, err := c.to.Write(clean); err != nil {
		return 0, err
	}
	return len(p), nil
}
