package robots

import "sitegraph/site"

// Reading is what a robots.txt says to one robot, rule by rule, as class rfc9309 reads it. The zero value forbids
// nothing.
type Reading struct {
	// Group is the name of the groups that speak to the robot: its own, "*", or "" if none does.
	Group string
	m     *matcher
}

// Read reads a robots.txt that was seen, as a robot must; agent is its product token, or "*" for those that the file
// does not name. A file that does not exist forbids nothing.
func Read(seen site.RobotsSeen, agent string) Reading {
	if seen.Access != site.RobotsRules {
		return Reading{}
	}
	g := read([]byte(seen.Text), agent, 0)
	return Reading{Group: g.name, m: newMatcher(g.lines)}
}

// Forbidding returns the rule that forbids path[?query], as it is in the file but for escapes; "" if it is allowed.
// lifted is a rule that does not count, "" for none.
func (r Reading) Forbidding(path, lifted string) (rule string) {
	if r.m == nil || path == robotsPath {
		return ""
	}
	normal, written := bothForms(path)
	p, found := deciding(r.m.normal, normal, lifted)
	if !found || p.allow {
		p, found = deciding(r.m.written, written, lifted)
	}
	if !found || p.allow {
		return ""
	}
	return p.String()
}

// String is the rule of a pattern.
func (p pattern) String() string {
	rule := "Disallow: "
	if p.allow {
		rule = "Allow: "
	}
	if p.end {
		return rule + p.text + "$"
	}
	return rule + p.text
}

// deciding returns the first pattern that matches, but for a rule that does not count.
func deciding(ps []pattern, path, lifted string) (pattern, bool) {
	for _, p := range ps {
		if p.matches(path) && (lifted == "" || p.String() != lifted) {
			return p, true
		}
	}
	return pattern{}, false
}
