package whatif

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

func (p *Plan) changeRobots() {
	p.rules = map[string]Rules{}
	p.robots = p.Known.Robots()
	judged := map[string]Rules{"": p.Judge(p.robots, "")}
	for i := range p.Changes {
		c := &p.Changes[i]
		if c.Verb != RobotsRule || p.firsts[i] != i {
			continue
		}
		if p.robots.Access == site.RobotsForbid || p.robots.Why == site.RobotsNotAsked {
			p.fail(i, c.what, errors.New("the crawl ignored robots.txt, so rules have no effect"))
			return
		}
		robot, before := strings.ToLower(c.robot), p.robots
		if p.robots.Access != site.RobotsRules {
			p.robots.Text = ""
		}
		p.robots.Access, p.robots.Why, p.robots.Status = site.RobotsRules, "", http.StatusOK
		p.robots.Text = withRule(p.robots.Text, c.text, c.robot)
		p.ruled = true
		rule := c.text
		if judged[robot] == nil {
			judged[robot], rule = p.Judge(before, c.robot), ""
		}
		p.judgeRule(i, p.concerned(rule), judged)
	}
	for origin, seen := range p.Known.Ruled {
		if p.ruled && origin == p.Known.Site.Origin {
			seen = p.robots
		}
		p.rules[origin] = p.Judge(seen, "")
	}
}

// concerned returns the URLs that a rule may affect, by prefix; all for "", used for a robot's first rule.
func (p *Plan) concerned(rule string) (keys []string) {
	_, begin, _ := strings.Cut(rule, " ")
	if end := strings.IndexAny(begin, "*$%"); end >= 0 {
		begin = begin[:end]
	}
	for _, id := range p.keys {
		key := p.Known.URLs.String(id)
		path, ours := strings.CutPrefix(key, p.Known.Site.Origin)
		if ours && (strings.HasPrefix(path, begin) || strings.Contains(path, "%")) {
			keys = append(keys, key)
		}
	}
	return keys
}

const rulesALook = 100 // bytes of robots.txt that cost as much as one trial of a pattern

// judgeRule notes the URLs for which a rule changes the verdict. Without URLs it reads no robots.txt.
func (p *Plan) judgeRule(change int, keys []string, judged map[string]Rules) {
	if len(keys) == 0 {
		return
	}
	robot := p.Changes[change].robot
	differ := func(robot string, note func(key string, allowed bool)) {
		name := strings.ToLower(robot)
		if !p.Effort.spend(len(keys) + len(p.robots.Text)/rulesALook) {
			return
		}
		before, after := judged[name], p.Judge(p.robots, robot)
		judged[name] = after
		for _, key := range keys {
			path := strings.TrimPrefix(key, p.Known.Site.Origin)
			if allowed := after.Allowed(path); before.Allowed(path) != allowed {
				note(key, allowed)
			}
		}
	}
	differ("", func(key string, allowed bool) {
		if !allowed {
			p.closed[key] = append(p.closed[key], change)
		}
		if robot == "" {
			p.touch(change, key)
		}
	})
	if robot != "" {
		differ(robot, func(key string, _ bool) { p.touch(change, key) })
	}
}

// withRule adds a rule to a robots.txt, for one robot, or for all robots without a group (""). A rule for one robot
// gets its own group. Parsers merge all groups of a robot, while an existing group may also apply to others.
func withRule(text, rule, robot string) string {
	at, found := 0, false // offset after the names of the group for all
	for line := range strings.Lines(text) {
		name := agentOf(line)
		if found = found || name == "*"; found && name == "" {
			break
		}
		at += len(line)
	}
	if !found || robot != "" {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text + "User-agent: " + cmp.Or(robot, "*") + "\n" + rule + "\n"
	}
	if !strings.HasSuffix(text[:at], "\n") {
		rule = "\n" + rule
	}
	return text[:at] + rule + "\n" + text[at:]
}

// agentOf returns the robot that a line names, or "".
func agentOf(line string) string {
	line, _, _ = strings.Cut(line, "#")
	name, agent, _ := strings.Cut(line, ":")
	if !strings.EqualFold(strings.TrimSpace(name), "user-agent") {
		return ""
	}
	return strings.TrimSpace(agent)
}

func (p *Plan) forbids(a address) bool {
	u, err := site.Parse(a.url)
	if err != nil {
		return false
	}
	rules := p.rules[u.Origin()]
	if p.Known.Site.Rewrite != "" && rules == nil {
		rules = p.rules[p.Known.Site.Origin]
	}
	k, err := site.Parse(a.key)
	return rules != nil && (!rules.Allowed(u.Target()) || err == nil && !rules.Allowed(k.Target()))
}

// forbidden writes answers for URLs that nobody has requested and that robots.txt forbids.
func (w *writing) forbidden() error {
	urls := w.known.URLs
	for id := range evidence.URLID(urls.Len()) {
		a := address{urls.String(id), urls.String(urls.Key(id))}
		known := w.Known.URLs.Find(a.key)
		if known != evidence.NoURL && w.Known.Newest(known) != nil || !w.forbids(a) {
			continue
		}
		if err := w.write(&evidence.Fetched{URL: a.url, Key: a.key}, true); err != nil {
			return err
		}
	}
	return nil
}
