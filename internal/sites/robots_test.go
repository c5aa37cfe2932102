package sites

import (
	"net/http"
)

// What the pages of the sites with an odd robots.txt get: /case is linked from the home page and links to /secret,
// which the rules forbid where they can be read.
var (
	obeyed   = only("/case", "page", "/secret", "robots forbidden by robots.txt")
	allowed  = only("/case", "page", "/secret", "page")
	noAnswer = "robots-unavailable"
)

// secret are the rules of most cases.
const secret = "User-agent: *\nDisallow: /secret\n"

// withRules is a site with a robots.txt of its own.
func withRules(doc string, robots handler, gets map[string]string) Case {
	return Case{Doc: doc, robots: robots, handler: withSecret, Gets: gets}
}

// robotsFiles are robots.txt. It is never changed.
var robotsFiles = map[string]Case{
	"404": withRules("has no robots.txt", always(404), allowed),
	"429": {Doc: "answers 429 for robots.txt", robots: always(429), Alone: true,
		Gets: only("/", "robots-unavailable status 429", "ended", noAnswer)},
	"500": {Doc: "answers 500 for robots.txt", robots: always(500), Alone: true,
		Gets: only("/", "robots-unavailable status 500", "ended", noAnswer)},
	"503-once": withRules("answers 503 for robots.txt, then with it", robotsOnce, obeyed),
	"redirect": withRules("redirects robots.txt to another place on the site", moved("/rules.txt"), obeyed),
	"redirect-host": {Doc: "redirects robots.txt to another site, whose rules forbid /case", robots: movedAway,
		handler: withSecret,
		Gets:    only("/case", "robots forbidden by robots.txt")},
	"redirect-refused": {Doc: "redirects robots.txt to a port where nobody listens",
		robots: moved("http://127.0.0.1:1/robots.txt"), Alone: true,
		Gets: only("/", "robots-unavailable refused: connection refused", "ended", noAnswer)},
	"html-refusal": {Doc: "sends the denial of a service in place of robots.txt", Alone: true,
		robots: text("<title>Request Rejected</title>The requested URL was rejected. Your support ID is: 1"),
		Gets:   only("/", "robots-unavailable refused by F5", "ended", noAnswer)},
	"delay": withRules("asks for a Crawl-delay of a year; the settings allow 20 ms",
		text("User-agent: *\nCrawl-delay: 31536000\nDisallow: /secret\n"), obeyed),
	"silent": {Doc: "never answers for robots.txt", robots: drip("", ""), Alone: true,
		Gets: only("/", "unreachable timeout: no headers within 1s", "ended", "unreachable")},
	"reset": {Doc: "resets the connection in robots.txt",
		robots: reset("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nUser-agent: *\nDisallow: /"), Alone: true,
		Gets: only("/", "robots-unavailable reset: connection ended in the body", "ended", noAnswer)},
}

// withSecret is the site behind an odd robots.txt.
func withSecret(s *Site, w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/case":
		write(w, calmPage("case", `<a href="/secret">secret</a>`))
	case "/rules.txt":
		text(secret)(s, w, r)
	default:
		landing(s, w, r)
	}
}

func robotsOnce(s *Site, w http.ResponseWriter, r *http.Request) {
	if n, _ := s.visit(r.RequestURI); n > 1 {
		text(secret)(s, w, r)
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
}

func moved(location string) handler {
	return func(_ *Site, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(http.StatusMovedPermanently)
	}
}

func movedAway(s *Site, w http.ResponseWriter, r *http.Request) {
	moved(s.other+"/robots.txt")(s, w, r)
}

func everyByte() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}
