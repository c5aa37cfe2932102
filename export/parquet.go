package export

import (
	"iter"
	"slices"
	"time"

	"github.com/parquet-go/parquet-go"

	"sitegraph/site"
)

const (
	// parquetGroup is how many rows a row group has: enough for readers that work on groups in parallel, and few
	// enough to be held in memory while it is written.
	parquetGroup = 1 << 16
	parquetBatch = 256 // how many rows are given to the library at once
	// parquetDictionary is how large a column's dictionary may grow in a row group before its values are written out.
	parquetDictionary = 1 << 20
)

func writeNodesParquet(o *out, c *site.Crawl, options Options) error {
	columns := slices.Concat(nodesTable.columns[:2], attributesOf(c, options))
	return writeParquet(o, columns, site.Unfailing(nodes(c)))
}

func writeArcsParquet(o *out, c *site.Crawl, options Options) error {
	return writeParquet(o, ofCrawl(c, arcColumns), site.Unfailing(timedArcs(c, options.SelfLoops)))
}

func keepsLinks(c *site.Crawl) bool { return c.Links != nil }

func writeLinksParquet(o *out, c *site.Crawl, _ Options) error {
	return writeParquet(o, linksTable.columns, addressed(c.Links))
}

// writeParquet writes rows as Apache Parquet (https://parquet.apache.org/docs/file-format): one column each, typed, a
// missing value null, compressed with zstd. What is in memory is one row group. Nothing in the file depends on the
// clock or the machine.
func writeParquet[T any](o *out, columns []column[T], rows iter.Seq2[*T, error]) error {
	w := parquet.NewGenericWriter[any](o, parquetSchema(columns), parquet.Compression(&parquet.Zstd),
		parquet.CreatedBy("sitegraph", "1", "0"), parquet.DataPageVersion(1),
		parquet.MaxRowsPerRowGroup(parquetGroup), parquet.DictionaryMaxBytes(parquetDictionary))
	b := parquetRows[T]{out: o, columns: columns}
	for row, err := range rows {
		if err != nil {
			return err
		}
		b.add(row)
		if len(b.rows) < parquetBatch {
			continue
		}
		if _, err := w.WriteRows(b.rows); err != nil {
			return err
		}
		b.rows, b.text = b.rows[:0], b.text[:0]
	}
	if _, err := w.WriteRows(b.rows); err != nil {
		return err
	}
	return w.Close()
}

// Write takes the bytes of a library that makes a format of its own.
func (o *out) Write(p []byte) (int, error) {
	o.buf = append(o.buf, p...)
	return len(p), o.record()
}

type parquetRows[T any] struct {
	out     *out
	columns []column[T]
	rows    []parquet.Row
	text    []byte // that the rows point into
}

func (b *parquetRows[T]) add(row *T) {
	n := len(b.rows)
	b.rows = slices.Grow(b.rows, 1)[:n+1]
	values := b.rows[n][:0] // of an earlier batch
	for i := range b.columns {
		c := &b.columns[i]
		level, value := 0, b.value(c, row)
		if c.nullable() && !value.IsNull() {
			level = 1
		}
		values = append(values, value.Level(0, level, i))
	}
	b.rows[n] = values
}

func (b *parquetRows[T]) value(c *column[T], row *T) parquet.Value {
	switch {
	case c.text != nil:
		return b.textValue(c, *c.text(row))
	case c.long != nil:
		return parquet.Int64Value(*c.long(row))
	case c.missing(row):
		return parquet.NullValue()
	case c.share != nil:
		return parquet.DoubleValue(rounded(*c.share(row)))
	case c.real != nil:
		return parquet.DoubleValue(rounded(*c.real(row)))
	}
	return parquet.Int64Value(int64(*c.number(row)))
}

func (b *parquetRows[T]) textValue(c *column[T], text string) parquet.Value {
	clean := b.out.clean(text)
	switch {
	case len(clean) == 0 && c.nullable():
		return parquet.NullValue()
	case c.means == kindBoolean:
		return parquet.BooleanValue(string(clean) == "true")
	case c.means == kindTime:
		t, err := time.Parse(time.RFC3339, string(clean))
		if err != nil {
			return parquet.NullValue()
		}
		return parquet.Int64Value(t.UnixMilli())
	}
	from := len(b.text)
	b.text = append(b.text, clean...)
	return parquet.ByteArrayValue(b.text[from:])
}

func (c *column[T]) nullable() bool { return c.optional || c.text != nil && !c.blank }

// parquetNode is the type of a column: all whole numbers have 64 bits, so that ids of all tables can be compared.
func (c *column[T]) parquetNode() parquet.Node {
	var n parquet.Node
	switch {
	case c.means == kindBoolean:
		n = parquet.Leaf(parquet.BooleanType)
	case c.means == kindTime:
		n = parquet.Timestamp(parquet.Millisecond)
	case c.text != nil:
		n = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	case c.share != nil, c.real != nil:
		n = parquet.Leaf(parquet.DoubleType)
	default:
		n = parquet.Leaf(parquet.Int64Type)
	}
	if c.nullable() {
		return parquet.Optional(n)
	}
	return n
}

// parquetColumns is a group of columns that keeps their order; the library's own sorts them by name.
type parquetColumns struct {
	parquet.Group
	places map[string]int
}

// Fields returns the columns.
func (g parquetColumns) Fields() []parquet.Field {
	fields := g.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return g.places[a.Name()] - g.places[b.Name()] })
	return fields
}

func parquetSchema[T any](columns []column[T]) *parquet.Schema {
	g := parquetColumns{Group: parquet.Group{}, places: map[string]int{}}
	for i := range columns {
		g.Group[columns[i].name], g.places[columns[i].name] = columns[i].parquetNode(), i
	}
	return parquet.NewSchema("sitegraph", g)
}
