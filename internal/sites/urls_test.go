package sites

import (
	"strings"
)

// urls are URLs in pages: /case has the links, and every URL is
// answered as it comes in, without net/http. It is never changed.
var urls = map[string]Case{
	"long": {Doc: "a link of 100 kB, and one of just the limit", open: openAsWritten,
		Gets: at("page", "bad /"+strings.Repeat("l", 8191), "longer than 8192 bytes")},
	"control": {Doc: "control characters in a path and in a query", open: openAsWritten,
		Gets: at("page", "/a%01b", "page", "/c?d%1Fe%7F", "page")},
	"spaces": {Doc: "spaces in a path and around it", open: openAsWritten,
		Gets: at("page", "/a%20b", "page", "/trimmed", "page")},
	"breaks": {Doc: "tabs and newlines inside URLs", open: openAsWritten,
		Gets: at("page", "/tabline", "page", "bad java script:alert(1)", "scheme javascript")},
	"schemes": {Doc: "every scheme but http", open: openAsWritten, Gets: schemes()},
	"http-colon": {Doc: "http:foo, http:/foo, http:?q and http:, which are relative on a page that came by http",
		open: openAsWritten, Gets: at("page", "/foo1", "page", "/foo2", "page", "/case?q", "page")},
	"https-colon": {Doc: "https:foo and https:/foo, which would be hosts, and are taken for mistakes",
		open: openAsWritten,
		Gets: at("page", "bad https:foo", "https: without //", "bad https:/foo", "https: without //")},
	"no-host": {Doc: "http:///x, which browsers read as the host x, http:// and //", open: openAsWritten,
		Gets: at("page", "http://x/", "external", "bad http://", "no host", "bad //", "no host", "bad http://:80/",
			"no host")},
	"user": {Doc: "user names and passwords, which are dropped", open: openAsWritten,
		Gets: at("page", "/u1", "page", "/u2", "page", "http://example.org/", "external")},
	"ports": {Doc: "ports 0, 65535, 65536, 080, none, -1 and a word", open: openAsWritten,
		Gets: at("page", "http://example.org:0/", "external", "http://example.org:65535/", "external",
			"http://example.org/p", "external", "http://example.org/q", "external",
			"bad http://example.org:65536/", "bad port", "bad http://example.org:-1/", "bad port",
			"bad http://example.org:http/", "bad port")},
	"idn": {Doc: "host names in Unicode, in punycode, with percent signs, wide letters, and such as cannot be",
		open: openAsWritten,
		Gets: at("page", "http://xn--bcher-kva.example/", "external", "http://a.example/", "external",
			"http://xn--n3h.example/", "external", "http://wide.example/", "external",
			"bad http://exa mple/", "bad host", "bad http://a<b/", "bad host", "bad http://a%00b/", "bad host")},
	"ipv4": {Doc: "the site's own 127.0.0.1 in hexadecimal, octal, one number and two parts; impossible ones",
		open: openAsWritten,
		Gets: at("page", "/v1", "page", "/v2", "page", "/v3", "page", "/v4", "page", "/v5", "page",
			"bad http://256.1.1.1/", "bad host", "bad http://1.2.3.4.5/", "bad host", "bad http://0x100000000/",
			"bad host")},
	"ipv6": {Doc: "IPv6 addresses: short, long, with IPv4 inside, with a zone, without a bracket", open: openAsWritten,
		Gets: at("page", "http://[2001:db8::1]/", "external", "http://[::ffff:102:304]/", "external",
			"bad http://[fe80::1%25eth0]/", "bad host", "bad http://[::1/", "bad host", "bad http://[::g]/",
			"bad host")},
	"percent": {Doc: "% alone, %zz, %4 and 100%: the key has %25, the request line what was written",
		open: openAsWritten,
		Gets: at("page", "/%25", "page", "/%25zz", "page", "/%254", "page", "/100%25", "page", "/case?%25", "page")},
	"percent-nul": {Doc: "%00 in a path and in a query", open: openAsWritten,
		Gets: at("page", "/a%00b", "page", "/c?%00", "page")},
	"slash": {Doc: "%2F is no slash", open: openAsWritten, Gets: at("page", "/a%2Fb", "page", "/a/b", "page")},
	"dots": {Doc: "dot segments, also encoded, also above the root", open: openAsWritten,
		Gets: at("page", "/d1", "page", "/d2", "page", "/d3/", "page", "/etc/passwd", "page", "/...", "page")},
	"backslash": {Doc: "backslashes, which are slashes", open: openAsWritten,
		Gets: at("page", "/back/slash", "page", "http://other.example/x", "external", "/q?a\\b", "")},
	"double-slash": {Doc: "double slashes in a path: one key, and the request line has them", open: openAsWritten,
		Gets: at("page", "/a/b", "page")},
	"case": {Doc: "a scheme in capitals, and triplets in both cases", open: openAsWritten,
		Gets: at("page", "/up", "page", "/%C3%A9", "page")},
	"queries": {Doc: "an empty query, empty parameters, quotes, brackets, parameters in another order",
		open: openAsWritten, Gets: at("page", "/case?a=1&b=2", "page", "/case?'x'", "page", "/case?c[]=%22%3C%3E", "")},
	"fragments": {Doc: "fragments: empty, long, with a text directive, with a question mark", open: openAsWritten,
		Gets: at("page", "/f", "page", "/f?x", "")},
}

