package parse

import (
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func utf16Bytes(s string, little bool) string {
	var b strings.Builder
	for i := range len(s) {
		if little {
			b.WriteString(s[i:i+1] + "\x00")
		} else {
			b.WriteString("\x00" + s[i:i+1])
		}
	}
	return b.String()
}

// The bytes of the words come from the code charts: Привет, 日本, 中文, 한글.
var charsetPages = []struct {
	name, contentType string
	body              string // the title is what decoding must get right
	charset, title    string
}{
	{"declared in the header", "text/html; charset=UTF-8", "<title>Привет</title>", "utf-8", "Привет"},
	{"windows-1251", "text/html; charset=windows-1251", "<title>\xCF\xF0\xE8\xE2\xE5\xF2</title>", "windows-1251",
		"Привет"},
	{"cp1251 in meta", "text/html", "<meta charset=cp1251><title>\xCF\xF0\xE8\xE2\xE5\xF2</title>", "windows-1251",
		"Привет"},
	{"koi8-r", "text/html; Charset=\"KOI8-R\"", "<title>\xF0\xD2\xC9\xD7\xC5\xD4</title>", "koi8-r", "Привет"},
	{"shift_jis", "text/html;charset=sjis", "<title>\x93\xFA\x96\x7B</title>", "shift_jis", "日本"},
	{"euc-jp", "text/html", `<meta http-equiv="Content-Type" content="text/html; charset=EUC-JP">` +
		"<title>\xC6\xFC\xCB\xDC</title>", "euc-jp", "日本"},
	{"iso-2022-jp", "text/html; charset=iso-2022-jp", "<title>\x1B$BF|K\\\x1B(B</title>", "iso-2022-jp", "日本"},
	{"big5", "text/html; charset=big5", "<title>\xA4\xA4\xA4\xE5</title>", "big5", "中文"},
	{"gb18030", "text/html; charset=gb18030", "<title>\xD6\xD0\xCE\xC4\x94\x39\xFC\x36</title>", "gb18030", "中文😀"},
	{"gbk reads as gb18030", "text/html; charset=gb2312", "<title>\xD6\xD0\xCE\xC4\x94\x39\xFC\x36</title>", "gbk",
		"中文😀"},
	{"euc-kr", "text/html; charset=ks_c_5601-1987", "<title>\xC7\xD1\xB1\xDB</title>", "euc-kr", "한글"},
	{"iso-8859-1 is windows-1252", "text/html; charset=iso-8859-1", "<title>\xE9 \x80</title>", "windows-1252", "é €"},
	{"iso-8859-8-i", "text/html; charset=iso-8859-8-i", "<title>\xE0</title>", "iso-8859-8-i", "א"},
	{"replacement", "text/html; charset=iso-2022-kr", "<title>x</title>", "replacement", ""},

	{"undeclared", "text/html", "<title>x</title>", "utf-8", "x"},
	{"undeclared UTF-8", "text/html", "<title>é</title>", "utf-8", "é"},
	{"undeclared UTF-8 after 1 KB", "text/html", strings.Repeat("<p>word ", 200) + "<title>é</title>", "utf-8", "é"},
	{"undeclared, UTF-8 only at first", "text/html", "<title>é</title>" + strings.Repeat(" ", 1100) + "\xE9",
		"windows-1252", "Ã©"},
	{"undeclared windows-1252", "text/html", "<title>\xE9</title>", "windows-1252", "é"},
	{"UTF-8 with wrong bytes", "text/html; charset=utf-8", "<title>a\xE9b \xF0\x80\x80c \xE2\x82d</title>", "utf-8",
		"a\uFFFDb \uFFFD\uFFFD\uFFFDc \uFFFDd"},

	{"mark before header", "text/html; charset=windows-1251", "\xEF\xBB\xBF<title>é</title>", "utf-8", "é"},
	{"mark before meta", "text/html", "\xEF\xBB\xBF<meta charset=koi8-r><title>é</title>", "utf-8", "é"},
	{"header before meta", "text/html; charset=utf-8", "<meta charset=koi8-r><title>é</title>", "utf-8", "é"},
	{"meta wrong", "text/html", "<meta charset=windows-1251><title>é</title>", "windows-1251", "Г©"},
	{"meta after 1 KB", "text/html", strings.Repeat(" ", 1024) + "<title>\xE9</title><meta charset=koi8-r>", "koi8-r",
		"И"},
	{"meta cut at 1 KB", "text/html", strings.Repeat(" ", 1010) + "<meta charset=koi8-r><title>\xE9</title>", "koi8-r",
		"И"},
	{"meta after 1 KB in a page that is UTF-8", "text/html", strings.Repeat(" ", 1024) +
		"<meta charset=windows-1251><title>é</title>", "windows-1251", "Г©"},
	{"meta after 1 KB and a header", "text/html; charset=utf-8", strings.Repeat(" ", 1024) +
		"<meta charset=koi8-r><title>é</title>", "utf-8", "é"},
	{"text after 1 KB", "text/html", strings.Repeat(" ", 1024) +
		"<script>'<meta charset=koi8-r>'</script><!-- <meta charset=koi8-r> --><title>\xE9</title>", "windows-1252",
		"é"},
	{"UTF-16LE with mark", "text/html", "\xFF\xFE" + utf16Bytes("<title>x</title>", true), "utf-16le", "x"},
	{"UTF-16BE with mark", "text/html; charset=utf-8", "\xFE\xFF" + utf16Bytes("<title>x</title>", false), "utf-16be",
		"x"},
	{"UTF-16LE in the header", "text/html; charset=utf-16", utf16Bytes("<title>x</title>", true), "utf-16le", "x"},
	{"UTF-16BE in the header", "text/html; charset=utf-16be", utf16Bytes("<title>x</title>", false), "utf-16be", "x"},
	{"UTF-16, odd length", "text/html; charset=utf-16le", utf16Bytes("<title>x</title>", true) + "x", "utf-16le", "x"},
	{"UTF-16LE by its XML declaration", "text/html", utf16Bytes("<?xml version='1.0'?><title>x</title>", true),
		"utf-16le", "x"},
	{"UTF-16BE by its XML declaration", "text/html", utf16Bytes("<?xml version='1.0'?><title>x</title>", false),
		"utf-16be", "x"},
	{"UTF-16 in meta", "text/html", "<meta charset=utf-16><title>é</title>", "utf-8", "é"},
	{"x-user-defined in meta", "text/html", "<meta charset=x-user-defined><title>\xE9</title>", "windows-1252", "é"},

	{"two parameters", "text/html; charset=koi8-r; charset=utf-8", "<title>\xF0</title>", "koi8-r", "П"},
	{"unknown in the header", "text/html; charset=klingon", "<meta charset=koi8-r><title>\xF0</title>", "koi8-r", "П"},
	{"unknown everywhere", "text/html; charset=klingon", "<meta charset=elvish><title>é</title>", "utf-8", "é"},
	{"empty in the header", "text/html; charset=; charset=koi8-r", "<title>\xF0</title>", "koi8-r", "П"},
	{"semicolon in quotes", `text/html; a="b;charset=utf-8" ; charset = koi8-r`, "<title>\xF0</title>", "koi8-r", "П"},
	{"open quote", `text/html; charset="koi8-r`, "<title>\xF0</title>", "koi8-r", "П"},
	{"parameter without value", `text/html; charset; x; charset=koi8-r`, "<title>\xF0</title>", "koi8-r", "П"},
	{"no semicolon", "text/html charset=koi8-r", "<title>\xF0</title>", "koi8-r", "П"},
	{"list", "text/plain; charset=utf-8, text/html,charset=koi8-r", "<title>\xF0</title>", "koi8-r", "П"},
	{"the same type twice", "text/html; charset=koi8-r, text/html", "<title>\xF0</title>", "koi8-r", "П"},
	{"no type", "; charset=koi8-r", "<title>\xF0</title>", "koi8-r", "П"},

	{"meta in a comment", "text/html", "<!-- <meta charset=koi8-r> --><title>é</title>", "utf-8", "é"},
	{"meta after a short comment", "text/html", "<!--><meta charset=koi8-r><title>\xF0</title>", "koi8-r", "П"},
	{"meta between --!> and -->, for the parser alone", "text/html",
		"<!-- --!><meta charset=koi8-r>--><title>\xF0</title>", "koi8-r", "П"},
	{"meta in an attribute", "text/html", "<p title='<meta charset=koi8-r>'><title>é</title>", "utf-8", "é"},
	{"meta in a script", "text/html", "<script>'<meta charset=koi8-r>'</script><title>\xF0</title>", "koi8-r", "П"},
	{"metal", "text/html", "<metal charset=koi8-r><title>é</title>", "utf-8", "é"},
	{"second meta", "text/html",
		"<!DOCTYPE html><meta name=a content='charset=utf-8'><meta/charset=koi8-r><title>\xF0</title>", "koi8-r", "П"},
	{"content without http-equiv", "text/html", "<meta content='text/html; charset=koi8-r'><title>é</title>", "utf-8",
		"é"},
	{"content before http-equiv", "text/html", `<meta content='x; charset = "koi8-r"' http-equiv=content-type><title>` +
		"\xF0</title>", "koi8-r", "П"},
	{"charset twice in content", "text/html",
		"<meta http-equiv=content-type content='charset charset=koi8-r;'><title>\xF0</title>", "koi8-r", "П"},
	{"unknown, then known", "text/html", "<meta charset=elvish><meta charset=koi8-r><title>\xF0</title>", "koi8-r",
		"П"},
	{"XML declaration", "application/xhtml+xml", `<?xml version="1.0" encoding="koi8-r"?><title>` + "\xF0</title>",
		"koi8-r", "П"},
	{"meta before the XML declaration", "text/html",
		`<?xml version="1.0" encoding="koi8-r"?><meta charset=utf-8><title>é</title>`, "utf-8", "é"},
}

func TestCharset(t *testing.T) {
	for _, parser := range parsers {
		for _, c := range charsetPages {
			doc := parse(t, parser, Options{}, site.Response{ContentType: c.contentType, Body: []byte(c.body)})
			console.Equal(t, doc.Charset, c.charset, parser, c.name)
			console.Equal(t, doc.Title, c.title, parser, c.name)
		}
	}
}

func TestDecodeDoesNotCopy(t *testing.T) {
	body := []byte("\xEF\xBB\xBF<p>é")
	page, _, _ := decode(body, "")
	if &page[0] != &body[3] {
		t.Error("a page in UTF-8 was copied")
	}
	if page, charset, _ := decode(nil, ""); len(page) != 0 || charset != "utf-8" {
		t.Errorf("empty body: %q in %s", page, charset)
	}
}

func TestTextOfFiles(t *testing.T) {
	for _, c := range []struct{ contentType, body, want string }{
		{"", "<a>\u00e9", "<a>é"}, {"", "\ufeff<a>", "<a>"}, {"", "\xff\xfe", ""}, {"", "", ""},
		{"", "\xfe\xff\x00<\x20\xac\xd8\x3d\xde\x00", "<€😀"},
		{"", "\xff\xfe<\x00\x00\xd8", "<\ufffd"}, {"", "<\x00a\x00", "<a"}, {"", "\x00<\x00a", "<a"},
		{"", "<?xml version='1.0' encoding='ISO-8859-1'?>\xe9", "<?xml version='1.0' encoding='ISO-8859-1'?>é"},
		{"text/xml; charset=koi8-r", "<?xml version='1' encoding='utf-8'?>é", "<?xml version='1' encoding='utf-8'?>é"},
		{"text/plain; charset=koi8-r", "\xf0", "П"}, {"text/plain; charset=koi8-r", "é", "é"},
	} {
		console.Equal(t, Text([]byte(c.body), c.contentType), c.want, c.contentType, c.body)
	}
}

func TestQueryEncoder(t *testing.T) {
	for _, charset := range []string{"utf-8", "utf-16le", "utf-16be", "replacement", "", "klingon"} {
		if QueryEncoder(charset) != nil {
			t.Errorf("%q: want nil, which is UTF-8", charset)
		}
	}
	for _, c := range []struct{ charset, query, want string }{
		{"windows-1251", "q=Привет&a=b c", "q=\xCF\xF0\xE8\xE2\xE5\xF2&a=b c"},
		{"windows-1251", "日x", "%26%2326085%3Bx"},
		{"windows-1252", "é€", "\xE9\x80"},
		{"windows-1252", "a😀", "a%26%23128512%3B"},
		{"koi8-r", "Привет", "\xF0\xD2\xC9\xD7\xC5\xD4"},
		{"shift_jis", "日本", "\x93\xFA\x96\x7B"},
		{"euc-jp", "日本", "\xC6\xFC\xCB\xDC"},
		{"gbk", "中文😀", "\xD6\xD0\xCE\xC4%26%23128512%3B"},
		{"gb18030", "中文😀", "\xD6\xD0\xCE\xC4\x94\x39\xFC\x36"},
		{"big5", "中文", "\xA4\xA4\xA4\xE5"},
		{"iso-2022-jp", "日😀本", "\x1B$BF|\x1B(B%26%23128512%3B\x1B$BK\\\x1B(B"},
		{"iso-2022-jp", strings.Repeat("日", 300), "\x1B$B" + strings.Repeat("F|", 300) + "\x1B(B"},
		{"windows-1252", "a\xFF", "a%26%2365533%3B"},
		{"windows-1252", "plain?%41", "plain?%41"},
		{"windows-1252", "", ""},
	} {
		console.Equal(t, string(QueryEncoder(c.charset)(c.query)), c.want, c.charset, c.query)
	}
	long := strings.Repeat("é日", 1000)
	console.Equal(t, string(QueryEncoder("windows-1252")(long)), strings.Repeat("\xE9%26%2326085%3B", 1000), "long")
}

// The expected values follow from XML, where an empty-element tag is an element without content.
func TestXHTML(t *testing.T) {
	const link = `<a href="x">t</a>`
	for _, parser := range parsers {
		for _, c := range []struct {
			page  string
			links int
			h1    string
			words int
		}{
			{`<script src="a"/>` + link + `<script>"<a href='no'>"</script>` + link, 2, "", 1},
			{`<style/><iframe src="f" /><noembed/><noframes/><xmp/>` + link, 1, "", 1},
			{`<textarea/>` + link + `<title/>` + link, 2, "", 1},
			{`<SCRIPT/>` + link, 1, "", 1},
			{`<noscript><script/>` + link + `</noscript>`, 1, "", 1},
			{`<h1/>text<h1>two</h1>`, 0, "", 2},
			{`<a href="y"/>` + link, 2, "", 1},
			{`<br/><img src="a/b"/><!-- <script/> --><svg><title/><path/></svg>` + link, 1, "", 1},
			{`<p title="/>">a</p>` + link, 1, "", 2},
			{`<h1><![CDATA[a > b <script/> & c]]></h1>` + link, 1, "a > b <script/> & c", 7},
		} {
			r := site.Response{ContentType: "application/xhtml+xml; charset=utf-8",
				Body: []byte(`<html xmlns="http://www.w3.org/1999/xhtml"><body>` + c.page + "</body></html>")}
			doc := parse(t, parser, Options{}, r)
			if len(doc.Links) != c.links || doc.H1 != c.h1 || doc.Words != c.words {
				t.Errorf("%s, %s: %d links, h1 %q, %d words", parser, c.page, len(doc.Links), doc.H1, doc.Words)
			}
		}
	}
}
