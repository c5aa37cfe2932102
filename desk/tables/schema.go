package tables

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

// Kind is what a column holds.
type Kind string

// The kinds of columns: URLs, other texts, whole numbers, and numbers of seven digits.
// No number is negative.
const (
	URL     Kind = "url"
	Text    Kind = "text"
	Number  Kind = "number"
	Decimal Kind = "decimal"
)

// Column is a column of a table.
type Column struct {
	// Name is that of the column in the files of a result, where these have it.
	Name string `json:"name"`
	// Kind is what the cells are.
	Kind Kind `json:"kind"`
	// Identity says that the column is part of what a row is known by, when the
	// table is built anew: of a row that was struck out.
	Identity bool `json:"identity,omitempty"`
}

// schema has the columns of a table, and those that filters ask for.
type schema struct {
	name    string
	columns []Column
	// host is the column whose host is filtered, class that of the filter Class; "" means none.
	host, class string
}

// id is a column of a row's identity.
func id(name string, kind Kind) Column { return Column{Name: name, Kind: kind, Identity: true} }

// sitemapSchema and linkedSchema are tables of sites and of searches.
var (
	sitemapSchema = schema{name: Sitemap, host: "url", class: "finding", columns: []Column{{Name: "url", Kind: URL},
		{Name: "sitemap", Kind: URL}, {Name: "finding", Kind: Text}, {Name: "status", Kind: Number},
		{Name: "page", Kind: URL}, {Name: "detail", Kind: Text}}}
	linkedSchema = schema{name: Linked, host: "url", class: "state", columns: []Column{{Name: "url", Kind: URL},
		{Name: "kinds", Kind: Text}, {Name: "state", Kind: Text}, {Name: "status", Kind: Number},
		{Name: "reason", Kind: Text}, {Name: "final_url", Kind: URL}, {Name: "pages", Kind: Number},
		{Name: "first_page", Kind: URL}}}
)

// schemas are all tables of a site, in the order in which they are shown.
var schemas = []schema{
	{name: Pages, host: "url", class: "content_type", columns: []Column{id("url", URL), {Name: "title", Kind: Text},
		{Name: "level", Kind: Number}, {Name: "in_degree", Kind: Number}, {Name: "out_degree", Kind: Number},
		{Name: "external_links", Kind: Number}, {Name: "status", Kind: Number}, {Name: "content_type", Kind: Text},
		{Name: "bytes", Kind: Number}, {Name: "lang", Kind: Text}, {Name: "words", Kind: Number},
		{Name: "h1", Kind: Text}, {Name: "description", Kind: Text}}},
	{name: Links, host: "target", class: "state", columns: []Column{id("source", URL), id("target", URL),
		{Name: "state", Kind: Text}, {Name: "level", Kind: Number}, {Name: "status", Kind: Number},
		{Name: "page", Kind: URL}, {Name: "place", Kind: Text}}},
	{name: External, host: "url", columns: []Column{id("source", URL), id("url", URL), id("anchor", Text),
		id("rel", Text), {Name: "count", Kind: Number}}},
	{name: Hosts, columns: []Column{{Name: "host", Kind: Text}, {Name: "links", Kind: Number},
		{Name: "pages", Kind: Number}, {Name: "urls", Kind: Number}, {Name: "first_page", Kind: URL}}},
	{name: Bad, host: "source", class: "reason", columns: []Column{id("source", URL), id("href", Text),
		{Name: "reason", Kind: Text}, id("anchor", Text), {Name: "count", Kind: Number}}},
	sitemapSchema, linkedSchema,
	{name: Problems, host: "url", class: "kind", columns: []Column{{Name: "severity", Kind: Text}, id("kind", Text),
		id("url", URL), id("detail", Text), {Name: "source_count", Kind: Number}}},
	{name: Ledger, host: "normalized_url", class: "state", columns: []Column{id("normalized_url", URL),
		{Name: "url", Kind: URL}, {Name: "state", Kind: Text}, {Name: "level", Kind: Number},
		{Name: "status", Kind: Number}, {Name: "reason", Kind: Text}, {Name: "page", Kind: URL},
		{Name: "from", Kind: URL}}},
}

// searchSchemas are all tables of a search, whose rows cannot be struck out.
var searchSchemas = []schema{
	{name: Visits, host: "url", class: "state", columns: []Column{{Name: "number", Kind: Number},
		{Name: "agent", Kind: Text}, {Name: "url", Kind: URL}, {Name: "state", Kind: Text},
		{Name: "status", Kind: Number}, {Name: "relevance", Kind: Decimal}, {Name: "stored", Kind: Text},
		{Name: "estimate", Kind: Decimal}, {Name: "level", Kind: Number}, {Name: "found_by", Kind: Text},
		{Name: "from", Kind: URL}, {Name: "anchor", Kind: Text}, {Name: "time", Kind: Decimal},
		{Name: "reason", Kind: Text}}},
	{name: Market, host: "normalized_url", class: "buyer", columns: []Column{{Name: "market", Kind: Number},
		{Name: "time", Kind: Decimal}, {Name: "normalized_url", Kind: URL}, {Name: "seller", Kind: Text},
		{Name: "buyer", Kind: Text}, {Name: "seller_value", Kind: Decimal}, {Name: "value", Kind: Decimal},
		{Name: "price", Kind: Decimal}}},
	{name: Waiting, host: "url", class: "agent", columns: []Column{{Name: "agent", Kind: Text},
		{Name: "url", Kind: URL}, {Name: "estimate", Kind: Decimal},
		{Name: "from", Kind: URL}, {Name: "anchor", Kind: Text}}},
	sitemapSchema, linkedSchema,
}

// column returns the place of a column, -1 if there is none of that name.
func (s *schema) column(name string) int {
	for i, c := range s.columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}
