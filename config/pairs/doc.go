// Package pairs says which features of a crawl go together. The table has every pair that does not simply
// work: a run is held against it before anything is fetched, and docs/combinations.md is written from it.
//
//	features.go  the features, and how a user asks for each
//	pairs.go     the table of pairs
//	check.go     what is refused of a run
//	of_setting.go  what a setting does not go with
//	of_search.go   the exporters that have files of a search by agents
package pairs
