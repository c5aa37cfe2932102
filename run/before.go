package run

import (
	"iter"
	"path/filepath"
	"slices"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
)

const beforeFolder = "before" // has the previous crawl's files, one folder per site

// BeforeDir returns the folder with the files of the previous crawl of a site, by the name of its result folder.
func (c Config) BeforeDir(name string) string { return filepath.Join(c.Path(beforeFolder), name) }

// Since compares a crawl with the previous crawl of the site.
type Since struct {
	Folder     string    // folder with the previous crawl's files
	Finished   time.Time // when that crawl ended
	Listed     bool      // both crawls listed their problems
	Fixed, New int       // numbers of fixed and new problems
}

// keepBefore keeps the files of an earlier crawl that are about to be replaced, nil if there are none. A crawl from
// scratch is a new crawl even if it began in the same second. Watched sites have their history in the state.
func (e *Exporter) keepBefore(c *site.Crawl, line config.Host, fromScratch bool) (*Since, error) {
	path, err := e.place(c, line)
	if err != nil {
		return nil, err
	}
	m := filledBy(path, c.Name)
	same := m.Started.Equal(c.Started.Truncate(time.Second)) && !fromScratch
	if m.Site != c.Site || same || m.Iterations > 0 || c.Watched != nil {
		return nil, nil
	}
	since := &Since{Folder: e.BeforeDir(c.Name), Finished: m.Finished}
	if err := export.RemoveFolder(since.Folder); err != nil {
		return nil, err
	}
	dir, err := export.NewDir(since.Folder, c.Name)
	if err == nil {
		err = dir.CopyFrom(path, true)
	}
	return since, err
}

// compare counts the problems that only one of the folders lists, or none if someone edited the older files.
func (s *Since) compare(folder string) error {
	before, changed := export.ProblemKeys(s.Folder)
	now, err := export.ProblemKeys(folder)
	if err != nil || changed != nil || before == nil || now == nil {
		return err
	}
	s.Listed = true
	for key := range now {
		if !before[key] {
			s.New++
		}
	}
	for key := range before {
		if !now[key] {
			s.Fixed++
		}
	}
	return nil
}

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
