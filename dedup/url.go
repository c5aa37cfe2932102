package dedup

import (
	"net/url"
	"strings"

	"sitegraph/site"
)

// anyDirectory is the shape of rules that hold wherever a path ends so.
const anyDirectory = "*/"

// maxRuleParams bounds the parameters of a URL that learnt rules look at: a shape tells no more of them apart.
const maxRuleParams = 16

func cutQuery(url string) (base, query string) {
	base, query, _ = strings.Cut(url, "?")
	return base, query
}

func queryParams(query string) []string {
	return strings.Split(query, site.QuerySeparator(query))
}

func paramName(param string) string {
	name, _, _ := strings.Cut(param, "=")
	return name
}

func paramValue(param string) string {
	_, value, _ := strings.Cut(param, "=")
	return value
}

// without returns a URL without the parameters that drop names, and itself if there are none.
func without(url string, drop func(param string) bool) string {
	base, query := cutQuery(url)
	if query == "" {
		return url
	}
	var b strings.Builder
	mark, separator := "?", site.QuerySeparator(query)
	b.Grow(len(url))
	b.WriteString(base)
	for param, more := "", true; more; {
		if param, query, more = strings.Cut(query, separator); drop(param) {
			continue
		}
		b.WriteString(mark)
		b.WriteString(param)
		mark = separator
	}
	return b.String()
}

func withoutParam(url, name string) string {
	return without(url, func(param string) bool { return paramName(param) == name })
}

func shapeWith(url, name string) string {
	if _, query, found := strings.Cut(url, "?"); found {
		return site.ShapeOf(url + site.QuerySeparator(query) + name + "=")
	}
	return site.ShapeOf(url + "?" + name + "=")
}

// namesOf returns the part of a shape behind the directory: "" or "?a&b".
func namesOf(shape string) string {
	if i := strings.IndexByte(shape, '?'); i >= 0 {
		return shape[i:]
	}
	return ""
}

func pathStart(url string) int {
	start := strings.Index(url, "://") + len("://")
	if start < len("://") {
		return 0
	}
	if i := strings.IndexAny(url[start:], "/?"); i >= 0 {
		return start + i
	}
	return len(url)
}

// unescape decodes a parameter's name, for comparing it with another.
func unescape(name string) string {
	if !strings.Contains(name, "%") {
		return name
	}
	if decoded, err := url.PathUnescape(name); err == nil {
		return decoded
	}
	return name
}

// mixedHash is a hash whose bits are mixed, so that sums of hashes are hashes too.
func mixedHash(text string) uint64 { return mixed(site.Hash(text)) }

func mixed(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// isToken reports whether a value looks as if it was not written by a person: a session's
// number, a hash, the time in seconds.
func isToken(value string) bool {
	digits, letters, other := 0, 0, 0
	for i := range len(value) {
		switch c := value[i]; {
		case '0' <= c && c <= '9':
			digits++
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			letters++
		case c == '-', c == '_', c == '.', c == '!', c == '(', c == ')':
			other++
		default:
			return false
		}
	}
	switch {
	case letters == 0:
		return digits >= 9 && other == 0
	default:
		return digits >= 2 && digits+letters >= 8 && other <= 4
	}
}

// isOrdinal reports whether a value counts something: a page, a year, a month,
// how many to show. Such links lead on where nothing is any more.
func isOrdinal(value string) bool {
	digits := 0
	for i := range len(value) {
		switch c := value[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c != '-' && c != '.' && c != '/' && c != ':' && c != ',':
			return false
		}
	}
	return digits > 0 && !isToken(value)
}
