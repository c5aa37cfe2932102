package export

import (
	"errors"

	"sitegraph/site"
)

// linksTable is links.csv, which has every link as written in the pages.
var linksTable = table[site.Occurrence]{name: "links.csv", columns: []column[site.Occurrence]{
	{name: "source", number: func(l *site.Occurrence) *int { return &l.Source }},
	{name: "ordinal", number: func(l *site.Occurrence) *int { return &l.Ordinal }},
	{name: "element", text: func(l *site.Occurrence) *string { return &l.Element }, repeats: true},
	{name: "href", text: func(l *site.Occurrence) *string { return &l.Href }, blank: true},
	{name: "url", text: func(l *site.Occurrence) *string { return &l.URL }},
	{name: "kind", text: func(l *site.Occurrence) *string { return &l.Kind }, repeats: true},
	{name: "target", number: func(l *site.Occurrence) *int { return &l.Target }, optional: true},
	{name: "anchor", text: func(l *site.Occurrence) *string { return &l.Text }, blank: true},
	{name: "rel", text: func(l *site.Occurrence) *string { return &l.Rel }},
	{name: "place", text: func(l *site.Occurrence) *string { return &l.Place }, repeats: true, later: true},
}}

var externalTable = table[site.ExternalLink]{name: "external.csv", columns: []column[site.ExternalLink]{
	{name: "page_id", number: func(l *site.ExternalLink) *int { return &l.Source }},
	{name: "url", text: func(l *site.ExternalLink) *string { return &l.URL }, isURL: true},
	{name: "normalized_url", text: func(l *site.ExternalLink) *string { return &l.Key }},
	{name: "anchor", text: func(l *site.ExternalLink) *string { return &l.Text }},
	{name: "rel", text: func(l *site.ExternalLink) *string { return &l.Rel }},
	{name: "count", number: func(l *site.ExternalLink) *int { return &l.Count }},
}}

// badTable is bad.csv, which lists hrefs that are not usable links.
var badTable = table[site.BadLink]{name: "bad.csv", columns: []column[site.BadLink]{
	{name: "page_id", number: func(l *site.BadLink) *int { return &l.Source }},
	{name: "href", text: func(l *site.BadLink) *string { return &l.Href }},
	{name: "reason", text: func(l *site.BadLink) *string { return &l.Fault.Text }},
	{name: "anchor", text: func(l *site.BadLink) *string { return &l.Text }},
	{name: "count", number: func(l *site.BadLink) *int { return &l.Count }},
}}

func writeLinks(o *out, c *site.Crawl, _ Options) error {
	if c.Links == nil {
		return errors.New("the crawl kept no single links; " +
			"choose the exporter links before the crawl and crawl from scratch")
	}
	return linksTable.write(o, c.Links)
}

// External returns external.csv, with a row for each link from a page to another site.
func External(c *site.Crawl) Listing {
	return List(externalTable.name, c.External, func(r *Row, l *site.ExternalLink) {
		r.aside("source", urlOf(c.Graph, l.Source))
		externalTable.cells(r, l)
	})
}

// Bad returns bad.csv, with a row for each href that is not a usable link.
func Bad(c *site.Crawl) Listing {
	return List(badTable.name, c.Bad, func(r *Row, l *site.BadLink) {
		l.Fault.Text = l.Fault.Error()
		r.aside("source", urlOf(c.Graph, l.Source))
		badTable.cells(r, l)
	})
}

// byPage checks a table that begins with a column of page ids and is sorted by it.
func byPage[T any](pages int) func() tableCheck[T] {
	return func() tableCheck[T] {
		last := 0
		return tableCheck[T]{row: func(r *tableReader[T], row *T) error {
			id := *r.columns[0].number(row)
			if err := pageID(r, r.columns[0].name, id, pages); err != nil {
				return err
			}
			if id < last {
				return r.damage("page %d after page %d: the rows are sorted by it", id, last)
			}
			last = id
			return nil
		}}
	}
}

// linksCheck is like byPage for links.csv, and also checks that targets are pages.
func linksCheck(pages int) func() tableCheck[site.Occurrence] {
	return func() tableCheck[site.Occurrence] {
		sources := byPage[site.Occurrence](pages)().row
		return tableCheck[site.Occurrence]{row: func(r *tableReader[site.Occurrence], l *site.Occurrence) error {
			if err := sources(r, l); err != nil || l.Target == 0 {
				return err
			}
			return pageID(r, "target", l.Target, pages)
		}}
	}
}

func pageID[T any](r *tableReader[T], column string, id, pages int) error {
	if id < 1 || id > pages {
		return r.damage("%s is %d, not the id of one of the %d pages", column, id, pages)
	}
	return nil
}
