package robots

import (
	"strings"

	"github.com/temoto/robotstxt"
)

// maxWild bounds the wildcard patterns given to temoto/robotstxt, in bytes;
// maxWork bounds these times the path. Its regular expressions need seconds
// for what a hostile file can hold; beyond the bounds the own matcher judges.
const (
	maxWild = 16 << 10
	maxWork = 2 << 20
)

// mark begins every path that temoto/robotstxt sees. No spelt path holds "<",
// so that its regular expressions, which are not anchored, match at the start
// only.
const mark = "/<"

// temoto is the class of that name: temoto/robotstxt judges. What remains its
// own is the weight of a rule with wildcards, the length of the regular
// expression. Of the 460 verdicts (see the package comment) this class misses
// eight: two by that weight, six by the RFC's reading of escapes.
type temoto struct {
	group *robotstxt.Group
	wild  int
	own   *matcher
}

// newTemoto feeds the agent's rules as one clean group: nothing that loses the
// whole file, escapes in normal form, Allow first since the first of equals
// wins.
func newTemoto(lines []line) judge {
	t := temoto{own: newMatcher(lines)}
	var allow, disallow strings.Builder
	for _, p := range t.own.normal {
		if p.end || strings.Contains(p.text, "*") {
			t.wild += len(p.text) + 1
		}
		if p.allow {
			allow.WriteString("Allow: " + p.marked())
		} else {
			disallow.WriteString("Disallow: " + p.marked())
		}
	}
	if t.wild > maxWild {
		return t.own
	}
	data, err := robotstxt.FromString("User-agent: *\n" + allow.String() + disallow.String())
	if err != nil {
		return t.own
	}
	t.group = data.FindGroup("*")
	return t
}

// marked is the pattern as a line's value.
func (p pattern) marked() string {
	if p.end {
		return mark + p.text + "$\n"
	}
	return mark + p.text + "\n"
}

// Allowed judges path[?query].
func (t temoto) Allowed(path string) bool {
	if t.wild*len(path) > maxWork {
		return t.own.Allowed(path)
	}
	normal, _ := bothForms(path)
	return t.group.Test(mark + normal)
}
