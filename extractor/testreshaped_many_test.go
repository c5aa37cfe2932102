package extractor_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// robotsRule is an extra line in robots.txt, for one robot or, without a group, for all.
type robotsRule struct{ robot, rule string }

type glob struct{ from, to string }

func rank(from string) int { return len(strings.ReplaceAll(from, "*", "")) }

// globs pairs the resources that a change names with the place that they move to. %d makes that place unique.
var globs = []glob{
	{"/d1/", "/m%d/"}, {"/d1/*", "/m%d/*"}, {"/d1/**", "/m%d/x-**"}, {"/d1/**/*.html", "/m%d/**/*.htm"},
	{"/*/d2/*", "/m%d/*/*"}, {"/d%%C3%%A9/**", "/m%d/%%C3%%A9/**"}, {"/p*", "/m%d/p-*"}, {"/q*?**", "/m%d/q-*?**"},
	{"/*?id=7", "/m%d/*?id=7"}, {"/d1/*/p*?a=**", "/m%d/*/*?a=**"}, {"/r*", "/m%d/r*"},
}

// moving has the globs for moves. With these, a part of the site, or all of it, may also move into itself.
var moving = append(slices.Clip(globs), []glob{{"/d1/", "/d1/v%d/"}, {"/", "/m%d/"}, {"/", "/d1/%d/"}}...)

// expression converts a glob to a regular expression, by other means than the program.
func expression(glob string) *regexp.Regexp {
	if strings.HasSuffix(glob, "/") {
		glob += "**"
	}
	literal := func(s string) string { return regexp.QuoteMeta(s) }
	return regexp.MustCompile("^" + regexp.MustCompile(`\*+|[^*]+`).ReplaceAllStringFunc(glob, func(s string) string {
		switch s {
		case "*":
			return "([^/?]*)"
		case "**":
			return "(.*)"
		}
		return literal(s)
	}) + "$")
}

// some picks a glob, its target, and the resources that match it, at least one.
func (c *reshaped) some(globs []glob) (from, to string, all []*resource) {
	for range 20 {
		g := pick(c.generator, globs)
		from, to = strings.ReplaceAll(g.from, "%%", "%"), fmt.Sprintf(g.to, len(c.lines))
		e := expression(from)
		for _, r := range c.resources {
			if e.MatchString(r.key) && (r != c.start || from == "/") {
				all = append(all, r)
			}
		}
		if len(all) > 0 {
			return from, to, all
		}
	}
	return "", "", nil
}

// fate picks resources for a change, but none if an equally long pattern names one of them. It skips those that a
// longer pattern names, and forgets moves by shorter ones.
func (c *reshaped) fate(globs []glob) (from, to string, all []*resource) {
	from, to, all = c.some(globs)
	if slices.ContainsFunc(all, func(r *resource) bool { return c.many[r] == rank(from) }) {
		return "", "", nil
	}
	all = slices.DeleteFunc(all, func(r *resource) bool {
		return c.many[r] > rank(from) || c.many[r] == 0 && c.gone[r] != nil
	})
	for _, r := range all {
		c.many[r] = rank(from)
		delete(c.moves, r)
	}
	return from, to, all
}

func (c *reshaped) moveMany() {
	long := func(l link) bool { return len(l.href) > 2000 } // it moves, too, but there is no resource
	some := moving
	if slices.ContainsFunc(c.contents, func(o *content) bool { return slices.ContainsFunc(o.links, long) }) {
		some = globs
	}
	from, to, all := c.fate(some)
	if from == "" {
		return
	}
	status := pick(c.generator, []int{301, 301, 307, 404})
	if from == "/" {
		status = 308
	}
	c.say("move %s %s %d # all of it", from, to, status)
	e, n := expression(from), 0
	to = regexp.MustCompile(`/$|\*+`).ReplaceAllStringFunc(to, func(s string) string {
		if n++; s == "/" {
			return fmt.Sprintf("/${%d}", n)
		}
		return fmt.Sprintf("${%d}", n)
	})
	for _, r := range all {
		c.move(r, e.ReplaceAllString(r.key, to), status)
	}
}

