// Package scope says which URLs a crawl takes: by limits, by patterns, and by how they were found.
//
//	limits.go     what bounds a crawl; paths that repeat themselves, links written wrongly
//	scope.go      which links are followed
//	discovery.go  how a URL was found, and by which spelling it is fetched
package scope
