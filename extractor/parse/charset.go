package parse

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// The character sets that are treated specially. As everywhere here, names are
// those of the WHATWG Encoding Standard in lower case.
const (
	utf8Name        = "utf-8"
	utf16Prefix     = "utf-16"
	windows1252Name = "windows-1252"
	replacementName = "replacement"
	userDefinedName = "x-user-defined"
)

// decode returns a page in valid UTF-8, without a byte order mark, and the
// name of the character set it was in. A page that is valid UTF-8 is not
// copied. Invalid bytes become U+FFFD.
//
// The character set comes from, in this order: a byte order mark, the
// Content-Type header, a declaration in the first 1024 bytes of the page; else
// it is UTF-8 if the whole page is valid UTF-8, and otherwise windows-1252. That
// is the HTML standard's section "determining the character encoding", which
// leaves the last two steps to the implementation.
func decode(body []byte, contentType string) (page []byte, charset string) {
	charset, mark := byteOrderMark(body)
	body = body[mark:]
	if charset == "" {
		charset = charsetName(contentTypeCharset(contentType))
	}
	if charset == "" {
		charset = prescan(body[:min(len(body), prescanLength)])
	}
	if charset == "" || charset == utf8Name {
		if utf8.Valid(body) {
			return body, utf8Name
		}
		if charset == "" {
			charset = windows1252Name
		}
	}
	return convert(body, charset), charset
}

// byteOrderMark returns the character set of a byte order mark at the beginning
// of a page, and the length of the mark in bytes.
func byteOrderMark(body []byte) (charset string, length int) {
	switch {
	case bytes.HasPrefix(body, []byte{0xEF, 0xBB, 0xBF}):
		return utf8Name, 3
	case bytes.HasPrefix(body, []byte{0xFE, 0xFF}):
		return utf16Prefix + "be", 2
	case bytes.HasPrefix(body, []byte{0xFF, 0xFE}):
		return utf16Prefix + "le", 2
	}
	return "", 0
}

// contentTypeCharset returns the first charset parameter of a Content-Type
// header, "" for none. Unlike mime.ParseMediaType, and like browsers, it
// accepts malformed headers.
func contentTypeCharset(header string) string {
	_, rest, more := strings.Cut(header, ";")
	for more {
		end := strings.IndexAny(rest, "=;")
		if end < 0 {
			return ""
		}
		name, hasValue := strings.TrimSpace(rest[:end]), rest[end] == '='
		rest = rest[end+1:]
		if !hasValue {
			continue
		}
		var value string
		value, rest, more = parameterValue(rest)
		if strings.EqualFold(name, "charset") && value != "" {
			return value
		}
	}
	return ""
}

// parameterValue splits a header after a "=" into the parameter's value,
// quoted or not, and what comes after the next ";", if there is one.
func parameterValue(s string) (value, rest string, more bool) {
	s = strings.TrimLeft(s, " \t")
	if !strings.HasPrefix(s, `"`) {
		value, rest, more = strings.Cut(s, ";")
		return strings.TrimSpace(value), rest, more
	}
	value, after, _ := strings.Cut(s[1:], `"`)
	_, rest, more = strings.Cut(after, ";")
	return value, rest, more
}

// charsetName returns the name of the character set with that label, "" when
// no browser knows the label.
func charsetName(label string) string {
	e, err := htmlindex.Get(strings.Trim(label, " \t\n\f\r"))
	if err != nil {
		return ""
	}
	name, err := htmlindex.Name(e)
	if err != nil {
		return ""
	}
	return name
}

// convert returns text of a character set in UTF-8.
func convert(body []byte, charset string) []byte {
	out, err := decoderOf(charset).Bytes(body)
	if err != nil {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return out
}

// decoderOf returns a decoder of a character set by its name.
func decoderOf(charset string) *encoding.Decoder {
	if charset == "gbk" {
		// "gbk's decoder is gb18030's decoder": Encoding Standard, section 10.1.
		return simplifiedchinese.GB18030.NewDecoder()
	}
	e, err := htmlindex.Get(charset)
	if err != nil {
		return encoding.Nop.NewDecoder()
	}
	return e.NewDecoder()
}