// reaches reports whether links on fetchable pages lead from the start page to a resource.
func (c *reshaped) reaches(r *resource) bool {
	all := []*resource{c.start}
	for i := 0; i < len(all); i++ {
		if all[i].content == nil || all[i].kind != isPage {
			continue
		}
		for _, l := range all[i].content.links {
			if l.to != nil && !slices.Contains(all, l.to) {
				all = append(all, l.to)
			}
		}
	}
	return slices.Contains(all, r)
}

func (c *reshaped) exchange() {
	r, other := c.known(isPage), c.known(isPage)
	if r == nil || other == nil || r == other || c.many[r]+c.many[other] > 0 || !c.reaches(r) || !c.reaches(other) {
		return
	}
	c.say("move %s$ %s$", r.key, other.key)
	c.move(r, other.key, 301)
	if c.chance(50) {
		c.say("delete %s$ 410", other.key)
		c.gone[other] = leaving(other, "", 410)
		return
	}
	c.say("move %s$ %s$", other.key, r.key)
	c.move(other, r.key, 301)
}

func (c *reshaped) deleteMany() {
	from, _, all := c.fate(globs)
	if from == "" {
		return
	}
	c.say("delete %s", from)
	for _, r := range all {
		c.gone[r] = leaving(r, "", 404)
	}
}

func (c *reshaped) redirectMany() {
	to := c.known(isPage)
	if to == nil {
		return
	}
	from, _, all := c.fate(globs)
	if from == "" {
		return
	}
	c.say("redirect %s %s$ 301", from, to.key)
	for _, r := range all {
		if r != to {
			c.gone[r] = leaving(r, to.key, 301)
		}
	}
}

func (c *reshaped) except() {
	var all []*resource
	for _, r := range c.resources {
		if c.many[r] > 0 && c.gone[r] != nil && r != c.start && (r.kind == isPage || r.kind == isNotHTML) {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return
	}
	r := pick(c.generator, all)
	delete(c.many, r) // now a line names this one alone
	delete(c.moves, r)
	switch to := c.known(isPage); {
	case c.chance(30):
		c.say("delete %s$ 410", r.key)
		c.gone[r] = leaving(r, "", 410)
	case to != nil && to != r && c.chance(50):
		c.say("redirect %s$ %s$ 308", r.key, to.key)
		c.gone[r] = leaving(r, to.key, 308)
	default:
		at := fmt.Sprintf("/except/%d", len(c.lines))
		c.say("move %s$ %s", r.key, at)
		c.move(r, at, 301)
	}
}

func (c *reshaped) noindexMany() {
	from, _, all := c.some(globs)
	if from == "" {
		return
	}
	c.say("noindex %s", from)
	for _, r := range all {
		c.hide(r)
	}
}

func (c *reshaped) canonicalMany() {
	from, _, all := c.some(globs)
	to := c.known(isPage)
	if from == "" || to == nil || slices.ContainsFunc(all, func(r *resource) bool { return c.canon[r] }) {
		return
	}
	c.say("canonical %s %s$", from, to.key)
	for _, r := range all {
		c.names(r, to)
	}
}

func (c *reshaped) dropLinksToMany() {
	from, _, all := c.some(globs)
	if from == "" || strings.Contains(strings.Join(c.lines, "\n"), "add-link") {
		return
	}
	c.say("drop-links-to %s", from)
	for _, to := range all {
		c.all = append(c.all, func(o *content) { o.drop(to) })
	}
}

// robots adds a rule to robots.txt, for all robots or one, and sometimes one that allows.
func (c *reshaped) robots() {
	r := c.known(isPage)
	if r == nil {
		return
	}
	rule := robotsRule{robot: pick(c.generator, []string{"", "", "", "", "GPTBot", "Sitegraph"})}
	switch c.IntN(4) {
	case 0:
		rule.rule = "Disallow: /d1/"
	case 1:
		rule.rule = "Allow: " + r.key
	default:
		rule.rule = "Disallow: " + r.key
	}
	c.rules = append(c.rules, rule)
	c.say("robots: %s %s", rule.rule, rule.robot)
}

func (c *reshaped) robotsText() string {
	all, ones := "", ""
	for _, r := range c.rules {
		if r.robot == "" {
			all += r.rule + "\n"
		} else {
			ones += "User-agent: " + r.robot + "\n" + r.rule + "\n"
		}
	}
	return strings.Replace(robotsTxt, "\n", "\n"+all, 1) + ones
}
