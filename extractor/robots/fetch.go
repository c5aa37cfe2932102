package robots

import (
	"context"
	"fmt"
	"strings"
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

// The first words of a verdict; the reason follows after ": ".
const (
	verdictRules  = "rules"
	verdictAllow  = "allow all"
	verdictForbid = "forbid all"
)

// Seen is a robots.txt as fetched. The verdict of the embedded RobotsSeen says
// all that Rule needs, so a stored RobotsSeen is enough; see Recall.
type Seen struct {
	site.RobotsSeen
	// Retry asks the caller to fetch again: there was no usable answer, and
	// all is forbidden until there is one.
	Retry bool
}

// Recall makes a Seen of a stored RobotsSeen.
func Recall(r site.RobotsSeen) Seen {
	return Seen{RobotsSeen: r, Retry: !strings.HasPrefix(r.Verdict, verdictRules) && !strings.HasPrefix(r.Verdict, verdictAllow)}
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
			return seen(at, answer, "")
		}
		if hops == MaxRedirects {
			return seen(at, answer, fmt.Sprintf("more than %d redirects", MaxRedirects))
		}
		next, err := at.Resolve(answer.Location, nil)
		if err != nil {
			return seen(at, answer, fmt.Sprintf("unusable redirect: %v", err))
		}
		at = next
	}
}

// redirects tells an answer that names another place.
func redirects(r site.Response) bool {
	return r.Status >= 300 && r.Status < 400 && r.Status != 304 && r.Location != ""
}

// seen notes an answer and its verdict; lost says why a redirect could not be
// followed.
func seen(at site.URL, r site.Response, lost string) Seen {
	noted := site.RobotsSeen{URL: at.String(), Status: r.Status, Fetched: r.Started.Add(r.Elapsed)}
	if r.Started.IsZero() {
		noted.Fetched = time.Now()
	}
	switch {
	case r.Status >= 200 && r.Status < 300 && !r.Failure.Failed():
		noted.Text = string(cut(r.Body))
		noted.Verdict = verdictRules
		if isPage(r.Body) {
			noted.Verdict = verdictAllow + ": an HTML page instead of robots.txt"
		}
	case lost != "":
		noted.Verdict = verdictAllow + ": " + lost
	default:
		noted.Verdict = withoutFile(r.Status, r.Failure)
	}
	return Recall(noted)
}

// withoutFile is the status policy of RFC 9309 sections 2.3.1.2 to 2.3.1.4:
// no file means no rules, no answer means no visit. 429 asks for fewer
// requests and is treated as no answer.
func withoutFile(status int, failure site.Failure) string {
	switch {
	case status >= 300 && status < 500 && status != 429:
		return fmt.Sprintf("%s: status %d", verdictAllow, status)
	case status >= 300 || !failure.Failed():
		return fmt.Sprintf("%s: status %d", verdictForbid, status)
	case failure.Detail == "":
		return fmt.Sprintf("%s: %s", verdictForbid, failure.Class)
	}
	return fmt.Sprintf("%s: %s: %s", verdictForbid, failure.Class, failure.Detail)
}

// Rule says what a robots.txt as seen means for the agent; the parameters are
// those of Parse. Class none allows all whatever was seen.
func Rule(class string, s Seen, agent string, maxDelay time.Duration) (Ruling, error) {
	if strings.HasPrefix(s.Verdict, verdictRules) {
		return Parse(class, []byte(s.Text), agent, maxDelay)
	}
	r, err := Parse(class, nil, agent, maxDelay)
	if err == nil && class != ClassNone && !strings.HasPrefix(s.Verdict, verdictAllow) {
		r.Rules = exceptItself{everything(false)}
	}
	return r, err
}
