package robots

import (
	"context"
	"errors"
	"time"

	"sitegraph/site"
)

const (
	// Validity is how long a robots.txt may be used (RFC 9309 section 2.4).
	Validity = 24 * time.Hour
	// MaxRedirects is how many redirects are followed (RFC 9309 section
	// 2.3.1.2).
	MaxRedirects = 5

	robotsPath = "/robots.txt"
)

// Seen is a robots.txt as fetched. The access of the embedded RobotsSeen says
// all that Rule needs, so a stored RobotsSeen is enough; see Recall.
type Seen struct {
	site.RobotsSeen
	// Retry asks the caller to fetch again: there was no usable answer, and
	// all is forbidden until there is one.
	Retry bool
}

// Recall makes a Seen of a stored RobotsSeen.
func Recall(r site.RobotsSeen) Seen {
	return Seen{RobotsSeen: r, Retry: r.Access != site.RobotsRules && r.Access != site.RobotsAllow}
}

// Stale tells whether the file is to be fetched again. One that was never
// fetched is stale.
func (s Seen) Stale(now time.Time) bool { return now.Sub(s.Fetched) >= Validity }

// Fetch asks for the robots.txt of an origin, following redirects to any
// host. It asks once per hop; waiting and trying again are the caller's, and
// so is not storing an answer that was cut off by the end of ctx.
func Fetch(ctx context.Context, get func(context.Context, site.URL) site.Response, origin site.URL) Seen {
	at := site.URL{Scheme: origin.Scheme, Host: origin.Host, Port: origin.Port, Path: robotsPath}
	for hops := 0; ; hops++ {
		answer := get(ctx, at)
		if !redirects(answer) {
			s := seen(at, answer, site.RobotsSeen{})
			if hops == 0 && s.Why == site.RobotsFailed && s.Status == 0 {
				s.Why = site.RobotsNoAnswer
			}
			return s
		}
		if hops == MaxRedirects {
			return seen(at, answer, site.RobotsSeen{Why: site.RobotsTooManyRedirects, Bound: MaxRedirects})
		}
		next, err := at.Resolve(answer.Location, nil)
		if err != nil {
			fault, _ := errors.AsType[site.LinkFault](err)
			return seen(at, answer, site.RobotsSeen{Why: site.RobotsBadRedirect, Location: fault})
		}
		at = next
	}
}

// redirects tells an answer that names another place.
func redirects(r site.Response) bool {
	return r.Status >= 300 && r.Status < 400 && r.Status != 304 && r.Location != ""
}

// seen notes an answer and what it allows; noted has why a redirect could not
// be followed.
func seen(at site.URL, r site.Response, noted site.RobotsSeen) Seen {
	noted.URL, noted.Status, noted.Fetched = at.String(), r.Status, r.Started.Add(r.Elapsed)
	if r.Started.IsZero() {
		noted.Fetched = time.Now()
	}
	switch {
	case r.Status >= 200 && r.Status < 300 && !r.Failure.Failed():
		noted.Text = string(cut(r.Body))
		noted.Access = site.RobotsRules
		if isPage(r.Body) {
			noted.Access, noted.Why = site.RobotsAllow, site.RobotsIsPage
		}
	case noted.Why != "":
		noted.Access = site.RobotsAllow
	default:
		withoutFile(&noted, r.Failure)
	}
	return Recall(noted)
}

// withoutFile is the status policy of RFC 9309 sections 2.3.1.2 to 2.3.1.4:
// no file means no rules, no answer means no visit. 429 asks for fewer
// requests and is treated as no answer.
func withoutFile(noted *site.RobotsSeen, failure site.Failure) {
	noted.Access, noted.Why = site.RobotsForbid, site.RobotsStatus
	switch {
	case noted.Status >= 300 && noted.Status < 500 && noted.Status != 429:
		noted.Access = site.RobotsAllow
	case noted.Status < 300 && failure.Failed():
		noted.Why, noted.Failure = site.RobotsFailed, failure
	}
}

// Rule says what a robots.txt as seen means for the agent; the parameters are
// those of Parse. Class none allows all whatever was seen.
func Rule(class string, s Seen, agent string, maxDelay time.Duration) (Ruling, error) {
	if s.Access == site.RobotsRules {
		return Parse(class, []byte(s.Text), agent, maxDelay)
	}
	r, err := Parse(class, nil, agent, maxDelay)
	if err == nil && class != ClassNone && s.Access != site.RobotsAllow {
		r.Rules = exceptItself{everything(false)}
	}
	return r, err
}
