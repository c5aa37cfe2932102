package parse

import (
	"iter"
	"strings"
)

// htmlBlanks are the ASCII white space of the HTML standard.
const htmlBlanks = " \t\n\f\r"

// candidates yields the URLs of an attribute srcset:
// https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
func candidates(srcset string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			srcset = strings.TrimLeft(srcset, htmlBlanks+",")
			if srcset == "" {
				return
			}
			end := strings.IndexAny(srcset, htmlBlanks)
			if end < 0 {
				end = len(srcset)
			}
			url := srcset[:end]
			srcset = srcset[end:]
			if trimmed := strings.TrimRight(url, ","); len(trimmed) < len(url) {
				url = trimmed
			} else {
				srcset = srcset[descriptors(srcset):]
			}
			if !yield(url) {
				return
			}
		}
	}
}

// descriptors is the length of the descriptors of a URL, up to a comma that is not in parentheses.
func descriptors(s string) int {
	inside := false
	for i := range len(s) {
		switch s[i] {
		case '(':
			inside = true
		case ')':
			inside = false
		case ',':
			if !inside {
				return i
			}
		}
	}
	return len(s)
}
