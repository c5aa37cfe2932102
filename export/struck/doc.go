// Package struck keeps a list of the rows that people struck out of the tables of crawls, and leaves them out of
// crawls. It knows rows by their content, so that it finds them again in rebuilt tables.
//
//	list.go     the rows in their file
//	without.go  a crawl without them; links.go without their links, facts.go without data about them
package struck
