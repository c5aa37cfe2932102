// Package report writes what a person looks at: one HTML file about a site,
// one about all sites of a run, and one about what has changed between two
// crawls. Each file stands by itself: it loads nothing, needs no script but for
// the map of the site, follows the reader's light or dark mode, and can be
// printed. All texts from the web are escaped, and all lists have a limit, so
// that the report of a great site stays small.
package report

import (
	"html/template"
	"time"

	"sitegraph/chart"
	"sitegraph/site"
	"sitegraph/stats"
)

// Site is what [WriteSite] tells of one site.
type Site struct {
	// Crawl gives the pages and how they were fetched; of its sequences only
	// the ledger is read, which may be nil. A zero Started leaves the times out.
	Crawl *site.Crawl
	// Analysis holds the numbers.
	Analysis stats.Analysis
	// Problems are rows of problems.csv in its order; of each kind the first
	// [Occurrences] are shown.
	Problems []stats.Occurrence
	// Missing are the tables that the numbers were made without, by their names
	// behind the prefix, such as ledger.csv: what they tell of is not counted.
	Missing []string
	// Picture is the map of the site; nil leaves it out.
	Picture *Picture
	// Settings are those a reader should know, Files the names of the files
	// beside the report.
	Settings []Setting
	Files    []string
	// Version is the program's.
	Version string
}

// Drawing is a chart of a report. Its name is the stem of a file's name, such
// as levels, depth, pagerank, bow-tie, in-degree: no other chart of the report
// has it, and the chart has it in every report.
type Drawing struct {
	Name string
	chart.Chart
}

// Setting is a setting in effect.
type Setting struct{ Name, Value string }

// Picture is a ready piece of a page: its HTML must be safe, without style or
// event attributes (the page's policy blocks them). Style and Script are the
// contents of a style and a script element.
type Picture struct {
	HTML          template.HTML
	Style, Script string
}

// Run is what [WriteRun] tells of several sites.
type Run struct {
	Sites []Member
	// Across compares the sites, in the same order.
	Across stats.Across
	// Started and Finished frame the run; zero times are left out.
	Started, Finished time.Time
	Version           string
}

// Member is a site of a run.
type Member struct {
	// Report is the place of the site's own report, relative to the run's, with
	// slashes; empty when there is none.
	Report  string
	Summary stats.Summary
}

// The limits of the lists.
const (
	// Occurrences is how many occurrences of a problem are shown, as long as
	// all together have no more text than placesText, in bytes.
	Occurrences = 50
	placesText  = 400_000
	// rowsShown is how many rows of any other table are.
	rowsShown = 50
	// levelsShown is how many levels are listed one by one.
	levelsShown = 60
	// barsShown is how many named bars a chart has.
	barsShown = 10
	// lettersShown is where texts from the web are cut, longestLink where
	// addresses are no longer linked to.
	lettersShown = 200
	longestLink  = 500
)
