package dedup

import (
	"encoding/base64"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
)

// A login link contains the address of its page, as in "login?next=%2Ftopic%3Ft%3D5". Applications write such addresses
// percent-encoded once or twice or in base64, with or without scheme and host.

const (
	maxNested    = 6 // limits the nesting of addresses in addresses
	maxEncodings = 4 // limits the encodings of an address
)

// mayCarry reports whether a query or value may contain an address, with a slash or its own query, or in base64.
func mayCarry(value string) bool {
	if strings.ContainsAny(value, "/?%") {
		return true
	}
	for v := range strings.SplitSeq(value, "&") {
		if _, after, pair := strings.Cut(v, "="); pair {
			v = after
		}
		if mayBase64(v) {
			return true
		}
	}
	return false
}

// mayBase64 reports whether a value may be an address in base64. "/" and "?" encode to L and P, and others are long.
func mayBase64(value string) bool {
	if len(value) < 2 || len(value) >= minBase64 {
		return len(value) >= minBase64
	}
	return value[0] == 'L' || value[0] == 'P'
}

// minBase64 is the minimum length at which any value is decoded.
const minBase64 = 12

// carried returns the normalized URL that a link's value contains, or "".
func (m *Masks) carried(value, link string) string {
	text := value
	for range maxEncodings {
		text = strings.ReplaceAll(text, "&amp;", "&")
		if ref := asAddress(text, link); ref != "" {
			base, err := site.Parse(link)
			if err != nil {
				return ""
			}
			u, err := base.Resolve(ref, nil)
			if err != nil {
				return ""
			}
			return m.normal.Key(u)
		}
		next := decodedOnce(text)
		if next == text {
			return ""
		}
		text = next
	}
	return ""
}

// asAddress returns a text as a reference if it is an address, otherwise "". An address has a scheme, a path from the
// root, a query, or a name with a query, or begins with the link's host.
func asAddress(text, link string) string {
	switch {
	case text == "" || strings.ContainsAny(text, " \t\r\n<>\"") || strings.HasPrefix(text, "//"):
		return ""
	case strings.HasPrefix(text, "http://"), strings.HasPrefix(text, "https://"), text[0] == '/',
		text[0] == '?' && strings.Contains(text, "="):
		return text
	case strings.HasPrefix(text, site.HostIn(link)+"/"):
		return "//" + text
	}
	name, query, found := strings.Cut(text, "?")
	if found && strings.Contains(query, "=") && !strings.ContainsAny(name, "=&%:") {
		return "/" + text
	}
	return ""
}

// decodedOnce removes one encoding of a text, if there is any.
func decodedOnce(text string) string {
	if strings.Contains(text, "%") {
		return site.Unescaped(text)
	}
	if !mayBase64(text) {
		return text
	}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		plain, err := encoding.DecodeString(strings.TrimRight(text, "="))
		if err == nil && !strings.ContainsFunc(string(plain), isUnprintable) {
			return string(plain)
		}
	}
	return text
}

func isUnprintable(r rune) bool { return r < ' ' || r == utf8.RuneError }

// The links of a page have a different session in every answer. A session may be a parameter of the query or path, or a
// segment of the path.

// Sessions returns the sorted names of the link parts that have a new value in every answer across the whole site, such
// as "sid", ";jsessionid" and "/(S(*))".
func (m *Masks) Sessions() (names []string) {
	for p := range m.params {
		if p.shape == anyDirectory {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	return names
}

// SessionsIn returns the sorted names of tokens that redirects add to URLs with a new value each time. A server that
// redirects /a to /(S(4f1c09))/a starts a session for each visitor who has none.
func SessionsIn(redirects iter.Seq2[string, string]) (names []string) {
	values := map[string][]string{}
	for from, to := range redirects {
		name, value := addedTo(from, to)
		if all := values[name]; name != "" && len(all) < minSessionLinks && !slices.Contains(all, value) {
			values[name] = append(all, value)
		}
	}
	for name, all := range values {
		if len(all) == minSessionLinks {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// addedTo returns the name and value of the token that to has and from lacks, or "" if the URLs differ otherwise.
func addedTo(from, to string) (name, value string) {
	if len(to) <= len(from) {
		return "", ""
	}
	path, query := cutQuery(to)
	for part := range pathParts(path, never) {
		if rest, _ := cutSession(to, part.name); rest == from {
			return part.name, part.value
		}
	}
	for _, param := range queryParams(query) {
		if name := paramName(param); isToken(paramValue(param)) && withoutParam(to, name) == from {
			return name, paramValue(param)
		}
	}
	return "", ""
}

// cutSession returns a URL without the named session, and the session. Without one it returns the URL and "".
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
	for part := range pathParts(path, func(other string) bool { return other == name }) {
		if part.name == name {
			path, value = strings.Replace(path, part.whole, "", 1), part.value
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

func (l *ruleLearner) collectSessions(i int32) {
	for _, name := range l.sessions {
		if rest, value := cutSession(l.samples[i].URL, name); value != "" {
			l.enter(slot{site.RuleSession, anyDirectory, name}, member{sample: i, group: partsOf(rest).hash(),
				value: mixedHash(value), token: true})
		}
	}
}

func (r *Rules) session(url string, used *[]int) string {
	for _, number := range r.sessions {
		if rest, value := cutSession(url, r.list[number].Name); value != "" {
			use(used, number)
			url = rest
		}
	}
	return url
}

// HaveSessions reports whether a rule removes sessions.
func (r *Rules) HaveSessions() bool { return r != nil && len(r.sessions) > 0 }
