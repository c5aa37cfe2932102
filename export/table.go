package export

import (
	"iter"
	"slices"
	"strconv"
	"time"

	"sitegraph/site"
)

// table is one of the tables of a result folder: its columns are declared once, for writing and for reading.
type table[T any] struct {
	name    string // of the file, without the site's prefix
	columns []column[T]
}

// column is a column of a table, for writing and reading. One of text, flag, at, number, share and real is set.
type column[T any] struct {
	name   string
	text   func(*T) *string
	flag   func(*T) *bool      // "true" or "false"
	at     func(*T) *time.Time // as RFC 3339, in UTC and whole seconds
	number func(*T) *int
	share  func(*T) *float64 // not negative, mostly up to 1, written with nine significant digits
	real   func(*T) *float64 // any number, written likewise

	isURL    bool  // the text is a URL
	repeats  bool  // many rows have the text, a media type for instance: memory holds it once
	blank    bool  // an empty text says something; elsewhere it is unknown, a null where a format has it
	optional bool  // none, as a share below 0, is an empty cell; numbers are above it
	none     int   // of an optional number
	most     int64 // the greatest number accepted; 0 means that of an int32
	// means is what a text represents where a format has a type for it: kindBoolean ("true", "false") or
	// kindTime (RFC 3339). A number may be kindLong.
	means    string
	inGraphs bool // GEXF and GraphML have the type in means, too; of other columns they have texts
	computed bool // from other columns: written and never read
	later    bool // missing in folders that older versions wrote

	of func(*site.Crawl) bool // reports whether a crawl has the column; nil for one that all have
}

// The types of attributes in GEXF; GraphML has the same but "int".
const (
	kindString  = "string"
	kindInteger = "integer" // 32 bits
	kindLong    = "long"    // 64 bits
	kindDouble  = "double"
	kindBoolean = "boolean"
	kindTime    = "time" // in no format for XML
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

// file is the file of a table with the rows of a crawl, and the columns that the crawl has.
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
