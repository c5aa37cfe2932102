package identity

import (
	"bytes"
	"html"
	"net/url"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Echoes are the parts of a page's own URL that its texts repeat, in the forms used by pages.
type Echoes struct {
	Forms [][]byte // forms of the values to look for
	At    []int    // sorted positions of values in the page, after -1 if there are more than MaxAt

	addresses []string // the page's URL, normalized and as it was requested
	whole     []string // the forms of it in the markup
	canonical string   // another URL named as canonical by the page, or ""
}

const (
	maxEchoes = 24   // limit on the forms
	MaxAt     = 1000 // limit on the positions
)

// NewEchoes returns the parts of a normalized URL that a page repeats: the values of its parameters, its path, and the
// last segment of that. Values that the page's canonical URL has as well do not count. requested is the URL as it was
// requested.
func NewEchoes(key, requested, canonical string, page []byte) Echoes {
	e := Echoes{addresses: slices.Compact([]string{key, requested})}
	if canonical != key {
		e.canonical = canonical
	}
	url, query, has := strings.Cut(key, "?")
	path := strings.TrimSuffix(strings.TrimPrefix(site.PathIn(url), "/"), "/")
	name := path[strings.LastIndexByte(path, '/')+1:]
	e.add(page, name)
	if len(name) < len(path) && (len(e.Forms) > 0 || len(name) < minEcho) {
		e.add(page, path)
	}
	if has {
		for pair := range strings.SplitSeq(query, site.QuerySeparator(query)) {
			_, value, _ := strings.Cut(pair, "=")
			e.add(page, strings.TrimSuffix(value, "/"))
		}
	}
	slices.SortStableFunc(e.Forms, func(a, b []byte) int { return len(b) - len(a) })
	slices.Sort(e.At)
	return e
}

// MayHave reports whether a form may begin in a part of the page. Parts must be passed in order.
func (e *Echoes) MayHave(from, to int) bool {
	if len(e.At) > 0 && e.At[0] < 0 {
		return true
	}
	for len(e.At) > 0 && e.At[0] < from {
		e.At = e.At[1:]
	}
	return len(e.At) > 0 && e.At[0] < to
}

func (e *Echoes) add(page []byte, value string) {
	plain := decoded(value)
	all := [...]string{plain, value, url.QueryEscape(plain), html.EscapeString(plain),
		strings.ReplaceAll(plain, "_", " ")}
	for i, form := range all {
		known := func(f []byte) bool { return string(f) == form }
		if len(form) < minEcho || len(e.Forms) == maxEchoes || slices.Contains(all[:i], form) {
			continue
		}
		word := []byte(form)
		if !slices.ContainsFunc(e.Forms, known) && e.find(page, word) && !strings.Contains(e.canonical, value) {
			e.Forms = append(e.Forms, word)
		}
	}
}

// find records the positions of a word in a page and reports whether there are any.
func (e *Echoes) find(page, word []byte) (found bool) {
	for from := 0; ; from++ {
		i := bytes.Index(page[from:], word)
		if i < 0 {
			return found
		}
		found, from = true, from+i
		if e.At = append(e.At, from); len(e.At) > MaxAt {
			e.At = append(e.At[:0], -1)
			return true
		}
	}
}

// Spans returns the beginnings and ends of the page's own URL in the page, in order. It looks only near places where a
// value of the URL is repeated.
func (e *Echoes) Spans(page []byte) (all [][2]int) {
	to := 0
	for _, at := range e.At {
		if at < to {
			continue // -1, or within the previous value
		}
		from := max(to, at-MaxAt)
		from += 1 + bytes.LastIndexAny(page[from:at], quotes)
		if to = len(page); bytes.ContainsAny(page[at:], quotes) {
			to = at + bytes.IndexAny(page[at:], quotes)
		}
		for _, written := range e.forms() {
			if i, end := indexWhole(page[:to], []byte(written), from); i >= 0 {
				all = append(all, [2]int{i, end})
				break
			}
		}
	}
	return all
}

// forms returns the forms in which markup writes the page's own URL, the longer ones first.
func (e *Echoes) forms() []string {
	if e.whole != nil {
		return e.whole
	}
	var plain, relative []string
	for _, address := range e.addresses {
		target := site.TargetIn(address)
		e.write(address, target)
		for _, form := range [...]string{address, target} {
			form, query, _ := strings.Cut(form, "?")
			if plain = append(plain, form); query != "" {
				relative = append(relative, form[strings.LastIndexByte(form, '/')+1:]+"?"+query)
			}
		}
		if rootless := strings.TrimPrefix(target, "/"); strings.Contains(rootless, "/") {
			relative = append(relative, rootless)
		}
	}
	e.write(relative...)
	e.write(plain...)
	return e.whole
}

// write adds the forms in which markup writes addresses.
func (e *Echoes) write(addresses ...string) {
	for _, form := range addresses {
		for _, written := range [...]string{form, html.EscapeString(form), url.QueryEscape(form),
			strings.ReplaceAll(form, "/", `\/`)} {
			if len(written) > minEcho && !slices.Contains(e.whole, written) {
				e.whole = append(e.whole, written)
			}
		}
	}
}

// WithoutAddress returns a part of the markup with the page's own URL replaced by a mark, or nil if the part lacks it.
// Pages name themselves in their heads and forms.
func (e *Echoes) WithoutAddress(markup []byte) (plain []byte) {
	for _, written := range e.forms() {
		if marked := markWhole(markup, []byte(written)); marked != nil {
			markup, plain = marked, marked
		}
	}
	return plain
}

// markWhole replaces an address by a mark wherever it is not part of a longer one. It returns nil if there is no such
// place.
func markWhole(markup, address []byte) (marked []byte) {
	from := 0
	for at, to := indexWhole(markup, address, 0); at >= 0; at, to = indexWhole(markup, address, from) {
		marked = append(append(marked, markup[from:at]...), 0)
		from = to
	}
	if marked == nil {
		return nil
	}
	return append(marked, markup[from:]...)
}

// indexWhole returns the next place, from from on, where an address is not part of a longer one; -1 if there is none.
// Where leadsOn allows it, parameters may follow the address. In an <option> they belong to it, because the selected
// option is the page's own URL.
func indexWhole(markup, address []byte, from int) (begin, end int) {
	for ; ; from++ {
		i := bytes.Index(markup[from:], address)
		if i < 0 {
			return -1, -1
		}
		from += i
		to := from + len(address)
		begins := from == 0 || bytes.IndexByte(besides, markup[from-1]) >= 0 ||
			bytes.HasSuffix(markup[:from], []byte("./"))
		ends := to == len(markup) || bytes.IndexByte(besides, markup[to]) >= 0
		if begins && (ends || bytes.IndexByte(after, markup[to]) >= 0 && leadsOn(markup[:from])) {
			tag := markup[max(0, bytes.LastIndexByte(markup[:from], '<')):]
			if bytes.HasPrefix(tag, []byte("<option")) {
				to += max(0, bytes.IndexAny(markup[to:], quotes))
			}
			return from, to
		}
	}
}

// leadsOn reports whether the attribute at the end of the markup may hold a link. Elsewhere an address with further
// parameters may be content of the page: <object data="/this?raw=1">.
func leadsOn(markup []byte) bool {
	name, _, _ := bytes.Cut(markup[bytes.LastIndexAny(markup, " \t\n<")+1:], []byte("="))
	return slices.Contains([]string{"action", "content", "formaction", "href", "value"}, string(bytes.ToLower(name)))
}

// WithoutCoded returns a value of the markup with a mark for the page's own URL in Base64, or for an address in Base64
// that this URL contains; nil if it has neither. The page's URL may lack its host, have another host than in the crawl,
// and lack the slash before its path.
func (e *Echoes) WithoutCoded(value []byte) (plain []byte) {
	if len(value) < minCoded {
		return nil
	}
	value = bytes.TrimRight(value, "=,")
	divides := func(c rune) bool { return strings.ContainsRune("/?&= ", c) }
	for part := range strings.FieldsFuncSeq(string(value), divides) {
		if len(part) < minCoded {
			continue
		}
		if address, ok := decodedBits(part); ok && e.names(part, address) {
			value = bytes.Replace(value, []byte(part), []byte{0}, 1)
			plain = value
		}
	}
	return plain
}

// names reports whether an address, with or without a host and the slash after it, has the page's own path and query,
// or whether the page's URL contains the address in Base64, as that of a login page does.
func (e *Echoes) names(coded, address string) bool {
	absolute := strings.Contains(address, "://")
	if absolute {
		address = site.TargetIn(address)
	}
	return slices.ContainsFunc(e.addresses, func(own string) bool {
		return strings.TrimPrefix(site.TargetIn(own), "/") == strings.TrimPrefix(address, "/") ||
			absolute && strings.Contains(own, coded)
	})
}

// minCoded is the minimum length of a part that may be a URL in Base64.
const minCoded = 12

// quotes are bytes that no address contains.
const quotes = "\"'<> \t\n"

// besides are the bytes that may surround an address in the markup. after are those before additional parameters.
var besides, after = []byte("\"'=<> \t\n()\\,;"), []byte("?&#")

// Hash returns the hash of a text with each form replaced by a mark, or 0 if it contains none.
func (e Echoes) Hash(text []byte) uint64 {
	out := text
	for _, form := range e.Forms {
		if bytes.Contains(out, form) {
			out = bytes.ReplaceAll(out, form, []byte{0})
		}
	}
	if len(out) == len(text) && bytes.Equal(out, text) {
		return 0
	}
	return evidence.HashOf(out)
}
