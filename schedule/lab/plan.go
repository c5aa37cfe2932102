package lab

import (
	"cmp"
	"context"
	"runtime"
	"sync"
)

// Plan says how often an experiment is repeated, each time with another seed.
type Plan struct {
	// Seeds is the number of seeds, 40 by default; First is the first of them,
	// 1 by default. The others follow it.
	Seeds int
	First uint64
	// Workers is the number of runs at the same time, that of processors by
	// default. The results do not depend on it.
	Workers int
	// Progress, if not nil, gets the number of runs done and that of all, one
	// call at a time.
	Progress func(done, total int)
}

// Filled returns the plan with the defaults. Negative numbers are an
// [InputError].
func (p Plan) Filled() (Plan, error) {
	if p.Seeds < 0 || p.Workers < 0 {
		return p, Invalid("%d seeds and %d workers: neither may be negative", p.Seeds, p.Workers)
	}
	p.Seeds = cmp.Or(p.Seeds, 40)
	p.First = cmp.Or(p.First, 1)
	p.Workers = cmp.Or(p.Workers, runtime.GOMAXPROCS(0))
	return p, nil
}

// Part returns the plan for a part of an experiment: its progress counts the
// runs before and those of all parts.
func (p Plan) Part(before, total int) Plan {
	progress := p.Progress
	if progress != nil {
		p.Progress = func(done, _ int) { progress(before+done, total) }
	}
	return p
}

// Each computes n results, several at the same time, and returns them in order,
// or the first error in that order. After an error, or when the context ends,
// no further result is begun.
func Each[T any](ctx context.Context, p Plan, n int, compute func(i int) (T, error)) ([]T, error) {
	results, errs := make([]T, n), make([]error, n)
	var group sync.WaitGroup
	var lock sync.Mutex
	begun, done, failed := 0, 0, false

	take := func() int {
		lock.Lock()
		defer lock.Unlock()
		if failed || ctx.Err() != nil {
			return n
		}
		begun++
		return begun - 1
	}
	finish := func(err error) {
		lock.Lock()
		defer lock.Unlock()
		done++
		failed = failed || err != nil
		if p.Progress != nil {
			p.Progress(done, n)
		}
	}
	for range min(cmp.Or(p.Workers, runtime.GOMAXPROCS(0)), n) {
		group.Go(func() {
			for i := take(); i < n; i = take() {
				results[i], errs[i] = compute(i)
				finish(errs[i])
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
