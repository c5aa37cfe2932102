// Package scope decides which URLs a crawl takes: by limits, by patterns, and by how they were found.
//
//	scope.go      which links to follow; limits of a crawl; paths that repeat themselves, miswritten links
//	discovery.go  how a URL was found, and which spelling fetches it
package scope
