package export

import "sitegraph/site"

// declaredTable is declared.csv: links that pages declare to programs, and that are no arcs.
var declaredTable = table[site.Declared]{name: "declared.csv", columns: []column[site.Declared]{
	{name: "page_id", number: func(d *site.Declared) *int { return &d.Page }},
	{name: "source", text: func(d *site.Declared) *string { return &d.Source }, repeats: true},
	{name: "position", number: func(d *site.Declared) *int { return &d.Position }},
	{name: "url", text: func(d *site.Declared) *string { return &d.URL }},
	{name: "target", number: func(d *site.Declared) *int { return &d.Target }, optional: true},
}}

// hasDeclared reports whether any page declares a link.
func hasDeclared(c *site.Crawl) bool {
	if c.Declared != nil {
		for range c.Declared {
			return true
		}
	}
	return false
}

func writeDeclared(o *out, c *site.Crawl, _ Options) error {
	return declaredTable.writeAll(o, func(yield func(*site.Declared) bool) {
		for d := range c.Declared {
			if !yield(&d) {
				return
			}
		}
	})
}
