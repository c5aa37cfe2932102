// Package past reads finished crawls: from the state of earlier runs, or from
// result folders. It holds one crawl at a time.
//
//	past.go     Open: the crawls that the arguments of a command name
//	state.go    the state folder: its sites, their crawls
//	folders.go  result folders, and folders of them
package past
