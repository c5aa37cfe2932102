// Package report writes HTML reports for people: about one site, about all sites of a run, and about the changes
// between two crawls. Each is one file that loads nothing, needs no script except for the map of the site, follows the
// reader's light or dark mode, and can be printed. All texts from the web are escaped, and all lists have a limit, so
// that the report of a large site stays small.
//
//	site.go       the report of one site: head, banners, key figures, settings, files
//	depth.go      how deep the site is, what a few clicks show, how far apart pages are
//	centrality.go the most important pages
//	reach.go      what can be reached: way back, bow-tie, indispensable pages
//	groups.go     communities, folders, URL patterns, query parameters
//	degrees.go    how links are distributed
//	problems.go   problems with their places, and what happened to each URL
//	sites.go      the report of all sites of a run
//	correlations.go which measures of the sites go together
//	comparison.go the report of a comparison of two crawls
//	changes.go    pages and arcs by kind of change
//	shifts.go     changes of depth and degree
//	document.go   the parts that all reports consist of, and writing them
//	table.go      tables, their columns and cells; names, dates and links as they are shown
package report

import (
	"html/template"

	"sitegraph/chart"
	"sitegraph/site"
	"sitegraph/stats"
)

// Site is what the report of one site is made from.
type Site struct {
	// Crawl gives the pages and how they were fetched; none of its sequences is
	// read. A zero Started leaves the times out.
	Crawl *site.Crawl
	// Analysis holds the numbers.
	Analysis stats.Analysis
	// Problems are rows of problems.csv in its order; of each kind the first [Occurrences] are shown.
	Problems []stats.Occurrence
	// Missing names the tables that the analysis had to do without, such as
	// ledger.csv; what they contain is not counted.
	Missing []string
	// Settings are those a reader should know.
	Settings []Setting
	// Version is the program's.
	Version string
}

// Chart is a chart of a report.
type Chart struct {
	// Name is the stem of a file name, such as levels, pagerank or bow-tie. It
	// is unique in a report, and the same chart has it in every report.
	Name string
	chart.Chart
}

// Setting is a setting that the crawl ran with.
type Setting struct {
	// Name is the section and key, Value the value as in settings.ini.
	Name, Value string
}

// Picture is a ready-made part of a page.
type Picture struct {
	// HTML must be safe, and without style or event attributes: the policy of the page blocks them.
	HTML template.HTML
	// Style and Script are the contents of a style and a script element.
	Style, Script string
}

// The limits of lists.
const (
	// Occurrences is how many occurrences of a problem are shown, as long as
	// all of them together have no more text than occurrencesText, in bytes.
	Occurrences     = 50
	occurrencesText = 400_000
	// rowsShown is how many rows of any other table are shown.
	rowsShown = 50
	// depthsShown is how many depths or distances are listed one by one.
	depthsShown = 60
	// barsShown is how many named bars a chart has.
	barsShown = 10
	// longestText is where texts from the web are cut, longestLink the length
	// up to which URLs are linked to, both in characters.
	longestText = 200
	longestLink = 500
)
