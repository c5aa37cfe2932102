package robots

import (
	"context"
	"errors"
	"time"

	"sitegraph/extractor/refusal"
	"sitegraph/site"
)

const (
	// MaxRedirects is how many redirects are followed (RFC 9309 section 2.3.1.2).
	MaxRedirects = 5

	robotsPath = "/robots.txt"
)

// Fetch asks for the robots.txt of an origin, following redirects to any host. It asks once per hop; waiting
// and trying again are the caller's, and so is not storing an answer that was cut off by the end of ctx.
func Fetch(ctx context.Context, get func(context.Context, site.URL) site.Response, origin site.URL) site.RobotsSeen {
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

// redirects reports whether an answer names another place.
func redirects(r site.Response) bool {
	return r.Status >= 300 && r.Status < 400 && r.Status != 304 && r.Location != ""
}

// seen notes an answer and what it allows; noted has why a redirect could not
// be followed. What a service that keeps visitors off sends in place of the file is no
// answer (RFC 9309 section 2.3.1.4); any other page is a file like any other.
func seen(at site.URL, r site.Response, noted site.RobotsSeen) site.RobotsSeen {
	noted.URL, noted.Status, noted.Fetched = at.String(), r.Status, r.Started.Add(r.Elapsed)
	if r.Started.IsZero() {
		noted.Fetched = time.Now()
	}
	switch {
	case r.Status >= 200 && r.Status < 300 && !r.Failure.Failed():
		noted.Text = string(cut(r.Body))
		noted.Access = site.RobotsRules
		if noted.Refusal = refusal.OfFile(r); noted.Refusal != "" {
			noted.Access, noted.Why = site.RobotsForbid, site.RobotsRefused
		}
	case noted.Why != "":
		noted.Access = site.RobotsAllow
	default:
		withoutFile(&noted, r.Failure)
	}
	return noted
}

// withoutFile is the status policy of RFC 9309 sections 2.3.1.2 to 2.3.1.4:
// no file means no rules, no answer means no visit. 429 asks for fewer requests and is treated as no answer.
func withoutFile(noted *site.RobotsSeen, failure site.Failure) {
	noted.Access, noted.Why = site.RobotsForbid, site.RobotsStatus
	switch {
	case noted.Status >= 300 && noted.Status < 500 && noted.Status != 429:
		noted.Access = site.RobotsAllow
	case failure.Class == site.FailNotArchived: // whoever made the archive had leave to
		noted.Access, noted.Why = site.RobotsAllow, site.RobotsNotArchived
	case noted.Status < 300 && failure.Failed():
		noted.Why, noted.Failure = site.RobotsFailed, failure
	}
}

// Rule returns what a robots.txt as fetched, now or in an earlier run, means for the agent; the parameters
// are those of Parse. Class none allows everything whatever was fetched.
func Rule(class string, seen site.RobotsSeen, agent string, maxDelay time.Duration) (Ruling, error) {
	if seen.Access == site.RobotsRules {
		return Parse(class, []byte(seen.Text), agent, maxDelay)
	}
	r, err := Parse(class, nil, agent, maxDelay)
	if err == nil && class != ClassNone && seen.Access != site.RobotsAllow {
		r.Rules = exceptItself{prefixes{""}} // which all paths begin with
	}
	r.Retry = seen.Access != site.RobotsAllow
	return r, err
}
