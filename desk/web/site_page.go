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
	"sitegraph/export"
	"sitegraph/site"
)

// siteBody is the page of a site.
type siteBody struct {
	Project string
	Site    desk.Site
	Tables  []tab
	Table   string
	Query   tables.Query
	Sort    string // as in the address
	Columns []column
	Rows    *rows // nil: Message says why
	Message string
	// RowsAt tells apart the tables that rows are of, "" if there are none; Waits
	// says that newer ones are being built.
	RowsAt string
	Waits  bool
	// Addresses, "" for none.
	Previous, Next, CSV, All string
	First, Last              int // places of the rows, from 1
	Files                    []file
	// Iterations are the last ones of a site that is watched, the newest first.
	Iterations []site.Iteration
}

// tab is a table that can be chosen.
type tab struct {
	Name, URL string
	Chosen    bool
}

// column is one of the table, and how to sort by it.
type column struct {
	tables.Column
	URL, Sorted string
}

// file is a result file.
type file struct {
	export.File
	URL    string
	Report bool
	Gephi  string // the address that opens it in Gephi Lite, or ""
}

func isReport(name string) bool { return strings.HasSuffix(name, ".html") }

// sitePage shows a site; with part=state only what changes while it is crawled.
func (s *Server) sitePage(w http.ResponseWriter, r *http.Request) {
	p, err := s.desk.Project(r.PathValue("p"))
	if err != nil {
		s.showError(w, r, err)
		return
	}
	known, err := p.Site(r.URL.Query().Get("site"))
	if err != nil {
		s.showError(w, r, err)
		return
	}
	b := siteBody{Project: p.Name, Site: known, Table: tables.Pages}
	live := "/projects/" + url.PathEscape(p.Name) + "/site?part=state&site=" + url.QueryEscape(known.Line)
	if r.URL.Query().Get("part") == "" {
		s.addRows(&b, p, r)
	} else {
		b.followRows(p)
	}
	s.addFiles(&b, p, r)
	s.show(w, r, http.StatusOK, "site", page{Title: known.Line, Live: live, Body: b})
}

// followRows tells whether there are newer rows than those that are shown, and has
// them built, since somebody looks.
func (b *siteBody) followRows(p *desk.Project) {
	now, cancel := context.WithCancel(context.Background())
	cancel() // it does not wait for them
	v, err := p.View(now, b.Site.Line)
	b.RowsAt, b.Waits = moments(v.At), v.Building || errors.Is(err, desk.ErrBuilding)
}

// moments tells moments apart.
func moments(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

// addRows adds the rows of the table that an address asks for.
func (s *Server) addRows(b *siteBody, p *desk.Project, r *http.Request) {
	if t := r.URL.Query().Get("table"); slices.Contains(tables.Names(), t) {
		b.Table = t
	}
	base := &url.URL{Path: r.URL.Path, RawQuery: url.Values{"site": {b.Site.Line}}.Encode()}
	for _, t := range tables.Names() {
		b.Tables = append(b.Tables, tab{Name: t, URL: with(base, "table", t), Chosen: t == b.Table})
	}
	q, err := query(r)
	b.Query, b.Sort, b.All = q, r.URL.Query().Get("sort"), with(base, "table", b.Table)
	var got rows
	if err == nil {
		got, err = rowsOf(r.Context(), p, b.Site.Line, b.Table, q, pageWithin)
	}
	if err != nil {
		_, why := explain(err)
		b.Message = why.Error
		b.Waits = errors.Is(err, desk.ErrBuilding) || errors.Is(err, tables.ErrClosed)
		return
	}
	b.RowsAt, b.Waits = moments(got.At), got.Building
	b.Rows, b.First, b.Last = &got, min(q.From+1, got.Matching), q.From+len(got.Rows)
	b.Previous, b.Next = around(r.URL, q.From, max(1, q.Rows), got.Matching)
	b.CSV = "/api/projects/" + url.PathEscape(p.Name) + "/tables/" + b.Table + ".csv?" + r.URL.RawQuery
	for _, c := range got.Columns {
		b.Columns = append(b.Columns, sortable(r.URL, q, c))
	}
}

// sortable says how a column is sorted, and with which address it would be next.
func sortable(u *url.URL, q tables.Query, c tables.Column) column {
	next, sorted := c.Name, "none"
	if c.Kind == tables.Number {
		next = "-" + c.Name // the greatest first
	}
	if q.Sort == c.Name {
		if sorted, next = "ascending", "-"+c.Name; q.Descending {
			sorted, next = "descending", c.Name
		}
	}
	from := *u
	from.RawQuery = strings.TrimPrefix(with(u, "from", ""), u.EscapedPath()+"?")
	return column{Column: c, URL: with(&from, "sort", next), Sorted: sorted}
}

// mostIterations is how many iterations are shown; iterations.csv has all of them.
const mostIterations = 10

// addFiles adds the result files and the iterations, if there are any.
func (s *Server) addFiles(b *siteBody, p *desk.Project, r *http.Request) {
	result, err := p.Result(b.Site.Line)
	if err != nil {
		return
	}
	all, _ := result.Iterations() // tables that cannot be read are among the files all the same
	slices.Reverse(all)
	b.Iterations = all[:min(len(all), mostIterations)]
	for _, f := range result.Manifest.Files {
		at := "/api/projects/" + url.PathEscape(p.Name) + "/files/" + escapedPath(f.Name) +
			"?site=" + url.QueryEscape(b.Site.Line)
		b.Files = append(b.Files, s.fileAt(r, f, at))
	}
}

// fileAt is a file with its address, and the one that opens it in Gephi Lite.
func (s *Server) fileAt(r *http.Request, f export.File, at string) file {
	one := file{File: f, URL: at, Report: isReport(f.Name)}
	if g := s.options.GephiLite; g != nil && strings.HasSuffix(f.Name, ".gexf") {
		scheme, and := "http://", "?"
		if r.TLS != nil {
			scheme = "https://"
		}
		if strings.Contains(at, "?") {
			and = "&"
		}
		open := *g // the address ends with the name: by that a file's format is known
		open.RawQuery = url.Values{"file": {scheme + r.Host + at + and + "name=" + url.QueryEscape(f.Name)}}.Encode()
		one.Gephi = open.String()
	}
	return one
}

// escapedPath escapes the parts of a path.
func escapedPath(path string) string {
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}
