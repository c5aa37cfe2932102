package refusal

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// minServices is the least number of service pages to test.
const minServices = 60

func served(t testing.TB) map[string]*http.Response {
	t.Helper()
	names, err := filepath.Glob("testdata/refused/*.http")
	if err != nil || len(names) < minServices {
		t.Fatalf("%d answers, error %v", len(names), err)
	}
	all := map[string]*http.Response{}
	for _, name := range names {
		f, err := os.Open(name)
		must(t, err)
		t.Cleanup(func() { f.Close() })
		if all[filepath.Base(name)], err = http.ReadResponse(bufio.NewReader(f), nil); err != nil {
			t.Fatal(name, err)
		}
	}
	return all
}

func TestServices(t *testing.T) {
	for name, r := range served(t) {
		body, err := io.ReadAll(r.Body)
		must(t, err)
		answer := site.Response{Status: r.StatusCode, Body: body, Refused: ByHeader(r.Header)}
		links := strings.Count(string(body), `<a href="/`)
		if got, want := Of(answer, links), r.Header.Get("X-Refused-By"); string(got) != want {
			t.Errorf("%s: refused by %q, want %q", name, got, want)
		}
		if answer.Refused == "" && Of(answer, maxMenu+1) != "" {
			t.Errorf("%s: refused in spite of its links", name)
		}
		answer.Body = append(answer.Body, strings.Repeat("<p>word ", some)...)
		if answer.Refused == "" && Of(answer, links) != "" {
			t.Errorf("%s: refused in spite of its text", name)
		}
	}
}

// Comments in robots.txt are free text, but a page in its place is judged.
func TestOfFile(t *testing.T) {
	const closed = "<h1>Down for maintenance</h1><p>We will be back at noon."
	for body, want := range map[string]site.Refusal{
		"# Too many requests? You are blocked: please wait, and try again.\nUser-agent: *\nDisallow: /a\n": "",
		"# Barracuda Networks and Comodo robots are blocked.\nUser-agent: *\nDisallow:\n":                  "",
		closed:                                "a maintenance page",
		closed + "<a href=/status>Status</a>": "",
	} {
		u, err := site.Parse("http://site.test/robots.txt")
		must(t, err)
		console.Equal(t, OfFile(site.Response{Status: 200, URL: u, Body: []byte(body)}), want, body)
	}
}

// Only sure marks identify a refusal with a menu, and none does with more than maxMenu links.
func TestMenu(t *testing.T) {
	challenge := site.Response{Status: 200, Body: []byte("<title>Shop</title><script>window._cf_chl_opt={}</script>")}
	denial := site.Response{Status: 200, Body: []byte("<title>Shop</title>" +
		"<form action=/errors/validateCaptcha></form>")}
	for links, want := range map[int][2]site.Refusal{0: {"Cloudflare", "Amazon"}, maxLinks: {"Cloudflare", "Amazon"},
		maxLinks + 1: {"Cloudflare", ""}, maxMenu: {"Cloudflare", ""}, maxMenu + 1: {}} {
		console.Equal(t, [2]site.Refusal{Of(challenge, links), Of(denial, links)}, want, links, "links")
	}
}

// A login page is recognized by its password field, not by words.
func TestLogsIn(t *testing.T) {
	for body, want := range map[string]bool{
		"<form><input type=password name=p></form>":                            true,
		"<INPUT NAME=p TYPE='Password'>":                                       true,
		"<input name=password>":                                                false,
		"<p>password <code>&lt;input type=password&gt;</code>":                 false,
		"<textarea><input type=password></textarea>":                           false,
		"<!-- <input type=password> -->":                                       false,
		"<input type=password>" + strings.Repeat("<p>a page of text", some/10): false,
	} {
		console.Equal(t, LogsIn([]byte(body)), want, body)
	}
}

// Pages about services, pages that services let through, and pages with a captcha in a form are no refusals.
func TestPages(t *testing.T) {
	names, err := filepath.Glob("testdata/pages/*.html")
	if err != nil || len(names) == 0 {
		t.Fatal("no pages", err)
	}
	for _, name := range names {
		body, err := os.ReadFile(name)
		must(t, err)
		links := strings.Count(string(body), `<a href="/`)
		console.Equal(t, Of(site.Response{Status: 200, Body: body}, links), "", name, "refused by")
	}
}

