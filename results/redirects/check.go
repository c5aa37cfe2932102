// Package redirects reads files of redirects as servers and hosts have them, and checks them against a crawl of the
// site that they lead to.
//
//	f, err := redirects.Read(text)
//	findings, err := redirects.Check(f, now, old)
//
// Nothing is skipped in silence: what it does not understand is in File.Unread with its line.
package redirects

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/stats/compare"
)

// Site is the crawl of a site.
type Site struct {
	*site.Crawl
	Key func(site.URL) string // returns normalized URLs
}

// Finding is a line that was not understood, a fault of a rule, or an old URL that no rule keeps.
type Finding struct {
	Line int    // from 1; 0 for none
	Kind string // a word
	Text string // an example
	URLs int    // how many URLs have the fault
}

// checker follows URLs. The hosts of both crawls count as one site.
type checker struct {
	*File
	now     Site
	hosts   []string
	entries map[string]site.Entry // by path
	all     []Finding
	known   map[string]int // by line and kind: its index in all
}

// Check checks the rules against the crawl of the site that they lead to. old is the site before; it may have no crawl.
// The error comes from a ledger.
func Check(f *File, now, old Site) ([]Finding, error) {
	c := &checker{File: f, now: now, hosts: []string{site.HostIn(now.Site)}, entries: map[string]site.Entry{},
		known: map[string]int{}}
	for e, err := range now.Ledger {
		if err != nil {
			return nil, err
		}
		c.entries[site.Below(e.Key, now.Site)] = e
	}
	used := map[int]bool{}
	if old.Crawl != nil {
		c.hosts = append(c.hosts, site.HostIn(old.Site))
		for e, err := range old.Ledger {
			if err != nil {
				return nil, err
			}
			if fate := compare.FateOf(&e); fate == compare.Survives || fate == compare.Redirects {
				used[c.follow(site.HostIn(e.Key), pathOf(e.URL))] = true
			}
		}
	}
	for i := range now.Graph.Pages {
		path := pathOf(now.Graph.Pages[i].URL)
		if rule, _ := c.first(variables(c.hosts[0], path), c.same(path)); rule >= 0 {
			c.fault(rule, "hides", path+" is a page of the new site")
		}
	}
	for i := range f.Rules {
		if f.Rules[i].status > 0 && !used[i] {
			c.own(i, old.Crawl != nil)
		}
	}
	site.Sort(c.all, func(a, b Finding) int { return cmp.Compare(a.Line, b.Line) })
	return c.all, nil
}

func pathOf(url string) string { return site.Below(url, site.OriginIn(url)) }

// fault notes a fault of a rule, or of no rule. Of equal ones of a rule it keeps the first.
func (c *checker) fault(rule int, kind, text string) {
	found := Finding{Kind: kind, Text: text, URLs: 1}
	if rule >= 0 {
		found.Line = c.Rules[rule].Line
		key := fmt.Sprint(found.Line, kind)
		if at, known := c.known[key]; known {
			c.all[at].URLs++
			return
		}
		c.known[key] = len(c.all)
	}
	c.all = append(c.all, found)
}

// local returns the path and query of a target on the site.
func (c *checker) local(to string) (path string, ours bool) {
	if strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") {
		return to, true
	}
	u, err := site.Parse(to)
	return pathOf(u.String()), err == nil && slices.Contains(c.hosts, u.Host)
}

// same returns whether a target with a host is the URL itself.
func (c *checker) same(at string) func(string) bool {
	return func(to string) bool {
		path, ours := c.local(to)
		return ours && path == at && path != to
	}
}

const maxHops = 20

// follow follows a URL through the rules into the crawl, and notes what is wrong with the first rule, whose index it
// returns, -1 without a rule.
func (c *checker) follow(host, from string) (rule int) {
	rule = -1
	at, text, seen := from, from, map[string]bool{}
	for len(seen) <= maxHops {
		i, to := c.first(variables(host, at), c.same(at))
		if i < 0 {
			break
		}
		if text += " → " + to; rule < 0 {
			rule = i
		} else {
			text += fmt.Sprintf(" (line %d)", c.Rules[i].Line)
		}
		seen[at] = true
		next, ours := c.local(to)
		switch {
		case to == "": // such as 410
			return rule
		case ours && seen[next]:
			c.fault(rule, "loop", text)
			return rule
		case len(seen) == 2:
			c.fault(rule, "chain", text)
		}
		if !ours {
			return rule
		}
		at = next
	}
	c.arrive(rule, at, text)
	return rule
}

// arrive judges where a URL ends in the crawl.
func (c *checker) arrive(rule int, at, text string) {
	at, _, _ = strings.Cut(at, "#")
	u, err := site.Parse(c.now.Site + at)
	fate := compare.Breaks
	e, known := c.entries[site.Below(c.now.Key(u), c.now.Site)]
	if err == nil {
		fate = compare.FateOf(&e)
	}
	switch {
	case err != nil || known && fate == compare.Breaks:
		c.fault(rule, "dead", text+": "+e.Outcome())
	case rule < 0 && fate == compare.Unknown:
		c.fault(rule, "lost", text+" has no rule, and the crawl of the new site does not know it")
	case rule >= 0 && fate == compare.Redirects:
		c.fault(rule, "chain", text+", which redirects to "+e.Location)
	case fate == compare.Unknown:
		c.fault(rule, "unknown", text+", which the crawl of the new site does not know")
	}
}

// own checks a rule that none of the old URLs has. One for a single URL that never wins is in the shadow of another.
func (c *checker) own(i int, unused bool) {
	if r := &c.Rules[i]; r.match == nil {
		host := cmp.Or(r.host, c.hosts[len(c.hosts)-1])
		first, _ := c.first(variables(host, r.path), c.same(r.path))
		if first >= 0 && first != i {
			c.fault(i, "shadow", fmt.Sprintf("line %d comes first: %s", c.Rules[first].Line, c.Rules[first].Text))
			return
		} else if first == i {
			c.follow(host, r.path)
		}
	}
	if unused {
		c.fault(i, "unused", "no URL of the old site has this redirect")
	}
}
