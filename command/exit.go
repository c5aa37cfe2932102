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

// exitCode is an exit code as an error whose reason was shown.
type exitCode int

// Error implements error.
func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

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
	if code := exitCode(exitDone); errors.As(failure, &code) {
		return int(code)
	}
	a.progress.Error(failure.Error())
	if errors.As(failure, new(*run.UsageError)) {
		return exitUsage
	}
	return exitFailure
}
