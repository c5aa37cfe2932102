package desk

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sitegraph/extractor/store"
	"sitegraph/run"
	"sitegraph/site"
)

// State is the state of a site or a project.
type State string

// These are states of sites. A project is idle, crawling, searching, stopping or elsewhere.
const (
	New       State = "new"       // nothing is known about it
	Waiting   State = "waiting"   // waits for its turn
	Crawling  State = "crawling"  // is being fetched
	Searching State = "searching" // agents are searching
	Stopping  State = "stopping"  // was told to stop, and files are being written
	Stopped   State = "stopped"   // there is more to fetch; Site.Ended says what stopped it
	Done      State = "done"      // everything was fetched, or the pages wanted
	Elsewhere State = "elsewhere" // another process crawls in the folder
	Idle      State = "idle"      // nothing of the project is being crawled

	// The site could not be crawled now, but perhaps later.
	Unreachable       State = "unreachable"
	RobotsUnavailable State = "robots-unavailable"
	Refused           State = "refused"

	RobotsForbid State = "robots-forbid" // robots.txt forbids the home page
	NoPages      State = "no-pages"      // nothing is left to fetch, and no page was found
	AnotherSite  State = "another-site"  // the home page leads to the site of another line
)

// Action can be done with a site, or with all sites of a project.
type Action string

// The actions. Start and Continue are the same run; the name says what to expect.
const (
	Start    Action = "start"
	Continue Action = "continue"
	Watch    Action = "watch"   // checks pages again, in one iteration
	Stop     Action = "stop"    // keeps everything
	Retry    Action = "retry"   // continues, and requests again what failed
	Fresh    Action = "fresh"   // forgets what is known and starts
	Discard  Action = "discard" // forgets what is known; result files stay
	Remove   Action = "remove"  // removes the site from hosts.txt; its state stays
	Submit   Action = "submit"  // gives all sites to workers, which crawl them from scratch
)

// Actions are the actions offered. If there are none, JSON has an empty list.
type Actions []Action

// MarshalJSON implements json.Marshaler.
func (a Actions) MarshalJSON() ([]byte, error) { return json.Marshal(append([]Action{}, a...)) }

// offered has the actions of a site by its state, usual next step first. Waiting and Crawling offer theirs during a
// crawl, the other states while the project is idle. Watched sites differ.
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

// actionsOf returns the actions of a site while its project is idle. A stopped iteration continues as an iteration.
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

// Watchable sites that are done, and sites whose iteration was stopped, offer these actions.
var (
	ofDone      = []Action{Watch, Start, Retry, Fresh, Discard, Remove}
	ofIteration = []Action{Watch, Fresh, Discard, Remove}
)

// ofEnding maps endings to states. Other endings leave a site stopped.
var ofEnding = map[site.Ending]State{
	site.EndedUnreachable:       Unreachable,
	site.EndedRobotsUnavailable: RobotsUnavailable,
	site.EndedRefused:           Refused,
	site.EndedRobotsForbid:      RobotsForbid,
	site.EndedNoPages:           NoPages,
	site.EndedAnotherSite:       AnotherSite,
	run.Running:                 Elsewhere,
}

// stateOf returns the state of a site that this desk is not crawling.
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

// ofProject returns the actions on a project, usual next step first. offers counts the sites that offer each action.
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
	ErrNotFound   = errors.New("not found") // a project, site or file is not there
	ErrExists     = errors.New("there is already a project of this name")
	ErrClosing    = errors.New("the desk is stopping")             // no crawl can begin
	ErrNothingYet = errors.New("nothing is known of the site yet") // so it has no tables
	ErrBuilding   = errors.New("the tables are being built")       // for the first time
	ErrFull       = store.ErrFull                                  // no space for the state of a crawl
)

// InputError is an error in the user's input: a name, a list, settings.
type InputError struct{ error }

// Unwrap returns the error inside.
func (e *InputError) Unwrap() error { return e.error }

func input(format string, args ...any) error { return &InputError{fmt.Errorf(format, args...)} }

// StateError is the error of an action that the state does not offer, such as the second of two equal actions.
type StateError struct {
	Project, Site string   // Site is "" for the whole project
	Action        Action   // was asked for
	State         State    // the state that refuses it
	Actions       []Action // the actions that the state offers
}

// Error implements error.
func (e *StateError) Error() string {
	offered := "nothing can be done now"
	if len(e.Actions) > 0 {
		names := site.Each(e.Actions, func(a Action) string { return string(a) })
		offered = "possible now: " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s: %q does not go with the state %q; %s", cmp.Or(e.Site, e.Project), e.Action, e.State,
		offered)
}

// HostError is the error of a site that another project is crawling. Together, they would send requests too often.
type HostError struct {
	Line, Project string // the site, and the other project
}

// Error implements error.
func (e *HostError) Error() string {
	return fmt.Sprintf("%s is being crawled by the project %s: wait until it ends, or stop it", e.Line, e.Project)
}
