package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"

	"sitegraph/run"
)

// The exit codes.
const (
	exitDone    = 0 // work done
	exitFailure = 1 // a failure at run time
	exitUsage   = 2 // wrong flags, settings or arguments
	exitStopped = 3 // stopped early; run again to resume
	exitNothing = 4 // nothing could be fetched
)

// exitError carries an exit code, with an error or after it was shown.
type exitError struct {
	code int
	err  error // nil when it was shown before
}

// Error returns the text of the error inside.
func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

// Unwrap returns the error inside.
func (e *exitError) Unwrap() error { return e.err }

// usage marks an error as the user's.
func usage(err error) error { return run.Usage("%w", err) }

// Main runs the program and returns its exit code. args are the command line's
// without the name of the program, env is like that of os.Environ.
func Main(in io.Reader, out, err io.Writer, args, env []string) int {
	log.SetOutput(io.Discard) // net/http comments there on servers
	a := &app{in: in, out: out, err: err, env: env}
	root := newRoot(a)
	root.SetArgs(args)
	failure := root.ExecuteContext(context.Background())
	if a.progress == nil { // the flags are wrong, or were not needed
		a.progress = newProgress("none", false, err)
		a.progress.json = a.flags.progress == "json"
	}
	defer a.progress.End()
	if failure == nil {
		return exitDone
	}
	if e := new(exitError); !errors.As(failure, &e) || e.err != nil {
		a.progress.Error(failure.Error())
	}
	return exitCode(failure)
}

// exitCode returns the exit code of an error: 2 for the user's, 1 for those of the machine.
func exitCode(err error) int {
	if e := new(exitError); errors.As(err, &e) {
		return e.code
	}
	if e := new(run.UsageError); errors.As(err, &e) {
		return exitUsage
	}
	return exitFailure
}
