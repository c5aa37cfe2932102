// Package tables answers questions about the long tables of a crawl: pages, links, external links and their hosts, bad
// links, problems, the ledger. Any page of five million rows, filtered and sorted, takes less than a fifth of a second.
//
// The index makes that possible. Its folder has a file for each column, with four bytes per row, and two sorted
// dictionaries with every text once. So
//
//   - a text or expression is searched in the distinct texts, which are far fewer than links, and gives a set of codes;
//   - a filter is one pass over its columns and gives a set of rows, one bit each;
//   - codes sort like their texts, so all columns sort the same way. A page of a sorted table is selected by counting,
//     without sorting the rest.
//
// The files are mapped into memory, so the system keeps the parts in use. They can be rebuilt and removed at any time.
package tables

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// Names of the tables.
const (
	Pages    = "pages"
	Links    = "links"
	External = "external"
	Hosts    = "hosts"
	Bad      = "bad"
	Sitemap  = "sitemap"
	Linked   = "linked"
	Problems = "problems"
	Ledger   = "ledger"
	Hits     = "hits" // only of crawls with access logs
)

// Names of the tables of a search by agents.
const (
	Visits  = "visits"
	Market  = "market"
	Waiting = "waiting"
)

// Kind is the content of a column. Numbers are never negative. Decimal ones have seven digits.
type Kind = export.Kind

// The kinds of columns.
const (
	URL     = export.KindURL
	Text    = export.KindText
	Number  = export.KindNumber
	Decimal = export.KindDecimal
)

// Column is a column of a table.
type Column struct {
	Name     string `json:"name"`               // as in result files, if they have it
	Kind     Kind   `json:"kind"`               // of the cells
	Identity bool   `json:"identity,omitempty"` // identifies rows struck out when the table is rebuilt
}

type schema struct {
	name    string
	columns []Column
	places  []int  // the indices of the columns in an [export.Row]
	host    string // the column of Filter.Host, "" for none
	class   string // the column of Filter.Class, "" for none
}

// listed returns the schema of a table with some columns of a listing. A + marks columns that identify a row.
func listed(name, host, class string, listing export.Listing, columns string) schema {
	s := schema{name: name, host: host, class: class}
	for column := range strings.FieldsSeq(columns) {
		column, identity := strings.CutPrefix(column, "+")
		at := slices.IndexFunc(listing.Head(), func(c export.Cell) bool { return c.Name == column })
		s.places = append(s.places, at)
		s.columns = append(s.columns, Column{Name: column, Kind: listing.Head()[at].Kind, Identity: identity})
	}
	return s
}

// Both sites and searches have these tables.
var (
	sitemapSchema = listed(Sitemap, "url", "finding", export.Sitemap(nil), "url sitemap finding status page detail")
	linkedSchema  = listed(Linked, "url", "state", export.Linked(nil, nil),
		"url kinds state status reason final_url pages first_page")
)

// schemas lists the tables of a site in the order shown. Links and problems have no file with these columns.
var schemas = []schema{
	listed(Pages, "url", "content_type", export.Pages(&site.Crawl{}), "+url title level in_degree out_degree "+
		"external_links status content_type bytes lang words h1 description"),
	{name: Links, host: "target", class: "state", columns: []Column{{"source", URL, true}, {"target", URL, true},
		{"state", Text, false}, {"level", Number, false}, {"status", Number, false}, {"page", URL, false},
		{"place", Text, false}}},
	listed(External, "url", "", export.External(&site.Crawl{}), "+source +url +anchor +rel count"),
	listed(Hosts, "", "", export.Hosts(nil), "host links pages urls first_page"),
	listed(Bad, "source", "reason", export.Bad(&site.Crawl{}), "+source +href reason +anchor count"),
	sitemapSchema, linkedSchema,
	{name: Problems, host: "url", class: "kind", columns: []Column{{"severity", Text, false}, {"kind", Text, true},
		{"url", URL, true}, {"detail", Text, true}, {"source_count", Number, false}}},
	listed(Ledger, "normalized_url", "state", export.Ledger(&site.Crawl{}),
		"+normalized_url url state level status reason page from"),
}

// searchSchemas lists the tables of a search, whose rows cannot be struck out.
var searchSchemas = []schema{
	listed(Visits, "url", "state", export.Visits(&site.Search{}), "number agent url state status relevance stored "+
		"estimate level found_by from anchor time reason"),
	listed(Market, "normalized_url", "buyer", export.Market(&site.Search{}),
		"market time normalized_url seller buyer seller_value value price"),
	listed(Waiting, "url", "agent", export.Waiting(&site.Search{}), "agent url estimate from anchor"),
	sitemapSchema, linkedSchema,
}

