// Package pairs says which features of a crawl go together. The table has every pair that does not simply
// work: a run is held against it before anything is fetched, and docs/combinations.md is written from it.
//
//	features.go  the features, and how a user asks for each
//	pairs.go     the table of pairs, which is pairs.txt; what a setting does not go with
//	check.go     what is refused of a run; the exporters that a search by agents leaves out
package pairs
