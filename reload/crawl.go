package reload

import (
	"fmt"
	"path/filepath"
	"slices"

	"sitegraph/site"
)

// Crawl reads the crawl. Pages, arcs and aliases are in memory; ledger,
// external, bad and links are read from the folder each time they are ranged
// over, and checked each time. A table that the folder does not have gives an
// empty sequence, links.csv none at all (see Missing). The ledger is checked
// here too, since it cannot tell of an error later.
//
// Counts are those of the manifest, also where [export] self_loops = false left
// arcs out of the files; the notes say so then.
func (f *Folder) Crawl() (*site.Crawl, error) {
	g, notes, err := f.readGraph()
	if err != nil {
		return nil, err
	}
	keys, twice := newKeyIndex(g.Pages)
	if twice >= 0 {
		return nil, fmt.Errorf("%s, line %d: normalized_url %s is an earlier page's; %s", filepath.Join(f.path, f.files[nodesName].Name), twice+2, shown(g.Pages[twice].Key), remedy)
	}
	aliases, err := f.readAliases(keys)
	if err != nil {
		return nil, err
	}
	if err := f.checkLedger(keys); err != nil {
		return nil, err
	}
	m := f.Manifest
	c := &site.Crawl{
		Site: m.Site, Name: f.prefix, Graph: g, Aliases: aliases,
		Ledger: f.ledger(), External: f.external(len(g.Pages)), Bad: f.bad(len(g.Pages)),
		Mentions: func(string) []int { return nil },
		Counts:   site.Counts(m.Counts), Ended: m.Ended, Complete: m.Complete,
		Notes:  slices.Concat(m.Notes, notes),
		Robots: site.RobotsSeen(m.Robots), Started: m.Started, Finished: m.Finished,
	}
	if _, ok := f.files[linksName]; ok {
		c.Links = f.links(len(g.Pages))
	}
	return c, nil
}
