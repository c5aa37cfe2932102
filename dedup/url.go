package dedup

import (
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// anyDirectory is the shape of rules that hold in any directory.
const anyDirectory = "*/"

// maxRuleParams is the maximum number of parameters in URLs for learnt rules, as in shapes.
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

// without returns a URL without the parameters that drop selects.
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

// namesOf returns the part of a shape after the directory: "" or "?a&b".
func namesOf(shape string) string {
	if i := strings.IndexByte(shape, '?'); i >= 0 {
		return shape[i:]
	}
	return ""
}

func pathStart(url string) int { return len(site.OriginIn(url)) }

// mixedHash returns a hash with mixed bits, so that sums of hashes are also hashes.
func mixedHash(text string) uint64 { return mixed(site.Hash(text)) }

func mixed(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// isToken reports whether a value looks generated, such as a session, a hash or a time in seconds.
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

// isOrdinal reports whether a value counts something, such as a page, a year, a month or a number of entries. Such
// links continue even when there is nothing left.
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

// linkPart is a part of a URL that may vary. It is a parameter of the query or path, or a segment with a token.
type linkPart struct {
	shape, name, value string
	whole              string // for a part of the path, everything that is left out with it
	inner              string // address in the value, "" if there is none
}

// pathParts yields the parts of a path. ";jsessionid=..." has the name ";jsessionid", "/(S(...))" the name "/(S(*))",
// and a token after "/form_key" the name "/form_key/*". If that name is known to vary, any segment is such a token.
func pathParts(path string, varies func(name string) bool) iter.Seq[linkPart] {
	return func(yield func(linkPart) bool) {
		found := 0
		for p := range pathParams(path) {
			found++
			if !yield(linkPart{shape: anyDirectory, name: paramName(p), value: paramValue(p), whole: p}) {
				return
			}
		}
		from, before := pathStart(path), ""
		for from < len(path) && found < maxRuleParams {
			end := strings.IndexByte(path[from+1:], '/')
			if end < 0 {
				return
			}
			end += from + 1
			segment := path[from:end]
			first, last := tokenIn(segment)
			if before != "" && varies(before+"/*") {
				first, last = 1, len(segment)
			}
			if first < last {
				found++
				name := segment[:first] + "*" + segment[last:]
				if name == "/*" {
					name = before + name
				}
				if !yield(linkPart{shape: anyDirectory, name: name, value: segment[first:last], whole: segment}) {
					return
				}
			}
			if from, before = end, segment; first < last {
				before = "/*" // a token is no name
			}
		}
	}
}

func never(string) bool { return false }

// minNamed is the minimum length of a session in a segment with a name, such as "s-4f1c09" or "(S(4f1c09))".
const minNamed = 6

// tokenIn finds a session in a segment of a path, given with its slash. The whole segment may be Base64.
func tokenIn(segment string) (first, last int) {
	if site.MixesLetters(segment[1:]) && !strings.ContainsAny(segment, "().,!~") {
		return 1, len(segment)
	}
	for i := 0; i < len(segment); {
		end := i
		for end < len(segment) && isAlphanumeric(segment[end]) {
			end++
		}
		number, named := segment[i:end], i > 1 || end < len(segment)
		if len(number) >= minSegment && isToken(number) ||
			named && len(number) >= minNamed && strings.ContainsAny(number, "0123456789") {
			return i, end
		}
		i = end + 1
	}
	return 0, 0
}

func isAlphanumeric(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// maxParams is the maximum number of parts in a link's query. The last one contains the rest.
const maxParams = 32

// partsOfLink returns a URL without the values of its parts, and the parts.
func (m *Masks) partsOfLink(url string) (frame string, parts []linkPart) {
	path, query, found := strings.Cut(url, "?")
	frame = path
	parts = slices.Collect(pathParts(path, never))
	for _, p := range parts {
		frame = strings.Replace(frame, p.value, "", 1)
	}
	if !found {
		return frame, parts
	}
	shape := site.ShapeOf(path)
	for _, pair := range strings.SplitN(query, "&", maxParams) {
		name, value, _ := strings.Cut(pair, "=")
		p := linkPart{shape: shape, name: name, value: value}
		if mayCarry(value) {
			p.inner = m.carried(value, url)
		}
		frame += "&" + name
		parts = append(parts, p)
	}
	return frame, parts
}

// couples calls see for the parts of two URLs that differ only in values, and for the parts of addresses in them. It
// reports whether they are such URLs.
func (m *Masks) couples(first, second string, nested int, see func(a, b linkPart)) bool {
	frame, parts := m.partsOfLink(first)
	other, others := frame, parts
	if first != second {
		other, others = m.partsOfLink(second)
	}
	if frame != other || len(parts) != len(others) {
		return false
	}
	for i, a := range parts {
		b := others[i]
		if a.inner == "" || b.inner == "" || nested == 0 || !m.couples(a.inner, b.inner, nested-1, see) {
			see(a, b)
		}
	}
	return true
}
