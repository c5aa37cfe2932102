package export

import (
	"fmt"
	"path/filepath"
	"slices"

	"sitegraph/site"
)

// Crawl reads the crawl. Pages, arcs and aliases are in memory; ledger,
// external, bad and links are read from the folder each time they are ranged
// over, and checked until they were once found to be right. A table that the
// folder does not have gives an empty sequence, links.csv none at all (see
// Missing).
//
// Counts are those of the manifest, also where [export] self_loops = false left
// arcs out of the files; the notes say so then.
func (f *Folder) Crawl() (*site.Crawl, error) {
	g, notes, err := f.readGraph()
	if err != nil {
		return nil, err
	}
	keys, err := f.pageKeys(g.Pages)
	if err != nil {
		return nil, err
	}
	aliases, err := f.readAliases(keys)
	if err != nil {
		return nil, err
	}
	m := f.Manifest
	pages := len(g.Pages)
	c := &site.Crawl{
		Site: m.Site, Name: f.prefix, Graph: g, Aliases: aliases,
		Ledger:   f.ledger(keys),
		External: rows(f, externalTable, byPage[site.ExternalLink](pages)),
		Bad:      rows(f, badTable, byPage[site.BadLink](pages)),
		Mentions: func(string) []int { return nil },
		Counts:   m.Counts, Ended: m.Ended, Complete: m.Complete,
		Notes:  slices.Concat(m.Notes, notes),
		Robots: m.Robots, Started: m.Started, Finished: m.Finished,
	}
	if _, ok := f.files[linksTable.name]; ok {
		c.Links = rows(f, linksTable, linksCheck(pages))
	}
	return c, nil
}

// pageKeys returns the index of the pages by their normalized URLs.
func (f *Folder) pageKeys(pages []site.Page) (*site.Index, error) {
	keys := site.NewIndex(len(pages), func(i int, key string) bool { return pages[i].Key == key })
	for i := range pages {
		if _, added := keys.Add(pages[i].Key, i); !added {
			return nil, fmt.Errorf("%s, line %d: normalized_url %s is an earlier page's; %s",
				filepath.Join(f.path, f.files[nodesTable.name].Name), i+2, shown(pages[i].Key), remedy)
		}
	}
	return keys, nil
}
