package extractor

import (
	"bytes"
	"html"
	"net/url"
	"slices"
	"strings"

	"sitegraph/site"
)

// echoes are the parts of a page's own URL that come back in its texts, in
// the forms in which pages write them.
type echoes struct{ forms [][]byte }

// maxEchoes bounds the forms.
const maxEchoes = 24

// newEchoes returns those of a normalized URL that a page has: the values of its
// parameters, its path, and the name at the end of that.
func newEchoes(key string, page []byte) echoes {
	var e echoes
	url, query, has := strings.Cut(key, "?")
	path := strings.TrimPrefix(string(pathOf([]byte(url))), "/")
	e.add(page, path)
	e.add(page, path[strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')+1:])
	if has {
		for pair := range strings.SplitSeq(query, site.QuerySeparator(query)) {
			_, value, _ := strings.Cut(pair, "=")
			e.add(page, value)
		}
	}
	slices.SortFunc(e.forms, func(a, b []byte) int { return len(b) - len(a) })
	return e
}

// add adds the forms of a value that a page has.
func (e *echoes) add(page []byte, value string) {
	value = strings.TrimSuffix(value, "/")
	plain := decoded(value)
	all := []string{plain, value, url.QueryEscape(plain), html.EscapeString(plain), strings.ReplaceAll(plain, "_", " ")}
	for i, text := range all {
		if slices.Contains(all[:i], text) {
			continue // the page is not searched for it again
		}
		form := []byte(text)
		known := slices.ContainsFunc(e.forms, func(f []byte) bool { return bytes.Equal(f, form) })
		if len(form) >= minEcho && len(e.forms) < maxEchoes && !known && bytes.Contains(page, form) {
			e.forms = append(e.forms, form)
		}
	}
}

// hash returns the hash of a text in which a mark stands for each value, 0 if it
// holds none.
func (e echoes) hash(text []byte) uint64 {
	out := text
	for _, form := range e.forms {
		if bytes.Contains(out, form) {
			out = bytes.ReplaceAll(out, form, []byte{0})
		}
	}
	if len(out) == len(text) && bytes.Equal(out, text) {
		return 0
	}
	return hashOf(out)
}
