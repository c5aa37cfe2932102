package site

import (
	"fmt"
	"time"
)

// RobotsSeen is a site's robots.txt as fetched, and what follows from it.
type RobotsSeen struct {
	// URL is where it was found, after redirects; Status 0 means no answer.
	URL    string `json:"url"`
	Status int    `json:"status"`
	// Access is what it allows, and Why the reason when that is not the file
	// itself.
	Access RobotsAccess `json:"access"`
	Why    RobotsWhy    `json:"why,omitempty"`
	// Bound is the limit of RobotsTooManyRedirects, Location the fault of
	// RobotsBadRedirect, Failure that of RobotsFailed and RobotsNoAnswer.
	Bound    int       `json:"bound,omitempty"`
	Location LinkFault `json:"location,omitzero"`
	Failure  Failure   `json:"failure,omitzero"`
	// Words is the verdict in words, in a manifest.
	Words string `json:"verdict"`
	// Text is the file, cut at 500 KiB; not necessarily UTF-8.
	Text string `json:"text"`
	// Fetched is when.
	Fetched time.Time `json:"fetched,omitzero"`
}

// RobotsAccess is what a robots.txt lets a crawler do.
type RobotsAccess string

// The kinds of access.
const (
	RobotsRules  RobotsAccess = "rules"      // what the rules of the file say
	RobotsAllow  RobotsAccess = "allow all"  // there are no rules
	RobotsForbid RobotsAccess = "forbid all" // nobody knows, so nothing may be fetched
)

// RobotsWhy is why there are no rules.
type RobotsWhy string

// The reasons.
const (
	RobotsNotAsked         RobotsWhy = "not asked for"
	RobotsIsPage           RobotsWhy = "an HTML page instead of robots.txt"
	RobotsStatus           RobotsWhy = "status"
	RobotsTooManyRedirects RobotsWhy = "too many redirects"
	RobotsBadRedirect      RobotsWhy = "unusable redirect"
	RobotsFailed           RobotsWhy = "failed"
	RobotsNoAnswer         RobotsWhy = "no answer" // the host itself gave none
)

// Verdict is access and reason in words, for instance "allow all: status 404";
// "" if nothing is known.
func (r RobotsSeen) Verdict() string {
	if r.Words != "" {
		return r.Words
	}
	return string(r.Access) + prefixed(": ", r.Explanation())
}

// Explanation is the reason in words, "" if there is none.
func (r RobotsSeen) Explanation() string {
	switch r.Why {
	case RobotsStatus:
		return fmt.Sprintf("status %d", r.Status)
	case RobotsTooManyRedirects:
		return fmt.Sprintf("more than %d redirects", r.Bound)
	case RobotsBadRedirect:
		return "unusable redirect: " + r.Location.Error()
	case RobotsFailed, RobotsNoAnswer:
		return r.Failure.String()
	}
	return string(r.Why)
}
