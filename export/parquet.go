package export

import (
	"iter"
	"time"

	"sitegraph/site"
)

func writeArcsParquet(o *out, c *site.Crawl, options Options) error {
	return writeParquet(o, ofCrawl(c, arcColumns), site.Unfailing(timedArcs(c, options.SelfLoops)))
}

func writeLinksParquet(o *out, c *site.Crawl, _ Options) error {
	return writeParquet(o, linksTable.columns, addressed(c.Links))
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
		f.columns = append(f.columns, &parquetColumn{name: c.name, kind: c.parquetKind(), nullable: c.nullable()})
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
		to.double(cell.Decimal)
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
