package queue

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// set moves a time's wall clock by seconds and leaves its monotonic clock alone. Package time cannot do that. Its first
// word has the wall clock's seconds, above 30 bits of nanoseconds.
func set(t time.Time, seconds int64) time.Time {
	*(*uint64)(unsafe.Pointer(&t)) += uint64(seconds << 30)
	return t
}

// A lease's age is the time passed, however the machine's clock is set.
func TestLeaseOfWrongClock(t *testing.T) {
	begun := time.Now()
	for _, before := range []int64{-90_000, 0, 90_000} {
		for _, after := range []int64{-90_000, 0, 90_000} {
			for passed, want := range map[time.Duration]bool{0: true, 29 * time.Second: true, 31 * time.Second: false} {
				l := &lease{lasts: time.Minute, now: func() time.Time { return set(begun.Add(passed), after) }}
				renewed := set(begun, before)
				l.renewed.Store(&renewed)
				if got := l.valid(); got != want {
					t.Errorf("clock set by %d s and %d s, %v passed: valid %v", before, after, passed, got)
				}
			}
		}
	}
}

// A worker keeps a group even if its clock jumps by hours. On a busy machine this may take several tries.
func TestWorkerOfWrongClock(t *testing.T) {
	const tries = 10
	for range tries {
		if keepsByWrongClock(t) {
			return
		}
	}
	t.Errorf("a lease was lost in each of %d tries", tries)
}

func keepsByWrongClock(t *testing.T) bool {
	w := newWorld(t)
	w.submit("a", 2)
	one, says := w.worker("one", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
		if err := os.WriteFile(filepath.Join(folder, stateName), []byte(g.String()), 0o644); err != nil {
			return nil, err
		}
		pause(ctx, 3*testLease)
		return crawler{}.Crawl(ctx, g, folder)
	}})
	var asked atomic.Int64
	one.Queue.now = func() time.Time { return set(time.Now(), (asked.Add(1)%7-3)*40_000) }
	must(t, one.Run(t.Context()))
	if got := w.collected("a"); len(got) != 2 || one.Counts().Saved < 2 {
		t.Errorf("%q, %+v\n%s", got, one.Counts(), says.all())
	}
	return one.Counts().Lost == 0 && !strings.Contains(says.all(), "given")
}
