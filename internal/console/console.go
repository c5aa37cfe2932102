// Package console helps tests run the command line and check its output. Only tests import it.
//
//	console.go  exit codes and messages
//	files.go    result files: folders, tables, manifests
//	process.go  the program in its own process
package console

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// Outcome is the exit code and output of the program.
type Outcome struct {
	// Code is the exit code.
	Code int
	// Out has the results, Err the remarks.
	Out, Err string
}

// MustEnd fails the test if the program ended with another exit code or printed programmers' jargon.
func (o Outcome) MustEnd(t testing.TB, code int) Outcome {
	t.Helper()
	if o.Code != code {
		t.Fatalf("exit code %d, want %d\nout: %s\nerr: %s", o.Code, code, o.Out, o.Err)
	}
	if found := jargon.FindString(o.Out + o.Err); found != "" {
		t.Errorf("%q in what a user reads:\n%s%s", found, o.Out, o.Err)
	}
	return o
}

// jargon matches panics, stack traces, formatting errors, and names of Go's types and functions.
var jargon = regexp.MustCompile(`panic|goroutine |%![a-z(]|<nil>|\[\]string|map\[|\*[a-z]+\.[A-Z]|strconv\.|` +
	`(^|[^.])json: |exit status|0x[0-9a-f]{6}|\.go:\d`)

// MustSay fails the test unless Err contains every text.
func (o Outcome) MustSay(t testing.TB, texts ...string) Outcome {
	t.Helper()
	Has(t, o.Err, texts...)
	return o
}

// MustShow fails the test unless Out contains every text.
func (o Outcome) MustShow(t testing.TB, texts ...string) Outcome {
	t.Helper()
	Has(t, o.Out, texts...)
	return o
}

// Has fails the test unless a text contains every part.
func Has(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in:\n%.30000s", part, text)
		}
	}
}

// Lacks fails the test if a text contains any of the parts.
func Lacks(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("%q is in:\n%.30000s", part, text)
		}
	}
}

// Must fails the test if there is an error.
func Must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// Equal fails the test unless got equals want. Nil and empty slices or maps are equal. what explains the failure.
func Equal[T any](t testing.TB, got, want T, what ...any) {
	v, w := reflect.ValueOf(&got).Elem(), reflect.ValueOf(&want).Elem()
	empty := (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len()+w.Len() == 0
	if !empty && !reflect.DeepEqual(got, want) {
		t.Helper()
		format := "%sgot  %+v\nwant %+v"
		switch any(got).(type) {
		case string, []string:
			format = "%sgot  %q\nwant %q"
		}
		t.Errorf(format, fmt.Sprintln(what...), got, want)
	}
}

// Fails fails the test unless the message of err contains says. what explains the failure.
func Fails(t testing.TB, err error, says string, what ...any) {
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Helper()
		t.Errorf("%sgot the error %v\nwant one that says %q", fmt.Sprintln(what...), err, says)
	}
}
