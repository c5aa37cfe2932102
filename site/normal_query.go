package site

import (
	"slices"
	"strings"
)

// paramRule says which parameters a query loses.
type paramRule int

const (
	keepAll       paramRule = iota
	dropEmpty               // the empty text between two &
	dropValueless           // and "a" and "a="
)

// keeps reports whether a parameter stays.
func (r paramRule) keeps(param string) bool {
	switch r {
	case dropEmpty:
		return param != ""
	case dropValueless:
		equals := strings.IndexByte(param, '=')
		return equals >= 0 && equals < len(param)-1
	}
	return true
}

// paramName returns what stands before the first =.
func paramName(param string) string {
	if i := strings.IndexByte(param, '='); i >= 0 {
		return param[:i]
	}
	return param
}

// isNormalQuery reports whether appendQuery would change nothing, and String
// would neither.
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

// appendQuery appends the normal form of a query with its question mark.
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
