package sites

import (
	"path"
	"slices"
	"strings"
)

// frontier holds the waiting pages of one site in arms: groups of pages whose URLs have something in common
// (parts). An arm lies within its parent; a page waits in the narrowest one.
type frontier struct {
	arms   []arm
	byName map[armName]int
	// waiting counts the pages that were not asked for yet.
	waiting int
	// past is what the site's pages brought.
	past fading
}

// arm is a group of pages, with a fading memory of what they brought.
type arm struct {
	parent int // -1 for the site itself, arm 0
	// shape marks an arm that no other lies within: its name is a shape.
	shape   bool
	past    fading
	waiting []int
}

// armName is the name of an arm within its parent.
type armName struct {
	parent int
	name   string
}

// maxArms is the greatest number of arms of a site. When they are used up a
// page waits in the narrowest arm that there is.
const maxArms = 4096

func newFrontiers(sites int) []frontier {
	all := make([]frontier, sites)
	for i := range all {
		all[i] = frontier{arms: []arm{{parent: -1}}, byName: map[armName]int{}}
	}
	return all
}

// add has a page wait in the arm of those names, which is made if need be.
func (f *frontier) add(page int, names []string) {
	at := 0
	for i, name := range names {
		next, ok := f.byName[armName{at, name}]
		if !ok {
			if len(f.arms) >= maxArms {
				break
			}
			next = len(f.arms)
			f.byName[armName{at, name}] = next
			f.arms = append(f.arms, arm{parent: at, shape: i == len(names)-1})
		}
		at = next
	}
	f.arms[at].waiting = append(f.arms[at].waiting, page)
	f.waiting++
}

// take returns the page that has waited longest in an arm.
func (f *frontier) take(a int) int {
	line := f.arms[a].waiting
	f.arms[a].waiting = line[1:]
	f.waiting--
	return line[0]
}

// deepest is the number of directories of a URL that count.
const deepest = 12

// parts returns what a URL has in common with others of its site, from the common to the particular: its directories,
// and the shape of its name. "http://h/lib/os/struct.File.html" gives lib/, os/, struct.*; the names release-15-20.html
// and release-15-3.html have the shape release-#-#.html in common, and a query is known by the names of its parameters.
func parts(url string) []string {
	directory, name := split(url)
	var all []string
	for range deepest {
		head, rest, more := strings.Cut(directory, "/")
		if !more {
			break
		}
		all, directory = append(all, head+"/"), rest
	}
	file, query, asked := strings.Cut(name, "?")
	shape := shapeOf(file)
	if asked {
		shape += "?" + parameters(query)
	}
	return append(all, shape)
}

// split cuts off scheme, host and fragment of a URL and separates directory and
// name. The directory has a slash at its end but not at its beginning.
func split(url string) (directory, name string) {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		_, url, _ = strings.Cut(rest, "/")
	}
	url, _, _ = strings.Cut(url, "#")
	before, query, asked := strings.Cut(url, "?")
	directory, name = path.Split(strings.TrimPrefix(before, "/"))
	if asked {
		name += "?" + query
	}
	return directory, name
}

// shapeOf replaces runs of digits by #. Of a name without digits it keeps what comes before the first of - _
// . or, if the only such sign is the dot of the ending, the ending.
func shapeOf(name string) string {
	if strings.ContainsAny(name, "0123456789") {
		var b strings.Builder
		before := false
		for i := range len(name) {
			digit := name[i] >= '0' && name[i] <= '9'
			if !digit {
				b.WriteByte(name[i])
			} else if !before {
				b.WriteByte('#')
			}
			before = digit
		}
		return b.String()
	}
	cut := strings.IndexAny(name, "-_.")
	switch {
	case cut < 0:
		return "*"
	case cut == strings.LastIndexByte(name, '.'):
		return "*" + name[cut:]
	}
	return name[:cut+1] + "*"
}

func parameters(query string) string {
	var names []string
	for field := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(field, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "&")
}
