// Package export is the result folder of a site, written and read.
//
// Writing: [Write] writes the files of an exporter, by its name, into a [Dir]. A file appears under its name
// only when it is whole; the manifest, written last by [WriteManifest], lists the files with their digests.
// The files depend on the crawl alone: two exports of the same crawl are equal byte for byte. No file but the
// manifest has a time of the clock; those of a watched crawl have the times of its iterations.
//
// Reading: [Open] returns a [Folder], whose Crawl is the one that was written, so that what works on crawls
// works on folders too, years later and without the state. Nothing is trusted: the manifest has the sizes and
// digests of the files, and every row must fit the format and the rows before it. Damage is an error that
// names file and line. What no file holds stays empty: Page.Links, Crawl.Asked, and Crawl.Mentions, which
// returns nil; Folder.Linkers knows a part of it.
//
// # Text
//
// In every format, control characters and line breaks in a text become a space, bytes that are not UTF-8 and
// the two characters XML forbids (U+FFFE, U+FFFF) become U+FFFD, and spaces at both ends are cut. The
// characters that turn the direction of text are written as \u202A to \u202E and \u2066 to \u2069. What was
// replaced, white space aside, is counted in [File.Replaced].
//
// # The dialect of the tables
//
// Comma separated, UTF-8 without a byte order mark, \n at line ends, one header row, cells quoted where RFC
// 4180 asks for it and quotes doubled. Every backslash is doubled, too, because Gephi's reader takes it as an
// escape character. Read them with, for instance, Python's
//
//	csv.reader(f, escapechar="\\", doublequote=True, strict=True)
//
// A number that is not there (the level of an external URL, the status of a URL without an answer) is an
// empty cell. A text cell that a spreadsheet would run as a formula, that is one of any number of apostrophes
// followed by = + - or @, gets one more apostrophe in front. So does a formula behind a semicolon, after any
// number of apostrophes and quotes, since many spreadsheets separate cells there. To recover the text, cut an
// apostrophe where ^'(?='*[=+\-@]) or (?<=;)'(?=['"]*[=+\-@]) matches.
//
//	exporter.go      names of exporters and the files of each
//	folder_write.go folder_remove.go folder_read.go folder_name.go manifest.go  a folder and its manifest
//	csv.go output.go  the dialect above; buffered output, the cleaning of text, XML
//	table.go read_table.go verified_reader.go  a table by its columns, and how it is read and checked
//	listing.go       a table as it is written: its rows, for its files and for the index of the desk
//	nodes.go facts.go searched.go iterations.go  pages, what is known of them, and since when
//	arcs.go arc_attributes.go  arcs, their stability and places
//	links.go linkers.go linked.go ledger.go frontier.go sitemap.go rules.go hits.go  other tables that are read
//	written_tables.go  tables that are only written
//	network.go graph_formats.go layout.go  graphs as tables, GEXF, GraphML, Pajek; looks of nodes
//	site_graph.go directories.go  graphs of the sites of a run, of directories or hosts
//	timeline.go timeline_compared.go history.go  dynamic GEXF, of two crawls or of iterations
//	workbook.go      sheets as an Office Open XML workbook
//	parquet.go parquet_file.go thrift.go  Apache Parquet
//	web_graph.go     the text form of Common Crawl, of pages and of hosts
package export
