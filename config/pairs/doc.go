// Package pairs knows which features of a crawl go together. Its table has every pair that does not simply work. A run
// is checked against it before anything is fetched, and docs/combinations.md is made from it.
//
//	features.go  the features, and how a user asks for each
//	pairs.go     the table, which is pairs.txt; the conflicts of a setting
//	check.go     refuses runs; exporters without files for a search by agents
package pairs
