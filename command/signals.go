package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"sitegraph/site"
)

// stopBySignal returns a context that the first SIGINT or SIGTERM ends, with
// the signal's name as cause; the second signal ends the program at once.
// The state is safe either way.
func stopBySignal(w io.Writer) (ctx context.Context, release func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case sig := <-signals:
				if n > 0 {
					os.Exit(exitStopped)
				}
				fmt.Fprintf(w, "\nsitegraph: %v: stopping; what is known will be written (again: at once)\n", sig)
				cancel(site.EndedSignal)
			}
		}
	}()
	return ctx, func() { signal.Stop(signals); close(done); cancel(nil) }
}
