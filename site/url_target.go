package site

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"
)

// setTarget sets path and query. ref follows dir, which ends in a slash unless ref begins with "?" and dir is a path.
func (u *URL) setTarget(dir, ref string, encode func(string) []byte) {
	var room [256]byte // on the stack, so that there is only one allocation
	out, ref := appendPath(append(room[:0], dir...), ref)
	path := len(out)
	u.HasQuery = ref != "" && ref[0] == '?'
	if u.HasQuery {
		query, _, _ := strings.Cut(ref[1:], "#")
		out = appendQuery(append(out, '?'), query, encode)
	}
	target := string(out)
	u.Path, u.Query = target[:path], ""
	if u.HasQuery {
		u.Query = target[path+1:]
	}
}

// appendPath appends the segments of ref up to ? or #, resolving dots, and returns the rest of ref.
func appendPath(out []byte, ref string) (path []byte, rest string) {
	for {
		segment := ref[:segmentEnd(ref)]
		ref = ref[len(segment):]
		slash := ref != "" && isSlash(ref[0])
		switch dots(segment) {
		case 2:
			out = out[:max(1, bytes.LastIndexByte(out[:len(out)-1], '/')+1)] // out ends in a slash
		case 1:
		default:
			out = appendEncoded(out, segment, rawInPath)
			if slash {
				out = append(out, '/')
			}
		}
		if !slash {
			return out, ref
		}
		ref = ref[1:]
	}
}

// segmentEnd returns the index of the first of / \ ? #, or the length.
func segmentEnd(ref string) int {
	for i := range len(ref) {
		if classes[ref[i]]&endsPart != 0 || ref[i] == '?' {
			return i
		}
	}
	return len(ref)
}

// dots returns 1 for a segment that means ".", 2 for "..", otherwise 0. Dots may be written as %2e.
func dots(segment string) int {
	n := 0
	for ; segment != ""; n++ {
		switch {
		case n == 2:
			return 0
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) >= 3 && segment[0] == '%' && segment[1] == '2' && segment[2]|0x20 == 'e':
			segment = segment[3:]
		default:
			return 0
		}
	}
	return n
}

// appendEncoded appends s in UTF-8, percent-encoding everything except class raw. Invalid bytes become U+FFFD.
func appendEncoded(out []byte, s string, raw class) []byte {
	start := 0
	for i := 0; i < len(s); {
		if classes[s[i]]&raw != 0 {
			i++
			continue
		}
		out = append(out, s[start:i]...)
		size := 1
		if s[i] < utf8.RuneSelf {
			out = appendEscape(out, s[i])
		} else {
			out, size = appendRune(out, s[i:])
		}
		i += size
		start = i
	}
	return append(out, s[start:]...)
}

func appendRune(out []byte, s string) (encoded []byte, size int) {
	r, size := utf8.DecodeRuneInString(s)
	var room [utf8.UTFMax]byte
	for _, c := range utf8.AppendRune(room[:0], r) {
		out = appendEscape(out, c)
	}
	return out, size
}

func appendQuery(out []byte, query string, encode func(string) []byte) []byte {
	if encode == nil {
		return appendEncoded(out, query, rawInQuery)
	}
	for query != "" {
		n := runEnd(query, true)
		out = appendEncoded(out, query[:n], rawInQuery)
		query = query[n:]
		n = runEnd(query, false)
		if n > 0 {
			for _, c := range encode(strings.ToValidUTF8(query[:n], "\uFFFD")) {
				if classes[c]&rawInQuery != 0 {
					out = append(out, c)
				} else {
					out = appendEscape(out, c)
				}
			}
		}
		query = query[n:]
	}
	return out
}

// runEnd returns the length of the run of ASCII (or non-ASCII) bytes at the start of s.
func runEnd(s string, ascii bool) int {
	for i := range len(s) {
		if s[i] < utf8.RuneSelf != ascii {
			return i
		}
	}
	return len(s)
}

// Section returns the path with a trailing slash, or its directory if the last segment has a dot ("/docs/index.html").
func Section(path string) string {
	end := strings.LastIndexByte(path, '/') + 1
	if end == len(path) || strings.Contains(path[end:], ".") {
		return path[:end]
	}
	return path + "/"
}

// Extension returns the part after the last dot of a path's last segment, in lower case.
func Extension(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	return strings.ToLower(name[dot+1:])
}

// class is a set of properties of a byte. Bytes above 0x7F have none.
type class uint16

const (
	letter     class = 1 << iota // A-Z a-z
	inScheme                     // may be in a scheme after its first letter
	lineBreak                    // tab, line feed, carriage return
	hexDigit                     // 0-9 A-F a-f
	endsPart                     // / \ #: ends an authority or a path segment
	rawInPath                    // not in the standard's path percent-encode set
	rawInQuery                   // not in its query percent-encode set
	plainHost                    // may be in a domain and is not upper case
	keyPath                      // RFC 3986 allows it raw in a path (section 3.3)
	keyQuery                     // and in a query (section 3.4)
)

const (
	letters    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits     = "0123456789"
	pchar      = letters + digits + "-._~" + "!$&'()*+,;=" + ":@"
	hostBarred = "\x00\t\n\r #/:<>?@[\\]^|%" // the standard's forbidden host code points and %
)

var classes = makeClasses()

func makeClasses() (table [256]class) {
	set := func(chars string, c class) {
		for i := range len(chars) {
			table[chars[i]] |= c
		}
	}
	unset := func(chars string, c class) {
		for i := range len(chars) {
			table[chars[i]] &^= c
		}
	}
	for c := ' '; c < 0x7F; c++ {
		table[c] |= rawInPath | rawInQuery | plainHost
	}
	unset(" \"#<>?^`{}", rawInPath)
	unset(" \"#<>", rawInQuery)
	unset(hostBarred, plainHost)
	unset(letters[26:], plainHost)
	set(letters, letter)
	set(letters+digits+"+-.", inScheme)
	set("\t\n\r", lineBreak)
	set(digits+"abcdefABCDEF", hexDigit)
	set("/\\#", endsPart)
	set(pchar+"/", keyPath)
	set(pchar+"/?", keyQuery)
	return table
}

const upperHex = "0123456789ABCDEF"

func appendEscape(out []byte, c byte) []byte {
	return append(out, '%', upperHex[c>>4], upperHex[c&15])
}

// isTriplet reports whether s has a % and two hexadecimal digits at i.
func isTriplet(s string, i int) bool {
	return i+2 < len(s) && s[i] == '%' && classes[s[i+1]]&classes[s[i+2]]&hexDigit != 0
}

// HasStrayPercent reports whether a URL has a % outside a triplet, which the standard allows and the key writes as %25.
func HasStrayPercent(address string) bool {
	for i := range len(address) {
		if address[i] == '%' && !isTriplet(address, i) {
			return true
		}
	}
	return false
}

// Unescaped decodes a query parameter or its name. It returns malformed text unchanged.
func Unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}
