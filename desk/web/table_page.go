package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"sitegraph/desk"
	"sitegraph/desk/tables"
)

type tableBody struct {
	Of      url.Values // the parts of the address besides the query
	Tables  []tab
	Table   string
	Query   tables.Query
	Sort    string // as in the address
	Columns []column
	Rows    *rows  // nil if there are none
	Message string // why there are no rows
	Strike  string // the project, if rows can be struck out
	RowsAt  string // identifies the version of the rows, "" for none
	Waits   bool   // newer rows are being built or will be

	Project, Line string // the site whose URLs can be opened, "" if they cannot

	Previous, Next, CSV, All string  // addresses, "" for none
	First, Last              int     // numbers of the rows, from 1
	Classes                  []class // kinds or states of the rows
}

// class is a kind or state of rows with the address that selects it.
type class struct {
	tables.Class
	URL    string
	Chosen bool
}

type tab struct {
	Name, URL string
	Chosen    bool
}

type column struct {
	tables.Column
	URL, Sorted string
}

// body returns the table for an address. With part=state it only says whether there are newer rows.
func (t tabled) body(r *http.Request, of url.Values, at string) (b tableBody) {
	if r.URL.Query().Get("part") != "" {
		b.follow(t)
		return b
	}
	b.Of, b.Table = of, t.names[0]
	b.fill(t, r, at)
	return b
}

// follow says whether there are newer rows, and has them built because a user looks.
func (b *tableBody) follow(t tabled) {
	now, cancel := context.WithCancel(context.Background())
	cancel() // do not wait for them
	v, err := t.view(now)
	b.RowsAt, b.Waits = moments(v.At), v.Building || v.Stale || errors.Is(err, desk.ErrBuilding)
}

func moments(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

func (b *tableBody) fill(t tabled, r *http.Request, at string) {
	if name := r.URL.Query().Get("table"); slices.Contains(t.names, name) {
		b.Table = name
	}
	base := &url.URL{Path: r.URL.Path, RawQuery: b.Of.Encode()}
	for _, name := range t.names {
		b.Tables = append(b.Tables, tab{Name: name, URL: with(base, "table", name), Chosen: name == b.Table})
	}
	q, err := query(r)
	b.Query, b.Sort, b.All = q, r.URL.Query().Get("sort"), with(base, "table", b.Table)
	var got rows
	if err == nil {
		got, err = t.rows(r.Context(), b.Table, q, pageWithin)
	}
	if err != nil {
		_, why := explain(err)
		b.Message = why.Error
		b.Waits = errors.Is(err, desk.ErrBuilding) || errors.Is(err, tables.ErrClosed)
		return
	}
	b.RowsAt, b.Waits = moments(got.At), got.Building || got.Stale
	if !slices.Contains([]string{tables.Sitemap, tables.Linked}, b.Table) { // the ledger may lack their URLs
		b.Project, b.Line = t.project.Name, b.Of.Get("site")
	}
	b.Rows, b.First, b.Last = &got, min(q.From+1, got.Matching), q.From+len(got.Rows)
	b.Previous, b.Next = around(r.URL, q.From, max(1, q.Rows), got.Matching)
	b.CSV = at + b.Table + ".csv?" + r.URL.RawQuery
	for _, c := range got.Classes {
		chosen, of := c.Name == q.Class, c.Name
		if chosen {
			of = "" // clicking it again shows all
		}
		if c.Name != "" {
			b.Classes = append(b.Classes, class{c, with(fromFirst(r.URL), "class", of), chosen})
		}
	}
	for _, c := range got.Columns {
		if c.Identity {
			b.Strike = t.project.Name
		}
		b.Columns = append(b.Columns, sortable(r.URL, q, c))
	}
}

func (b tableBody) Open(address any) string { return pageAt(b.Project, b.Line, cell(address)) }

func knownBy(columns []column, cells []any) string {
	var known []string
	for i, c := range columns {
		if text := cell(cells[i]); c.Identity && text != "" {
			known = append(known, text)
		}
	}
	return strings.Join(known, ", ")
}

// sortable says how a column is sorted, and the address that sorts by it next.
func sortable(u *url.URL, q tables.Query, c tables.Column) column {
	next, sorted := c.Name, "none"
	if c.Kind == tables.Number || c.Kind == tables.Decimal {
		next = "-" + c.Name // greatest values first
	}
	if q.Sort == c.Name {
		if sorted, next = "ascending", "-"+c.Name; q.Descending {
			sorted, next = "descending", c.Name
		}
	}
	return column{Column: c, URL: with(fromFirst(u), "sort", next), Sorted: sorted}
}

func fromFirst(u *url.URL) *url.URL {
	first := *u
	first.RawQuery = strings.TrimPrefix(with(u, "from", ""), u.EscapedPath()+"?")
	return &first
}
