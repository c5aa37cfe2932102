package whatif

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"

	"sitegraph/site"
)

// changeRobots adds the rules of the changes to the robots.txt of the site.
func (p *Plan) changeRobots() {
	p.rules = map[string]Rules{}
	p.robots = p.Known.Robots()
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.Verb != RobotsRule {
			continue
		}
		if p.robots.Access == site.RobotsForbid || p.robots.Why == site.RobotsNotAsked {
			p.fail(i, c.what, errors.New("the crawl ignored robots.txt, so rules have no effect"))
			return
		}
		before, own := p.Judge(p.robots, c.robot), p.Judge(p.robots, "")
		if p.robots.Access != site.RobotsRules {
			p.robots.Text = ""
		}
		p.robots.Access, p.robots.Why, p.robots.Status = site.RobotsRules, "", http.StatusOK
		p.robots.Text = withRule(p.robots.Text, c.text, c.robot)
		p.touchForbidden(before, p.Judge(p.robots, c.robot), func(key string, _ bool) { p.touch(i, key) })
		p.touchForbidden(own, p.Judge(p.robots, ""), func(key string, closed bool) {
			if closed {
				p.closed[key] = append(p.closed[key], i)
			}
		})
		p.ruled = true
	}
	for origin, seen := range p.Known.Ruled {
		if p.ruled && origin == p.Known.Site.Origin {
			seen = p.robots
		}
		p.rules[origin] = p.Judge(seen, "")
	}
}

// touchForbidden calls note for the URLs whose verdict a rule changes; closed says that it forbids them.
func (p *Plan) touchForbidden(before, after Rules, note func(key string, closed bool)) {
	for _, id := range p.keys {
		key := p.Known.URLs.String(id)
		path, ours := strings.CutPrefix(key, p.Known.Site.Origin)
		if allowed := ours && after.Allowed(path); ours && before.Allowed(path) != allowed {
			note(key, !allowed)
		}
	}
}

// withRule is a robots.txt with one more rule, for all robots without a group ("") or for one. A rule for one gets
// a group of its own, since the groups of a robot are one, and those that it shares are for others, too.
func withRule(text, rule, robot string) string {
	lines := strings.SplitAfter(text, "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return agentOf(l) == "*" })
	if at < 0 || robot != "" {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text + "User-agent: " + cmp.Or(robot, "*") + "\n" + rule + "\n"
	}
	for at < len(lines) && agentOf(lines[at]) != "" {
		at++
	}
	if !strings.HasSuffix(lines[at-1], "\n") {
		rule = "\n" + rule
	}
	return strings.Join(slices.Insert(lines, at, rule+"\n"), "")
}

// agentOf is the robot that a line names, "" if it names none.
func agentOf(line string) string {
	line, _, _ = strings.Cut(line, "#")
	name, agent, _ := strings.Cut(line, ":")
	if !strings.EqualFold(strings.TrimSpace(name), "user-agent") {
		return ""
	}
	return strings.TrimSpace(agent)
}

// forbids reports whether robots.txt forbids an address, as it will be.
func (p *Plan) forbids(a address) bool {
	u, err := site.Parse(a.url)
	if err != nil {
		return false
	}
	rules := p.rules[u.Origin()]
	if p.Known.Site.Rewrite != "" && rules == nil {
		rules = p.rules[p.Known.Site.Origin]
	}
	if rules == nil {
		return false
	}
	if !rules.Allowed(u.Target()) {
		return true
	}
	k, err := site.Parse(a.key)
	return err == nil && !rules.Allowed(k.Target())
}
