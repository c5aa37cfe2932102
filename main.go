// Command sitegraph turns web sites into graphs that one can trust: it crawls every site of hosts.txt breadth-first
// from its home page and writes its web graph for Gephi, networkx, igraph and Pajek, with statistics and a report.
package main

import (
	"os"

	"sitegraph/command"
	"sitegraph/command/memory"
)

func main() {
	memory.Pace()
	os.Exit(command.Main(os.Stdin, os.Stdout, os.Stderr, os.Args[1:], os.Environ()))
}
