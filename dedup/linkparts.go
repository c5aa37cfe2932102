package dedup

import (
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// linkPart is a part of a URL that may vary: a parameter of the query or of the path, or a segment that holds what
// looks made by a program.
type linkPart struct {
	shape, name, value string
	whole              string // of a part of the path: what goes with it
	inner              string // the address in the value, "" if there is none
}

// pathParts are those of a path: ";jsessionid=..." has the name ";jsessionid", and "/(S(...))" the name "/(S(*))".
func pathParts(path string) iter.Seq[linkPart] {
	return func(yield func(linkPart) bool) {
		found := 0
		for p := range pathParams(path) {
			found++
			if !yield(linkPart{shape: anyDirectory, name: paramName(p), value: paramValue(p), whole: p}) {
				return
			}
		}
		from := pathStart(path)
		for from < len(path) && found < maxRuleParams {
			end := strings.IndexByte(path[from+1:], '/')
			if end < 0 {
				return
			}
			end += from + 1
			segment := path[from:end]
			if first, last := tokenIn(segment); first < last {
				found++
				if !yield(linkPart{shape: anyDirectory, name: segment[:first] + "*" + segment[last:],
					value: segment[first:last], whole: segment}) {
					return
				}
			}
			from = end
		}
	}
}

// minNamed is the least length of a session's number in a segment that says more: "s-4f1c09", "(S(4f1c09))".
const minNamed = 6

// tokenIn finds the letters and digits in a segment of a path, with its slash, that look like a session's number.
func tokenIn(segment string) (first, last int) {
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

// maxParams is how many parameters of a link may vary: the last of them is all that follow.
const maxParams = 32

// partsOfLink returns a URL without the values of its parts, and the parts.
func (m *Masks) partsOfLink(url string) (frame string, parts []linkPart) {
	path, query, found := strings.Cut(url, "?")
	frame = path
	parts = slices.Collect(pathParts(path))
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

// couples calls see for the parts of two URLs that differ in values alone, and those of the addresses in them; it
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

func (m *Masks) areVariants(first, second string) bool {
	return m.couples(first, second, maxNested, func(_, _ linkPart) {})
}
