// Package agents is a crawl by topical agents (spec Part 5).
//
//	graph.go  the graph of the pages that agents visited or stored
package agents
