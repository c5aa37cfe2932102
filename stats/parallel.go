package stats

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel does the jobs 0 to jobs-1, on all processors. Each worker gets a
// function of its own from newWorker, which may keep memory between jobs. So
// that results do not depend on the number of processors, the jobs must not,
// and what they give must be added up in a fixed order or be whole numbers.
func inParallel(jobs int, newWorker func() func(job int)) {
	var next atomic.Int64
	var running sync.WaitGroup
	for range min(jobs, runtime.GOMAXPROCS(0)) {
		running.Go(func() {
			do := newWorker()
			for job := int(next.Add(1)) - 1; job < jobs; job = int(next.Add(1)) - 1 {
				do(job)
			}
		})
	}
	running.Wait()
}

// tick receives, now and then, the share of a long computation that is done, 0
// to 1.
type tick func(share float64)
