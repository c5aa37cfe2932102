package extractor

import (
	"bytes"
	"html"
	"net/url"
	"slices"
	"strings"

	"sitegraph/site"
)

// echoes are the values of a page's own URL that may come back in its texts, in
// the forms in which pages write them.
type echoes struct{ forms [][]byte }

// maxEchoes bounds the forms.
const maxEchoes = 24

// newEchoes returns those of a normalized URL: the values of its parameters.
func newEchoes(key string) echoes {
	var e echoes
	_, query, has := strings.Cut(key, "?")
	if !has {
		return e
	}
	for pair := range strings.SplitSeq(query, site.QuerySeparator(query)) {
		_, value, _ := strings.Cut(pair, "=")
		plain := decoded(value)
		for _, form := range []string{plain, value, url.QueryEscape(plain), html.EscapeString(plain),
			strings.ReplaceAll(plain, "_", " ")} {
			if len(form) >= minEcho && len(e.forms) < maxEchoes {
				e.forms = append(e.forms, []byte(form))
			}
		}
	}
	slices.SortFunc(e.forms, func(a, b []byte) int { return len(b) - len(a) })
	return e
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
