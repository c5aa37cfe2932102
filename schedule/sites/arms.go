package sites

import (
	"path"
	"slices"
	"strings"
)

// frontier holds the waiting pages of one site in arms. An arm is a group of pages whose URLs have something in common
// (parts). Arms are nested, and a page waits in the narrowest one.
type frontier struct {
	arms   []arm
	byName map[armName]int
	// waiting counts the pages that were not taken yet.
	waiting int
	// past is the yield of the site's pages.
	past fading
}

// arm is a group of pages, with a fading memory of their yield.
type arm struct {
	parent int // -1 for the site itself, arm 0
	// shape marks an arm without inner arms. Its name is a shape.
	shape   bool
	past    fading
	waiting []int
}

// armName is the name of an arm within its parent.
type armName struct {
	parent int
	name   string
}

// maxArms limits the arms of a site. Beyond it a page waits in the narrowest existing arm.
const maxArms = 4096

func newFrontiers(sites int) []frontier {
	all := make([]frontier, sites)
	for i := range all {
		all[i] = frontier{arms: []arm{{parent: -1}}, byName: map[armName]int{}}
	}
	return all
}

// add puts a page into the arm with these names, and creates the arm if necessary.
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

// take returns the page that waited longest in an arm.
func (f *frontier) take(a int) int {
	line := f.arms[a].waiting
	f.arms[a].waiting = line[1:]
	f.waiting--
	return line[0]
}

// deepest is the number of directories of a URL that count.
const deepest = 12

// parts returns what a URL has in common with others of its site, from general to specific: its directories, and the
// shape of its name. "http://h/lib/os/struct.File.html" gives lib/, os/, struct.*. The names release-15-20.html and
// release-15-3.html share the shape release-#-#.html. A query counts by the names of its parameters.
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

// split removes scheme, host and fragment of a URL, and splits it into directory and name. The directory ends in a
// slash but does not begin with one.
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

// shapeOf replaces runs of digits by #. If a name has no digits, it keeps the part up to the first of - _ . or, if this
// is the dot of the extension, the extension.
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
