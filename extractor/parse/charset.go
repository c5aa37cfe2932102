package parse

import (
	"bytes"
	"cmp"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	charsets "golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"sitegraph/site"
)

// The character sets that need special treatment. This package uses the names of the WHATWG Encoding Standard in lower
// case.
const (
	utf8Name        = "utf-8"
	utf16Prefix     = "utf-16"
	windows1252Name = "windows-1252"
	replacementName = "replacement"
	userDefinedName = "x-user-defined"
)

// prescanLength is the number of bytes in which a page may declare its character set.
const prescanLength = 1024

// inCharset reads a page in its character set. A <meta> beyond the bytes that decode looks at may declare another one;
// then inCharset reads the page again (HTML standard, "changing the encoding while parsing"). The function read returns
// what such a <meta> declares. It need not look for one if declared is true.
func inCharset[T any](r site.Response, read func(page []byte, declared bool) (T, string)) (result T, charset string) {
	if mediaType, _ := site.MediaType(r.ContentType); mediaType == site.XHTML {
		asHTML := read
		read = func(page []byte, declared bool) (T, string) { return asHTML(fromXHTML(page), declared) }
	}
	page, charset, declared := decode(r.Body, r.ContentType)
	result, late := read(page, declared)
	if declared || late == "" || late == charset {
		return result, charset
	}
	result, _ = read(convert(r.Body, late), true)
	return result, late
}

// Text returns the text of a file in UTF-8. A declaration in the file beats the Content-Type, since servers add one to
// files in any character set. Undeclared UTF-16 is recognized if the file begins with a tag.
func Text(body []byte, contentType string) string {
	text, charset, declared := decode(body, "")
	switch {
	case declared:
	case bytes.HasPrefix(body, []byte("<\x00")):
		text = convert(body, utf16Prefix+"le")
	case bytes.HasPrefix(body, []byte("\x00<")):
		text = convert(body, utf16Prefix+"be")
	case charset != utf8Name:
		text, _, _ = decode(body, contentType)
	}
	return string(text)
}

// decode returns a page in valid UTF-8, without a byte order mark, and the name of its original character set. It does
// not copy a page that is valid UTF-8. Invalid bytes become U+FFFD.
//
// It takes the character set from the first of these: a byte order mark, the Content-Type header, a declaration in the
// first 1024 bytes. A page without any is UTF-8 if all of it is valid UTF-8, and windows-1252 otherwise. This is the
// section "determining the character encoding" of the HTML standard, which leaves the last two steps to the
// implementation.
func decode(body []byte, contentType string) (page []byte, charset string, declared bool) {
	charset, mark := byteOrderMark(body)
	body = body[mark:]
	if charset == "" {
		charset = charsetName(contentTypeCharset(contentType))
	}
	if charset == "" {
		charset = prescan(body[:min(len(body), prescanLength)])
	}
	declared = charset != ""
	if !declared || charset == utf8Name {
		if utf8.Valid(body) {
			return body, utf8Name, declared
		}
		charset = cmp.Or(charset, windows1252Name)
	}
	return convert(body, charset), charset, declared
}

// byteOrderMark returns the character set and the length in bytes of a byte order mark at the start of a page.
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

// parameter matches the name and the value of one parameter of a Content-Type header. The value may be in quotes.
var parameter = regexp.MustCompile(`([^=;, \t]*)[ \t]*(?:=[ \t]*(?:"([^"]*)"?|([^;, \t]*))[^;, \t]*)?[;, \t]?`)

// contentTypeCharset returns the first charset parameter of a Content-Type
// header, "" for none. Unlike mime.ParseMediaType, it accepts malformed headers.
func contentTypeCharset(header string) string {
	_, parameters := site.MediaType(header)
	for _, m := range parameter.FindAllStringSubmatch(parameters, -1) {
		if value := m[2] + m[3]; value != "" && strings.EqualFold(m[1], "charset") {
			return value
		}
	}
	return ""
}

// charsetName returns the name of the character set with a label, "" if browsers do not know the label.
func charsetName(label string) string {
	_, name := charsets.Lookup(label)
	return name
}

