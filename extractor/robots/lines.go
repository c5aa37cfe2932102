package robots

import (
	"bytes"
	"iter"
	"strings"
)

// MaxBytes is how much of a robots.txt is read (RFC 9309 section 2.5).
const MaxBytes = 500 * 1024

// maxLine bounds a line; the rest of a longer one is ignored.
const maxLine = 16 * 1024

// cut shortens a file to MaxBytes at most. It ends after a whole line: half
// of "Disallow: /private" may be "Disallow: /".
func cut(text []byte) []byte {
	if len(text) < MaxBytes {
		return text
	}
	return text[:1+bytes.LastIndexAny(text[:MaxBytes], "\r\n")]
}

// withoutBOM drops a UTF-8 byte order mark, or the first bytes of one: files
// that were edited badly begin so, and their first line counts.
func withoutBOM(text []byte) []byte {
	for _, b := range []byte("\xef\xbb\xbf") {
		if len(text) == 0 || text[0] != b {
			break
		}
		text = text[1:]
	}
	return text
}

// isPage reports whether an HTML or XML page is served in place of robots.txt.
// Its words are not meant for robots, even if a line looks like a rule.
func isPage(text []byte) bool {
	text = bytes.TrimSpace(withoutBOM(text))
	start := strings.ToLower(string(text[:min(len(text), 16)]))
	for _, tag := range []string{"<!doctype", "<html", "<head", "<body", "<title", "<meta", "<?xml", "<!--"} {
		if strings.HasPrefix(start, tag) {
			return true
		}
	}
	return false
}

// fields yields the key (lower case) and the value of every line that has
// both a key and a separator; comments and surrounding white space are gone.
func fields(text []byte) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		rest := withoutBOM(cut(text))
		for len(rest) > 0 {
			line := rest
			if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
				line, rest = rest[:end], rest[end+1:]
			} else {
				rest = nil
			}
			key, value, ok := split(string(line[:min(len(line), maxLine)]))
			if ok && !yield(key, value) {
				return
			}
		}
	}
}

// split takes a line apart. A line without colon counts when it is two words:
// "Disallow /x" is a frequent mistake.
func split(line string) (key, value string, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	key, value, ok = strings.Cut(line, ":")
	if !ok {
		words := strings.Fields(line)
		if len(words) != 2 {
			return "", "", false
		}
		key, value = words[0], words[1]
	}
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value), true
}
