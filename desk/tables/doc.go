// Package tables answers questions about the long tables of a crawl: pages, links, external links and their hosts, bad
// links, problems, the ledger. Any page of five million rows, filtered and sorted, takes less than a fifth of a second.
//
// The index is made for that. A folder has one file a column, with four bytes a
// row, and two dictionaries with every text once, sorted. So
//
//   - a text or an expression is looked for in the distinct texts, which are far
//     fewer than links, and gives a set of codes;
//   - a filter is one pass over the columns that it asks for, and gives a set of
//     rows, one bit each;
//   - the order of codes is that of their texts: all columns sort alike. A page
//     of a sorted table is selected by counting, without sorting the rest.
//
// The files are mapped into memory, so that the system keeps what is used. They
// are a copy of what is known elsewhere and can be removed at any time.
//
//	schema.go      the tables and their columns; the rows that a crawl or a search by agents gives
//	build.go       Build: writes the folder of an index
//	dictionary.go  the distinct texts: which of them contain a text or match an expression
//	index.go       Open; columns mapped into memory, as long as they are read
//	filter.go      Filter: what is asked for, and the set of rows it gives
//	sets.go        sets of codes and of rows; the last ones, for the next page; rows that were struck out
//	select.go      the rows at some place of a sorted column
//	page.go        Query: one page of a table, or all of it as CSV
package tables
