package export

import (
	"iter"
	"slices"
	"strconv"
	"time"

	"sitegraph/site"
)

// table is a table of a result folder. It declares its columns once, for both writing and reading.
type table[T any] struct {
	name    string // file name without the site's prefix
	columns []column[T]
}

// column is a column of a table. Exactly one of text, flag, at, number, share and real is set.
type column[T any] struct {
	name   string
	text   func(*T) *string
	flag   func(*T) *bool      // "true" or "false"
	at     func(*T) *time.Time // RFC 3339, UTC, whole seconds
	number func(*T) *int
	share  func(*T) *float64 // from 0 to 1 where read back, nine significant digits
	real   func(*T) *float64 // any number, nine significant digits

	isURL    bool  // the text is a URL
	repeats  bool  // many rows have the same text, such as a media type, so memory holds it once
	blank    bool  // an empty text is a value; in other columns it is unknown, and null in formats with nulls
	optional bool  // the value none, or a share below 0, is an empty cell; other numbers are greater
	none     int   // value of a missing optional number
	most     int64 // maximum accepted; 0 means the maximum int32
	// means is the type of a text in formats that have it, kindBoolean ("true", "false") or kindTime (RFC 3339). A
	// number may be kindLong.
	means    string
	inGraphs bool // GEXF and GraphML use the type in means too; for other columns they ignore it
	computed bool // from other columns; written but never read
	later    bool // older versions did not write it

	of func(*site.Crawl) bool // reports whether a crawl has the column; nil means always
}

// Types of attributes in GEXF. GraphML has the same, but says "int" for "integer".
const (
	kindString  = "string"
	kindInteger = "integer" // 32 bits
	kindLong    = "long"    // 64 bits
	kindDouble  = "double"
	kindBoolean = "boolean"
	kindTime    = "time" // in Parquet only
)

func (c *column[T]) kind() string {
	switch {
	case c.inGraphs:
		return c.means
	case c.isText():
		return kindString
	case c.share != nil, c.real != nil:
		return kindDouble
	}
	return kindInteger
}

func (c *column[T]) isText() bool { return c.text != nil || c.flag != nil || c.at != nil }

func (c *column[T]) missing(row *T) bool {
	switch {
	case !c.optional:
		return false
	case c.share != nil:
		return *c.share(row) < 0
	}
	return *c.number(row) == c.none
}

func (t table[T]) write(o *out, rows iter.Seq2[T, error]) error {
	return List(t.name, rows, t.cells).write(o)
}

// file returns the table's file, with the rows that rows returns for a crawl and the columns that the crawl has.
func (t table[T]) file(of func(*site.Crawl) bool, rows func(*site.Crawl) []T) file[*site.Crawl] {
	return file[*site.Crawl]{name: t.name, of: of, write: func(o *out, c *site.Crawl, _ Options) error {
		return table[T]{name: t.name, columns: ofCrawl(c, t.columns)}.writeAll(o, places(rows(c)))
	}}
}

func (t table[T]) writeAll(o *out, rows iter.Seq[*T]) error {
	return listOf(t.name, site.Unfailing(rows), t.cells).write(o)
}

func (c *column[T]) cell(row *T) Cell {
	cell := Cell{Name: c.name, Known: !c.missing(row)}
	switch {
	case c.isURL:
		cell.Kind, cell.Text = KindURL, *c.text(row)
	case c.text != nil:
		cell.Kind, cell.Text = KindText, *c.text(row)
	case c.flag != nil:
		cell.Kind, cell.Text = KindText, strconv.FormatBool(*c.flag(row))
	case c.at != nil:
		cell.Kind, cell.Text = KindText, writtenTime(*c.at(row))
	case c.number != nil:
		cell.Kind, cell.Number = KindNumber, int64(*c.number(row))
	case !cell.Known:
		cell.Kind = KindDecimal
	case c.share != nil:
		cell.Kind, cell.Decimal = KindDecimal, rounded(*c.share(row))
	default:
		cell.Kind, cell.Decimal = KindDecimal, rounded(*c.real(row))
	}
	return cell
}

func rowsOf[T, R any](all []T, row func(T) R) iter.Seq2[R, error] {
	return site.Unfailing(mapped(slices.Values(all), row))
}

func mapped[T, R any](all iter.Seq[T], to func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) { all(func(v T) bool { return yield(to(v)) }) }
}

func places[T any](all []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range all {
			if !yield(&all[i]) {
				return
			}
		}
	}
}
