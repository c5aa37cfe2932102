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
	Cause any    // the value of the panic
	Stack []byte // the calls that led to it: for the developers alone
}

// Error implements error. It does not show the stack.
func (f *Fault) Error() string { return fmt.Sprintf("internal fault, please report it: %v", f.Cause) }

// Safely does a work. A panic in it is an error, a *Fault; one that is passed on keeps its stack.
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