// urlPages are the bodies of /case, by the names of the cases; {host} is the
// site's host and port. It is never changed.
var urlPages = map[string]string{
	"long":        anchors("/"+strings.Repeat("l", 100_000), "/"+strings.Repeat("m", 1900)),
	"control":     anchors("/a\x01b", "/c?d\x1fe\x7f"),
	"spaces":      anchors("/a b", "  \t/trimmed \n "),
	"breaks":      anchors("/ta\tb\nli\r\nne", "java\tscript:alert(1)"),
	"schemes":     anchors(schemeNames...),
	"http-colon":  anchors("http:foo1", "http:/foo2", "http:?q", "http:"),
	"https-colon": anchors("https:foo", "https:/foo"),
	"no-host":     anchors("http:///x", "http://", "//", "http://:80/"),
	"user":        anchors("http://user@{host}/u1", "//user:pass@{host}/u2", "http://{host}@example.org/"),
	"ports": anchors("http://example.org:0/", "http://example.org:65535/", "http://example.org:65536/",
		"http://example.org:00080/p", "http://example.org:/q", "http://example.org:-1/", "http://example.org:http/"),
	"idn": anchors("http://bücher.example/", "http://BÜCHER.example/", "http://xn--bcher-kva.example/",
		"http://%41.example/", "http://☃.example/", "http://ｗｉｄｅ.example/", "http://exa mple/", "http://a<b/",
		"http://a%00b/"),
	"ipv4": anchors("http://0x7f.1:{port}/v1", "http://0177.0.0.1:{port}/v2", "http://2130706433:{port}/v3",
		"http://127.1:{port}/v4", "http://127.0.0.1.:{port}/v5", "http://256.1.1.1/", "http://1.2.3.4.5/",
		"http://0x100000000/"),
	"ipv6": anchors("http://[2001:DB8:0:0:0:0:0:1]/", "http://[2001:db8::1]/", "http://[::ffff:1.2.3.4]/",
		"http://[fe80::1%25eth0]/", "http://[::1/", "http://[::g]/"),
	"percent":      anchors("/%", "/%zz", "/%4", "/100%", "?%"),
	"percent-nul":  anchors("/a%00b", "/c?%00"),
	"slash":        anchors("/a%2Fb", "/a/b"),
	"dots":         anchors("/x/%2e%2e/d1", "/x/y/../%2E/.%2e/d2", "/d3/.", "/../../../etc/passwd", "/..."),
	"backslash":    anchors(`\back\slash`, `\\other.example\x`),
	"double-slash": anchors("/a//b", "/a/b", "/a///b"),
	"case":         anchors("HTTP://{host}/up", "/%c3%a9", "/%C3%A9"),
	"queries":      anchors("?", "?&&", "?b=2&&a=1", "?a=1&b=2", "?'x'"),
	"fragments":    anchors("/f#", "/f#"+strings.Repeat("f", 10_000), "/f#:~:text=x", "/f#?x"),
}

var schemeNames = []string{"mailto:a@example.org", "tel:+123", "javascript:alert(1)", "JavaScript:alert(2)",
	"data:text/html,x", "ftp://example.org/", "file:///etc/passwd", "ws://example.org/", "about:blank",
	"blob:http://example.org/1", "urn:isbn:1", "view-source:http://example.org/", "x-made-up:y", "localhost:80/x"}

func schemes() map[string]string {
	gets := at("page")
	for _, name := range schemeNames {
		scheme, _, _ := strings.Cut(name, ":")
		gets["bad "+name] = "scheme " + strings.ToLower(scheme)
	}
	return gets
}

// anchors is a page with these links.
func anchors(hrefs ...string) string {
	var b strings.Builder
	for _, href := range hrefs {
		b.WriteString(`<a href="` + strings.ReplaceAll(href, `"`, "&quot;") + `">x</a>` + "\n")
	}
	return calmPage("case", b.String())
}

// urlPage is the page with the links of a case.
func (s *Site) urlPage() string {
	host := strings.TrimPrefix(s.Origin, "http://")
	_, port, _ := strings.Cut(host, ":")
	return strings.NewReplacer("{host}", host, "{port}", port).Replace(urlPages[s.Name])
}
