package export

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

func writeNodesParquet(o *out, c *site.Crawl, options Options) error {
	g := pageNetwork(c, options)
	return writeParquet(o, withSite(c, g.nodeColumns), site.Unfailing(g.nodes))
}

func writeArcsParquet(o *out, c *site.Crawl, options Options) error {
	return writeParquet(o, withSite(c, ofCrawl(c, arcColumns)), site.Unfailing(timedArcs(c, options.SelfLoops)))
}

func writeLinksParquet(o *out, c *site.Crawl, _ Options) error {
	return writeParquet(o, withSite(c, linksTable.columns), addressed(c.Links))
}

// withSite adds a column that has the site in each row, so that the files of many sites can be read as one table. A
// search by agents has no such column, since its pages belong to several sites.
func withSite[T any](c *site.Crawl, columns []column[T]) []column[T] {
	if c.Searched != nil {
		return columns
	}
	return append(slices.Clone(columns), column[T]{name: "site", text: func(*T) *string { return &c.Site }})
}

// writeParquet writes rows as Apache Parquet, with null for missing values. It holds one row group in memory. The
// file does not depend on the clock or the machine.
func writeParquet[T any](o *out, columns []column[T], rows iter.Seq2[*T, error]) error {
	f, err := newParquetFile(o)
	if err != nil {
		return err
	}
	for i := range columns {
		c := &columns[i]
		name := strings.ToLower(c.name) // as in the tables of all pages
		f.columns = append(f.columns, &parquetColumn{name: name, kind: c.parquetKind(), nullable: c.nullable()})
	}
	for row, err := range rows {
		if err != nil {
			return err
		}
		for i := range columns {
			columns[i].addTo(f.columns[i], o, row)
		}
		if err := f.endRow(); err != nil {
			return err
		}
	}
	return f.end()
}

// Write appends encoded bytes as they are.
func (o *out) Write(p []byte) (int, error) {
	o.buf = append(o.buf, p...)
	return len(p), o.record()
}

func (c *column[T]) nullable() bool { return c.optional || c.isText() && !c.blank }

// parquetKind returns a column's type. All whole numbers have 64 bits, so that ids of all tables can be compared.
func (c *column[T]) parquetKind() parquetKind {
	switch {
	case c.means == kindBoolean:
		return parquetBoolean
	case c.means == kindTime:
		return parquetTime
	case c.isText():
		return parquetText
	case c.share != nil, c.real != nil:
		return parquetDouble
	}
	return parquetLong
}

func (c *column[T]) addTo(to *parquetColumn, o *out, row *T) {
	switch cell := c.cell(row); {
	case c.isText():
		c.addTextTo(to, o.clean(cell.Text))
	case !cell.Known:
		to.null()
	case cell.Kind == KindNumber:
		to.long(cell.Number)
	default:
		to.long(int64(math.Float64bits(cell.Decimal)))
	}
}

func (c *column[T]) addTextTo(to *parquetColumn, text []byte) {
	switch {
	case len(text) == 0 && c.nullable():
		to.null()
	case c.means == kindBoolean:
		to.boolean(string(text) == "true")
	case c.means == kindTime:
		t, err := time.Parse(time.RFC3339, string(text))
		if err != nil {
			to.null()
			return
		}
		to.long(t.UnixMilli())
	default:
		to.text(text)
	}
}

// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
type thriftField struct {
	id, kind byte
	value    []byte
}

// Types of the compact protocol.
const (
	thriftIsTrue   = 1
	thriftIsInt    = 5
	thriftIsLong   = 6
	thriftIsText   = 8
	thriftIsList   = 9
	thriftIsStruct = 12
)

// thriftStruct encodes a struct. Its fields must be sorted by id, with gaps of at most 15.
func thriftStruct(fields ...thriftField) (b []byte) {
	last := byte(0)
	for _, f := range fields {
		b = append(append(b, (f.id-last)<<4|f.kind), f.value...)
		last = f.id
	}
	return append(b, 0)
}

func thriftNested(id byte, fields ...thriftField) thriftField {
	return thriftField{id, thriftIsStruct, thriftStruct(fields...)}
}

func thriftList(id, kind byte, items ...[]byte) thriftField {
	b := []byte{byte(len(items))<<4 | kind}
	if len(items) > 14 {
		b = binary.AppendUvarint([]byte{15<<4 | kind}, uint64(len(items)))
	}
	for _, item := range items {
		b = append(b, item...)
	}
	return thriftField{id, thriftIsList, b}
}

func thriftTrue(id byte) thriftField           { return thriftField{id, thriftIsTrue, nil} }
func thriftInt(id byte, n int64) thriftField   { return thriftField{id, thriftIsInt, thriftNumber(n)} }
func thriftLong(id byte, n int64) thriftField  { return thriftField{id, thriftIsLong, thriftNumber(n)} }
func thriftText(id byte, s string) thriftField { return thriftField{id, thriftIsText, thriftBytes(s)} }

func thriftNumber(n int64) []byte { return binary.AppendVarint(nil, n) } // zigzag, like Go's varints
func thriftBytes(s string) []byte { return append(binary.AppendUvarint(nil, uint64(len(s))), s...) }
