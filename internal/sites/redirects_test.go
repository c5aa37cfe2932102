package sites

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

var redirects = map[string]Case{
	"self-same-key": {Doc: "redirects to the same URL, its parameters in another order, and answers there",
		handler: sameKey, Gets: at("page", "/case?a=1&b=2", "page")},
	"self-same-key-loop": {Doc: "redirects to and fro between two orders of the parameters",
		handler: route(map[string]string{"/case": "/case?b=2&a=1", "/case?b=2&a=1": "/case?a=1&b=2",
			"/case?a=1&b=2": "/case?b=2&a=1"}),
		Gets: at("redirect-bad loop")},
	"counting": {Doc: "redirects to itself with another number each time, without end", handler: counting,
		Gets: at("redirect-bad more than 10 redirects")},
	"user": {Doc: "Location has a user name and a password", handler: withUser,
		Gets: at("alias-redirect to /x", "/x", "page")},
	"long": {Doc: "Location has 100 KB", handler: to("/" + strings.Repeat("l", 100_000)),
		Gets: at("redirect-bad Location: longer than 8192 bytes")},
	"two-locations": {Doc: "sends two Location headers", handler: atCase(twice),
		Gets: at("alias-redirect to /first", "/first", "page", "/second", "")},
	"to-failure": {Doc: "redirects to what sends no HTTP", handler: toFailure,
		Gets: at("redirect-lost to /broken: failed encoding: unknown content coding \"compress\"")},
	"399": {Doc: "answers 399, which is no status, with a Location", handler: redirect(399, "/x"),
		Gets: at("status 399", "/x", "")},
	"refresh": {Doc: "a page with a meta refresh, which is noted and not followed", handler: refresh,
		Gets: at("page", "/x", "")},
}

func to(location string) handler { return redirect(302, location) }

func redirect(status int, location string) handler {
	return atCase(func(w http.ResponseWriter) {
		w.Header()["Location"] = []string{location}
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		fmt.Fprint(w, calmPage("moved", ""))
	})
}

func route(table map[string]string) handler {
	return func(s *Site, w http.ResponseWriter, r *http.Request) {
		if location, ok := table[r.RequestURI]; ok {
			w.Header().Set("Location", location)
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
		landing(s, w, r)
	}
}

func sameKey(s *Site, w http.ResponseWriter, r *http.Request) {
	switch r.RequestURI {
	case "/case":
		write(w, calmPage("two orders", `<a href="?b=2&amp;a=1">b a</a>`))
	case "/case?b=2&a=1":
		http.Redirect(w, r, "/case?a=1&b=2", http.StatusMovedPermanently)
	default:
		landing(s, w, r)
	}
}

func counting(_ *Site, w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.URL.Query().Get("n"))
	http.Redirect(w, r, fmt.Sprintf("/case?n=%d", n+1), http.StatusFound)
}

func withUser(s *Site, w http.ResponseWriter, r *http.Request) {
	to("http://user:secret@"+r.Host+"/x")(s, w, r)
}

func twice(w http.ResponseWriter) {
	w.Header()["Location"] = []string{"/first", "/second"}
	w.WriteHeader(http.StatusFound)
}

func toFailure(s *Site, w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/broken" {
		w.Header().Set("Content-Encoding", "compress")
		write(w, "")
		return
	}
	to("/broken")(s, w, r)
}

func refresh(s *Site, w http.ResponseWriter, r *http.Request) {
	write(w, `<meta http-equiv="refresh" content="0; url=/x"><p>soon`)
}

// States of pages on sites with an odd robots.txt. The home page links to /case, and that to /secret, which the rules
// forbid if they can be read.
var (
	obeyed   = only("/case", "page", "/secret", "robots forbidden by robots.txt")
	noAnswer = "robots-unavailable"
)

const secret = "User-agent: *\nDisallow: /secret\n"

func withRules(doc string, robots handler, gets map[string]string) Case {
	return Case{Doc: doc, robots: robots, handler: withSecret, Gets: gets}
}

var robotsFiles = map[string]Case{
	"503-once": withRules("answers 503 for robots.txt, then with it", robotsOnce, obeyed),
	"redirect-host": {Doc: "redirects robots.txt to another site, whose rules forbid /case", robots: movedAway,
		handler: withSecret,
		Gets:    only("/case", "robots forbidden by robots.txt")},
	"html-refusal": {Doc: "sends the denial of a service in place of robots.txt", Alone: true,
		robots: text("<title>Request Rejected</title>The requested URL was rejected. Your support ID is: 1"),
		Gets:   only("/", "robots-unavailable refused by F5", "ended", noAnswer)},
	"delay": withRules("asks for a Crawl-delay of a year; the settings allow 20 ms",
		text("User-agent: *\nCrawl-delay: 31536000\nDisallow: /secret\n"), obeyed),
	"silent": {Doc: "never answers for robots.txt", robots: drip("", ""), Alone: true,
		Gets: only("/", "unreachable timeout: no headers within 3s", "ended", "unreachable")},
	"reset": {Doc: "resets the connection in robots.txt",
		robots: reset("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nUser-agent: *\nDisallow: /"), Alone: true,
		Gets: only("/", "robots-unavailable reset: connection ended in the body", "ended", noAnswer)},
}

func withSecret(s *Site, w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/case":
		write(w, calmPage("case", `<a href="/secret">secret</a>`))
	default:
		landing(s, w, r)
	}
}

func robotsOnce(s *Site, w http.ResponseWriter, r *http.Request) {
	if n := s.visit(r.RequestURI); n > 1 {
		text(secret)(s, w, r)
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
}

func movedAway(s *Site, w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.other+"/robots.txt", http.StatusMovedPermanently)
}

func everyByte() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}
