package export

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
)

type factCells struct {
	site.Facts
	titleLength, descriptionLength int    // in characters
	hreflang                       string // the alternates
}

// Options.Facts chooses from factColumns. The first factsRead of them are read back, all or none.
var factColumns = []column[node]{
	{name: "description", text: func(n *node) *string { return &n.facts.Description }, later: true},
	{name: "h1", text: func(n *node) *string { return &n.facts.H1 }, later: true},
	{name: "h1_count", number: func(n *node) *int { return &n.facts.H1s }, optional: true, none: -1, later: true},
	{name: "words", number: func(n *node) *int { return &n.facts.Words }, optional: true, none: -1, later: true},
	{name: "x_robots_tag", text: func(n *node) *string { return &n.facts.RobotsTag }, repeats: true, later: true},
	{name: "hreflang", text: func(n *node) *string { return &n.facts.hreflang }, later: true},
	{name: "last_modified", text: func(n *node) *string { return &n.facts.Modified }, later: true},
	{name: "title_length", number: func(n *node) *int { return &n.facts.titleLength }, computed: true},
	{name: "description_length", number: func(n *node) *int { return &n.facts.descriptionLength },
		optional: true, none: -1, computed: true},
}

const factsRead = 6

// withoutFacts drops the columns of facts that the user does not want, or all if the crawl knows no facts.
func withoutFacts(c *site.Crawl, columns []column[node], wanted []string) []column[node] {
	known := slices.ContainsFunc(c.Graph.Pages, func(p site.Page) bool { return p.Facts != nil })
	return slices.DeleteFunc(columns, func(a column[node]) bool {
		isFact := slices.ContainsFunc(factColumns, func(f column[node]) bool { return f.name == a.name })
		return isFact && !(known && slices.Contains(wanted, a.name))
	})
}

func factsOf(p *site.Page) factCells {
	cells := factCells{titleLength: utf8.RuneCountInString(p.Title), descriptionLength: -1}
	if p.Facts == nil {
		cells.H1s, cells.Words = -1, -1
		return cells
	}
	cells.Facts = *p.Facts
	cells.descriptionLength = utf8.RuneCountInString(p.Facts.Description)
	var alternates []string
	for _, a := range p.Facts.Alternates {
		a = alternateAsWritten(a)
		alternates = append(alternates, a.Lang+"="+a.URL)
	}
	cells.hreflang = strings.Join(alternates, " ")
	return cells
}

// facts reverses factsOf. It returns nil if the facts are unknown.
func (f *factCells) facts() *site.Facts {
	if f.Words < 0 {
		return nil
	}
	facts := f.Facts
	for field := range strings.FieldsSeq(f.hreflang) {
		lang, url, _ := strings.Cut(field, "=")
		facts.Alternates = append(facts.Alternates, site.Alternate{Lang: lang, URL: url})
	}
	return &facts
}

func hasFacts(lacking []string) bool {
	return !slices.ContainsFunc(factColumns[:factsRead], func(c column[node]) bool {
		return slices.Contains(lacking, c.name)
	})
}

// declaredTable is declared.csv. It lists links that pages declare to programs and that are not arcs.
var declaredTable = table[site.Declared]{name: "declared.csv", columns: []column[site.Declared]{
	{name: "page_id", number: func(d *site.Declared) *int { return &d.Page }},
	{name: "source", text: func(d *site.Declared) *string { return &d.Source }, repeats: true},
	{name: "position", number: func(d *site.Declared) *int { return &d.Position }},
	{name: "url", text: func(d *site.Declared) *string { return &d.URL }},
	{name: "target", number: func(d *site.Declared) *int { return &d.Target }, optional: true},
}}

func hasDeclared(c *site.Crawl) bool {
	if c.Declared != nil {
		for range c.Declared {
			return true
		}
	}
	return false
}

func writeDeclared(o *out, c *site.Crawl, _ Options) error {
	return declaredTable.write(o, site.Unfailing(c.Declared))
}

// readDeclared reads declared.csv and adds the breadcrumbs to the facts of their pages.
func (f *Folder) readDeclared(c *site.Crawl) error {
	var all []site.Declared
	pages, last := len(c.Graph.Pages), 0
	err := each(f, declaredTable, func(r *tableReader[site.Declared], d *site.Declared) error {
		switch {
		case d.Page < max(last, 1) || d.Page > pages || d.Target < 0 || d.Target > pages:
			return r.damage("page %d after %d of %d, target %d: the rows are sorted by page_id", d.Page, last, pages,
				d.Target)
		case d.Source != site.SourceBreadcrumb && d.Source != site.SourcePayload:
			return r.damage("source %s is unknown", shown(d.Source))
		}
		last = d.Page
		all = append(all, *d)
		if facts := c.Graph.Pages[d.Page-1].Facts; facts != nil && d.Source == site.SourceBreadcrumb {
			facts.Breadcrumbs = append(facts.Breadcrumbs, d.URL)
		}
		return nil
	})
	if all != nil {
		c.Declared = slices.Values(all)
	}
	return err
}
