// Package memory says how far memory may grow between two collections.
package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Memory is collected when it has grown by slack and collectAt per cent of what is in use, unless GOGC says otherwise:
// on small sites the collector would else run all the time, and on large ones it would take as much again.
const (
	collectAt = 15
	slack     = 60 << 20
	minHeap   = 4 << 20 // of which a percentage is taken at least
)

// Pace sets the pace of collections for the rest of the program.
func Pace() {
	if os.Getenv("GOGC") == "" {
		pace()
	}
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
func growth(live uint64) int { return int(collectAt + 100*slack/max(live, minHeap)) }
