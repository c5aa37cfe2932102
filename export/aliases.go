package export

import "sitegraph/site"

// aliasesTable is aliases.csv: URLs that are no pages of their own.
var aliasesTable = table[site.Alias]{name: "aliases.csv", columns: []column[site.Alias]{
	{name: "normalized_url", text: func(a *site.Alias) *string { return &a.Key }},
	{name: "page", text: func(a *site.Alias) *string { return &a.Page }},
	{name: "kind", text: func(a *site.Alias) *string { return &a.Kind }, repeats: true},
}}

func writeAliases(o *out, c *site.Crawl, _ Options) error {
	return aliasesTable.write(o, values(c.Aliases))
}

// readAliases reads aliases.csv.
func (f *Folder) readAliases(keys *site.Index) (all []site.Alias, err error) {
	last := ""
	check := func(r *tableReader[site.Alias], a *site.Alias) error {
		switch {
		case a == nil:
			return nil
		case a.Key <= last:
			return r.damage("normalized_url %s after %s: the rows are sorted by it", shown(a.Key), shown(last))
		case a.Kind != site.AliasRedirect && a.Kind != site.AliasDuplicate && a.Kind != site.AliasBoth:
			return r.damage("kind %s is unknown", shown(a.Kind))
		}
		last = a.Key
		return checkPage(r, keys, a.Page)
	}
	for a, err := range rows(f, aliasesTable, func() rowCheck[site.Alias] { return check }) {
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// checkPage checks a cell that holds the normalized URL of a page.
func checkPage[T any](r *tableReader[T], keys *site.Index, key string) error {
	if _, ok := keys.Find(key); !ok {
		return r.damage("%s is no normalized_url of %s", shown(key), nodesTable.name)
	}
	return nil
}