func convert(body []byte, charset string) []byte {
	if charset == "gbk" {
		charset = "gb18030" // "gbk's decoder is gb18030's decoder": Encoding Standard, section 10.1.
	}
	e, _ := charsets.Lookup(charset)
	out, err := e.NewDecoder().Bytes(body)
	if err != nil {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return out
}

// prescan returns the character set that a page declares in its first bytes, "" for none. It follows "prescan a byte
// stream to determine its encoding" of the HTML standard, which does not parse HTML: a <meta> in a script counts, and
// only "-->" ends a comment. golang.org/x/net/html/charset differs in both, and does not read XML declarations.
func prescan(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("<\x00?\x00x\x00")):
		return utf16Prefix + "le"
	case bytes.HasPrefix(head, []byte("\x00<\x00?\x00x")):
		return utf16Prefix + "be"
	}
	s := scanner{body: head}
	for {
		switch s.next() {
		case html.StartTagToken, html.SelfClosingTagToken:
			s.notRaw()
			if charset := metaCharset(&s); charset != "" {
				return charset
			}
		case html.CommentToken:
			if bytes.HasPrefix(s.raw, []byte("<!--")) && bytes.HasSuffix(s.raw, []byte("--!>")) {
				before, _, _ := bytes.Cut(head[s.at:], []byte("-->"))
				s.at = min(len(head), s.at+len(before)+len("-->"))
			}
		case html.ErrorToken:
			return xmlCharset(head)
		}
	}
}

// metaCharset returns the character set that the current tag declares if it is a <meta>, else "". The page cannot be
// UTF-16, since we could read the tag.
func metaCharset(s *scanner) string {
	if s.tag != tagMeta {
		return ""
	}
	values := map[string]string{}
	for rawName, value := range s.allAttributes() {
		name := strings.ToLower(string(rawName))
		if _, repeated := values[name]; !repeated {
			values[name] = strings.ToLower(string(value))
		}
	}
	label, found := values["charset"]
	if !found && values["http-equiv"] == "content-type" {
		if m := declaration.FindStringSubmatch(values["content"]); m != nil {
			label = m[1] + m[2] + m[3]
		}
	}
	name := charsetName(label)
	if name == userDefinedName {
		return windows1252Name
	}
	return readable(name)
}

// readable returns the character set that a page means by a name in its own text. It cannot be UTF-16, since we could
// read the name.
func readable(name string) string {
	if strings.HasPrefix(name, utf16Prefix) {
		return utf8Name
	}
	return name
}

// declaration matches a label in the content of a <meta http-equiv>, by the algorithm "extracting a character encoding
// from a meta element".
var declaration = regexp.MustCompile(`charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"';\s][^;\s]*)?)`)

// xmlEncoding matches the text after the word "encoding" in an XML declaration.
var xmlEncoding = regexp.MustCompile(`^[\x00-\x20]*=[\x00-\x20]*(?:"([^"\x00-\x20]*)"|'([^'\x00-\x20]*)')`)

// xmlCharset returns the character set of an XML declaration, "" for none, by the algorithm "get an XML encoding" of
// the HTML standard.
func xmlCharset(head []byte) string {
	xml, _, closed := bytes.Cut(head, []byte(">"))
	if !closed || !bytes.HasPrefix(xml, []byte("<?xml")) {
		return ""
	}
	_, after, _ := bytes.Cut(xml, []byte("encoding"))
	if m := xmlEncoding.FindSubmatch(after); m != nil {
		return readable(charsetName(string(m[1]) + string(m[2])))
	}
	return ""
}

// QueryEncoder returns the function that turns the text of a URL query into bytes of a page's character set, or nil for
// UTF-8. A character missing in the set becomes "%26%23N%3B" ("&#N;" percent-encoded; N is its code point), as in
// "percent-encode after encoding" of the URL standard. The caller must percent-encode all other bytes.
//
// charset is a Document.Charset. "", unknown names, UTF-16 and "replacement" all mean UTF-8 (Encoding Standard, "get an
// output encoding"). Many goroutines may use the function at once.
func QueryEncoder(charset string) func(string) []byte {
	e, err := htmlindex.Get(charset)
	if err != nil || charset == utf8Name || charset == replacementName || strings.HasPrefix(charset, utf16Prefix) {
		return nil
	}
	return func(query string) []byte { return encodeQuery(e, query) }
}

func encodeQuery(e encoding.Encoding, query string) []byte {
	// ASCII is the same in every character set, except for the control characters that shift iso-2022-jp.
	if !strings.ContainsFunc(query, func(r rune) bool {
		return r >= utf8.RuneSelf || r == 0x0E || r == 0x0F || r == 0x1B
	}) {
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
