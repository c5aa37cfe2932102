// Package export is the result folder of a site, written and read.
//
// Writing: [Write] writes the files of an exporter, by its name, into a [Dir]. A file appears under its name only
// when it is whole; the manifest, written last by [WriteManifest], lists the files with their digests. The files
// depend on the crawl alone: two exports of the same crawl are equal byte for byte. No file but the manifest holds
// a time of the clock; those of a watched crawl hold the times of its iterations.
//
// Reading: [Open] returns a [Folder], whose Crawl is the crawl that the files were written from, so that what works
// on crawls (statistics, reports, comparisons) works on folders too, years later and without the state. Nothing is
// trusted: the manifest lists the files with their sizes and digests, and every row must fit the format and the
// rows before it. Damage is an error that names file and line. The texts are those of the files, that is, cleaned
// as described below. What no file holds stays empty: Page.Links, Crawl.Asked, and Crawl.Mentions, which returns
// nil; Folder.Linkers knows a part of it.
//
// # Text
//
// In every format, control characters and line breaks in a text become a space, bytes that are not UTF-8 and the
// two characters XML forbids (U+FFFE, U+FFFF) become U+FFFD, and spaces at both ends are cut. The characters that
// turn the direction of text are written as \u202A to \u202E and \u2066 to \u2069. What was replaced, white space
// aside, is counted in [File.Replaced].
//
// # The dialect of the tables
//
// Comma separated, UTF-8 without a byte order mark, \n at line ends, one header row, cells quoted where RFC 4180
// asks for it and quotes doubled. Beyond RFC 4180 every backslash is doubled, because Gephi's reader takes it as an
// escape character. Read them with, for instance, Python's
//
//	csv.reader(f, escapechar="\\", doublequote=True, strict=True)
//
// A number that is not there (the level of an external URL, the status of a URL without an answer, the target of a
// link that leads to no page) is an empty cell. A text cell that a spreadsheet would run as a formula, that is one
// of any number of apostrophes followed by = + - or @, gets one more apostrophe in front. So does a formula behind
// a semicolon, after any number of apostrophes and quotes, since many spreadsheets separate cells there. To recover
// the text, cut an apostrophe where ^'(?='*[=+\-@]) or (?<=;)'(?=['"]*[=+\-@]) matches.
//
//	exporter.go      names of exporters and the files of each
//	folder_write.go  writing a folder: whole files or none
//	folder_remove.go  removing what an earlier run wrote
//	folder_read.go   reading a folder: its files, and the crawl in them
//	folder_name.go   site → folder name
//	manifest.go      manifest.json
//	verified_reader.go  reading a file and comparing it with the manifest
//	csv.go           the dialect above, cells made of it
//	listing.go       a table as it is written: its rows, for its files and for the index of the desk
//	table.go         a table by its columns, that can be read back
//	read_table.go    how rows are read
//	nodes.go arcs.go links.go ledger.go frontier.go  tables, written and read;
//	                 external, bad and aliases too
//	written_tables.go  tables that are only written: of a search by agents, of problems and hosts, of a comparison,
//	                 of numbers
//	searched.go      what topical agents know of the pages, and the agents' colours
//	linked.go        what pages link to or use, and what came of checking it
//	sitemap.go       what sitemaps list, and what became of it
//	rules.go         what the crawl learned about URLs that show the same page
//	iterations.go    the iterations of a watched crawl, when pages and arcs were seen, what would be checked next
//	output.go        buffered output, the cleaning of text, XML
//	arc_attributes.go  what arcs of some crawls have: stability, places
//	facts.go         the columns of nodes.csv with facts of pages, and what pages declare to programs
//	layout.go        position, size and colour of a page
//	graph_formats.go  GEXF, GraphML and Pajek
//	workbook.go      sheets as an Office Open XML workbook
//	parquet.go       the graph and its links as Apache Parquet
//	web_graph.go     the text form of Common Crawl, of pages and of hosts
//	network.go       tables, GEXF, GraphML and Parquet of a graph of something else than pages
//	site_graph.go    of the sites of a run
//	directories.go   of the directories or hosts that pages lie in
//	timeline.go      a graph at several moments, a dynamic GEXF
//	timeline_compared.go  of two crawls that were compared
//	history.go       of the iterations of a watched site
package export
