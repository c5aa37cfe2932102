package robots

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/temoto/robotstxt"

	"sitegraph/extractor/refusal"
	"sitegraph/site"
)

const (
	ClassRFC9309      = "rfc9309"       // RFC 9309, the default
	ClassDisallowOnly = "disallow-only" // OnlyDisallowRobotsTxt of the paper
	ClassTemoto       = "temoto"        // github.com/temoto/robotstxt
	ClassNone         = "none"          // ignores robots.txt
)

// Rules decide about URLs. Several goroutines may use them at once.
type Rules interface {
	// Allowed reports whether path[?query], as the URL parser serialises it, may be fetched. "" means "/".
	Allowed(pathAndQuery string) bool
}

// Ruling is the meaning of a site's robots.txt for one agent.
type Ruling struct {
	Rules      Rules         // never nil
	CrawlDelay time.Duration // the largest Crawl-delay of the agent's groups, capped
	// Retry asks the caller to fetch the file again. There was no usable answer, and everything is forbidden until one
	// arrives.
	Retry bool
}

func classes() map[string]func(group) Ruling {
	return map[string]func(group) Ruling{
		ClassRFC9309:      func(g group) Ruling { return Ruling{Rules: newMatcher(g.lines), CrawlDelay: g.delay} },
		ClassDisallowOnly: func(g group) Ruling { return Ruling{Rules: newPrefixes(g.lines)} },
		ClassTemoto:       func(g group) Ruling { return Ruling{Rules: newTemoto(g.lines), CrawlDelay: g.delay} },
		ClassNone:         func(group) Ruling { return Ruling{Rules: prefixes{}} },
	}
}

// Parse reads a robots.txt for an agent. agent is the product token ("sitegraph", not the whole User-Agent header), in
// any case. maxDelay caps Crawl-delay. Every text is a valid robots.txt.
func Parse(class string, text []byte, agent string, maxDelay time.Duration) Ruling {
	r := classes()[class](read(text, agent, maxDelay))
	r.Rules = exceptItself{r.Rules}
	return r
}

// exceptItself always allows /robots.txt.
type exceptItself struct{ Rules }

func (e exceptItself) Allowed(path string) bool {
	return path == robotsPath || e.Rules.Allowed(path)
}

// prefixes is the paper's class OnlyDisallowRobotsTxt. Each Disallow line forbids all paths that begin with it. "*" and
// "$" are ordinary characters. It ignores Allow and Crawl-delay.
type prefixes []string

// newPrefixes returns the Disallow lines in normal form.
func newPrefixes(lines []line) prefixes {
	var ps prefixes
	for _, l := range lines {
		if !l.allow {
			ps = append(ps, spelling{normal: true}.write(l.path))
		}
	}
	return ps
}

func (ps prefixes) Allowed(path string) bool {
	path = spelling{normal: true}.write(rooted(path))
	return !slices.ContainsFunc(ps, func(p string) bool { return strings.HasPrefix(path, p) })
}

// maxWildcards limits the "*" and "$" in rules for temoto/robotstxt. Each becomes a part of a regular expression that
// every URL is matched with. A hostile file with thousands of them would take seconds.
const maxWildcards = 256

// newTemoto passes the agent's lines to temoto/robotstxt as one group. The library keeps a rule once for every line
// that names the agent, so a hostile file could fill the memory. If there are more than maxWildcards, or the library
// fails, the matcher of class rfc9309 takes over.
func newTemoto(lines []line) Rules {
	var text strings.Builder
	text.WriteString("User-agent: *\n")
	wildcards := 0
	for _, l := range lines {
		text.WriteString(l.String() + "\n")
		wildcards += strings.Count(l.path, "*") + strings.Count(l.path, "$")
	}
	if wildcards <= maxWildcards {
		if data, err := robotstxt.FromString(text.String()); err == nil {
			return temoto{data.FindGroup("*")}
		}
	}
	return newMatcher(lines)
}

type temoto struct{ group *robotstxt.Group }

func (t temoto) Allowed(path string) bool { return t.group.Test(rooted(path)) }

const (
	// maxRedirects limits the redirects that Fetch follows (RFC 9309 section 2.3.1.2).
	maxRedirects = 5
	robotsPath   = "/robots.txt"
)

// Fetch asks for the robots.txt of an origin, and follows redirects to any host. It asks once per hop. The caller
// waits, tries again, and discards an answer that the end of ctx cut off.
func Fetch(ctx context.Context, get func(context.Context, site.URL) site.Response, origin site.URL) site.RobotsSeen {
	c := site.Chain{At: site.URL{Scheme: origin.Scheme, Host: origin.Host, Port: origin.Port, Path: robotsPath}}
	for {
		answer := get(ctx, c.At)
		if !redirects(answer) {
			s := seen(c.At, answer, site.RobotsSeen{})
			if len(c.Hops) == 0 && s.Why == site.RobotsFailed && s.Status == 0 {
				s.Why = site.RobotsNoAnswer
			}
			return s
		}
		if fault := c.Follow(answer, maxRedirects); fault.Failed() {
			return seen(c.At, answer, site.RobotsSeen{Why: site.RobotsBadRedirect, Location: fault})
		}
	}
}

func redirects(r site.Response) bool {
	return r.Status >= 300 && r.Status < 400 && r.Status != 304 && r.Location != ""
}

// seen records an answer and its effect. noted tells why a redirect could not be followed. If a service that keeps
// visitors off sends a page instead of the file, this is no answer (RFC 9309 section 2.3.1.4). Any other page counts as
// a file.
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

// withoutFile applies the status policy of RFC 9309 sections 2.3.1.2 to 2.3.1.4: no file means no rules, no answer
// means no visit. 429 asks for fewer requests, and counts as no answer.
func withoutFile(noted *site.RobotsSeen, failure site.Failure) {
	noted.Access, noted.Why = site.RobotsForbid, site.RobotsStatus
	switch {
	case noted.Status >= 300 && noted.Status < 500 && noted.Status != 429:
		noted.Access = site.RobotsAllow
	case failure.Class == site.FailNotArchived: // the archive's crawler had permission
		noted.Access, noted.Why = site.RobotsAllow, site.RobotsNotArchived
	case noted.Status < 300 && failure.Failed():
		noted.Why, noted.Failure = site.RobotsFailed, failure
	}
}

// Rule returns the meaning of a fetched robots.txt for an agent, from this or an earlier run. The parameters are as in
// Parse. Class none always allows everything.
func Rule(class string, seen site.RobotsSeen, agent string, maxDelay time.Duration) Ruling {
	if seen.Access == site.RobotsRules {
		return Parse(class, []byte(seen.Text), agent, maxDelay)
	}
	r := Parse(class, nil, agent, maxDelay)
	if class != ClassNone && seen.Access != site.RobotsAllow {
		r.Rules = exceptItself{prefixes{""}} // the prefix of all paths
	}
	r.Retry = seen.Access != site.RobotsAllow
	return r
}
