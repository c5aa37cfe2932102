package desk

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"time"

	"sitegraph/desk/tables"
	"sitegraph/report/atlas"
	"sitegraph/run"
	"sitegraph/site"
)

// buildSearch builds the tables and the map of a search from a copy of its state. most is as for build.
func buildSearch(ctx context.Context, s *setup, dir string, most int) (v View, err error) {
	v.At = time.Now().UTC()
	plan, err := s.config.FindSearch()
	if err != nil || plan == nil {
		return v, cmp.Or(err, ErrNothingYet)
	}
	in, err := s.config.RecallSearch(ctx, run.Recalled{Plan: plan, Copy: true, NoBelief: true})
	if err != nil {
		return v, err
	}
	search := in.Search
	for i := range search.Visits {
		if v.Fetched++; !search.Visits[i].Free {
			v.Pages++
		}
	}
	v.Off = s.offBeside(search.Sitemaps)
	if v.Index, err = tables.BuildSearch(ctx, dir, search); err != nil {
		return v, err
	}
	in.All.Name = "the search " + search.Name
	err = v.draw(dir, in.All, most)
	return v, err
}

// off returns the tables of a crawl that are empty because of a setting, with the setting that fills each.
func (s *setup) off(c *site.Crawl) map[string]string {
	all := s.offBeside(c.Sitemaps)
	kept := s.config.Details()
	if !kept.Links {
		all[tables.Links] = "[export] exporters with links"
	}
	if !kept.Texts {
		all[tables.External] = "[export] exporters with external"
	}
	return all
}

// offBeside returns the empty tables that both sites and searches have.
func (s *setup) offBeside(sitemaps *site.Sitemaps) map[string]string {
	all := map[string]string{}
	if sitemaps == nil {
		all[tables.Sitemap] = "[sites] sitemaps = check"
	}
	if len(s.config.Linked.Check) == 0 {
		all[tables.Linked] = "[linked] check = external"
	}
	return all
}

// build builds the tables and the map of a site from a copy of its state. most is the most pages on the map, 0 for all.
func build(ctx context.Context, s *setup, line, dir string, most int) (v View, err error) {
	v.At = time.Now().UTC()
	err = s.read(line, func(c *site.Crawl) (err error) {
		v.Pages, v.Fetched, v.Off = c.Counts.Pages, c.Counts.Fetched, s.off(c)
		if v.Index, err = tables.Build(ctx, dir, c); err == nil {
			err = v.draw(dir, c, most)
		}
		return err
	})
	return v, err
}

// draw writes the map into the folder of the index. If it fails, it closes the index.
func (v *View) draw(dir string, c *site.Crawl, most int) error {
	g, of := c.Graph, atlas.Input{}
	v.Nodes, v.Arcs = len(g.Pages), g.Arcs()
	if most > 0 {
		g = g.First(most)
	}
	of.Graph = g
	if c.Searched != nil {
		of.Name, of.Groups = c.Name, atlas.Topics(g, c.Searched)
	} else {
		of.Groups = atlas.Folders(g)
	}
	html, _, _ := atlas.New(of).Fragment()
	v.Map, v.Drawn = filepath.Join(dir, "map.html"), len(g.Pages)
	err := os.WriteFile(v.Map, []byte(html), 0o644)
	if err != nil {
		v.Index.Close()
	}
	return err
}
