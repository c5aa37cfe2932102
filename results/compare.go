package results

import (
	"fmt"
	"slices"

	"sitegraph/run"
	"sitegraph/stats"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// Compare finds what has changed between two crawls, and between their problems, if both know these. remarks say what
// could not be compared for another reason than the comparison's own notes do.
func Compare(earlier, later Crawl) (d *compare.Difference, remarks []string, err error) {
	options := compare.SettingsDiff(earlier.Settings, later.Settings)
	missing := withProblems(earlier, later)
	if len(missing) > 0 {
		options.Notes = append(options.Notes, "problems were not compared: a crawl was read without "+
			wording.List(missing))
	}
	d = compare.New(earlier.Crawl, later.Crawl, options)
	if len(missing) > 0 {
		return d, nil, nil
	}
	remarks = knowLinkers(earlier, later)
	if (earlier.OfTables || later.OfTables) && earlier.Searched == nil && later.Searched == nil {
		remarks = append(remarks, "the problems "+wording.List(stats.NotInTables())+
			" were not compared: tables do not show them; use compare --from, which reads the saved state")
	}
	return d, remarks, run.CompareProblems(d, earlier.Crawl, later.Crawl)
}

// withProblems returns the tables that one of the crawls lacks and that tell of problems.
func withProblems(crawls ...Crawl) (missing []string) {
	for _, c := range crawls {
		for _, name := range c.Missing() {
			if name != "external.csv" && !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
		}
	}
	return missing
}

// knowLinkers has crawls of result folders know where problems are. A problems.csv that was edited says nothing of
// that.
func knowLinkers(crawls ...Crawl) (remarks []string) {
	for _, c := range crawls {
		if c.Folder == nil {
			continue
		}
		if err := run.KnowLinkers(c.Folder, c.Crawl); err != nil {
			remarks = append(remarks, fmt.Sprintf("%s: the places of problems were not compared: %v", c.Source(), err))
		}
	}
	return remarks
}
