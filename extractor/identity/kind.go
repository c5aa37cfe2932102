package identity

import (
	"strings"

	"sitegraph/site"
)

// longestProgram bounds the names that are taken for those of programs.
const longestProgram = 24

// kindOf returns the kind of a normalized URL by which yields are counted: its shape,
// with the name of the program that parameters are given to, "/a/list.php?page".
func kindOf(key string) string {
	shape := site.ShapeOf(key)
	directory, names, has := strings.Cut(shape, "?")
	if !has {
		return shape
	}
	path, _, _ := strings.Cut(key, "?")
	name := path[strings.LastIndexByte(path, '/')+1:]
	if !strings.HasSuffix(path[:len(path)-len(name)], "://") && isProgram(name) {
		directory += name
	}
	return directory + "?" + names
}

// isProgram reports whether the last segment of a path can be the name of a program:
// one of small letters, with an extension or without. Others rather name a page, so
// there may be any number of them.
func isProgram(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	return name != "" && len(name) <= longestProgram
}
