package run

import (
	"iter"
	"slices"

	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
)

// CompareProblems adds two crawls' problems to their difference, without kinds that only one crawl could find.
func CompareProblems(d *compare.Difference, a, b *site.Crawl) error {
	if a.Searched != nil || b.Searched != nil { // agents look for none
		return nil
	}
	if (a.Links == nil) != (b.Links == nil) {
		withoutA, withoutB := *a, *b
		withoutA.Links, withoutB.Links = nil, nil
		a, b = &withoutA, &withoutB
	}
	var unknown []string // kinds unknown in one crawl
	if a.OfTables || b.OfTables {
		unknown = stats.NotInTables()
	}
	before, err := problemsIn(a, unknown)
	if err != nil {
		return err
	}
	after, err := problemsIn(b, unknown)
	if err != nil {
		return err
	}
	return d.AddProblems(before, after)
}

// KnowLinkers adds the pages that link to URLs with problems, from problems.csv, to the crawl of a result folder.
func KnowLinkers(f *export.Folder, c *site.Crawl) error {
	mentions, err := f.Linkers(c, stats.IsOfLinks)
	if err == nil {
		c.Mentions = mentions
	}
	return err
}

// problemsIn returns a crawl's problems at each page where they can be fixed, except the kinds in but.
func problemsIn(c *site.Crawl, but []string) (iter.Seq2[compare.Problem, error], error) {
	found, err := stats.FindPlaces(c)
	if err != nil {
		return nil, err
	}
	return site.Sought(found, func(place *stats.Place) (compare.Problem, bool) {
		p := compare.Problem{Kind: place.Kind, Severity: place.Severity, URL: place.URL, Detail: place.Detail}
		if place.Apart {
			p.Place = place.Source
		}
		return p, !slices.Contains(but, place.Kind)
	}), nil
}
