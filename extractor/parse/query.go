package parse

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"
)

// QueryEncoder returns the function that turns the text of a URL query into
// bytes of a page's character set, or nil when that is UTF-8. A character the
// set does not have becomes "%26%23N%3B" ("&#N;" percent-encoded; N is its code
// point), as in "percent-encode after encoding" of the URL standard; all other
// bytes are left for the caller to percent-encode.
//
// The charset is a Document.Charset; "" and unknown names mean UTF-8, and so
// do UTF-16 and "replacement" (Encoding Standard, "get an output encoding").
// The function may be used by many goroutines at once.
func QueryEncoder(charset string) func(string) []byte {
	e, err := htmlindex.Get(charset)
	if err != nil || charset == utf8Name || charset == replacementName ||
		strings.HasPrefix(charset, utf16Prefix) {
		return nil
	}
	return func(query string) []byte { return encodeQuery(e, query) }
}

// encodeQuery is the function QueryEncoder returns.
func encodeQuery(e encoding.Encoding, query string) []byte {
	if isPlain(query) {
		return []byte(query)
	}
	encoder := e.NewEncoder()
	src := []byte(strings.ToValidUTF8(query, "\uFFFD"))
	var out, buf = make([]byte, 0, len(src)), make([]byte, 256)
	for {
		written, read, err := encoder.Transformer.Transform(buf, src, true)
		out = append(out, buf[:written]...)
		src = src[read:]
		switch {
		case err == nil:
			return out
		case errors.Is(err, transform.ErrShortDst) && written+read > 0: // go on
		default:
			r, size := utf8.DecodeRune(src)
			out = append(out, "%26%23"+strconv.Itoa(int(r))+"%3B"...)
			src = src[size:]
		}
	}
}

// isPlain reports whether text is the same in every character set: ASCII without
// the control characters that shift iso-2022-jp.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == 0x0E || s[i] == 0x0F || s[i] == 0x1B {
			return false
		}
	}
	return true
}
