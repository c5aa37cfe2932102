package identity

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// anatomies splits URLs into components, so that links can be compared without the parts that repeat their page's URL.
type anatomies struct {
	texts  *site.Interner // names and values
	sums   map[component]evidence.Sum
	of     map[evidence.URLID]*anatomy
	urls   *evidence.URLTable
	linkOf func(url string) string // a URL without the parameters that vary
}

// anatomy is a URL in components, whose sums add up to the sum of the URL.
type anatomy struct {
	total      evidence.Sum
	components []component
	target     int // decoded path and query, as the number of a text
	whole      int // decoded URL, as the number of a text
}

// component is a segment of a path, or a parameter. Name and decoded value are numbers of texts. The name of a segment
// is its position.
type component struct {
	name, value int
	segment     bool
}

// A URL with more than maxComponents counts as one component. It is decoded at most maxEncodings times.
const maxComponents, maxEncodings = 12, 12

func (x *anatomies) number(text string) int {
	n, _ := x.texts.Add(text)
	return n
}

func (x *anatomies) get(key evidence.URLID) *anatomy {
	a := x.of[key]
	if a == nil {
		a = x.split(x.linkOf(x.urls.String(key)))
		x.of[key] = a
	}
	return a
}

// split splits a URL into components.
func (x *anatomies) split(text string) *anatomy {
	scheme, rest, _ := strings.Cut(text, "://")
	host, target := rest, "/"
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		host, target = rest[:i], rest[i:]
	}
	a := &anatomy{total: evidence.SumOf("host", scheme, host), target: x.number(plain(target)),
		whole: x.number(plain(text))}
	path, query, hasQuery := strings.Cut(target, "?")
	separator := site.QuerySeparator(query)
	if strings.Count(path, "/")+strings.Count(query, separator) >= maxComponents {
		a.total = a.total.Plus(evidence.SumOf("rest", target))
		return a
	}
	for i, segment := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		x.add(a, component{name: x.number("/" + strconv.Itoa(i)), value: x.number(decoded(segment)), segment: true})
	}
	if hasQuery {
		for pair := range strings.SplitSeq(query, separator) {
			name, value, _ := strings.Cut(pair, "=")
			x.add(a, component{name: x.number(name), value: x.number(decoded(value))})
		}
	}
	return a
}

func (x *anatomies) add(a *anatomy, c component) {
	a.components = append(a.components, c)
	a.total = a.total.Plus(x.sum(c))
}

func (x *anatomies) sum(c component) evidence.Sum {
	s, known := x.sums[c]
	if !known {
		s = evidence.SumOf("part", x.texts.String(c.name), x.texts.String(c.value))
		x.sums[c] = s
	}
	return s
}

// decoded undoes one percent-encoding of a component, if valid, or the Base64 of an address.
func decoded(text string) string {
	text = site.Unescaped(text)
	if strings.HasPrefix(text, "aHR0c") || strings.HasPrefix(text, "L") { // http, /
		if d, ok := decodedBits(text); ok {
			return d
		}
	}
	return text
}

// plain undoes all encodings and sorts the parameters, because a login link has the URL of its page as requested.
func plain(text string) string {
	for range maxEncodings {
		next := decoded(text)
		if next == text {
			break
		}
		text = next
	}
	path, query, found := strings.Cut(text, "?")
	if !found {
		return text
	}
	pairs := strings.Split(query, "&")
	slices.Sort(pairs)
	return path + "?" + strings.Join(pairs, "&")
}

// decodedBits decodes Base64 in either alphabet. Sites pad it with various characters.
func decodedBits(text string) (decoded string, ok bool) {
	bits := oneAlphabet.Replace(strings.TrimRight(text, "=,.~"))
	d, err := base64.RawStdEncoding.DecodeString(bits)
	return string(d), err == nil && utf8.Valid(d)
}

var oneAlphabet = strings.NewReplacer("-", "+", "_", "/")

// isToken reports whether a value looks generated, with at least seven letters and digits, two of them digits.
func isToken(value string) bool {
	digits := 0
	for i := range len(value) {
		switch c := value[i]; {
		case '0' <= c && c <= '9':
			digits++
		case !('a' <= c|0x20 && c|0x20 <= 'z'):
			return false
		}
	}
	return len(value) >= 7 && digits >= 2
}

// repeatable returns the components of a page's URL that its links may repeat without leading to another page. They are
// its parameters, and segments that are tokens or addresses, or stand where the other page's URL has a token, as in
// /rev/tip and /rev/0491d051de64.
func (x *anatomies) repeatable(own, other *anatomy) []component {
	var out []component
	path, otherPath := own.path(), other.path()
	for i, c := range own.components {
		instead := c.segment && len(path) == len(otherPath) && x.isToken(otherPath[i])
		if !c.segment || x.isToken(c) || instead || strings.Contains(x.texts.String(c.value), "://") {
			out = append(out, c)
		}
	}
	return out
}

