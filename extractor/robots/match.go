package robots

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

// matcher is the class rfc9309. It holds the rules in two spellings, and forbids what either forbids. If no rule has an
// escape that matters, both are the same slice.
type matcher struct {
	normal, written []pattern
	same            bool
}

type pattern struct {
	text  string // spelt, "*" is a wildcard
	end   bool   // must match to the path's end ("$")
	allow bool
	// octets decides between matching rules. It is the length of the normal form with wildcards and anchor.
	octets int
}

func newMatcher(lines []line) *matcher {
	m := &matcher{normal: compile(lines, true), written: compile(lines, false)}
	if slices.Equal(m.normal, m.written) {
		m.written, m.same = m.normal, true
	}
	return m
}

// compile spells the rules and sorts them by precedence: the longest first, and Allow before Disallow (RFC 9309 section
// 2.2.2).
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
	site.Sort(ps, before)
	return slices.Compact(ps)
}

// before orders patterns. It compares texts only to bring equal rules together.
func before(a, b pattern) int {
	if a.octets == b.octets && a.allow != b.allow {
		if a.allow {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.octets, a.octets), strings.Compare(a.text, b.text))
}

// Allowed reports whether path[?query] may be fetched.
func (m *matcher) Allowed(path string) bool {
	if len(m.normal) == 0 {
		return true // as on most sites
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

// decide uses the first matching pattern. Without one the path is allowed.
func decide(ps []pattern, path string) bool {
	p, found := deciding(ps, path, "")
	return !found || p.allow
}

// spelling tells how to rewrite a pattern or path for comparison. Every spelling puts the hexadecimal digits of escapes
// in upper case, and escapes bytes that URLs may not contain (RFC 3986).
type spelling struct {
	// pattern keeps "*" as a wildcard. In a path "*" is escaped, so only %2A in a pattern matches it (RFC 9309 section
	// 2.2.3). "$" works likewise.
	pattern bool
	// normal decodes the escapes of unreserved characters (RFC 9309 section 2.2.2) and escapes non-ASCII bytes of
	// paths. Otherwise they stay as written, as in Google's matcher.
	normal bool
}

const hexDigits = "0123456789ABCDEF"

// write returns s in this spelling. The caller removes an end anchor first.
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
		case c <= ' ', c >= 0x7f, strings.IndexByte("\"#<>\\^`{|}$", c) >= 0, c == '*' && !sp.pattern:
			escape(&b, c) // URLs may not contain it, or it means something else in a pattern
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// isPlain reports whether a text is the same in every spelling, like most paths.
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

// unreserved reports whether a character and its escape are equivalent (RFC 3986 section 2.3).
func unreserved(c byte) bool {
	letter := c | 0x20
	return 'a' <= letter && letter <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// Reading is a robots.txt as class rfc9309 reads it for one robot, rule by rule. The zero value forbids nothing.
type Reading struct {
	Group string // the name of the groups that apply: the robot's own, "*", or "" if none
	m     *matcher
}

// Read reads a fetched robots.txt for an agent. agent is its product token, or "*" for agents that the file does not
// name. A missing file forbids nothing.
func Read(seen site.RobotsSeen, agent string) Reading {
	if seen.Access != site.RobotsRules {
		return Reading{}
	}
	g := read([]byte(seen.Text), agent, 0)
	return Reading{Group: g.name, m: newMatcher(g.lines)}
}

// Forbidding returns the rule that forbids path[?query], "" if it is allowed. The rule reads as in the file, except for
// escapes. lifted is a rule to ignore, "" for none.
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

// String formats a pattern as a rule.
func (p pattern) String() string {
	if p.end {
		p.text += "$"
	}
	return line{p.allow, p.text}.String()
}

// deciding returns the first matching pattern, ignoring the lifted rule.
func deciding(ps []pattern, path, lifted string) (pattern, bool) {
	for _, p := range ps {
		if site.FitsStars(p.text, path, p.end) && (lifted == "" || p.String() != lifted) {
			return p, true
		}
	}
	return pattern{}, false
}
