// Command sitegraph turns web sites into graphs that one can trust: it crawls every site of hosts.txt breadth-first
// from its home page and writes its web graph for Gephi, networkx, igraph and Pajek, with statistics and a report.
package main

import (
	"embed"
	"io/fs"
	"os"

	"sitegraph/command"
	"sitegraph/command/memory"
)

//go:embed all:testdata/sites/museum
var files embed.FS

func main() {
	memory.Pace()
	museum, _ := fs.Sub(files, "testdata/sites/museum") // the name is right
	os.Exit(command.WithSample(museum, os.Stdin, os.Stdout, os.Stderr, os.Args[1:], os.Environ()))
}
