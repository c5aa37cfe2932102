package site

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"

	"sitegraph/internal/console"
)

func mustParse(t testing.TB, raw string) URL {
	t.Helper()
	u, err := Parse(raw)
	if err != nil {
		t.Fatalf("Parse(%q): %v", raw, err)
	}
	return u
}

// The first group has the normal and abnormal examples of RFC 3986 section 5.4 on which the WHATWG standard agrees. (It
// has no "http:g" on another scheme, and fragments are dropped here.)
func TestResolve(t *testing.T) {
	const rfc = "http://a/b/c/d;p?q"
	for _, c := range []struct{ base, ref, want string }{
		{rfc, "g", "http://a/b/c/g"},
		{rfc, "./g", "http://a/b/c/g"},
		{rfc, "g/", "http://a/b/c/g/"},
		{rfc, "/g", "http://a/g"},
		{rfc, "//g", "http://g/"},
		{rfc, "?y", "http://a/b/c/d;p?y"},
		{rfc, "g?y", "http://a/b/c/g?y"},
		{rfc, "#s", "http://a/b/c/d;p?q"},
		{rfc, "g?y#s", "http://a/b/c/g?y"},
		{rfc, ";x", "http://a/b/c/;x"},
		{rfc, "", "http://a/b/c/d;p?q"},
		{rfc, ".", "http://a/b/c/"},
		{rfc, "..", "http://a/b/"},
		{rfc, "../g", "http://a/b/g"},
		{rfc, "../..", "http://a/"},
		{rfc, "../../../../g", "http://a/g"},
		{rfc, "/../g", "http://a/g"},
		{rfc, "g.", "http://a/b/c/g."},
		{rfc, "..g", "http://a/b/c/..g"},
		{rfc, "...", "http://a/b/c/..."},
		{rfc, "./../g", "http://a/b/g"},
		{rfc, "g/./h", "http://a/b/c/g/h"},
		{rfc, "g;x=1/../y", "http://a/b/c/y"},
		{rfc, "g?y/../x", "http://a/b/c/g?y/../x"},
		{rfc, "http:g", "http://a/b/c/g"},

		{"http://h/a//b", "..", "http://h/a/"},
		{"http://h/a//b", ".", "http://h/a//"},
		{"http://h/a/b/", "%2E%2e/%2e/c", "http://h/a/c"},
		{"http://h/a", "/%2e%2e%2e", "http://h/%2e%2e%2e"},
		{"https://h/a", "http:b", "http://b/"},
		{"http://h/a", "http:\\\\b", "http://b/"},
		{"http://h/a", "\\x\\y?\\z", "http://h/x/y?\\z"},
		{"http://h/a", " \t\x01b\nc\r ", "http://h/bc"},
		{"http://h/a", "1:2", "http://h/1:2"},
		{"http://h/a", ":x", "http://h/:x"},
		{"http://h/a", "100%", "http://h/100%"},
		{"http://h/a", "a b^{é", "http://h/a%20b%5E%7B%C3%A9"},
		{"http://h/a", "?a b^{é'|", "http://h/a?a%20b^{%C3%A9%27|"},
		{"http://h/a", "?", "http://h/a?"},
		{"http://h/a", "?#", "http://h/a?"},
		{"http://h/a?q", "b", "http://h/b"},
		{"http://h/a", "\xff?\xff", "http://h/%EF%BF%BD?%EF%BF%BD"},
		{"http://h/a", "//u:p@w@H:080", "http://h/"},
		{"http://h:81/a", "b", "http://h:81/b"},
		{"", "HTTPS://EXAMPLE.com:443/Q", "https://example.com/Q"},
		{"", "http://h:00081", "http://h:81/"},
		{"", "http://h:", "http://h/"},
		{"", "http:///////h?x", "http://h/?x"},
		{"", "http://0x7f.1/", "http://127.0.0.1/"},
		{"", "http://017700000001", "http://127.0.0.1/"},
		{"", "http://１２７.1/", "http://127.0.0.1/"},
		{"", "http://[1:0::0:0:2]/", "http://[1::2]/"},
		{"", "http://[::FFFF:1.2.3.4]:80/", "http://[::ffff:102:304]/"},
		{"", "http://bücher.example/", "http://xn--bcher-kva.example/"},
		{"", "http://faß.de/", "http://xn--fa-hia.de/"},
		{"", "http://ex%41mple.com", "http://example.com/"},
		{"", "http://a_b--c.d/", "http://a_b--c.d/"},
	} {
		var base URL
		if c.base != "" {
			base = mustParse(t, c.base)
		}
		u, err := base.Resolve(c.ref, nil)
		must(t, err)
		console.Equal(t, u.String(), c.want, c.ref, c.base, u)
	}
}

func TestResolveErrors(t *testing.T) {
	for reason, refs := range map[string][]string{
		"scheme mailto": {"mailto:a@b"}, "scheme javascript": {"JavaScript:void(0)", "\x00 java\nscript:x"},
		"scheme data": {"data:,"}, "scheme tel": {"tel:1"}, "scheme file": {"file:///etc"}, "scheme ftp": {"ftp://h/"},
		"scheme a.b+c-1": {"a.b+c-1:x"},
		"no host":        {"http://", "//", "http://u@/x", "http://:80/"},
		"bad port":       {"http://h:x/", "http://h:65536/", "http://h:99999999999999999999/"},
		"bad host": {"http://a b/", "http://a%00b/", "http://a%b/", "http://\xff/", "http://\u00ad/",
			"http://1.2.3.4.5/", "http://1.2.3.256/", "http://256.1/", "http://09.1/", "http://4294967296/",
			"http://a.0x/", "http://[::1", "http://[", "http://[::1]x/", "http://[::1%25eth0]/", "http://[1.2.3.4]/"},
	} {
		kind, _, _ := strings.Cut(reason, " ")
		if kind != string(FaultScheme) {
			kind = reason
		}
		for _, ref := range refs {
			_, err := mustParse(t, "https://h/").Resolve(ref, nil)
			if f, ok := err.(LinkFault); !ok || string(f.Kind) != kind || err.Error() != reason {
				t.Errorf("%q: got %v, want %s", ref, err, reason)
			}
		}
	}
	for _, ref := range []string{"", "x", "/x", "//h", "h:80", "?q"} {
		if u, err := Parse(ref); err == nil {
			t.Errorf("Parse(%q) = %s, want an error", ref, u)
		}
	}
}

