// Package memory limits the growth of memory between two garbage collections.
package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Memory is collected when it has grown by slack and by collectAt percent of the live heap, unless GOGC is set. The
// default would collect all the time on small sites, and double the memory on large ones.
const (
	collectAt = 15
	slack     = 40 << 20
	minHeap   = 4 << 20 // a smaller live heap counts as this size
)

// Pace sets the pace of collections for the rest of the program.
func Pace() {
	if os.Getenv("GOGC") == "" {
		pace()
	}
}

// pace sets the growth until the next collection, now and after each collection.
func pace() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(growth(live[0].Value.Uint64()))
	type collected struct{ _ *byte } // has a pointer, so it is allocated alone
	runtime.AddCleanup(&collected{}, func(struct{}) { pace() }, struct{}{})
}

// growth returns the allowed growth of the live heap in percent.
func growth(live uint64) int { return int(collectAt + 100*slack/max(live, minHeap)) }