func TestByHeader(t *testing.T) {
	for _, c := range []struct {
		name, value string
		want        site.Refusal
	}{
		{"cf-mitigated", "challenge", "Cloudflare"},
		{"cf-mitigated", "", ""},
		{"cf-ray", "0", ""},
		{"x-amzn-waf-action", "captcha", "AWS WAF"},
		{"x-amzn-waf-action", "count", ""},
		{"x-vercel-mitigated", "Deny", "Vercel"},
		{"x-sucuri-id", "1", ""},
		{"x-sucuri-block", "BNP005", "Sucuri"},
		{"server", "cloudflare", ""},
	} {
		h := http.Header{}
		h.Set(c.name, c.value)
		console.Equal(t, ByHeader(h), c.want, c.name, c.value)
	}
}

// FuzzOf checks that any page can be read, in time proportional to its size.
func FuzzOf(f *testing.F) {
	for _, r := range served(f) {
		body, err := io.ReadAll(r.Body)
		must(f, err)
		f.Add(body)
	}
	for _, s := range []string{"<", "<a", "<a href", "<a href=", "<a href='", "<!--", "<script", "<script>",
		"<title></ti", "</", "<a =b=c>", "<a/=/>", "<p \">"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := Of(site.Response{Status: 200, Body: body}, 0)
		console.Equal(t, got, Of(site.Response{Status: 200, Body: body}, 0), "then")
		if LogsIn(body) && !bytes.Contains(bytes.ToLower(body), []byte("password")) {
			t.Error("a password that nobody asks for")
		}
		if p, ok := read(body); ok && p.size > some {
			t.Errorf("%d bytes of text", p.size)
		}
	})
}

// Pages with a mark of a refusal pass if they have content of their own.
func TestContent(t *testing.T) {
	const turnstile = "<script src=https://challenges.cloudflare.com/turnstile/v0/api.js async></script>"
	const box = turnstile + "<div class=cf-turnstile></div>"
	const yandex = "<script src=//smartcaptcha.yandexcloud.net/captcha.js></script>"
	const captcha, country, firewall = "Turnstile", "a geographic block", "a firewall"
	for _, c := range []struct {
		mark, title, h1, text string
		want                  site.Refusal
	}{
		{turnstile, "Hours", "Hours", "Open from 9 to 5.", ""},
		{turnstile, "Shop", "Prices", "Chairs from 120 euros. Tables from 300.", ""},
		{turnstile, "Shop", "", "Please wait while we check your connection.", captcha},
		{yandex, "Часы", "Часы", "С 9 до 17", ""},
		{box, "News", "Fair", "The fair of the village opens on Saturday at ten with music of the choir, and ends on " +
			"Sunday night.", ""},
		{box, "Shop", "", "One click, and the shop opens.", captcha},

		{"", "Delivery", "Delivery", "Our lamp is not yet available in your country. Write to us, and we say so.", ""},
		{"", "Oak table | Shop", "Oak table", "This product is not available in your region.", ""},
		{"", "Help", "", "Wallets are not available in your country? Then pay by card or send us a cheque.", ""},
		{"", "Shop", "Sorry", "Our shop is not available in your country.", country},
		{"", "Lifts", "Lifts", "Lift 2 is down for maintenance and will be back soon.", ""},

		{"", "Access denied", "Access denied", "You see this message when a project is private. Ask a colleague to " +
			"add you to the group, or sign in with another name.", ""},
		{"", "Forbidden", "Forbidden", "The request was blocked by a rule that you wrote. Rules are read from top to " +
			"bottom, and the first that fits decides.", ""},
		{"", "Access denied", "Access denied", "Your request was blocked. Reference 18.2f.", firewall},
	} {
		body := "<title>" + c.title + "</title>" + c.mark + "<h1>" + c.h1 + "</h1><p>" + c.text
		console.Equal(t, Of(site.Response{Status: 200, Body: []byte(body)}, 0), c.want, body)
	}
}

var must = console.Must

// All parts of the table are valid. A misspelt word would be a mark that no page has.
func TestSignatures(t *testing.T) {
	for _, s := range signatures {
		marked := !slices.ContainsFunc(s.marks, func(m mark) bool { return m.attribute == "" && m.element != "script" })
		if s.service == "" || !marked || slices.Contains(s.titles, "") || len(s.marks)+len(s.titles)+len(s.words) == 0 {
			t.Errorf("%+v", s)
		}
	}
	for part, has := range map[string]func(signature) bool{"text ": func(s signature) bool { return s.text > 0 },
		"titled ": func(s signature) bool { return s.titles != nil }} {
		got := 0
		for _, s := range signatures {
			if has(s) {
				got++
			}
		}
		written := strings.Count(signatureLines, ": "+part) + strings.Count(signatureLines, "& "+part)
		console.Equal(t, got, written, part)
	}
}
