// Package scope says which URLs a crawl takes: by limits, by patterns, and by how they were found.
//
//	limits.go     what bounds a crawl
//	scope.go      which links are followed
//	traps.go      paths that repeat themselves, links written wrongly
//	discovery.go  how a URL was found, and by which spelling it is fetched
package scope
