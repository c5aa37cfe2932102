package site

import "strings"

// State is the one way in which a URL seen during a walk ended.
type State string

// With tells the state and its reason in words. A reason that begins with the
// state, as "status 404", stands alone.
func (s State) With(reason string) string {
	switch {
	case reason == "":
		return string(s)
	case strings.HasPrefix(reason, string(s)+" "):
		return reason
	}
	return string(s) + " " + reason
}

// The states. They partition the URLs of the ledger.
const (
	StatePage         State = "page"              // a node
	StateRedirect     State = "alias-redirect"    // redirects to a page
	StateDuplicate    State = "alias-duplicate"   // has the content of a page
	StateBoth         State = "alias-both"        // redirects to a duplicate
	StateHop          State = "hop"               // stood in a chain of redirects, linked from nowhere
	StateExternal     State = "external"          // another site
	StateRobots       State = "robots"            // forbidden by robots.txt
	StateExtension    State = "extension"         // a file ending that is not looked at
	StateExcluded     State = "excluded"          // by the settings include or exclude
	StateNotHTML      State = "not-html"          // 200, but no HTML
	StateStatus       State = "status"            // a final status other than 200
	StateFailed       State = "failed"            // no usable answer; the reason begins with its class
	StateRedirectOut  State = "redirect-external" // redirects off the site
	StateRedirectBad  State = "redirect-bad"      // no or unusable Location, a loop, or too many hops
	StateRedirectLost State = "redirect-lost"     // redirects to what is no page; the reason says what
	StateBeyondLevel  State = "beyond-level"      // deeper than the maximal level
	StateLimit        State = "limit"             // a limit of the settings was reached
	StateStopped      State = "stopped"           // the run stopped before its turn
)

// Entry is a line of the ledger.
type Entry struct {
	// Key is the URL's normal form, URL the address fetched, or seen first.
	Key, URL string
	State    State
	// Level is the level at which the URL was found; -1 for external URLs.
	Level int
	// Status is the HTTP status of the URL's own answer, 0 without one.
	Status int
	// Reason says more, for instance "timeout: no header within 30s".
	Reason string
	// Page is the key of the page that stands for the URL, "" if none.
	Page string
	// From is the key of the first page, in (level, key) order, that links
	// to it, "" if none does.
	From string
}
