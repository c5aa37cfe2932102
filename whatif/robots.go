package whatif

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"sitegraph/site"
)

// changeRobots adds the rules of the changes to the robots.txt of the site.
func (p *Plan) changeRobots() {
	p.rules = map[string]Rules{}
	p.robots = p.Known.Robots()
	own := p.Judge(p.robots, "")
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.Verb != RobotsRule {
			continue
		}
		if p.robots.Access == site.RobotsForbid || p.robots.Why == site.RobotsNotAsked {
			p.fail(i, c.what, errors.New("the crawl ignored robots.txt, so rules have no effect"))
			return
		}
		before, ownBefore := p.robots, own
		if p.robots.Access != site.RobotsRules {
			p.robots.Text = ""
		}
		p.robots.Access, p.robots.Why, p.robots.Status = site.RobotsRules, "", http.StatusOK
		p.robots.Text = withRule(p.robots.Text, c.text, c.robot)
		own = p.Judge(p.robots, "")
		p.touchForbidden(c, ownBefore, own, func(key string, closed bool) {
			if closed {
				p.closed[key] = append(p.closed[key], i)
			}
			if c.robot == "" {
				p.touch(i, key)
			}
		})
		if c.robot != "" {
			p.touchForbidden(c, p.Judge(before, c.robot), p.Judge(p.robots, c.robot), func(key string, _ bool) {
				p.touch(i, key)
			})
		}
		p.ruled = true
	}
	for origin, seen := range p.Known.Ruled {
		if p.ruled && origin == p.Known.Site.Origin {
			seen = p.robots
		}
		p.rules[origin] = p.Judge(seen, "")
	}
}

// touchForbidden calls note for the URLs whose verdict a rule changes; closed says that it forbids them. A rule for one
// robot may give that a group, and so concern all URLs; others concern those that they match.
func (p *Plan) touchForbidden(c *Change, before, after Rules, note func(key string, closed bool)) {
	begin := ""
	if c.robot == "" {
		begin = beginning(c.text)
	}
	for _, id := range p.keys {
		key := p.Known.URLs.String(id)
		path, ours := strings.CutPrefix(key, p.Known.Site.Origin)
		if !ours || !strings.HasPrefix(path, begin) && !strings.Contains(path, "%") {
			continue
		}
		if allowed := after.Allowed(path); before.Allowed(path) != allowed {
			note(key, !allowed)
		}
	}
}

// beginning is what the paths that a rule matches begin with, as far as there is one way to write it.
func beginning(rule string) string {
	_, path, _ := strings.Cut(rule, " ")
	plain := func(r rune) bool {
		return r == '/' || r == '-' || r == '.' || r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) ||
			unicode.IsDigit(r))
	}
	if at := strings.IndexFunc(path, func(r rune) bool { return !plain(r) }); at >= 0 {
		return path[:at]
	}
	return path
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
