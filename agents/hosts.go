package agents

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sitegraph/extractor"
	"sitegraph/site"
)

// resident is the number of hosts whose connections are kept.
const resident = 256

// hosts are those that agents visit.
type hosts struct {
	all  map[string]*host // by origin
	open func(origin site.URL, named bool) (Host, error)
	now  func() time.Time
	// rules say which hosts each agent may visit, named are those that the user
	// named.
	rules []hostRules
	named hostRules
	// settled says that the hosts of an agent are given, and do not follow its
	// seeds.
	settled []bool
	allowed map[string][]bool // by origin, what the rules say of each agent
	delay   time.Duration     // that the settings want
	opened  int
}

// host is one of them.
type host struct {
	url    site.URL
	parts  Host
	isOpen bool
	robots extractor.RobotsAnswer
	seen   *site.RobotsSeen // the robots.txt seen last, in this run or before; nil: none
	asking bool             // robots.txt is under way
	delay  time.Duration    // on the virtual clock, as far as commits have shown it
	free   time.Duration    // when the next request may begin there

	answers, refused int  // that count, and those of them that were refused
	paused           bool // it refused too many: no more is decided about it

	underway, used int       // requests, and the last decision about it
	last           time.Time // of the last request
}

func newHosts(o Options) (*hosts, error) {
	h := &hosts{all: map[string]*host{}, open: o.Open, now: o.Now, rules: make([]hostRules, len(o.Agents)),
		settled: make([]bool, len(o.Agents)), allowed: map[string][]bool{}, delay: o.Delay}
	for q, a := range o.Agents {
		h.settled[q] = len(a.Hosts) > 0
		seeds := a.Seeds
		if len(seeds) == 0 {
			seeds = o.Seeds
		}
		if len(seeds) == 0 {
			return nil, fmt.Errorf("topic %q has no seeds: give it some with seeds = URL, or name seeds on the "+
				"command line", a.Name)
		}
		for _, pattern := range a.Hosts {
			h.rules[q].add(pattern)
			if pattern != "*" {
				h.named.add(pattern)
			}
		}
		for _, u := range seeds {
			h.named.add(u.Host)
			if !h.settled[q] {
				h.rules[q].add(u.Host)
			}
		}
	}
	for _, u := range o.Seeds {
		h.named.add(u.Host)
	}
	return h, nil
}

// allows reports whether an agent may visit a host.
func (h *hosts) allows(agent int, origin string) bool {
	allowed, known := h.allowed[origin]
	if !known {
		u, err := site.Parse(origin + "/")
		for q := range h.rules {
			allowed = append(allowed, err == nil && h.rules[q].match(u))
		}
		h.allowed[origin] = allowed
	}
	return allowed[agent]
}

// follow lets an agent visit the host to which one of its seeds redirects, if its
// hosts were not given.
func (h *hosts) follow(agent int, origin string) {
	if u, err := site.Parse(origin + "/"); err == nil && !h.settled[agent] {
		h.rules[agent].add(u.Host)
		clear(h.allowed)
	}
}

// of returns the host of an origin.
func (h *hosts) of(origin string) *host {
	known := h.all[origin]
	if known == nil {
		known = &host{delay: h.delay}
		known.url, _ = site.Parse(origin + "/") // origins are those of URLs that were parsed
		h.all[origin] = known
	}
	return known
}

// ready returns a host that can be asked, for a decision.
func (h *hosts) ready(origin string, decision int) (*host, error) {
	this := h.of(origin)
	this.used, this.last = decision, h.now()
	if this.isOpen {
		return this, nil
	}
	h.rest()
	var err error
	if this.parts, err = h.open(this.url, h.named.match(this.url)); err != nil {
		return nil, err
	}
	this.isOpen = true
	h.opened++
	if this.robots.Rules != nil {
		this.rule(this.robots)
	}
	return this, nil
}

// rest closes the hosts that rest longest when there are twice as many open as
// are to be kept. One that was asked a moment ago stays, so that its delay is
// kept to.
func (h *hosts) rest() {
	if h.opened < 2*resident {
		return
	}
	var idle []*host
	for _, origin := range slices.Sorted(maps.Keys(h.all)) {
		this := h.all[origin]
		rested := h.now().Sub(this.last) > max(this.robots.Delay, h.delay)
		if this.isOpen && !this.asking && this.underway == 0 && rested {
			idle = append(idle, this)
		}
	}
	slices.SortStableFunc(idle, func(a, b *host) int { return a.used - b.used })
	for _, this := range idle[:min(len(idle), resident)] {
		this.parts.Close()
		this.isOpen = false
		h.opened--
	}
}

// close gives back what the hosts hold.
func (h *hosts) close() {
	for _, this := range h.all {
		if this.isOpen {
			this.parts.Close()
		}
	}
}

// unruled reports whether robots.txt is to be asked for: it never was, or too
// long ago.
func (h *host) unruled(now time.Time) bool {
	if h.robots.Retry {
		return false
	}
	return h.robots.Rules == nil || now.Sub(h.robots.Seen.Fetched) >= extractor.RobotsValidity
}

// rule makes a host go by a robots.txt.
func (h *host) rule(r extractor.RobotsAnswer) {
	h.robots, h.seen = r, &r.Seen
	if h.isOpen && h.parts.SetDelay != nil {
		h.parts.SetDelay(r.Delay)
	}
}

// look counts an answer that is committed. After every few the share of refused ones is looked at.
func (h *host) look(r *visitRecord, share float64) {
	if r.Status == 0 || r.State == site.StateHop || r.State == site.StateRedirectBad {
		return
	}
	if h.answers++; r.State == site.StateRefused {
		h.refused++
	}
	h.paused = h.paused || extractor.PausesAfter(h.answers) && extractor.TooManyRefused(share, h.refused, h.answers)
}

// notes say which hosts were left alone.
func (h *hosts) notes() (notes []string) {
	for _, origin := range slices.Sorted(maps.Keys(h.all)) {
		if this := h.all[origin]; this.paused {
			notes = append(notes, fmt.Sprintf("%s refuses too many pages (%d of %d answers): nothing more is asked "+
				"of it", origin, this.refused, this.answers))
		}
	}
	return notes
}

// hostRules say which hosts are meant.
type hostRules struct {
	every    bool
	exact    map[string]bool // hosts, and hosts with a port
	suffixes []string        // ".example.org"
}

// add adds a pattern: a host, a host with a port, "*.example.org", or "*".
func (r *hostRules) add(pattern string) {
	pattern = strings.ToLower(pattern)
	switch {
	case pattern == "*":
		r.every = true
	case strings.HasPrefix(pattern, "*."):
		r.suffixes = append(r.suffixes, pattern[1:])
	default:
		if r.exact == nil {
			r.exact = map[string]bool{}
		}
		r.exact[pattern] = true
	}
}

func (r *hostRules) match(u site.URL) bool {
	port := u.Port
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	if r.every || r.exact[u.Host] || r.exact[u.Host+":"+port] {
		return true
	}
	return slices.ContainsFunc(r.suffixes, func(s string) bool {
		return strings.HasSuffix(u.Host, s) || strings.HasSuffix(u.Host+":"+port, s)
	})
}

// names are the patterns, sorted.
func (r *hostRules) names() []string {
	all := slices.Sorted(maps.Keys(r.exact))
	for _, s := range r.suffixes {
		all = append(all, "*"+s)
	}
	if r.every {
		all = append(all, "*")
	}
	return all
}
