package site

import (
	"fmt"
	"strings"
)

// State is the final state of a URL.
type State string

// Every URL of the ledger is in one of these states.
const (
	StatePage         State = "page"              // a node
	StateRedirect     State = "alias-redirect"    // redirects to a page
	StateDuplicate    State = "alias-duplicate"   // has the content of a page
	StateBoth         State = "alias-both"        // redirects to a duplicate
	StateRule         State = "alias-rule"        // not fetched, because a rule says that another URL shows its page
	StateCanonical    State = "alias-canonical"   // has the content of a page and names that page as canonical
	StateRefused      State = "refused"           // 200, but a challenge or refusal replaces the page
	StateHop          State = "hop"               // a link in a chain of redirects that no page links to
	StateExternal     State = "external"          // another site
	StateRobots       State = "robots"            // forbidden by robots.txt
	StateExtension    State = "extension"         // has a file ending that is not fetched
	StateExcluded     State = "excluded"          // by the setting include or exclude
	StateNotHTML      State = "not-html"          // 200, but not HTML
	StateStatus       State = "status"            // a final status other than 200
	StateFailed       State = "failed"            // no usable answer
	StateRedirectOut  State = "redirect-external" // redirects off the site
	StateRedirectBad  State = "redirect-bad"      // the Location is missing or unusable, a loop, or one too many
	StateRedirectLost State = "redirect-lost"     // redirects to a URL that is not a page
	StateBeyondLevel  State = "beyond-level"      // deeper than the maximum depth
	StateLimit        State = "limit"             // a limit of the settings was reached
	StateStopped      State = "stopped"           // the run stopped before its turn
	// The host's robots.txt gave no answer or an error, so nothing was fetched.
	StateUnreachable       State = "unreachable"
	StateRobotsUnavailable State = "robots-unavailable"
)

// Entry is a row of the ledger.
type Entry struct {
	Key, URL string // URL is the fetched one, or the first one seen
	State    State  // its final state
	Level    int    // depth at which it was found; -1 for external URLs
	Status   int    // status of the URL's own answer, 0 without one
	Reason   Reason // the reason for the state
	Page     string // the key of the page representing it, or ""
	From     string // the key of the first page linking to it, or ""
	Location string // the target of its redirect, or ""
	// LinkedFrom lists the pages that link to it, if the entry was read from a file; see [Crawl.LinkedFrom].
	LinkedFrom string
}

// ServerError reports whether the server had an error or too many requests, so that a retry may help.
func (e Entry) ServerError() bool { return e.State == StateStatus && IsServerError(e.Status) }

// Reason explains the state of an Entry. The state decides which fields count.
type Reason struct {
	Failure Failure // for the states failed, unreachable and robots-unavailable
	// Limit is the setting that excluded something and Bound its value, or for max_links_per_page the links skipped.
	Limit string
	Bound int
	// Target is the first hop of a redirect, or the end of the chain if that is not a page. Then TargetState,
	// TargetStatus and the other fields describe the end. For robots-unavailable TargetStatus is robots.txt's.
	Target       string
	TargetState  State
	TargetStatus int
	Location     LinkFault // the fault of a Location header
	MediaType    string    // received instead of HTML; "" if there was none
	Ending       Ending    // why the crawl ended before the URL's turn
	Refusal      Refusal   // who refused the page, or robots.txt
	Rule         *URLRule  // for the state alias-rule
	SoftMissing  bool      // the page looks like the site's missing pages
	LogIn        bool      // the page is a login form shown by unrelated URLs
	// Walled means that unrelated URLs show this page, which has no link into the site. An unknown service may be
	// refusing the crawl.
	Walled bool
	// PutOff names the kind of URLs that gave hardly anything new, if this one was put off with them.
	PutOff string
	// Text is the sentence of an entry read from a file. It replaces the other fields.
	Text string
}

// Reason.Limit can name these limits of the settings.
const (
	LimitPages        = "max_pages"
	LimitBudget       = "budget" // from the order of the crawl
	LimitLevel        = "max_level"
	LimitRedirects    = "max_redirects"
	LimitURLLength    = "max_url_length"
	LimitLinksPerPage = "max_links_per_page"
	LimitPathDepth    = "max_path_depth"
	LimitPathRepeats  = "max_path_repeats"
	LimitPathTandems  = "max_path_tandems"
	LimitMiswritten   = "skip_miswritten"
	LimitPerDirectory = "max_per_directory"
	LimitRefused      = "refused" // a host refuses too many pages
	LimitBody         = "max_body"
	LimitHeader       = "max_header"
	LimitTimeout      = "timeout" // or connect_timeout, header_timeout
)

// Outcome returns the state and its reason in words.
func (e Entry) Outcome() string {
	why := e.Why()
	switch {
	case why == "":
		return string(e.State)
	case e.State == StateStatus:
		return why
	}
	return string(e.State) + " " + why
}

