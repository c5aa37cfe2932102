// Package command is the command line: flags, messages, exit codes. It talks
// to the user; package run does the work.
//
//	exit.go       Main, exit codes, the version
//	commands.go   commands and flags
//	parts.go      the maps name → constructor
//	setup.go      settings and hosts, ready for use
//	crawl.go      the crawl of all sites
//	walk.go       one site: its parts and its walk
//	exporting.go  the files of one site
//	reporting.go  those that need its numbers: statistics, report, charts
//	sites.go      the files about all sites of a run
//	folders.go    which result folder is whose
//	sample.go     the sample site, served on loopback
//	signals.go    the first signal stops in order, the second at once
//	recall.go     export, stats and status, from the state of earlier crawls
//	inputs.go     crawls from the state or from result folders
//	rereport.go   the command report
//	comparing.go  the command compare
//	replaying.go  the command replay; replaying_*.go: the experiments
//	why.go        the command why
//	logs.go       the two logs
//	progress.go   what is shown while it runs
//	summary.go    what is shown at the end
//	opening.go    the files and how to open them
//	colour.go     how each site ended, in colour
package command

import (
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
)

// version is the program's version, also told to the servers it visits.
const version = "0.1.0"

// The exit codes.
const (
	exitDone    = 0 // work done
	exitFailure = 1 // a failure at run time
	exitUsage   = 2 // wrong flags or settings
	exitStopped = 3 // stopped early; run again to go on
	exitNothing = 4 // nothing could be fetched
)

// exitError carries the exit code of an error, or of an end that is none.
type exitError struct {
	code int
	err  error // nil when everything is said already
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usage marks an error as the user's.
func usage(err error) error { return &exitError{code: exitUsage, err: err} }

// Main runs the program and returns its exit code. args are the command line's
// without the name of the program, env is like that of os.Environ.
func Main(in io.Reader, out, errors io.Writer, args, env []string) int {
	log.SetOutput(io.Discard) // net/http remarks there on servers' manners
	root := newRoot(console{out: out, err: errors, in: in, env: env})
	root.SetArgs(args)
	return complain(errors, root.Execute())
}

// complain prints an error, every line of it as one of ours, and returns the
// exit code.
func complain(w io.Writer, err error) int {
	if err == nil {
		return exitDone
	}
	code := exitFailure
	var e *exitError
	if errors.As(err, &e) {
		code = e.code
		if e.err == nil {
			return code
		}
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "sitegraph: %s\n", strings.TrimSuffix(line, "\n"))
	}
	return code
}
