package robots

import (
	"testing"

	"sitegraph/site"
)

// TestReading: which group speaks to a robot, and which rule forbids it a URL; by hand from RFC 9309.
func TestReading(t *testing.T) {
	const file = "User-agent: *\nDisallow: /search/\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n" +
		"Allow: /about\nDisallow: /about/*.pdf$\n\nUser-agent: gptbot\nDisallow: /%7ejoe\n"
	for _, c := range []struct{ agent, group, path, lifted, want string }{
		{"*", "*", "/search/x", "", "Disallow: /search/"},
		{"Googlebot", "*", "/search/x", "", "Disallow: /search/"},
		{"Googlebot", "*", "/search/x", "Disallow: /search/", ""},
		{"Googlebot", "*", "/about", "", ""},
		{"GPTBot", "GPTBot", "/search/x", "", "Disallow: /"},
		{"GPTBot", "GPTBot", "/about/us", "", ""},
		{"GPTBot", "GPTBot", "/about/a.pdf", "", "Disallow: /about/*.pdf$"},
		{"GPTBot", "GPTBot", "/about/a.pdf", "Disallow: /about/*.pdf$", ""},
		{"GPTBot", "GPTBot", "/~joe", "", "Disallow: /~joe"},
		{"GPTBot", "GPTBot", "/~joe", "Disallow: /~joe", "Disallow: /"},
		{"GPTBot", "GPTBot", "/robots.txt", "", ""},
		{"CCBot", "CCBot", "/~joe", "", "Disallow: /"},
	} {
		r := Read(site.RobotsSeen{Access: site.RobotsRules, Text: file}, c.agent)
		if got := r.Forbidding(c.path, c.lifted); r.Group != c.group || got != c.want {
			t.Errorf("%s, %s without %q: group %q, %q; want %q, %q", c.agent, c.path, c.lifted, r.Group, got, c.group,
				c.want)
		}
	}
	for _, seen := range []site.RobotsSeen{{}, {Access: site.RobotsAllow, Text: file},
		{Access: site.RobotsRules, Text: "User-agent: other\nDisallow: /\n"}} {
		if r := Read(seen, "GPTBot"); r.Group != "" || r.Forbidding("/", "") != "" {
			t.Errorf("%+v says something to GPTBot", seen)
		}
	}
}

// FuzzReading: a rule forbids exactly what is not allowed.
func FuzzReading(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a%2fb*c$\nAllow: /ä\n", "/a%2Fbxc")
	f.Add("User-agent: a\nDisallow: /*\nDisallow /$", "")
	f.Fuzz(func(t *testing.T, text, path string) {
		seen := site.RobotsSeen{Access: site.RobotsRules, Text: text}
		ruling, err := Rule(ClassRFC9309, seen, "a", 0)
		rule := Read(seen, "a").Forbidding(path, "")
		if err != nil || ruling.Rules.Allowed(path) != (rule == "") {
			t.Errorf("%q: %q forbids, allowed %v", path, rule, ruling.Rules.Allowed(path))
		}
	})
}
