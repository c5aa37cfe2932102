// Command sitegraph turns web sites into graphs that one can trust: it crawls
// every site of hosts.txt breadth-first from its home page and writes its web
// graph for Gephi, networkx, igraph and Pajek, with statistics and a report.
package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"sitegraph/command"
)

// Memory is collected when it has grown by slack and collectAt per cent of what is in use, unless GOGC says otherwise:
// on small sites the collector would else run all the time, and on large ones it would take as much again.
const (
	collectAt = 15
	slack     = 60 << 20
	leastHeap = 4 << 20 // of which a percentage is taken at least
)

func main() {
	if os.Getenv("GOGC") == "" {
		pace()
	}
	os.Exit(command.Main(os.Stdin, os.Stdout, os.Stderr, os.Args[1:], os.Environ()))
}

// pace sets how far memory may grow until it is collected next, now and after each time that it was.
func pace() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(growth(live[0].Value.Uint64()))
	type collected struct{ _ *byte } // a pointer, so that it shares its place with nothing
	runtime.AddCleanup(&collected{}, func(struct{}) { pace() }, struct{}{})
}

// growth is by how many per cent memory may grow from what is in use.
func growth(live uint64) int { return int(collectAt + 100*slack/max(live, leastHeap)) }
