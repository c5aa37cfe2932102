// Package tables answers questions about the long tables of a crawl: pages, links, external links and their hosts, bad
// links, problems, the ledger. Any page of five million rows, filtered and sorted, takes less than a fifth of a second.
//
// The index makes that possible. Its folder has a file for each column, with four bytes per row, and two sorted
// dictionaries with every text once. So
//
//   - a text or expression is searched in the distinct texts, which are far fewer than links, and gives a set of codes;
//   - a filter is one pass over its columns and gives a set of rows, one bit each;
//   - codes sort like their texts, so all columns sort the same way. A page of a sorted table is selected by counting,
//     without sorting the rest.
//
// The files are mapped into memory, so the system keeps the parts in use. They can be rebuilt and removed at any time.
//
//	schema.go      the tables and their columns; the rows of a crawl or a search by agents
//	build.go       Build writes the folder of an index
//	dictionary.go  the distinct texts, and searches in them
//	index.go       opens an index; columns mapped into memory
//	filter.go      Filter: the conditions of a query, and the rows that fulfil them
//	sets.go        sets of codes and rows; a cache of rows for the next page; rows struck out; rows of a sorted column
//	page.go        Query: a page of a table, or all of it as CSV
package tables
