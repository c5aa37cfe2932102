package site

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// setTarget sets path and query. ref is what follows dir, and dir ends where the first segment of ref begins: after
// a slash, or at the end of a whole path when ref begins with a question mark.
func (u *URL) setTarget(dir, ref string, encode func(string) []byte) {
	var room [256]byte // on the stack: the result costs one allocation
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

// appendPath appends the segments of ref up to ? or #, resolving dot segments
// as it goes, and returns what follows them.
func appendPath(out []byte, ref string) (path []byte, rest string) {
	for {
		segment := ref[:segmentEnd(ref)]
		ref = ref[len(segment):]
		slash := ref != "" && isSlash(ref[0])
		switch dots(segment) {
		case 2:
			out = parent(out)
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

// parent cuts the last segment off a path that ends in a slash.
func parent(path []byte) []byte {
	return path[:max(1, bytes.LastIndexByte(path[:len(path)-1], '/')+1)]
}

// dots returns 1 for a segment that means ".", 2 for one that means "..", else 0; each dot may be written %2e.
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

// appendEncoded appends s, in UTF-8 and percent-encoded but for the bytes of
// class raw. A byte that is not UTF-8 counts as U+FFFD.
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

// appendRune appends the first character of s percent-encoded in UTF-8, and returns its size in s.
func appendRune(out []byte, s string) (encoded []byte, size int) {
	r, size := utf8.DecodeRuneInString(s)
	var room [utf8.UTFMax]byte
	for _, c := range utf8.AppendRune(room[:0], r) {
		out = appendEscape(out, c)
	}
	return out, size
}

// appendQuery appends a query, its characters in the encoding of the page.
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

// runEnd returns the length of the run of ASCII, or of other bytes, at the start of s.
func runEnd(s string, ascii bool) int {
	for i := range len(s) {
		if s[i] < utf8.RuneSelf != ascii {
			return i
		}
	}
	return len(s)
}

// Section returns the directory that a path represents: itself, or, if its last segment
// has a dot ("/docs/index.html"), the one that it lies in. It ends with a slash.
func Section(path string) string {
	end := strings.LastIndexByte(path, '/') + 1
	if end == len(path) || strings.Contains(path[end:], ".") {
		return path[:end]
	}
	return path + "/"
}

// Extension returns the file ending of a path: what follows the last dot of
// its last segment, in lower case; "" if there is none.
func Extension(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	return strings.ToLower(name[dot+1:])
}
