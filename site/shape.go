package site

import (
	"slices"
	"strings"
)

// MaxShapeParams bounds the names in a shape: a URL with ten thousand parameters has the shape of its first ones.
const MaxShapeParams = 16

// ShapeOf returns the kind of a normalized URL: its directory and the names of its parameters, sorted. Segments of
// the directory that are numbers are written #, and those that look like hashes, or are addresses in Base64, @.
//
//	http://h/wiki/Cat?b=1&a=2   →  /wiki/?a&b
//	http://h/2024/05/12/post    →  /#/#/#/
func ShapeOf(key string) string {
	path, query, _ := strings.Cut(pathAndQuery(key), "?")
	var b strings.Builder
	path = path[:strings.LastIndexByte(path, '/')+1]
	for segment := range strings.SplitSeq(path, "/") {
		if segment != "" {
			b.WriteByte('/')
			b.WriteString(shapeOfSegment(segment))
		}
	}
	b.WriteByte('/')
	if query != "" {
		b.WriteByte('?')
		b.WriteString(strings.Join(paramNames(query), "&"))
	}
	return b.String()
}

func pathAndQuery(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		return rest[i:]
	}
	return "/"
}

func shapeOfSegment(s string) string {
	if strings.HasPrefix(s, "aHR0c") { // Base64 of http
		return "@"
	}
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c|0x20 < 'a' || c|0x20 > 'f':
			return s
		}
	}
	switch {
	case digits == len(s):
		return "#"
	case digits > 0 && len(s) >= 7:
		return "@"
	}
	return s
}

// QuerySeparator returns what is between the parameters of a query: "&", or
// ";" where that alone is used, as in "p=a.git;a=tree".
func QuerySeparator(query string) string {
	if !strings.Contains(query, ";") || strings.Contains(query, "&") {
		return "&"
	}
	for pair := range strings.SplitSeq(query, ";") {
		if !strings.Contains(pair, "=") {
			return "&"
		}
	}
	return ";"
}

func paramNames(query string) []string {
	var names []string
	for pair := range strings.SplitSeq(query, QuerySeparator(query)) {
		name, _, _ := strings.Cut(pair, "=")
		if names = append(names, name); len(names) == MaxShapeParams {
			break
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
