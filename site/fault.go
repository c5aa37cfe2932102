package site

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// Fault is a bug in this program that made a goroutine panic. All it does is end the crawl with an error.
type Fault struct {
	Cause any    // the value of the panic
	Stack []byte // for the developers
}

// Error implements error. It does not show the stack.
func (f *Fault) Error() string { return fmt.Sprintf("internal fault, please report it: %v", f.Cause) }

// Safely runs work and returns a panic as a *Fault. A Fault that is passed on keeps its stack.
func Safely(work func() error) (err error) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		passed, _ := cause.(error)
		if fault, ok := errors.AsType[*Fault](passed); ok {
			err = fault
		} else {
			err = &Fault{Cause: cause, Stack: debug.Stack()}
		}
	}()
	return work()
}

// Group runs the parts of a task in goroutines. The zero value is ready to use.
type Group struct {
	all   sync.WaitGroup
	mu    sync.Mutex
	fault error
}

// Go starts a part of the task.
func (g *Group) Go(part func()) {
	g.all.Go(func() {
		if err := Safely(func() error { part(); return nil }); err != nil {
			g.mu.Lock()
			g.fault = err
			g.mu.Unlock()
		}
	})
}

// Wait waits for all parts. If one panicked, it panics with its Fault.
func (g *Group) Wait() {
	g.all.Wait()
	if g.fault != nil {
		panic(g.fault)
	}
}
