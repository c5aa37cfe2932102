// Package struck keeps the rows that people struck out of the tables of crawls, by what they say, so that they are
// found again in tables that are rebuilt, and leaves them out of crawls.
//
//	list.go     the rows in their file
//	without.go  a crawl without them; links.go without its links, facts.go without what is known of its rows
package struck
