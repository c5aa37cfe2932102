// Package export writes what the walk of one site leaves behind to files, one
// format per file: the graph for Gephi and its kin, and the long tables.
//
// An [Exporter] is made from its name by [New] and writes into a [Dir], the
// result folder of one site. A file appears under its name only when it is
// whole; the manifest, written last by [WriteManifest], lists the files with
// their digests. The files depend on the crawl alone: two exports of the same
// crawl are byte-equal, and no file but the manifest holds a time.
//
// # Text
//
// In every format, control characters and line breaks in a text become a
// space, bytes that are not UTF-8 and the two characters XML forbids (U+FFFE,
// U+FFFF) become U+FFFD, and spaces at both ends are cut. What was replaced,
// white space aside, is counted in [File.Replaced].
//
// # The dialect of the tables
//
// Comma separated, UTF-8 without a byte order mark, \n at line ends, one
// header row, cells quoted where RFC 4180 asks for it and quotes doubled.
// Beyond RFC 4180 every backslash is doubled, because Gephi's reader takes it
// as an escape character. Read them with, for instance, Python's
//
//	csv.reader(f, escapechar="\\", doublequote=True, strict=True)
//
// A number that is not there (the level of an external URL, the status of a
// URL without an answer, the target of a link that leads to no page) is an
// empty cell. A text cell that a spreadsheet would run as a formula, that is
// one of any number of apostrophes followed by = + - or @, gets one more
// apostrophe in front. To recover the text, cut one apostrophe from each text
// cell that matches ^'+[=+\-@].
//
//	exporter.go   names → exporters
//	dir.go        whole files or none
//	name.go       site → folder name
//	manifest.go   manifest.json
//	out.go        buffered output and the cleaning of text
//	csv.go        the dialect above
//	columns.go    what is known of a page, for nodes.csv, GEXF and GraphML
//	graph.go      pages and arcs in order, with ids and degrees
//	tables.go     nodes, arcs, links, aliases, external, bad, ledger
//	layout.go     place, size and colour of a page
//	xml.go gexf.go graphml.go pajek.go
//	table.go      a table of any cells: measures, problems, sites, changes
//	timeline.go timeline_gexf.go  a graph at two moments, a dynamic GEXF
package export
