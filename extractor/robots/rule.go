package robots

import (
	"strings"
	"time"

	"github.com/temoto/robotstxt"

	"sitegraph/site"
)

// The classes of rules.
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
	Rules      Rules         // never nil unless there was an error
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
// User-Agent header), compared without regard to case. maxDelay caps Crawl-delay. There is no invalid
// robots.txt: the only error is an unknown class.
func Parse(class string, text []byte, agent string, maxDelay time.Duration) (Ruling, error) {
	build, err := site.Lookup("class of robots.txt", class, classes())
	if err != nil {
		return Ruling{}, err
	}
	r := build(read(text, agent, maxDelay))
	r.Rules = exceptItself{r.Rules}
	return r, nil
}

// exceptItself allows /robots.txt whatever the rules say.
type exceptItself struct{ Rules }

// Allowed decides about path[?query].
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

// Allowed decides about path[?query].
func (ps prefixes) Allowed(path string) bool {
	path = spelling{normal: true}.write(rooted(path))
	for _, p := range ps {
		if strings.HasPrefix(path, p) {
			return false
		}
	}
	return true
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

// Allowed decides about path[?query].
func (t temoto) Allowed(path string) bool { return t.group.Test(rooted(path)) }
