// Package export writes and reads the result folder of a site.
//
// [Write] writes the files of a named exporter into a [Dir]. A file gets its final name only when it is complete.
// [WriteManifest] comes last and lists the files with their digests. The files depend on the crawl alone, so two
// exports of the same crawl are equal byte for byte. Only the manifest contains clock times, except that files of
// a watched crawl contain the times of its iterations.
//
// [Open] returns a [Folder]. Its Crawl method rebuilds the crawl that was written, so code that works on crawls
// works on folders too, years later and without the state. It trusts nothing: files must match the sizes and
// digests in the manifest, and every row must fit the format and the rows before it. Damage is an error that
// names file and line. Page.Links and Crawl.Asked stay empty because no file holds them. Crawl.Mentions returns
// nil; Folder.Linkers restores a part of it.
//
// # Text
//
// In every format, control characters and line breaks become spaces. Bytes that are not UTF-8, and the two
// characters that XML forbids (U+FFFE, U+FFFF), become U+FFFD. Spaces at both ends are cut. Characters that
// change the direction of text are written as \u202A to \u202E and \u2066 to \u2069. [File.Replaced] counts the
// replacements except those of white space.
//
// # The dialect of the tables
//
// Tables are comma separated, in UTF-8 without a byte order mark, with \n at line ends and one header row. Cells
// are quoted where RFC 4180 requires it, and quotes are doubled. Backslashes are doubled too, because Gephi's
// reader takes them as escape characters. In Python, for instance, read the tables with
//
//	csv.reader(f, escapechar="\\", doublequote=True, strict=True)
//
// A missing number (the level of an external URL, the status of a URL that did not answer) is an empty cell. A
// text cell gets one more apostrophe in front if a spreadsheet would run it as a formula, that is if it begins
// with any number of apostrophes and then = + - or @. So does a formula behind a semicolon and any number of
// apostrophes and quotes, since many spreadsheets split cells there. To recover the text, remove an apostrophe
// where ^'(?='*[=+\-@]) or (?<=;)'(?=['"]*[=+\-@]) matches.
//
//	exporter.go      names of exporters and the files of each
//	folder_write.go folder_read.go folder_name.go manifest.go  a folder and its manifest
//	csv.go output.go  the dialect above; buffered output, the cleaning of text, XML
//	table.go read_table.go verified_reader.go  a table by its columns, and how it is read and checked
//	listing.go       a table as it is written: its rows, for its files and for the index of the desk
//	nodes.go facts.go iterations.go  pages with facts, agents and times
//	arcs.go          arcs, their stability and places
//	links.go linked.go ledger.go rules.go url_tables.go  other tables that are read
//	written_tables.go  tables that are only written
//	network.go graph_formats.go layout.go  graphs as tables, GEXF, GraphML, Pajek; looks of nodes
//	site_graph.go directories.go  graphs of the sites of a run, of directories or hosts
//	timeline.go history.go  dynamic GEXF, of two crawls or of iterations
//	workbook.go      sheets as an Office Open XML workbook
//	parquet.go parquet_file.go  Apache Parquet
//	web_graph.go     the text form of Common Crawl, of pages and of hosts
package export