// encoder encodes as a parser of pages in a legacy charset would.
func encoder(e encoding.Encoding) func(string) []byte {
	return func(s string) []byte {
		out, _ := encoding.HTMLEscapeUnsupported(e.NewEncoder()).Bytes([]byte(s))
		return regexp.MustCompile(`&#(\d+);`).ReplaceAll(out, []byte("%26%23$1%3B"))
	}
}

// The expected bytes come from the code charts: windows-1251 я FF, ж E6; Shift_JIS ア 83 41, 表 95 5C.
func TestResolveLegacyQuery(t *testing.T) {
	base := mustParse(t, "http://h/")
	for _, c := range []struct {
		charset   encoding.Encoding
		ref, want string
	}{
		{charmap.Windows1251, "?я=ж&x#я", "/?%FF=%E6&x"},
		{charmap.Windows1251, "я?я", "/%D1%8F?%FF"},
		{charmap.Windows1251, "?☃&a=&#9731;", "/?%26%239731%3B&a=&"},
		{charmap.Windows1251, "?a'\xffb", "/?a%27%26%2365533%3Bb"},
		{japanese.ShiftJIS, "?アx", "/?%83Ax"},
		{japanese.ShiftJIS, "?表", "/?%95\\"},
		{japanese.ISO2022JP, "?ア=1", "/?%1B$B%%22%1B(B=1"},
	} {
		u, err := base.Resolve(c.ref, encoder(c.charset))
		must(t, err)
		console.Equal(t, u.Target(), c.want, c.ref, c.charset)
	}
}

func TestURLParts(t *testing.T) {
	u := mustParse(t, "https://u@H:8443/a'b?c'd#e")
	console.Equal(t, URL{Scheme: "https", Host: "h", Port: "8443", Path: "/a'b", Query: "c'd", HasQuery: true}, u)
	if u.Origin() != "https://h:8443" || u.Target() != "/a'b?c%27d" || u.String() != u.Origin()+u.Target() {
		t.Errorf("got %s, %s, %s", u.Origin(), u.Target(), u)
	}
	console.Equal(t, mustParse(t, "http://h:80/x").Origin(), "http://h", "origin")
}

func TestSameSite(t *testing.T) {
	a := mustParse(t, "http://h/a")
	for ref, want := range map[string]bool{
		"http://H:80/b?c": true, "https://h/a": false, "http://h:81/a": false, "http://www.h/a": false,
	} {
		console.Equal(t, SameSite(a, mustParse(t, ref)), want, ref)
	}
}

func TestExtension(t *testing.T) {
	for path, want := range map[string]string{
		"/": "", "/a": "", "/a.b/c": "", "/a.PDF": "pdf", "/a.tar.gz": "gz", "/a.": "", "/.css": "css", "": "",
		"/a.html/": "",
	} {
		console.Equal(t, Extension(path), want, "Extension", path)
	}
}

// TestResolveLong guards against quadratic time and small buffers.
func TestResolveLong(t *testing.T) {
	long := strings.Repeat("a/", 1<<18) + strings.Repeat("../", 1<<18) + "x?" + strings.Repeat("é", 1<<16)
	u, err := mustParse(t, "http://h/").Resolve(long, nil)
	if err != nil || u.Path != "/x" || len(u.Query) != 6<<16 {
		t.Errorf("got path of %d, query of %d, %v", len(u.Path), len(u.Query), err)
	}
}

func TestSection(t *testing.T) {
	for path, want := range map[string]string{"/": "/", "/docs/": "/docs/", "/docs": "/docs/",
		"/docs/index.html": "/docs/", "/index.php": "/", "/a/b/c": "/a/b/c/", "/v1.2/": "/v1.2/"} {
		console.Equal(t, Section(path), want, path)
	}
}

// HostIn returns the part between scheme and path of a URL as written, and OriginIn adds the scheme.
func TestHostIn(t *testing.T) {
	for url, want := range map[string][2]string{"http://a.test/b/c": {"a.test", "http://a.test"},
		"https://a.test:8080":        {"a.test:8080", "https://a.test:8080"},
		"http://[::1]:81/?u=http://": {"[::1]:81", "http://[::1]:81"},
		"http://a.test?b/c":          {"a.test", "http://a.test"}, "/a/b": {"/a/b", "/a/b"}} {
		console.Equal(t, [2]string{HostIn(url), OriginIn(url)}, want, url)
	}
}

func TestHasStrayPercent(t *testing.T) {
	for address, want := range map[string]bool{
		"http://h/": false, "http://h/%20": false, "http://h/%2F%aZ": true, "http://h/%": true, "http://h/%2": true,
		"http://h/100%.html": true, "http://h/100%25.html": false, "http://h/?%%41": true, "http://h/%e9": false,
	} {
		console.Equal(t, HasStrayPercent(address), want, address)
	}
}
