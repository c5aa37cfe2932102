package site

import (
	"slices"
	"strings"
)

// isFolder reports whether the paper's rule takes the path for a folder: its last segment has a name without a dot.
func isFolder(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return name != "" && strings.IndexByte(name, '.') < 0
}

func (n *Normaliser) appendPath(out []byte, path string) []byte {
	for strings.Contains(path, "//") && n.rules[RuleDoubleSlash] {
		path = strings.ReplaceAll(path, "//", "/")
	}
	out = n.appendKey(out, path, keyPath)
	if n.rules[RuleTrailingSlash] && isFolder(path) {
		out = append(out, '/')
	}
	return out
}

// appendKey appends s and percent-encodes all but the allowed class and existing triplets.
func (n *Normaliser) appendKey(out []byte, s string, allowed class) []byte {
	for i := 0; i < len(s); i++ {
		switch {
		case classes[s[i]]&allowed != 0:
			out = append(out, s[i])
		case !isTriplet(s, i):
			out = appendEscape(out, s[i])
		case n.rules[RuleTripletCase]:
			out = appendEscape(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			out = append(out, s[i:i+3]...)
			i += 2
		}
	}
	return out
}

func (n *Normaliser) keeps(param string) bool {
	_, value, _ := strings.Cut(param, "=")
	return !(n.rules[RuleValuelessParams] && value == "" || n.rules[RuleEmptyParams] && param == "")
}

func paramName(param string) string {
	name, _, _ := strings.Cut(param, "=")
	return name
}

func (n *Normaliser) appendQuery(out []byte, u URL) []byte {
	if !u.HasQuery {
		return out
	}
	var room [256]byte
	query := string(n.appendKey(room[:0], u.Query, keyQuery))
	params := strings.Split(query, "&")
	params = slices.DeleteFunc(params, func(p string) bool { return !n.keeps(p) })
	if n.rules[RuleSortQuery] {
		slices.SortStableFunc(params, func(a, b string) int {
			return strings.Compare(paramName(a), paramName(b))
		})
	}
	if n.rules[RuleEmptyQuery] && (len(params) == 0 || len(params) == 1 && params[0] == "") {
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