var hitsSchema = listed(Hits, "url", "state", export.Hits(&site.Hits{}),
	"url state page status requests visits robot_visits last_request robots")

func (s *schema) column(name string) int {
	return slices.IndexFunc(s.columns, func(c Column) bool { return c.Name == name })
}

func (b *builder) crawl(c *site.Crawl) error {
	pages := make([]uint32, len(c.Graph.Pages)+1) // the URLs by the ids of pages
	for i, p := range c.Graph.Pages {
		pages[i+1] = b.url(p.URL)
	}
	hosts, err := stats.OutsideHosts(c)
	err = cmp.Or(err, b.list(Pages, export.Pages(c)), b.ledger(c, pages), b.list(External, export.External(c)),
		b.list(Hosts, export.Hosts(hosts)), b.list(Bad, export.Bad(c)), b.list(Sitemap, export.Sitemap(c.Sitemaps)),
		b.list(Linked, export.Linked(c.Linked, c.Graph)), b.problems(c))
	if c.Hits != nil {
		err = cmp.Or(err, b.list(Hits, export.Hits(c.Hits)))
	}
	return err
}

func (b *builder) search(s *site.Search) error {
	visited := &site.Graph{} // its pages are the visits
	for i := range s.Visits {
		visited.Pages = append(visited.Pages, site.Page{URL: s.Visits[i].URL})
	}
	return cmp.Or(b.list(Visits, export.Visits(s)), b.list(Market, export.Market(s)),
		b.list(Waiting, export.Waiting(s)), b.list(Sitemap, export.Sitemap(s.Sitemaps)),
		b.list(Linked, export.Linked(s.Linked, visited)))
}

func (b *builder) list(name string, of export.Listing) error {
	t := b.table(name)
	return each(of.Rows, func(row *export.Row) error { return b.row(t, row) })
}

func (b *builder) row(t *tableWriter, row *export.Row) error {
	t.codes = t.codes[:0]
	for _, at := range t.places {
		t.codes = append(t.codes, b.code(&row.Cells()[at]))
	}
	return b.add(t, t.codes...)
}

func (b *builder) code(c *export.Cell) uint32 {
	switch {
	case c.Kind == URL:
		return b.url(c.Text)
	case c.Kind == Text:
		return b.text(c.Text)
	case !c.Known:
		return 0
	case c.Kind == Decimal:
		return decimal(c.Decimal)
	}
	return number(c.Number)
}

// ledger writes the ledger, and the links to its URLs except those on other sites.
func (b *builder) ledger(c *site.Crawl, pages []uint32) error {
	t, links, places := b.table(Ledger), b.table(Links), b.places(c.Graph)
	var row export.Row
	return each(c.Ledger, func(e site.Entry) error {
		row.Reset()
		export.LedgerRow(&row, &e)
		if err := b.row(t, &row); err != nil || e.State == site.StateExternal {
			return err
		}
		url, state, level, status, page := t.codes[1], t.codes[2], t.codes[3], t.codes[4], t.codes[6]
		for _, from := range c.Mentions(e.Key) {
			err := b.add(links, pages[from], url, state, level, status, page, b.text(places(from, page)))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// places finds the best place of the links from a page, by its id, to another, by the code of its key.
func (b *builder) places(g *site.Graph) func(from int, key uint32) string {
	if g.Places == nil {
		return func(int, uint32) string { return "" }
	}
	index := make(map[uint32]uint32, len(g.Pages))
	for i := range g.Pages {
		index[b.url(g.Pages[i].Key)] = uint32(i)
	}
	return func(from int, key uint32) string {
		if to, ok := index[key]; ok {
			if at, ok := g.Arc(from-1, int(to)); ok {
				return g.Places[at].String()
			}
		}
		return ""
	}
}

func (b *builder) problems(c *site.Crawl) error {
	t := b.table(Problems)
	if c.Searched != nil { // agents look for none
		return nil
	}
	found, kinds, err := stats.FindProblems(c)
	if err != nil {
		return err
	}
	severities := stats.Severities(kinds)
	return each(found, func(o stats.Occurrence) error {
		return b.add(t, b.text(severities[o.Kind]), b.text(o.Kind), b.url(o.URL), b.text(o.Detail),
			number(cmp.Or(o.SourceCount, len(o.Sources))))
	})
}

func each[T any](rows iter.Seq2[T, error], f func(T) error) error {
	for row, err := range rows {
		if err == nil {
			err = f(row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
