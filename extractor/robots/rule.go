package robots

import (
	"context"
	"errors"
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
	ClassNone         = "none"          // robots.txt is not obeyed
)

// Rules decide about URLs. They are safe for use by several goroutines.
type Rules interface {
	// Allowed reports whether path[?query], as the URL parser serialised it, may be fetched. An empty path is "/".
	Allowed(pathAndQuery string) bool
}

// Ruling is what a site's robots.txt means for one agent.
type Ruling struct {
	Rules      Rules         // never nil
	CrawlDelay time.Duration // the largest Crawl-delay of the agent's groups, capped
	// Retry asks the caller to fetch the file again: there was no usable
	// answer, and everything is forbidden until there is one.
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

// Parse reads a robots.txt as the agent must. agent is the product token ("sitegraph", not the whole
// User-Agent header), compared without regard to case. maxDelay caps Crawl-delay. No robots.txt is invalid.
func Parse(class string, text []byte, agent string, maxDelay time.Duration) Ruling {
	r := classes()[class](read(text, agent, maxDelay))
	r.Rules = exceptItself{r.Rules}
	return r
}

// exceptItself allows /robots.txt whatever the rules say.
type exceptItself struct{ Rules }

func (e exceptItself) Allowed(path string) bool {
	return path == robotsPath || e.Rules.Allowed(path)
}

// prefixes is the paper's class OnlyDisallowRobotsTxt: Disallow lines alone, each forbids what begins with
// it; "*" and "$" represent themselves. It does not know Allow and Crawl-delay.
type prefixes []string

// newPrefixes takes the Disallow lines in normal form.
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

// maxWildcards is how many "*" and "$" the rules given to temoto/robotstxt may have together. Each is a part
// of a regular expression that is matched with every URL; thousands, as in a hostile file, take seconds.
const maxWildcards = 256

// newTemoto gives temoto/robotstxt the agent's lines as one group, since it keeps a rule once for every line
// that names the agent, so that a hostile file could fill the memory. Rules with more than maxWildcards, and
// those it cannot read, are left to the matcher of class rfc9309.
func newTemoto(lines []line) Rules {
	var text strings.Builder
	text.WriteString("User-agent: *\n")
	wildcards := 0
	for _, l := range lines {
		text.WriteString(l.String() + "\n")
		wildcards += strings.Count(l.path, "*") + strings.Count(l.path, "$")
	}
	if wildcards > maxWildcards {
		return newMatcher(lines)
	}
	data, err := robotstxt.FromString(text.String())
	if err != nil {
		return newMatcher(lines)
	}
	return temoto{data.FindGroup("*")}
}

type temoto struct{ group *robotstxt.Group }

func (t temoto) Allowed(path string) bool { return t.group.Test(rooted(path)) }

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
func Rule(class string, seen site.RobotsSeen, agent string, maxDelay time.Duration) Ruling {
	if seen.Access == site.RobotsRules {
		return Parse(class, []byte(seen.Text), agent, maxDelay)
	}
	r := Parse(class, nil, agent, maxDelay)
	if class != ClassNone && seen.Access != site.RobotsAllow {
		r.Rules = exceptItself{prefixes{""}} // which all paths begin with
	}
	r.Retry = seen.Access != site.RobotsAllow
	return r
}
