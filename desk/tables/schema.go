package tables

import (
	"slices"
	"strings"

	"sitegraph/export"
	"sitegraph/site"
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
)

// Names of the tables of a search by agents.
const (
	Visits  = "visits"
	Market  = "market"
	Waiting = "waiting"
)

// Kind is what a column holds. No number is negative; others than whole ones have seven digits.
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
	// Name is that of the column in the files of a result, where these have it.
	Name string `json:"name"`
	// Kind is what the cells are.
	Kind Kind `json:"kind"`
	// Identity says that the column is part of what a row is known by, when the
	// table is built again: of a row that was struck out.
	Identity bool `json:"identity,omitempty"`
}

// schema has the columns of a table, and those that filters ask for.
type schema struct {
	name    string
	columns []Column
	// places are those of the columns among the cells of a [export.Row].
	places []int
	// host is the column whose host is filtered, class that of the filter Class; "" means none.
	host, class string
}

// listed is the schema of a table that has some columns of a listing; a + is before those of a row's identity.
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

// sitemapSchema and linkedSchema are tables of sites and of searches.
var (
	sitemapSchema = listed(Sitemap, "url", "finding", export.Sitemap(nil), "url sitemap finding status page detail")
	linkedSchema  = listed(Linked, "url", "state", export.Linked(nil, nil),
		"url kinds state status reason final_url pages first_page")
)

// schemas are all tables of a site, in the order in which they are shown. Those of links and of problems are in no
// file.
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

// searchSchemas are all tables of a search, whose rows cannot be struck out.
var searchSchemas = []schema{
	listed(Visits, "url", "state", export.Visits(&site.Search{}), "number agent url state status relevance stored "+
		"estimate level found_by from anchor time reason"),
	listed(Market, "normalized_url", "buyer", export.Market(&site.Search{}),
		"market time normalized_url seller buyer seller_value value price"),
	listed(Waiting, "url", "agent", export.Waiting(&site.Search{}), "agent url estimate from anchor"),
	sitemapSchema, linkedSchema,
}

func (s *schema) column(name string) int {
	for i, c := range s.columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}
