package robots

import (
	"time"

	"sitegraph/site"
)

// The classes of rules.
const (
	ClassRFC9309      = "rfc9309"       // RFC 9309, the default
	ClassDisallowOnly = "disallow-only" // OnlyDisallowRobotsTxt of the paper
	ClassTemoto       = "temoto"        // github.com/temoto/robotstxt
	ClassNone         = "none"          // robots.txt is not obeyed
)

// DefaultMaxDelay is the cap of Crawl-delay where none is given.
const DefaultMaxDelay = 60 * time.Second

// Rules decide about URLs. They are safe for use by several goroutines.
type Rules interface {
	// Allowed reports whether path[?query], as the URL parser serialised it,
	// may be fetched. An empty path is "/".
	Allowed(pathAndQuery string) bool
}

// Ruling is what a site's robots.txt means for one agent.
type Ruling struct {
	// Rules are never nil unless there was an error.
	Rules Rules
	// CrawlDelay is the largest Crawl-delay of the agent's groups, capped.
	CrawlDelay time.Duration
	// Retry asks the caller to fetch the file again: there was no usable
	// answer, and everything is forbidden until there is one.
	Retry bool
}

// classes maps names to constructors.
func classes() map[string]func(group) Ruling {
	return map[string]func(group) Ruling{
		ClassRFC9309:      func(g group) Ruling { return Ruling{Rules: newMatcher(g.lines), CrawlDelay: g.delay} },
		ClassDisallowOnly: func(g group) Ruling { return Ruling{Rules: newPrefixes(g.lines)} },
		ClassTemoto:       func(g group) Ruling { return Ruling{Rules: newTemoto(g.lines), CrawlDelay: g.delay} },
		ClassNone:         func(group) Ruling { return Ruling{Rules: everything(true)} },
	}
}

// Classes returns the names that Parse knows, sorted.
func Classes() []string { return site.Names(classes()) }

// Parse reads a robots.txt as the agent must. agent is the product token
// ("sitegraph", not the whole User-Agent header), compared without regard to
// case. maxDelay caps Crawl-delay; 0 or less means DefaultMaxDelay. There is
// no invalid robots.txt: the only error is an unknown class.
func Parse(class string, text []byte, agent string, maxDelay time.Duration) (Ruling, error) {
	build, err := site.Pick("class of robots.txt", class, classes())
	if err != nil {
		return Ruling{}, err
	}
	if maxDelay <= 0 {
		maxDelay = DefaultMaxDelay
	}
	r := build(read(text, agent, maxDelay))
	r.Rules = exceptItself{r.Rules}
	return r, nil
}

// everything gives the same answer for all URLs.
type everything bool

func (e everything) Allowed(string) bool { return bool(e) }

// exceptItself allows /robots.txt whatever the rules say.
type exceptItself struct{ Rules }

// Allowed decides about path[?query].
func (e exceptItself) Allowed(path string) bool {
	return path == robotsPath || e.Rules.Allowed(path)
}
