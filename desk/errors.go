package desk

import (
	"errors"
	"fmt"
	"strings"

	"sitegraph/extractor/store"
)

// Errors that callers tell apart.
var (
	// ErrNotFound is the root of the errors of projects and sites that are not there.
	ErrNotFound = errors.New("not found")
	// ErrExists is that of a project whose name is taken.
	ErrExists = errors.New("there is a project of this name already")
	// ErrClosing is that of a crawl that was to begin while the desk stops.
	ErrClosing = errors.New("the desk is stopping")
	// ErrNothingYet is that of tables of a site that is not known yet.
	ErrNothingYet = errors.New("nothing is known of the site yet")
	// ErrBuilding is that of tables that are being built for the first time.
	ErrBuilding = errors.New("the tables are being built")
	// ErrFull is that of a disk without space for the state of a crawl.
	ErrFull = store.ErrFull
)

// InputError is an error in what a user gave: a name, a list, settings.
type InputError struct{ error }

// Unwrap returns the error inside.
func (e *InputError) Unwrap() error { return e.error }

func input(format string, args ...any) error { return &InputError{fmt.Errorf(format, args...)} }

// StateError is the error of an action that the state does not offer: of two that
// ask for the same, the second gets it.
type StateError struct {
	// Project and Site say what it is about; Site is "" for the whole project.
	Project, Site string
	// Action was asked for, State is what it met.
	Action Action
	State  State
	// Actions are those that the state offers.
	Actions []Action
}

// Error implements error.
func (e *StateError) Error() string {
	what := e.Project
	if e.Site != "" {
		what = e.Site
	}
	offered := "nothing can be done now"
	if len(e.Actions) > 0 {
		var names []string
		for _, a := range e.Actions {
			names = append(names, string(a))
		}
		offered = "possible now: " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s: %q does not go with the state %q; %s", what, e.Action, e.State, offered)
}

// HostError is the error of a site that another project is crawling: together
// they would ask it more often than either may.
type HostError struct {
	// Line is the site, Project the other project.
	Line, Project string
}

// Error implements error.
func (e *HostError) Error() string {
	return fmt.Sprintf("%s is being crawled by the project %s: wait until it ends, or stop it", e.Line, e.Project)
}
