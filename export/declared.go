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

// readDeclared reads declared.csv, and has the pages know their breadcrumbs; nil if the folder has none.
func (f *Folder) readDeclared(g *site.Graph) (all []site.Declared, err error) {
	if _, ok := f.files[declaredTable.name]; !ok {
		return nil, nil
	}
	pages, last := len(g.Pages), 0
	err = each(f, declaredTable, func(r *tableReader[site.Declared], d *site.Declared) error {
		switch {
		case d == nil:
			return nil
		case d.Page < max(last, 1) || d.Page > pages || d.Target < 0 || d.Target > pages:
			return r.damage("page %d after %d of %d, target %d: the rows are sorted by page_id", d.Page, last, pages,
				d.Target)
		case d.Source != site.SourceBreadcrumb && d.Source != site.SourcePayload:
			return r.damage("source %s is unknown", shown(d.Source))
		}
		last = d.Page
		all = append(all, *d)
		if facts := g.Pages[d.Page-1].Facts; facts != nil && d.Source == site.SourceBreadcrumb {
			facts.Breadcrumbs = append(facts.Breadcrumbs, d.URL)
		}
		return nil
	})
	return all, err
}
