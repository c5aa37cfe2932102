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

// descriptors is the length of the descriptors of a URL, up to a comma that is not in
// parentheses.
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

// styleURLs yields what url() names in CSS, but for fonts and for other style sheets, which
// are told by their endings. Comments are passed over, and so are URLs with a backslash.
func styleURLs(css string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := 0; at < len(css); at++ {
			rest := css[at:]
			switch {
			case strings.HasPrefix(rest, "/*"):
				end := strings.Index(rest[len("/*"):], "*/")
				if end < 0 {
					return
				}
				at += len("/*") + end + len("*/") - 1
			case strings.HasPrefix(rest, "url("):
				url, size := urlValue(rest[len("url("):])
				at += len("url(") + size - 1
				if url != "" && !strings.Contains(url, `\`) && !isFontOrStyle(url) && !yield(url) {
					return
				}
			}
		}
	}
}

// urlValue is the URL that follows "url(", "" if it has no end, and how long it is with what
// is around it.
func urlValue(css string) (url string, size int) {
	blanks := len(css) - len(strings.TrimLeft(css, htmlBlanks))
	css = css[blanks:]
	quoted := css != "" && (css[0] == '"' || css[0] == '\'')
	end := 0
	if quoted {
		end = strings.IndexByte(css[1:], css[0]) + 1
	} else {
		end = strings.IndexByte(css, ')')
	}
	switch {
	case end < 0 || quoted && end == 0:
		return "", blanks + len(css)
	case quoted:
		return css[1:end], blanks + end + 1
	}
	return strings.TrimRight(css[:end], htmlBlanks), blanks + end
}

// isFontOrStyle reports URLs whose path ends as those of fonts and style sheets.
func isFontOrStyle(url string) bool {
	if end := strings.IndexAny(url, "?#"); end >= 0 {
		url = url[:end]
	}
	switch url = strings.ToLower(url); {
	case strings.HasSuffix(url, ".woff"), strings.HasSuffix(url, ".woff2"), strings.HasSuffix(url, ".ttf"),
		strings.HasSuffix(url, ".otf"), strings.HasSuffix(url, ".eot"), strings.HasSuffix(url, ".css"):
		return true
	}
	return url == "" // of the page itself, as in url(#gradient)
}
