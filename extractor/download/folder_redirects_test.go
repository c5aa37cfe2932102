package download

import (
	"reflect"
	"strings"
	"testing"
)

func TestRedirects(t *testing.T) {
	const text = "\ufeff# a comment\r\n" +
		"\r\n" +
		"/a /b\r\n" +
		"  /c\t/d   302  # why\n" +
		"/c /ignored\n" +
		"/e%20f/ https://example.com/?a=b 308!\n" +
		"/gone /404.html 404\n" +
		"/splat/* /x/:splat\n" +
		"/x/:id /y\n" +
		"https://a.test/z /z\n" +
		"/p id=:id /q\n" +
		"/r /s 302 Language=de\n" +
		"/shadow /t 200\n" +
		"//two//slashes /u\n" +
		"/ /start 303" // no line end
	rules, notes, err := parseRedirects("f", text)
	must(t, err)
	want := map[string]rule{
		"/a": {"/b", 301}, "/c": {"/d", 302}, "/e f/": {"https://example.com/?a=b", 308},
		"/gone": {"/404.html", 404}, "/two/slashes": {"/u", 301}, "/": {"/start", 303},
	}
	if !reflect.DeepEqual(rules, want) {
		t.Errorf("got %v, want %v", rules, want)
	}
	wantNotes := []string{
		"f:8: a pattern is not supported, line ignored", "f:9: a pattern is not supported, line ignored",
		"f:10: a host is not supported, line ignored", "f:11: a query parameter is not supported, line ignored",
		"f:12: a condition is not supported, line ignored", "f:13: a rewrite is not supported, line ignored",
	}
	if !reflect.DeepEqual(notes, wantNotes) {
		t.Errorf("got %q", notes)
	}
}

func TestRedirectsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"/a":              `f:1: "/a": want: from to [status]`,
		"\n\n/a # /b":     `f:3: "/a": want: from to [status]`,
		"a /b":            `f:1: "a": from has to be`,
		"/%zz /b":         `f:1: "/%zz": from has to be`,
		"/../a /b":        `f:1: "/../a": from has to be`,
		"/a /b x":         `f:1: status "x": want 301, 302,`,
		"/a /b 304":       `f:1: status "304"`,
		"/a /b 100":       `f:1: status "100"`,
		"/a /b 600":       `f:1: status "600"`,
		"/a /b\x01c":      `f:1: "/b\x01c": control character`,
		"/a /b\n/c /\x00": `f:2: `,
	} {
		if _, _, err := parseRedirects("f", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzRedirects(f *testing.F) {
	f.Add("# c\n/a /b\n/c /d 302 # e\n/f / 410\n")
	f.Add("\ufeff/a%20b/\thttps://example.com/ 301!\r\n/* /x 200\n/p id=:id /q\n")
	f.Add("/a /b x")
	f.Fuzz(func(t *testing.T, text string) {
		rules, notes, err := parseRedirects("f", text)
		if err != nil {
			if rules != nil || !strings.HasPrefix(err.Error(), "f:") {
				t.Fatal(rules, err)
			}
			return
		}
		if len(rules)+len(notes) > strings.Count(text, "\n")+1 {
			t.Fatal("more rules than lines")
		}
		for from, r := range rules {
			if !strings.HasPrefix(from, "/") || strings.Contains(from, "//") || r.to == "" || !allowedStatus(r.status) {
				t.Fatalf("%q %+v", from, r)
			}
			if strings.ContainsAny(r.to, "\r\n\x00 ") {
				t.Fatalf("%q", r.to)
			}
		}
	})
}
