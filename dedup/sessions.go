package dedup

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// A session's number is told by its links: on one and the same page every request brings another one. Where it stands
// (a parameter of the query or of the path, a segment) is one more thing that a URL can do without.

// Sessions returns the names of what holds a value of its own at every request, in links of the whole site, sorted:
// "sid", ";jsessionid", "/(S(*))".
func (m *Masks) Sessions() (names []string) {
	if m == nil {
		return nil
	}
	for p := range m.params {
		if p.shape == anyDirectory {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	return names
}

// cutSession returns a URL without its session of a name, and its value; the URL itself and "" if it has none.
func cutSession(url, name string) (rest, value string) {
	path, query, found := strings.Cut(url, "?")
	if name[0] != ';' && name[0] != '/' {
		if !strings.Contains(query, name) {
			return url, ""
		}
		rest = without(url, func(param string) bool {
			if paramName(param) == name {
				value = paramValue(param)
				return true
			}
			return false
		})
		return rest, value
	}
	if before, _, _ := strings.Cut(name, "*"); !strings.Contains(path, before) {
		return url, ""
	}
	if name[0] == ';' {
		for part := range pathParams(path) {
			if paramName(part) == name {
				path, value = strings.Replace(path, part, "", 1), paramValue(part)
			}
		}
	} else {
		for part := range pathParts(path) {
			if part.name == name {
				path, value = strings.Replace(path, part.whole, "", 1), part.value
			}
		}
	}
	if value == "" {
		return url, ""
	}
	if found {
		path += "?" + query
	}
	return path, value
}

// collectSessions enters a sample under the sessions that its URL has.
func (l *ruleLearner) collectSessions(i int32) {
	for _, name := range l.sessions {
		if rest, value := cutSession(l.samples[i].URL, name); value != "" {
			l.enter(slot{site.RuleSession, anyDirectory, name}, member{sample: i, group: partsOf(rest).hash(),
				value: mixedHash(value), token: true})
		}
	}
}

func (r *Rules) session(url string, used *[]int) string {
	for _, s := range r.sessions {
		if rest, value := cutSession(url, s.name); value != "" {
			use(used, s.number)
			url = rest
		}
	}
	return url
}

// HaveSessions reports whether a rule leaves sessions out.
func (r *Rules) HaveSessions() bool { return r != nil && len(r.sessions) > 0 }

// numbered is the name of a session with the number of its rule.
type numbered struct {
	name   string
	number int
}
