package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"sitegraph/site"
)

// stopBySignal returns a context that the first SIGINT or SIGTERM ends, with
// the cause "signal"; the second one ends the program at once. The state is
// safe either way. before is called with the first.
func stopBySignal(ctx context.Context, before func()) (stopping context.Context, release func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case <-signals:
				if n > 0 {
					os.Exit(exitStopped)
				}
				before()
				cancel(site.EndedSignal)
			}
		}
	}()
	return ctx, func() { signal.Stop(signals); close(done); cancel(nil) }
}