func (x *anatomies) isToken(c component) bool { return isToken(x.texts.String(c.value)) }

// correspond compares the remains of two links. They are alike if they differ only where they repeat the URL of their
// page, and undecided if they also differ in ids.
func correspond(a, b remains) likeness {
	left, leftM := a.rest.Plus(a.values), b.rest.Plus(b.values)
	switch {
	case left.Plus(a.ids) == leftM.Plus(b.ids), left.Plus(a.ids).Plus(a.same) == leftM.Plus(b.ids).Plus(b.same):
		return alike
	case left == leftM:
		return undecided
	}
	return different
}

// remains is a link split into parts, each represented by a sum.
type remains struct {
	rest   evidence.Sum // everything except the parts below
	same   evidence.Sum // marks for parameters of the page's own URL
	values evidence.Sum // marks for their values under other names, and for the whole URL
	ids    evidence.Sum // parameters that are ids
	took   bool         // the link repeats a value of the page's own URL
	plain  bool         // one of these values is not an id
}

// without separates, among the components that the other link lacks, those that repeat the page's own URL and those
// that are ids. A component repeats the URL if it has one of its parameters, the value of one, or the whole URL as its
// value. e lists the components of the page's URL that may be repeated.
func (x *anatomies) without(link, other, own *anatomy, e []component) remains {
	r := remains{rest: link.total}
	for _, c := range beyond(link, other) {
		left := r.rest.Minus(x.sum(c))
		switch {
		case x.isWhole(c.value, own):
			r.rest, r.values = left, r.values.Plus(x.mark(c.name, "own URL"))
		case slices.Contains(e, c), x.repeats(c.value, e):
			r.rest, r.same = left, r.same.Plus(x.mark(c.name, "own value"))
			r.took, r.plain = true, r.plain || !x.isToken(c)
		case x.sameValue(c.value, e):
			r.rest, r.values = left, r.values.Plus(x.mark(c.name, "own value"))
			r.took, r.plain = true, r.plain || !x.isToken(c)
		case !c.segment && x.isToken(c):
			r.rest, r.ids = left, r.ids.Plus(x.sum(c))
		}
	}
	return r
}

func (x *anatomies) isWhole(value int, own *anatomy) bool {
	text, target := x.texts.String(value), x.texts.String(own.target)
	if !strings.Contains(text, "/") {
		return false
	}
	text = plain(text)
	return text == x.texts.String(own.whole) ||
		len(target) > 1 && (text == target || strings.Contains(text, "://") && site.TargetIn(text) == target)
}

// minEcho is the minimum length of values that may appear under other names.
const minEcho = 3

func (x *anatomies) sameValue(value int, e []component) bool {
	return len(x.texts.Bytes(value)) >= minEcho &&
		slices.ContainsFunc(e, func(c component) bool { return c.value == value })
}

// repeats reports whether a value is a query made of these components, as in returntoquery=action%3Dedit.
func (x *anatomies) repeats(value int, e []component) bool {
	text := x.texts.String(value)
	if len(e) == 0 || !strings.Contains(text, "=") {
		return false
	}
	for pair := range strings.SplitSeq(text, site.QuerySeparator(text)) {
		name, value, _ := strings.Cut(pair, "=")
		n, known := x.texts.Find(name)
		v, knownValue := x.texts.Find(decoded(value))
		if !known || !knownValue || !slices.Contains(e, component{name: n, value: v}) {
			return false
		}
	}
	return true
}

// mark returns the sum of a mark in place of a value.
func (x *anatomies) mark(name int, what string) evidence.Sum {
	return x.sum(component{name: name, value: x.number("\x00" + what)})
}

// isAbove reports whether the path of a is a directory above b's path.
func (x *anatomies) isAbove(a, b *anatomy) bool {
	path, below := a.path(), b.path()
	if n := len(path); n > 0 && len(x.texts.Bytes(path[n-1].value)) == 0 {
		path = path[:n-1]
	}
	return len(path) < len(below) && slices.Equal(path, below[:len(path)])
}

func (a *anatomy) path() []component {
	n := 0
	for n < len(a.components) && a.components[n].segment {
		n++
	}
	return a.components[:n]
}

// extends reports whether a is b with additional parameters.
func (a *anatomy) extends(b *anatomy) bool {
	isSegment := func(c component) bool { return c.segment }
	return len(beyond(b, a)) == 0 && !slices.ContainsFunc(beyond(a, b), isSegment)
}

// beyond returns the components of a that b lacks.
func beyond(a, b *anatomy) (out []component) {
	for _, c := range a.components {
		if !slices.Contains(b.components, c) {
			out = append(out, c)
		}
	}
	return out
}
