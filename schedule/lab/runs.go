// Package runs does the many runs that an experiment is made of, several at
// the same time; what comes out does not depend on how many.
package lab

import (
	"cmp"
	"context"
	"runtime"
	"sync"
)

// Each computes n results and returns them in order, or the first error in
// that order. So many workers compute at the same time, as many as there are
// processors if it is 0. After each result progress, if there is one, is told
// the number of those that are there, one call at a time. When the context ends
// no other result is begun, and its error is returned.
func Each[T any](ctx context.Context, n, workers int, progress func(done int), compute func(i int) (T, error)) ([]T, error) {
	results, errs := make([]T, n), make([]error, n)
	var group sync.WaitGroup
	var lock sync.Mutex
	begun, done := 0, 0
	take := func() int {
		lock.Lock()
		defer lock.Unlock()
		begun++
		return begun - 1
	}
	tell := func() {
		lock.Lock()
		defer lock.Unlock()
		done++
		if progress != nil {
			progress(done)
		}
	}
	for range min(cmp.Or(workers, runtime.GOMAXPROCS(0)), n) {
		group.Go(func() {
			for i := take(); i < n && ctx.Err() == nil; i = take() {
				results[i], errs[i] = compute(i)
				tell()
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}
