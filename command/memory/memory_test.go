package memory

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestPace checks that memory is collected after growth by 40 MiB plus 15 per cent, anew after each collection.
func TestPace(t *testing.T) {
	for live, want := range map[uint64]int{0: 1015, 4 << 20: 1015, 60 << 20: 81, 600 << 20: 21, 60 << 30: 15} {
		if got := growth(live); got != want {
			t.Errorf("%d bytes: %d per cent, want %d", live, got, want)
		}
	}
	before := debug.SetGCPercent(100)
	pace()
	debug.SetGCPercent(9999)
	for debug.SetGCPercent(9999) == 9999 { // until a collection resets it
		runtime.GC()
		runtime.Gosched()
	}
	debug.SetGCPercent(before)
}
