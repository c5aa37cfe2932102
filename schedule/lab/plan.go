// Package lab is what the experiments with crawl policies share. Each package
// below it replays the policies of one package below schedule: on finished
// crawls, which serve as the oracle, and on synthetic sites made from seeds.
//
//	plan.go   how often an experiment runs; many runs at the same time; errors of the input; a heap
//	table.go  what an experiment returns: tables and charts; means and their confidence intervals
package lab

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"sitegraph/site"
)

// Plan says how often an experiment is repeated, each time with another seed.
type Plan struct {
	// Seeds is the number of seeds, First the first of them; the others follow it.
	Seeds int
	First uint64
	// Workers is the number of runs at the same time, that of processors by
	// default. The results do not depend on it.
	Workers int
	// Progress, if not nil, gets the number of runs done and that of all, one
	// call at a time.
	Progress func(done, total int)
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
	var begun atomic.Int64
	var failed atomic.Bool
	done := 0
	work := func() {
		for !failed.Load() && ctx.Err() == nil {
			i := int(begun.Add(1)) - 1
			if i >= n {
				return
			}
			if results[i], errs[i] = compute(i); errs[i] != nil {
				failed.Store(true)
			}
			lock.Lock()
			done++
			if p.Progress != nil {
				p.Progress(done, n)
			}
			lock.Unlock()
		}
	}
	for range min(cmp.Or(p.Workers, runtime.GOMAXPROCS(0)), n) {
		group.Go(work)
	}
	group.Wait()
	return results, cmp.Or(ctx.Err(), cmp.Or(errs...))
}

// InputError is an error in what an experiment is given: options, or crawls
// that lack what it needs. All other errors are failures of the experiment.
type InputError struct {
	// Err says what is wrong.
	Err error
}

// Error implements error.
func (e InputError) Error() string { return e.Err.Error() }

// Unwrap returns the error within.
func (e InputError) Unwrap() error { return e.Err }

// Invalid returns an InputError; its arguments are those of [fmt.Errorf].
func Invalid(format string, a ...any) error { return InputError{fmt.Errorf(format, a...)} }

// Pick is [site.Lookup]; an unknown name is an [InputError].
func Pick[T any](kind, name string, known map[string]T) (T, error) {
	part, err := site.Lookup(kind, name, known)
	if err != nil {
		return part, InputError{err}
	}
	return part, nil
}

// Heap is a [container/heap.Interface].
type Heap[T any] struct {
	// Items are in the order of a heap, the first one first.
	Items []T
	// Before reports whether one item comes before another.
	Before func(a, b T) bool
}

// Len returns the number of items.
func (h *Heap[T]) Len() int { return len(h.Items) }

// Less compares two items by their places.
func (h *Heap[T]) Less(i, j int) bool { return h.Before(h.Items[i], h.Items[j]) }

// Swap exchanges two items.
func (h *Heap[T]) Swap(i, j int) { h.Items[i], h.Items[j] = h.Items[j], h.Items[i] }

// Push appends an item; it is for container/heap alone.
func (h *Heap[T]) Push(x any) { h.Items = append(h.Items, x.(T)) }

// Pop removes the last item; it is for container/heap alone.
func (h *Heap[T]) Pop() any {
	last := len(h.Items) - 1
	item := h.Items[last]
	h.Items = h.Items[:last]
	return item
}