// Why explains the state in words, or returns "" if the state says it all. All such sentences are made here.
func (e Entry) Why() string {
	r := e.Reason
	if r.Text != "" {
		return r.Text
	}
	switch e.State {
	case StateRedirect, StateBoth, StateHop:
		return prefixed("to ", r.Target)
	case StateRedirectOut:
		return r.Target
	case StateRedirectBad:
		return r.brokenChain()
	case StateRedirectLost:
		return r.lost()
	}
	if r.Target != "" {
		return "redirects to " + r.Target + ": " + e.final()
	}
	return e.final()
}

// final explains the state of a URL that does not redirect.
func (e Entry) final() string {
	r := e.Reason
	switch e.State {
	case StatePage:
		return r.ofPage()
	case StateLimit:
		return r.limit() + r.putOff()
	case StateBeyondLevel:
		return fmt.Sprintf("beyond level %d", r.Bound)
	case StateRobots:
		return "forbidden by robots.txt"
	case StateNotHTML:
		if r.MediaType == "" {
			return "no Content-Type"
		}
		return r.MediaType
	case StateStatus:
		return fmt.Sprintf("status %d", e.Status) + prefixed(", refused by ", string(r.Refusal))
	case StateRefused:
		return r.Refusal.String()
	case StateFailed:
		return string(r.Failure.Class) + ": " + r.Failure.Detail
	case StateUnreachable:
		return r.Failure.String()
	case StateRobotsUnavailable:
		if r.Failure.Failed() {
			return r.Failure.String()
		}
		if r.Refusal != "" {
			return "refused by " + string(r.Refusal)
		}
		return fmt.Sprintf("status %d", r.TargetStatus)
	case StateStopped:
		return string(r.Ending) + r.putOff()
	case StateRule:
		if r.Rule != nil {
			return "not fetched: " + r.Rule.Sentence()
		}
	case StateCanonical:
		return prefixed("its canonical link leads to ", e.Page)
	}
	return ""
}

func (r Reason) ofPage() string {
	switch {
	case r.Limit != "":
		return r.limit()
	case r.LogIn:
		return logInWall + "unrelated URLs show this form for logging in"
	case r.Walled:
		return "wall: unrelated URLs show the same, without a link into the site"
	case r.SoftMissing:
		return "soft-404: other URLs show the same but for their names"
	}
	return ""
}

const logInWall = "login-wall: "

// AsksToLogIn reports whether the page is a login form shown by unrelated URLs.
func (e Entry) AsksToLogIn() bool {
	return e.Reason.LogIn || e.State == StatePage && strings.HasPrefix(e.Reason.Text, logInWall)
}

func (r Reason) putOff() string {
	if r.PutOff == "" {
		return ""
	}
	return "; put off with " + r.PutOff + ", which gave hardly anything new"
}

func (r Reason) limit() string {
	switch r.Limit {
	case "":
		return ""
	case LimitPages:
		return "max_pages: " + r.bound("page", "pages")
	case LimitBudget:
		return "budget: " + r.bound("page", "pages") + " on all sites"
	case LimitLinksPerPage:
		return "max_links_per_page: " + r.bound("link", "links") + " not looked at"
	case LimitPathDepth:
		return "max_path_depth: more than " + r.bound("segment", "segments")
	case LimitPathRepeats:
		return "max_path_repeats: a segment more than " + r.bound("time", "times")
	case LimitPathTandems:
		return "max_path_tandems: a sequence of segments more than " + r.bound("time", "times") + " in a row"
	case LimitMiswritten:
		return "skip_miswritten: the link is written wrongly and leads ever deeper"
	case LimitPerDirectory:
		return "max_per_directory: more than " + r.bound("address", "addresses")
	case LimitRefused:
		return "refused: the host refuses too many pages"
	}
	return fmt.Sprintf("%s: more than %d", r.Limit, r.Bound)
}

func (r Reason) bound(one, many string) string {
	if r.Bound == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", r.Bound, many)
}

func (r Reason) brokenChain() string {
	switch {
	case r.Limit == LimitRedirects:
		return "more than " + r.bound("redirect", "redirects")
	case r.Location.Kind == FaultLoop, r.Location.Kind == FaultCookieLoop, r.Location.Kind == FaultNoLocation:
		return r.Location.Error()
	}
	return "Location: " + r.Location.Error()
}

func (r Reason) lost() string {
	if r.TargetState == StateExcluded {
		return "excluded by the settings: " + r.Target
	}
	end := Entry{State: r.TargetState, Status: r.TargetStatus, Reason: r}
	end.Reason.Target = ""
	return "to " + r.Target + ": " + end.Outcome()
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}
