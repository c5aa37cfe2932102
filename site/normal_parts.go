package site

import (
	"slices"
	"strings"
)

// isNormal reports whether u.String() is the key of u. This spares most URLs the cost of build.
func (n *Normaliser) isNormal(u URL) bool {
	if n.domains != nil && n.domains[u.Host] != "" {
		return false
	}
	return n.isNormalPath(u.Path) && (!u.HasQuery || n.isNormalQuery(u.Query))
}

// isNormalPath reports whether appendPath would leave the path unchanged.
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

// isNormalTriplet reports whether a triplet in normal form begins at i.
func (n *Normaliser) isNormalTriplet(s string, i int) bool {
	return isTriplet(s, i) && !(n.tripletCase && (s[i+1] >= 'a' || s[i+2] >= 'a'))
}

// isFolder reports whether the paper's rule considers the path a folder: its last segment is not empty and has no dot.
func isFolder(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return name != "" && strings.IndexByte(name, '.') < 0
}

func (n *Normaliser) appendPath(out []byte, path string) []byte {
	for n.doubleSlash && strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	out = n.appendKey(out, path, keyPath)
	if n.trailingSlash && isFolder(path) {
		out = append(out, '/')
	}
	return out
}

// appendKey appends s and percent-encodes everything except the allowed class and existing triplets.
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

type paramRule int

const (
	keepAll       paramRule = iota
	dropEmpty               // drop empty text between two &
	dropValueless           // also drop "a" and "a="
)

func (r paramRule) keeps(param string) bool {
	switch r {
	case dropEmpty:
		return param != ""
	case dropValueless:
		_, value, _ := strings.Cut(param, "=")
		return value != ""
	}
	return true
}

func paramName(param string) string {
	name, _, _ := strings.Cut(param, "=")
	return name
}

// isNormalQuery reports whether appendQuery and String would leave the query unchanged.
func (n *Normaliser) isNormalQuery(query string) bool {
	if query == "" {
		return !n.emptyQuery
	}
	for i := range len(query) {
		c := query[i]
		if c == '\'' || classes[c]&keyQuery == 0 && !n.isNormalTriplet(query, i) {
			return false
		}
	}
	last := ""
	for first := true; ; first = false {
		param, rest, more := strings.Cut(query, "&")
		name := paramName(param)
		if !n.params.keeps(param) || n.sortQuery && !first && name < last {
			return false
		}
		if !more {
			return true
		}
		last, query = name, rest
	}
}

func (n *Normaliser) appendQuery(out []byte, u URL) []byte {
	if !u.HasQuery {
		return out
	}
	var room [256]byte
	query := string(n.appendKey(room[:0], u.Query, keyQuery))
	params := strings.Split(query, "&")
	params = slices.DeleteFunc(params, func(p string) bool { return !n.params.keeps(p) })
	if n.sortQuery {
		slices.SortStableFunc(params, func(a, b string) int {
			return strings.Compare(paramName(a), paramName(b))
		})
	}
	if n.emptyQuery && (len(params) == 0 || len(params) == 1 && params[0] == "") {
		return out
	}
	out = append(out, '?')
	for i, param := range params {
		if i > 0 {
			out = append(out, '&')
		}
		out = append(out, param...)
	}
	return out
}
