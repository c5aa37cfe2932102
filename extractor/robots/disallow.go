package robots

import "strings"

// prefixes is the paper's class OnlyDisallowRobotsTxt: Disallow lines alone,
// each forbids what begins with it; "*" and "$" stand for themselves. It does
// not know Allow and Crawl-delay.
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
