package robots

import "strings"

// spelling says how a pattern or a path is rewritten before comparison. In
// each, hexadecimal digits of escapes become upper case, and bytes that no URL
// may hold (RFC 3986) are escaped.
type spelling struct {
	// pattern keeps "*"; in a path it is no wildcard and is escaped, so that
	// only %2A in a pattern means it (RFC 9309 section 2.2.3). Likewise "$".
	pattern bool
	// normal undoes the escapes of unreserved characters (RFC 9309 section
	// 2.2.2) and escapes non-ASCII bytes of paths; otherwise they stay as
	// written, as in Google's matcher.
	normal bool
}

const hexDigits = "0123456789ABCDEF"

// write returns s so spelt. An end anchor must have been taken off.
func (sp spelling) write(s string) string {
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

// foreign reports whether a byte must be escaped: one that no URL holds, or one
// of the two that mean something else in a pattern.
func foreign(c byte) bool {
	return c <= ' ' || c >= 0x7f || strings.IndexByte("\"#<>\\^`{|}*$", c) >= 0
}

// escape writes %XX.
func escape(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(hexDigits[c>>4])
	b.WriteByte(hexDigits[c&15])
}

// escaped returns the byte that the escape at the start of s stands for.
func escaped(s string) (v byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	high, ok1 := hexValue(s[1])
	low, ok2 := hexValue(s[2])
	return high<<4 | low, ok1 && ok2
}

// hexValue is the value of a hexadecimal digit.
func hexValue(c byte) (v byte, ok bool) {
	lower := c | 0x20
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= lower && lower <= 'f':
		return lower - 'a' + 10, true
	}
	return 0, false
}

// unreserved reports whether a character's escape means the same (RFC 3986
// section 2.3).
func unreserved(c byte) bool {
	letter := c | 0x20
	return 'a' <= letter && letter <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
