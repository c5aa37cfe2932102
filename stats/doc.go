// Package stats turns a site's web graph into numbers: sizes, density and
// reciprocity, levels, degrees, strongly connected components, PageRank, and
// how the URLs of the walk ended. docs/statistics.md defines each of them.
//
//	summary.go     the numbers and their names in stats.json
//	compute.go     a crawl → its numbers
//	arcs.go        density, reciprocity, self-loops, sinks
//	level.go       pages per level
//	degree.go      in- and out-degrees
//	component.go   strongly connected components
//	pagerank.go    PageRank
//	top.go         the pages with the greatest values
//	json.go        stats.json
//	table.go       the same for a person at a terminal
//	shorten.go     text that fits a column and is safe on a terminal
//
// Means and quantiles are gonum's. Components and PageRank are plain loops
// over the compact rows of [site.Graph], because gonum's own recurse (a chain
// of pages overflows the stack) and start from a random vector (no two files
// alike); gonum's graph algorithms are the oracle of the tests instead.
//
// All results are the same, bit for bit, for the same graph on every machine.
package stats
