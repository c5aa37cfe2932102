package sites

import (
	"fmt"
	"net/http"
	"strings"
)

// content has equal or similar pages. /case links to ?a and ?b. With key exact only equal bytes are one page.
var content = map[string]Case{
	"token": {Doc: "pages that differ in a hidden token of a form",
		handler: varied(`<form><input type=hidden name=token value="%d"></form>`), Gets: two("page")},
	"comment": {Doc: "pages that differ in a comment", handler: varied(`<!-- made in %d ms -->`), Gets: two("page")},
	"links": {Doc: "pages that differ in the URL of a link", handler: varied(`<a href="/to/%d">to</a>`),
		Gets: two("page")},
	"equal": {Doc: "pages that are equal: the smaller URL is the page", handler: varied(`<p>Nothing new.</p>`),
		Gets: two("alias-duplicate")},
	"empty": {Doc: "pages without a single byte", handler: emptyPages, Gets: two("alias-duplicate")},
}

// contentText has the same pages with key text, which compares only visible text and links.
var contentText = map[string]Case{
	"links": content["links"],
	"equal": content["equal"],
	"short": {Doc: "pages with under 64 characters of text that differ in a comment: compared byte by byte",
		handler: shortPages, Gets: two("page")},
	"token": {Doc: content["token"].Doc, handler: content["token"].handler, Gets: two("alias-duplicate")},
}

// contentStable has pages with the default key. No page of so small a site is requested twice, so nothing is noise.
var contentStable = map[string]Case{"token": content["token"], "equal": content["equal"]}

// two says that the first page of a pair is a page, and the second one has this state.
func two(second string) map[string]string {
	return at("page", "/case?a", "page", "/case?b", second)
}

func pair(w http.ResponseWriter, r *http.Request) bool {
	if r.RequestURI != "/case" {
		return false
	}
	write(w, calmPage("case", `<a href="?a">a</a><a href="?b">b</a>`))
	return true
}

// varied serves a page that varies with each visit if its form has a place for the visit's number.
func varied(form string) handler {
	return func(s *Site, w http.ResponseWriter, r *http.Request) {
		if pair(w, r) {
			return
		}
		if r.URL.Path != "/case" {
			landing(s, w, r)
			return
		}
		n := s.visit("varied")
		part := strings.ReplaceAll(form, "%d", fmt.Sprintf("%02d", n))
		write(w, calmPage("varied", "<p>This text is always the same, and long enough for a text to be compared.</p>"+
			part))
	}
}

func shortPages(s *Site, w http.ResponseWriter, r *http.Request) {
	if !pair(w, r) {
		n := s.visit("short")
		write(w, calmPage("short", fmt.Sprintf("<p>Short.<!-- %d -->", n)))
	}
}

func emptyPages(_ *Site, w http.ResponseWriter, r *http.Request) {
	if !pair(w, r) {
		write(w, "")
	}
}
