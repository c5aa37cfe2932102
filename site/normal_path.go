package site

import "strings"

// isNormal reports whether u.String() is the key of u already. It agrees with
// build, which it spares most URLs.
func (n *Normaliser) isNormal(u URL) bool {
	if n.domains != nil && n.domains[u.Host] != "" {
		return false
	}
	return n.isNormalPath(u.Path) && (!u.HasQuery || n.isNormalQuery(u.Query))
}

// isNormalPath reports whether appendPath would change nothing.
func (n *Normaliser) isNormalPath(path string) bool {
	last := byte(0)
	for i := range len(path) {
		c := path[i]
		if classes[c]&keyPath == 0 && !n.isNormalTriplet(path, i) {
			return false
		}
		if c == '/' && last == '/' && n.doubleSlash {
			return false
		}
		last = c
	}
	return !n.trailingSlash || !isFolder(path)
}

// isNormalTriplet reports whether a triplet that needs no change begins at i.
func (n *Normaliser) isNormalTriplet(s string, i int) bool {
	return isTriplet(s, i) && !(n.tripletCase && (s[i+1] >= 'a' || s[i+2] >= 'a'))
}

// isFolder reports whether the last segment is not empty and has no dot, so that
// the paper's rule takes it for a folder.
func isFolder(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return name != "" && strings.IndexByte(name, '.') < 0
}

// appendPath appends the normal form of a path.
func (n *Normaliser) appendPath(out []byte, path string) []byte {
	if n.doubleSlash {
		path = singleSlashes(path)
	}
	out = n.appendKey(out, path, keyPath)
	if n.trailingSlash && isFolder(path) {
		out = append(out, '/')
	}
	return out
}

// singleSlashes makes one slash of every run.
func singleSlashes(path string) string {
	if !strings.Contains(path, "//") {
		return path
	}
	out := make([]byte, 0, len(path))
	for i := range len(path) {
		if path[i] != '/' || i == 0 || path[i-1] != '/' {
			out = append(out, path[i])
		}
	}
	return string(out)
}

// appendKey appends s with all bytes percent-encoded but those of class
// allowed and the triplets that are there already.
func (n *Normaliser) appendKey(out []byte, s string, allowed class) []byte {
	for i := 0; i < len(s); i++ {
		switch {
		case classes[s[i]]&allowed != 0:
			out = append(out, s[i])
		case !isTriplet(s, i):
			out = appendEscape(out, s[i])
		case n.tripletCase:
			out = appendEscape(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			out = append(out, s[i:i+3]...)
			i += 2
		}
	}
	return out
}
