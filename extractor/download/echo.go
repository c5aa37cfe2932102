package download

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"unicode"
)

// echoes are the secrets of a request, which its answer may repeat: nothing that is kept
// of the answer may have them.
type echoes []string

// Bounds in bytes. What is shorter than shortSecret is not looked for, nor a word shorter
// than longSecret: a cookie "theme=default" would tear holes into pages and their links.
const (
	shortSecret = 6
	longSecret  = 16
)

func newEchoes(header http.Header) (all echoes) {
	for name, values := range header {
		for _, value := range values {
			switch name {
			case "Authorization":
				scheme, sent, _ := strings.Cut(value, " ")
				all = all.with(strings.TrimRight(sent, "="), true) // padding may be escaped
				if pair, err := base64.StdEncoding.DecodeString(sent); err == nil && scheme == "Basic" {
					_, password, _ := strings.Cut(string(pair), ":")
					all = all.with(password, false)
				}
			case "Cookie":
				for pair := range strings.SplitSeq(value, ";") {
					_, value, _ := strings.Cut(pair, "=")
					all = all.with(strings.Trim(value, `" `), false)
				}
			default:
				all = all.with(value, false)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return all
}

// with adds a text if it can be told from others.
func (e echoes) with(secret string, sure bool) echoes {
	mixed := strings.ContainsFunc(secret, unicode.IsLetter) && strings.ContainsFunc(secret, unicode.IsDigit)
	if len(secret) < shortSecret || !sure && !mixed && len(secret) < longSecret {
		return e
	}
	return append(e, secret)
}

// mask writes stars over the secrets in a text, which keeps its length.
func (e echoes) mask(text string) string { return string(e.maskBytes([]byte(text))) }

func (e echoes) maskBytes(text []byte) []byte {
	for _, secret := range e {
		if bytes.Contains(text, []byte(secret)) {
			text = bytes.ReplaceAll(text, []byte(secret), bytes.Repeat([]byte("*"), len(secret)))
		}
	}
	return text
}

func (e echoes) maskHeader(header http.Header) {
	for _, values := range header {
		for i := range values {
			values[i] = e.mask(values[i])
		}
	}
}
