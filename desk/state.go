package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sitegraph/extractor/store"
	"sitegraph/run"
	"sitegraph/site"
)

// State is what a site or a project is at the moment.
type State string

// The states of sites. A project is idle, crawling, searching, stopping or elsewhere.
const (
	New       State = "new"       // nothing is known of it
	Waiting   State = "waiting"   // its turn comes
	Crawling  State = "crawling"  // it is being fetched
	Searching State = "searching" // agents are searching
	Stopping  State = "stopping"  // it was told to stop, and files are written
	Stopped   State = "stopped"   // there is more; Site.Ended says who stopped it
	Done      State = "done"      // all was fetched, or as many pages as wanted
	Elsewhere State = "elsewhere" // another process crawls in the folder
	Idle      State = "idle"      // nothing of the project is being crawled

	// The site did not let itself be crawled; another time it may.
	Unreachable       State = "unreachable"
	RobotsUnavailable State = "robots-unavailable"
	Refused           State = "refused"

	RobotsForbid State = "robots-forbid" // robots.txt forbids the home page
	NoPages      State = "no-pages"      // there is nothing more, and no page
	AnotherSite  State = "another-site"  // the home page leads to the site of another line
)

// Action is what can be done with a site, or with all sites of a project.
type Action string

// The actions. Start and Continue are the same run; the name says what to expect.
const (
	Start    Action = "start"
	Continue Action = "continue"
	Watch    Action = "watch"   // checks pages again, in one iteration
	Stop     Action = "stop"    // keeps everything
	Retry    Action = "retry"   // goes on, and asks again for what failed
	Fresh    Action = "fresh"   // forgets what is known and starts
	Discard  Action = "discard" // forgets what is known; result files stay
	Remove   Action = "remove"  // takes the site out of hosts.txt; its state stays
	Submit   Action = "submit"  // gives all sites to workers, which crawl them from scratch
)

// Actions are those that something offers; in JSON they are a list even if there is none.
type Actions []Action

// MarshalJSON implements json.Marshaler.
func (a Actions) MarshalJSON() ([]byte, error) { return json.Marshal(append([]Action{}, a...)) }

// offered are the actions of a site by its state, while its project is idle, but for those of a site that is watched.
// The first is what one would do next. Those of sites that are being crawled are there while it crawls.
var offered = map[State][]Action{
	New:               {Start, Remove},
	Waiting:           {Stop},
	Crawling:          {Stop},
	Stopped:           {Continue, Retry, Fresh, Discard, Remove},
	Done:              {Fresh, Start, Retry, Discard, Remove},
	Unreachable:       {Continue, Fresh, Discard, Remove},
	RobotsUnavailable: {Continue, Fresh, Discard, Remove},
	Refused:           {Continue, Fresh, Discard, Remove},
	RobotsForbid:      {Fresh, Discard, Remove},
	NoPages:           {Fresh, Retry, Discard, Remove},
	AnotherSite:       {Start, Discard, Remove},
}

// actionsOf are the actions of a site by its state while its project is idle; watchable says that the
// settings are for sites that are watched. An iteration that was stopped goes on as one.
func actionsOf(state State, s run.Status, watchable bool) []Action {
	switch all := offered[state]; {
	case watchable && state == Done:
		return ofDone
	case watchable && s.Watched && slices.Contains(all, Continue):
		return ofIteration
	default:
		return all
	}
}

// The actions of sites that can be watched: of one that is done, and of one whose iteration was stopped.
var (
	ofDone      = []Action{Watch, Start, Retry, Fresh, Discard, Remove}
	ofIteration = []Action{Watch, Fresh, Discard, Remove}
)

// ofEnding are the states that endings lead to; others leave a site stopped.
var ofEnding = map[site.Ending]State{
	site.EndedUnreachable:       Unreachable,
	site.EndedRobotsUnavailable: RobotsUnavailable,
	site.EndedRefused:           Refused,
	site.EndedRobotsForbid:      RobotsForbid,
	site.EndedNoPages:           NoPages,
	site.EndedAnotherSite:       AnotherSite,
	run.Running:                 Elsewhere,
}

// stateOf is the state of a site that this desk is not crawling.
func stateOf(s run.Status, known bool) State {
	state, special := ofEnding[s.Ended]
	switch {
	case !known:
		return New
	case special:
		return state
	case s.Complete || s.Ended.Whole():
		return Done
	}
	return Stopped
}

// ofProject are the actions on a project, whose sites offer each so often; the first is what one would do next.
func ofProject(state State, offers map[Action]int, sites int) (actions []Action) {
	switch {
	case state == Crawling, state == Searching:
		return []Action{Stop}
	case state != Idle || sites == 0:
		return nil
	case offers[Continue] > 0:
		actions = []Action{Continue}
	case offers[Discard] < sites: // there are new ones
		actions = []Action{Start}
	}
	if offers[Watch] > 0 {
		actions = append(actions, Watch)
	}
	if offers[Discard] > 0 {
		actions = append(actions, Fresh)
	}
	if offers[Continue] == 0 && offers[Discard] == sites { // all is done
		actions = append(actions, Start)
	}
	for _, a := range []Action{Retry, Discard} {
		if offers[a] > 0 {
			actions = append(actions, a)
		}
	}
	return actions
}

// Errors that callers tell apart.
var (
	ErrNotFound = errors.New("not found") // the root of the errors of projects and sites that are not there
	// ErrExists is that of a project whose name is taken.
	ErrExists  = errors.New("there is a project of this name already")
	ErrClosing = errors.New("the desk is stopping") // that of a crawl that was to begin while the desk stops
	// ErrNothingYet is that of tables of a site that is not known yet.
	ErrNothingYet = errors.New("nothing is known of the site yet")
	// ErrBuilding is that of tables that are being built for the first time.
	ErrBuilding = errors.New("the tables are being built")
	ErrFull     = store.ErrFull // that of a disk without space for the state of a crawl
)

// InputError is an error in what a user gave: a name, a list, settings.
type InputError struct{ error }

// Unwrap returns the error inside.
func (e *InputError) Unwrap() error { return e.error }

func input(format string, args ...any) error { return &InputError{fmt.Errorf(format, args...)} }

// StateError is the error of an action that the state does not offer: the second of two equal ones gets it.
type StateError struct {
	// Project and Site say what it is about; Site is "" for the whole project.
	Project, Site string
	// Action was asked for, State is what it met.
	Action  Action
	State   State
	Actions []Action // those that the state offers
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

// HostError is the error of a site that another project crawls: together they would ask it too often.
type HostError struct {
	// Line is the site, Project the other project.
	Line, Project string
}

// Error implements error.
func (e *HostError) Error() string {
	return fmt.Sprintf("%s is being crawled by the project %s: wait until it ends, or stop it", e.Line, e.Project)
}
