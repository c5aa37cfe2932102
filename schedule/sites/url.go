package sites

import (
	"slices"
	"strings"
)

// deepest is the number of directories of a URL that are looked at.
const deepest = 12

// parts returns what a URL has in common with others of its site, from
// the common to the particular: its directories, and the shape of its name.
// "http://h/lib/os/struct.File.html" gives lib/, os/, struct.*; the names
// release-15-20.html and release-15-3.html have the shape release-#-#.html in
// common, and a query is known by the names of its parameters.
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
	path, query, asked := strings.Cut(url, "?")
	path = strings.TrimPrefix(path, "/")
	end := strings.LastIndexByte(path, '/') + 1
	directory, name = path[:end], path[end:]
	if asked {
		name += "?" + query
	}
	return directory, name
}

// shapeOf replaces runs of digits by #. Of a name without digits it keeps what
// stands before the first of - _ . and, when that is the whole name, the
// ending.
func shapeOf(name string) string {
	var b strings.Builder
	digits, before := false, false
	for i := range len(name) {
		digit := name[i] >= '0' && name[i] <= '9'
		switch {
		case !digit:
			b.WriteByte(name[i])
		case !before:
			b.WriteByte('#')
		}
		before = digit
		digits = digits || digit
	}
	if digits {
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

// parameters returns the names of a query's parameters, sorted.
func parameters(query string) string {
	var names []string
	for field := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(field, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "&")
}
