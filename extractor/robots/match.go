package robots

import (
	"cmp"
	"slices"
	"strings"
)

// matcher is the class rfc9309. It holds the rules in two spellings and
// forbids what either forbids; where no rule has an escape that matters both
// are the same slice.
type matcher struct {
	normal, written []pattern
	same            bool
}

// pattern is a rule ready for comparison.
type pattern struct {
	text  string // spelt, "*" is a wildcard
	end   bool   // must reach the path's end ("$")
	allow bool
	// octets is the length that decides between rules that match: that of
	// the normal form, wildcards and anchor counted.
	octets int
}

// newMatcher makes the rules ready.
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
		ps[i] = pattern{
			text: spelling{pattern: true, normal: normal}.write(text),
			end:  end, allow: l.allow, octets: octets,
		}
	}
	slices.SortFunc(ps, before)
	return slices.Compact(ps)
}

// before orders patterns; the text matters only for equal rules to meet.
func before(a, b pattern) int {
	if c := cmp.Compare(b.octets, a.octets); c != 0 {
		return c
	}
	if a.allow != b.allow {
		if a.allow {
			return -1
		}
		return 1
	}
	return strings.Compare(a.text, b.text)
}

// Allowed decides about path[?query].
func (m *matcher) Allowed(path string) bool {
	normal, written := bothForms(path)
	if !decide(m.normal, normal) {
		return false
	}
	return m.same && normal == written || decide(m.written, written)
}

// bothForms spells a path.
func bothForms(path string) (normal, written string) {
	path = rooted(path)
	return spelling{normal: true}.write(path), spelling{}.write(path)
}

// rooted gives the path its first slash if it lacks one.
func rooted(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}

// decide lets the first pattern that matches speak; without one the path is
// allowed.
func decide(ps []pattern, path string) bool {
	for _, p := range ps {
		if p.matches(path) {
			return p.allow
		}
	}
	return true
}

// matches takes every literal piece at its leftmost place, which is right for
// a pattern whose only wildcard is "*" and costs no more than the pattern and
// the path are long.
func (p pattern) matches(path string) bool {
	piece, rest, wild := strings.Cut(p.text, "*")
	path, found := strings.CutPrefix(path, piece)
	if !found {
		return false
	}
	for wild {
		piece, rest, wild = strings.Cut(rest, "*")
		if p.end && !wild {
			return strings.HasSuffix(path, piece)
		}
		_, path, found = strings.Cut(path, piece)
		if !found {
			return false
		}
	}
	return !p.end || path == ""
}
