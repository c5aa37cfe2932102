// Command sitegraph turns web sites into graphs that one can trust: it crawls
// every site of hosts.txt breadth-first from its home page and writes its web
// graph for Gephi, networkx, igraph and Pajek, with statistics and a report.
package main

import (
	"os"
	"runtime/debug"

	"sitegraph/command"
)

// collectAt is by how many per cent memory may grow before it is collected, unless GOGC says otherwise. Most of it is
// long lists of numbers, which cost the collector nothing: 25 takes a third less memory than 100 and no more time.
const collectAt = 25

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	os.Exit(command.Main(os.Stdin, os.Stdout, os.Stderr, os.Args[1:], os.Environ()))
}
