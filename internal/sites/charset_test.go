package sites

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

// The word of the Cyrillic pages, porridge, in the character sets that they
// are in; the code tables are those of the Encoding Standard's index files.
const (
	porridge    = "каша"
	kasha1251   = "\xea\xe0\xf8\xe0"
	kashaKOI8   = "\xcb\xc1\xdb\xc1"
	nihonShift  = "\x93\xfa\x96\x7b" // 日本, Japan
	cafeLatin   = "caf\xe9"
	queryUTF8   = "/case?q=%D0%BA%D0%B0%D1%88%D0%B0"
	queryOf1251 = "/case?q=%EA%E0%F8%E0"
	queryOfKOI8 = "/case?q=%CB%C1%DB%C1"
)

// charsets are pages that are hard to decode: the title and the URL in a query, which is encoded as the page is, tell
// whether it was done. It is never changed.
var charsets = map[string]Case{
	"windows-1251": {Doc: "a page in windows-1251, declared in the header",
		handler: inCharset("text/html; charset=windows-1251", "", kasha1251),
		Gets:    at("page", "title /case", porridge, queryOf1251, "page")},
	"koi8-r": {Doc: "a page in KOI8-R, declared in a <meta>",
		handler: inCharset("text/html", `<meta charset=koi8-r>`, kashaKOI8),
		Gets:    at("page", "title /case", porridge, queryOfKOI8, "page")},
	"shift_jis": {Doc: "a page in Shift_JIS, declared the old way",
		handler: inCharset("text/html", `<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS">`,
			nihonShift),
		Gets: at("page", "title /case", "日本", "/case?q=%93%FA%96%7B", "page")},
	"header-wins": {Doc: "a page in windows-1251 whose <meta> says utf-8 and whose header is right",
		handler: inCharset("text/html; charset=windows-1251", `<meta charset=utf-8>`, kasha1251),
		Gets:    at("page", "title /case", porridge, queryOf1251, "page")},
	"declared-wrong": {Doc: "a page in windows-1251 that is declared as utf-8: its letters are lost, its links are not",
		handler: inCharset("text/html; charset=utf-8", "", kasha1251),
		Gets: at("page", "title /case", "\ufffd\ufffd\ufffd\ufffd", "/case?q=%EF%BF%BD%EF%BF%BD%EF%BF%BD%EF%BF%BD",
			"page")},
	"declared-nonsense": {Doc: "a page in UTF-8 that is declared as x-nonsense",
		handler: inCharset("text/html; charset=x-nonsense", "", porridge),
		Gets:    at("page", "title /case", porridge, queryUTF8, "page")},
	"undeclared-utf-8": {Doc: "a page in UTF-8 that does not say so", handler: inCharset("text/html", "", porridge),
		Gets: at("page", "title /case", porridge, queryUTF8, "page")},
	"undeclared": {Doc: "a page in ISO 8859-1 that does not say so", handler: inCharset("text/html", "", cafeLatin),
		Gets: at("page", "title /case", "café", "/case?q=caf%E9", "page")},
	"utf-8-bom": {Doc: "a page in UTF-8 with a byte order mark, declared as windows-1251",
		handler: inCharset("text/html; charset=windows-1251", "\ufeff", porridge),
		Gets:    at("page", "title /case", porridge, queryUTF8, "page")},
	"utf-16-bom": {Doc: "a page in UTF-16 with a byte order mark",
		handler: exactly(utf16Text("\ufeff"+charsetPage("", porridge), false)),
		Gets:    at("page", "title /case", porridge, queryUTF8, "page")},
	"utf-16be-bom": {Doc: "a page in UTF-16, high bytes first, with a byte order mark, declared as utf-8",
		handler: typedPage("text/html; charset=utf-8", utf16Text("\ufeff"+charsetPage("", porridge), true)),
		Gets:    at("page", "title /case", porridge, queryUTF8, "page")},
	"utf-16-declared": {Doc: "a page in UTF-16 without a byte order mark, declared in the header",
		handler: typedPage("text/html; charset=utf-16le", utf16Text(charsetPage("", porridge), false)),
		Gets:    at("page", "title /case", porridge, queryUTF8, "page")},
	"utf-16-bare": {Doc: "a page in UTF-16, undeclared and without a byte order mark: it cannot be read",
		handler: exactly(utf16Text(charsetPage("", porridge), true)),
		Gets:    at("page", "title /case", "", queryUTF8, "")},
	"utf-16-lie": {Doc: "a page in UTF-8 whose <meta> says utf-16, which cannot be, since it was read",
		handler: inCharset("text/html", `<meta charset=utf-16>`, porridge),
		Gets:    at("page", "title /case", porridge, queryUTF8, "page")},
	"utf-7": {Doc: "a page declared as UTF-7, which no browser knows",
		handler: inCharset("text/html; charset=utf-7", "", "+BDoEMARIBDA-"),
		Gets:    at("page", "title /case", "+BDoEMARIBDA-", "/case?q=+BDoEMARIBDA-", "page")},
	"utf-8-broken": {Doc: "a page in UTF-8 with overlong and cut sequences and surrogates",
		handler: inCharset("text/html; charset=utf-8", "", "a\xc0\xafb\xed\xa0\x80c\xf0\x9f"),
		Gets:    at("page", "title /case", "a\ufffd\ufffdb\ufffd\ufffd\ufffdc\ufffd")},
}

// inCharset answers /case with a page whose title and link have the word.
func inCharset(contentType, head, word string) handler {
	return typedPage(contentType, charsetPage(head, word))
}

func charsetPage(head, word string) string {
	return fmt.Sprintf("%s<title>%s</title><a href=\"?q=%s\">x</a>", head, word, word)
}

// utf16Text is a text in UTF-16.
func utf16Text(s string, bigEndian bool) string {
	var order binary.AppendByteOrder = binary.LittleEndian
	if bigEndian {
		order = binary.BigEndian
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}
