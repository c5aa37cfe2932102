package site

// State is the one way in which a URL seen during a walk ended.
type State string

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
	StateFailed       State = "failed"            // no usable answer
	StateRedirectOut  State = "redirect-external" // redirects off the site
	StateRedirectBad  State = "redirect-bad"      // no or unusable Location, a loop, or too many hops
	StateRedirectLost State = "redirect-lost"     // redirects to what is no page
	StateBeyondLevel  State = "beyond-level"      // deeper than the maximum depth
	StateLimit        State = "limit"             // a limit of the settings was reached
	StateStopped      State = "stopped"           // the run stopped before its turn
	// Nothing was fetched, since the host gave no answer to robots.txt, or an
	// error.
	StateUnreachable       State = "unreachable"
	StateRobotsUnavailable State = "robots-unavailable"
)

// Entry is a line of the ledger.
type Entry struct {
	Key, URL string // Key is the normalized URL, URL the one fetched, or seen first
	State    State  // how it ended
	Level    int    // the depth at which the URL was found; -1 for external URLs
	Status   int    // the HTTP status of the URL's own answer, 0 without one
	Reason   Reason // holds what led to the state; Why is its sentence
	Page     string // the key of the page that stands for the URL, "" if none
	From     string // the key of the first page, in (depth, key) order, that links to it, "" if none does
}

// ServerError reports whether the server answered with an error of its own, or
// was asked too often: another time the answer may be another one.
func (e Entry) ServerError() bool { return e.State == StateStatus && IsServerError(e.Status) }
