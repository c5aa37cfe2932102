package robots

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// matcher is the class rfc9309. It holds the rules in two spellings and forbids what either forbids; where no
// rule has an escape that matters both are the same slice.
type matcher struct {
	normal, written []pattern
	same            bool
}

type pattern struct {
	text  string // spelt, "*" is a wildcard
	end   bool   // must reach the path's end ("$")
	allow bool
	// octets is the length that decides between rules that match: that of
	// the normal form, wildcards and anchor counted.
	octets int
}

func newMatcher(lines []line) *matcher {
	m := &matcher{normal: compile(lines, true), written: compile(lines, false)}
	if slices.Equal(m.normal, m.written) {
		m.written, m.same = m.normal, true
	}
	return m
}

// compile spells the rules and puts them in the order in which they decide:
// the longest first, Allow first among equals (RFC 9309 section 2.2.2).
func compile(lines []line, normal bool) []pattern {
	ps := make([]pattern, len(lines))
	for i, l := range lines {
		text, end := strings.CutSuffix(l.path, "$")
		octets := len(spelling{pattern: true, normal: true}.write(text))
		if end {
			octets++
		}
		ps[i] = pattern{spelling{pattern: true, normal: normal}.write(text), end, l.allow, octets}
	}
	slices.SortFunc(ps, before)
	return slices.Compact(ps)
}

// before orders patterns; the text matters only for equal rules to meet.
func before(a, b pattern) int {
	if a.octets == b.octets && a.allow != b.allow {
		if a.allow {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.octets, a.octets), strings.Compare(a.text, b.text))
}

// Allowed decides about path[?query].
func (m *matcher) Allowed(path string) bool {
	if len(m.normal) == 0 {
		return true // most sites have no rule
	}
	normal, written := bothForms(path)
	if !decide(m.normal, normal) {
		return false
	}
	return m.same && normal == written || decide(m.written, written)
}

func bothForms(path string) (normal, written string) {
	path = rooted(path)
	return spelling{normal: true}.write(path), spelling{}.write(path)
}

func rooted(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}

// decide lets the first pattern that matches speak; without one the path is allowed.
func decide(ps []pattern, path string) bool {
	p, found := deciding(ps, path, "")
	return !found || p.allow
}

// spelling says how a pattern or a path is rewritten before comparison. In each, hexadecimal digits of
// escapes become upper case, and bytes that no URL may hold (RFC 3986) are escaped.
type spelling struct {
	// pattern keeps "*"; in a path it is no wildcard and is escaped, so that
	// only %2A in a pattern means it (RFC 9309 section 2.2.3). Likewise "$".
	pattern bool
	// normal undoes the escapes of unreserved characters (RFC 9309 section 2.2.2) and escapes non-ASCII bytes
	// of paths; otherwise they stay as written, as in Google's matcher.
	normal bool
}

const hexDigits = "0123456789ABCDEF"

// write returns s so spelt. An end anchor must have been taken off.
func (sp spelling) write(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch v, ok := escaped(s[i:]); {
		case ok && sp.normal && unreserved(v):
			b.WriteByte(v)
			i += 2
		case ok:
			escape(&b, v)
			i += 2
		case c >= 0x80 && !sp.pattern && !sp.normal:
			b.WriteByte(c)
		case c == '*' && sp.pattern || !foreign(c):
			b.WriteByte(c)
		default:
			escape(&b, c)
		}
	}
	return b.String()
}

// isPlain reports whether a text is the same in every spelling, as most paths are.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '-' <= c && c <= '9', c == '_', c == '?', c == '=', c == '&':
		default:
			return false
		}
	}
	return true
}

// foreign reports whether a byte must be escaped: one that no URL holds, or one
// of the two that mean something else in a pattern.
func foreign(c byte) bool {
	return c <= ' ' || c >= 0x7f || strings.IndexByte("\"#<>\\^`{|}*$", c) >= 0
}

func escape(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(hexDigits[c>>4])
	b.WriteByte(hexDigits[c&15])
}

func escaped(s string) (v byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	value, err := strconv.ParseUint(s[1:3], 16, 8)
	return byte(value), err == nil
}

// unreserved reports whether a character's escape means the same (RFC 3986 section 2.3).
func unreserved(c byte) bool {
	letter := c | 0x20
	return 'a' <= letter && letter <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// Reading is what a robots.txt says to one robot, rule by rule, as class rfc9309 reads it. The zero value forbids
// nothing.
type Reading struct {
	Group string // the name of the groups that speak to the robot: its own, "*", or "" if none does
	m     *matcher
}

// Read reads a robots.txt that was seen, as a robot must; agent is its product token, or "*" for those that the file
// does not name. A file that does not exist forbids nothing.
func Read(seen site.RobotsSeen, agent string) Reading {
	if seen.Access != site.RobotsRules {
		return Reading{}
	}
	g := read([]byte(seen.Text), agent, 0)
	return Reading{Group: g.name, m: newMatcher(g.lines)}
}

// Forbidding returns the rule that forbids path[?query], as it is in the file but for escapes; "" if it is allowed.
// lifted is a rule that does not count, "" for none.
func (r Reading) Forbidding(path, lifted string) (rule string) {
	if r.m == nil || path == robotsPath {
		return ""
	}
	normal, written := bothForms(path)
	p, found := deciding(r.m.normal, normal, lifted)
	if !found || p.allow {
		p, found = deciding(r.m.written, written, lifted)
	}
	if !found || p.allow {
		return ""
	}
	return p.String()
}

// String is the rule of a pattern.
func (p pattern) String() string {
	if p.end {
		p.text += "$"
	}
	return line{p.allow, p.text}.String()
}

// deciding returns the first pattern that matches, but for a rule that does not count.
func deciding(ps []pattern, path, lifted string) (pattern, bool) {
	for _, p := range ps {
		if site.FitsStars(p.text, path, p.end) && (lifted == "" || p.String() != lifted) {
			return p, true
		}
	}
	return pattern{}, false
}
