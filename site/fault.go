package site

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// Fault is a fault of this program: what a goroutine panicked with, and where. It ends the crawl that met it, with an
// error, and nothing else.
type Fault struct {
	// Cause is the value of the panic, Stack the calls that led to it: for the developers alone.
	Cause any
	Stack []byte
}

// Error implements error. It does not show the stack.
func (f *Fault) Error() string { return fmt.Sprintf("internal fault, please report it: %v", f.Cause) }

// faultOf is what recover gave as a fault, nil if it gave nothing. One that is passed on keeps its stack.
func faultOf(cause any) error {
	if cause == nil {
		return nil
	}
	err, _ := cause.(error)
	if fault := new(Fault); errors.As(err, &fault) {
		return fault
	}
	return &Fault{Cause: cause, Stack: debug.Stack()}
}

// Safely does a work. A panic in it is an error, a *Fault.
func Safely(work func() error) (err error) {
	defer func() {
		if fault := faultOf(recover()); fault != nil {
			err = fault
		}
	}()
	return work()
}

// Tried is what a work came to: a value, or a *Fault.
type Tried[T any] struct {
	// Value is what the work gave; zero after a fault.
	Value T
	Fault error // nil or a *Fault
}

// Try does a work in a goroutine whose panic its owner is to have: a panic that is not recovered ends the program.
func Try[T any](work func() T) (t Tried[T]) {
	t.Fault = Safely(func() error {
		t.Value = work()
		return nil
	})
	return t
}

// Group are goroutines that do parts of a work. The zero value is ready to use.
type Group struct {
	all   sync.WaitGroup
	mu    sync.Mutex
	fault error
}

// Go begins a part.
func (g *Group) Go(part func()) {
	g.all.Go(func() {
		if err := Safely(func() error { part(); return nil }); err != nil {
			g.mu.Lock()
			g.fault = err
			g.mu.Unlock()
		}
	})
}

// Wait waits for all parts. It panics with the fault of a part, for the whole work failed.
func (g *Group) Wait() {
	g.all.Wait()
	if g.fault != nil {
		panic(g.fault)
	}
}
