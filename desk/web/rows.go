package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/export/struck"
)

// Requests wait this long for tables that are built for the first time.
const (
	viewWithin = 2 * time.Second        // requests of programs
	pageWithin = 100 * time.Millisecond // requests of pages
)

func query(r *http.Request) (q tables.Query, err error) {
	v := r.URL.Query()
	q = tables.Query{
		Filter: tables.Filter{Text: v.Get("text"), Pattern: v.Get("pattern"), Host: v.Get("host"),
			Class: v.Get("class"), Status: v.Get("status"), Level: v.Get("level"), Struck: v.Get("struck")},
		Sort: v.Get("sort"),
	}
	q.Sort, q.Descending = strings.TrimPrefix(q.Sort, "-"), strings.HasPrefix(q.Sort, "-")
	if q.From, err = number(v.Get("from"), 0); err != nil {
		return q, &tables.FilterError{Field: "from", Text: err.Error()}
	}
	if q.Rows, err = number(v.Get("rows"), 100); err != nil || q.Rows > tables.MaxRows {
		return q, &tables.FilterError{Field: "rows", Text: "a whole number, at most 1000"}
	}
	return q, nil
}

type rows struct {
	tables.Page
	At       time.Time `json:"at"`            // when the state was read
	Pages    int       `json:"pages"`         // pages known then
	PagesNow int       `json:"pages_now"`     // pages known now
	Off      string    `json:"off,omitempty"` // the setting that would fill the table
	Stale    bool      `json:"stale"`         // more is known now
	Building bool      `json:"building"`      // newer rows are being built
}

type tabled struct {
	project *desk.Project
	names   []string // of the tables
	view    func(context.Context) (desk.View, error)
	pages   func() (int, error) // counts the pages known now
}

func ofSite(p *desk.Project, line string) tabled {
	pages := func() (int, error) {
		known, err := p.Site(line)
		return known.Pages, err
	}
	return tabled{p, tables.Names(), func(ctx context.Context) (desk.View, error) { return p.View(ctx, line) }, pages}
}

func ofSearch(p *desk.Project) tabled {
	pages := func() (int, error) {
		s, err := p.Search()
		if s.Progress == nil {
			return 0, err
		}
		return s.Progress.Visited, err
	}
	return tabled{p, tables.SearchNames(), p.SearchView, pages}
}

func (t tabled) tables(ctx context.Context, within time.Duration) (desk.View, *struck.List, error) {
	waiting, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	v, err := t.view(waiting)
	if err != nil {
		return v, nil, err
	}
	out, err := t.project.Struck()
	return v, out, err
}

func (t tabled) rows(ctx context.Context, table string, q tables.Query, within time.Duration) (rows, error) {
	v, out, err := t.tables(ctx, within)
	if err != nil {
		return rows{}, err
	}
	got, err := v.Index.Page(ctx, table, q, out)
	if err != nil {
		return rows{}, err
	}
	now, err := t.pages()
	all := rows{Page: got, At: v.At, Pages: v.Pages, PagesNow: now, Stale: v.Stale, Building: v.Building}
	if got.Total == 0 {
		all.Off = v.Off[table]
	}
	return all, err
}

func (s *Server) table(of func(call) tabled) http.HandlerFunc {
	return s.withProject(func(c call) error { return of(c).answer(c.w, c.r) })
}

func siteTable(c call) tabled { return ofSite(c.Project, c.r.URL.Query().Get("site")) }

func (t tabled) answer(w http.ResponseWriter, r *http.Request) error {
	q, err := query(r)
	if err != nil {
		return err
	}
	name, csv := strings.CutSuffix(r.PathValue("table"), ".csv")
	if !slices.Contains(t.names, name) {
		return &refusal{http.StatusNotFound, "The tables are " + strings.Join(t.names, ", ") + "."}
	}
	if csv {
		return t.csv(w, r, name, q)
	}
	got, err := t.rows(r.Context(), name, q, viewWithin)
	if err == nil {
		answer(w, http.StatusOK, got)
	}
	return err
}

// begun is a writer that remembers whether something was written.
type begun struct {
	http.ResponseWriter
	any bool
}

func (b *begun) Write(p []byte) (int, error) {
	b.any = true
	return b.ResponseWriter.Write(p)
}

func (t tabled) csv(w http.ResponseWriter, r *http.Request, table string, q tables.Query) error {
	if err := unhurried(w, r); err != nil {
		return err
	}
	v, out, err := t.tables(r.Context(), viewWithin)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", attachment(t.project.Name+"."+table+".csv"))
	b := &begun{ResponseWriter: w}
	if err = v.Index.CSV(r.Context(), b, table, q, out); err != nil {
		if b.any {
			panic(http.ErrAbortHandler) // the client sees that the file is incomplete
		}
		w.Header().Del("Content-Disposition")
	}
	return err
}

func strike(c call, in struct {
	Rows []string
	Out  bool
}) (any, error) {
	out, err := c.Struck()
	if err != nil {
		return nil, err
	}
	err = out.Strike(in.Rows, in.Out)
	return map[string]int{"struck": out.Len()}, err
}

// effect answers what a rule would remove. It is expensive and so not a GET, which pages of other sites could send.
func effect(c call, in struct{ Site, Rule string }) (any, error) {
	if err := unhurried(c.w, c.r); err != nil {
		return nil, err
	}
	return c.Effect(c.r.Context(), in.Site, in.Rule)
}

func exclude(c call, in struct{ Rule string }) (any, error) {
	err := c.Exclude(in.Rule)
	return c.Overview(), err
}
