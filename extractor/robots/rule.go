package robots

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// The classes by which addresses are judged.
const (
	ClassRFC9309      = "rfc9309"       // RFC 9309, the default
	ClassDisallowOnly = "disallow-only" // OnlyDisallowRobotsTxt of the paper
	ClassTemoto       = "temoto"        // github.com/temoto/robotstxt
	ClassNone         = "none"          // robots.txt is not obeyed
)

// DefaultMaxDelay is the cap of Crawl-delay where none is given.
const DefaultMaxDelay = 60 * time.Second

// Ruling is what a site's robots.txt means for one agent.
type Ruling struct {
	// Rules judges path[?query] as the URL parser serialised it. It is never
	// nil, and safe for use by several goroutines.
	Rules interface {
		Allowed(pathAndQuery string) bool
	}
	// CrawlDelay is the largest Crawl-delay of the agent's groups, capped;
	// HasDelay tells "0" from none.
	CrawlDelay time.Duration
	HasDelay   bool
	// Sitemaps are the Sitemap lines of the whole file, as written.
	Sitemaps []string
}

// judge is what the classes have to write.
type judge interface{ Allowed(path string) bool }

// classes maps names to constructors.
func classes() map[string]func(file) Ruling {
	return map[string]func(file) Ruling{
		ClassRFC9309:      func(f file) Ruling { return f.ruling(newMatcher(f.lines)) },
		ClassDisallowOnly: func(f file) Ruling { return Ruling{Rules: newPrefixes(f.lines), Sitemaps: f.sitemaps} },
		ClassTemoto:       func(f file) Ruling { return f.ruling(newTemoto(f.lines)) },
		ClassNone:         func(file) Ruling { return Ruling{Rules: everything(true)} },
	}
}

// Classes returns the names that Parse knows, sorted.
func Classes() []string { return slices.Sorted(maps.Keys(classes())) }

// Parse reads a robots.txt as the agent must. agent is the product token
// ("sitegraph", not the whole User-Agent header), compared without regard to
// case. maxDelay caps Crawl-delay; 0 or less means DefaultMaxDelay. There is
// no invalid robots.txt: the only error is an unknown class.
func Parse(class string, text []byte, agent string, maxDelay time.Duration) (Ruling, error) {
	build, known := classes()[class]
	if !known {
		return Ruling{}, fmt.Errorf("robots class %q is unknown; use one of %s", class, strings.Join(Classes(), ", "))
	}
	if maxDelay <= 0 {
		maxDelay = DefaultMaxDelay
	}
	var f file
	if class != ClassNone {
		f = read(text, agent, maxDelay)
	}
	r := build(f)
	r.Rules = exceptItself{r.Rules}
	return r, nil
}

// ruling puts a judge beside what else the file says.
func (f file) ruling(j judge) Ruling {
	return Ruling{Rules: j, CrawlDelay: f.delay, HasDelay: f.hasDelay, Sitemaps: f.sitemaps}
}

// everything gives the same answer to all addresses.
type everything bool

func (e everything) Allowed(string) bool { return bool(e) }

// exceptItself allows /robots.txt whatever the rules say.
type exceptItself struct{ judge }

// Allowed judges path[?query]; an empty path is "/".
func (e exceptItself) Allowed(path string) bool {
	return path == robotsPath || e.judge.Allowed(path)
}
