package robots

import (
	"strings"

	"github.com/temoto/robotstxt"
)

// maxWildcards is how many "*" and "$" the rules given to temoto/robotstxt may
// have together. Each is a part of a regular expression that is matched with
// every URL; thousands, as in a hostile file, take seconds.
const maxWildcards = 256

// newTemoto gives temoto/robotstxt the agent's lines as one group, since it
// keeps a rule once for every line that names the agent, so that a hostile
// file could fill the memory. Rules with more than maxWildcards, and those it
// cannot read, are left to the matcher of class rfc9309.
func newTemoto(lines []line) Rules {
	var text strings.Builder
	text.WriteString("User-agent: *\n")
	wildcards := 0
	for _, l := range lines {
		if l.allow {
			text.WriteString("Allow: " + l.path + "\n")
		} else {
			text.WriteString("Disallow: " + l.path + "\n")
		}
		wildcards += strings.Count(l.path, "*") + strings.Count(l.path, "$")
	}
	if wildcards > maxWildcards {
		return newMatcher(lines)
	}
	data, err := robotstxt.FromString(text.String())
	if err != nil {
		return newMatcher(lines)
	}
	return temoto{data.FindGroup("*")}
}

// temoto are rules of class temoto.
type temoto struct{ group *robotstxt.Group }

// Allowed decides about path[?query].
func (t temoto) Allowed(path string) bool { return t.group.Test(rooted(path)) }
