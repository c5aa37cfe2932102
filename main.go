// Command sitegraph turns web sites into graphs that one can trust: it crawls
// every site of hosts.txt breadth-first from its home page and writes its web
// graph for Gephi, networkx, igraph and Pajek, with statistics and a report.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"sitegraph/command"
)

// Memory is collected when it has grown by collectAt per cent, unless GOGC says otherwise. The ballast counts as memory
// in use, but nothing ever touches it, so that the system gives it no room: it makes the collector wait for 60 MB on
// small sites, too, where it would else run all the time.
const (
	collectAt = 15
	ballast   = 400 << 20
)

func main() {
	var kept []byte
	if os.Getenv("GOGC") == "" {
		kept = make([]byte, ballast)
		debug.SetGCPercent(collectAt)
	}
	code := command.Main(os.Stdin, os.Stdout, os.Stderr, os.Args[1:], os.Environ())
	runtime.KeepAlive(kept)
	os.Exit(code)
}
