package hostile

import (
	"bytes"
	"net/http"
	"strings"
)

// What the pages of the sites with an odd robots.txt get: /case is linked from
// the home page and links to /secret, which the rules forbid where they can be
// read.
var (
	obeyed   = only("/case", "page", "/secret", "robots forbidden by robots.txt")
	allowed  = only("/case", "page", "/secret", "page")
	noAnswer = "robots-unavailable"
)

// secret are the rules of most cases.
const secret = "User-agent: *\nDisallow: /secret\n"

// robotsFiles are robots.txt. It is never changed.
var robotsFiles = map[string]Case{
	"404": {Doc: "has no robots.txt", robots: always(404), handler: withSecret, Gets: allowed},
	"401": {Doc: "asks for a password for robots.txt", robots: always(401), handler: withSecret, Gets: allowed},
	"403": {Doc: "forbids to read robots.txt", robots: always(403), handler: withSecret, Gets: allowed},
	"410": {Doc: "says that robots.txt is gone", robots: always(410), handler: withSecret, Gets: allowed},
	"429": {Doc: "answers 429 for robots.txt", robots: always(429), Alone: true,
		Gets: only("/", "robots-unavailable status 429", "ended", noAnswer)},
	"500": {Doc: "answers 500 for robots.txt", robots: always(500), Alone: true,
		Gets: only("/", "robots-unavailable status 500", "ended", noAnswer)},
	"503-once": {Doc: "answers 503 for robots.txt, then with it", robots: robotsOnce, handler: withSecret, Gets: obeyed},
	"204":      {Doc: "answers 204 for robots.txt", robots: always(204), handler: withSecret, Gets: allowed},
	"304":      {Doc: "answers 304 for robots.txt, which nobody has", robots: always(304), handler: withSecret, Gets: allowed},
	"empty":    {Doc: "an empty robots.txt", robots: text(""), handler: withSecret, Gets: allowed},
	"redirect": {Doc: "redirects robots.txt to another place on the site", robots: moved("/rules.txt"), handler: withSecret, Gets: obeyed},
	"redirect-host": {Doc: "redirects robots.txt to another site, whose rules forbid /case", robots: movedAway, handler: withSecret,
		Gets: only("/case", "robots forbidden by robots.txt")},
	"redirect-loop":    {Doc: "redirects robots.txt to itself", robots: moved("/robots.txt"), handler: withSecret, Gets: allowed},
	"redirect-nowhere": {Doc: "redirects robots.txt to javascript:", robots: moved("javascript:0"), handler: withSecret, Gets: allowed},
	"redirect-refused": {Doc: "redirects robots.txt to a port where nobody listens", robots: moved("http://127.0.0.1:1/robots.txt"), Alone: true,
		Gets: only("/", "robots-unavailable refused: connection refused", "ended", noAnswer)},
	"html":       {Doc: "sends an HTML page with status 200 in place of robots.txt; a line of it looks like a rule", robots: robotsPage, handler: withSecret, Gets: allowed},
	"html-type":  {Doc: "sends robots.txt as text/html", robots: typed("text/html"), handler: withSecret, Gets: obeyed},
	"no-type":    {Doc: "sends robots.txt as a picture", robots: typed("image/png"), handler: withSecret, Gets: obeyed},
	"bom":        {Doc: "robots.txt begins with a byte order mark", robots: text("\ufeff" + secret), handler: withSecret, Gets: obeyed},
	"half-bom":   {Doc: "robots.txt begins with two of the three bytes of a byte order mark", robots: text("\xef\xbb" + secret), handler: withSecret, Gets: obeyed},
	"cr":         {Doc: "lines of robots.txt end with CR", robots: text(strings.ReplaceAll(secret, "\n", "\r")), handler: withSecret, Gets: obeyed},
	"crlf":       {Doc: "lines of robots.txt end with CR LF", robots: text(strings.ReplaceAll(secret, "\n", "\r\n")), handler: withSecret, Gets: obeyed},
	"no-newline": {Doc: "the last line of robots.txt does not end", robots: text(strings.TrimSpace(secret)), handler: withSecret, Gets: obeyed},
	"utf-16":     {Doc: "robots.txt is in UTF-16, so none of its lines is a rule", robots: text(utf16Text(secret, true)), handler: withSecret, Gets: allowed},
	"nul":        {Doc: "lines of robots.txt have NUL bytes between them", robots: text("User-agent: *\n\x00\x00\nDisallow: /secret\n\x00"), handler: withSecret, Gets: obeyed},
	"binary":     {Doc: "sends 256 KiB of binary data as robots.txt", robots: text(string(bytes.Repeat(everyByte(), 1<<10))), handler: withSecret, Gets: allowed},
	"1-MiB":      {Doc: "robots.txt has 1 MiB; the rule within the first 500 KiB counts, the one at the end, which forbids all, does not", robots: text(longRobots(1 << 20)), handler: withSecret, Gets: obeyed},
	"one-line":   {Doc: "robots.txt is one line of 1 MiB", robots: text("Disallow: /" + strings.Repeat("s", 1<<20)), handler: withSecret, Gets: allowed},
	"endless":    {Doc: "robots.txt never ends; its first rule counts", robots: pour("HTTP/1.1 200 OK\r\n\r\n"+secret, "# and on\n"), handler: withSecret, Gets: obeyed},
	"bomb":       {Doc: "robots.txt is 10 KB of gzip that become 10 MiB", prepare: func(c *Case) { c.robots = coded("gzip", squeezed(10<<20, 1)) }, handler: withSecret, Gets: allowed},
	"wildcards":  {Doc: "1,000 rules of 1,000 wildcards each, made to be slow to match, and one that forbids /secret", robots: text(secret + wildcards(1000, 1000)), handler: withSecret, Gets: obeyed},
	"rules":      {Doc: "20,000 rules, and one that forbids /secret", robots: text(secret + strings.Repeat("Disallow: /never/a/page/*x$\n", 20_000)[:480<<10]), handler: withSecret, Gets: obeyed},
	"all":        {Doc: "forbids everything", robots: text("User-agent: *\nDisallow: /\n"), Alone: true, Gets: only("/", "robots forbidden by robots.txt")},
	"delay":      {Doc: "asks for a Crawl-delay of a year; the settings allow 20 ms", robots: text("User-agent: *\nCrawl-delay: 31536000\nDisallow: /secret\n"), handler: withSecret, Gets: obeyed},
	"silent": {Doc: "never answers for robots.txt", robots: drip("", ""), Alone: true,
		Gets: only("/", "unreachable timeout: no headers within 1s", "ended", "unreachable")},
	"slow": {Doc: "sends a byte of robots.txt every 100 ms", robots: drip("HTTP/1.1 200 OK\r\n\r\n", secret+strings.Repeat("#", 1000)), Alone: true,
		Gets: only("/", "robots-unavailable timeout: no whole answer within 2s", "ended", noAnswer)},
	"reset": {Doc: "resets the connection in robots.txt", robots: reset("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nUser-agent: *\nDisallow: /"), Alone: true,
		Gets: only("/", "robots-unavailable reset: connection ended in the body", "ended", noAnswer)},
	"cut": {Doc: "closes the connection in the middle of robots.txt", robots: send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nUser-agent: *\nDisallow: /"), Alone: true,
		Gets: only("/", "robots-unavailable truncated: body shorter than announced, or its chunks broken", "ended", noAnswer)},
}

// withSecret is the site behind an odd robots.txt.
func withSecret(s *Site, w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/case":
		write(w, page("case", `<a href="/secret">secret</a>`))
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

func robotsPage(_ *Site, w http.ResponseWriter, _ *http.Request) {
	write(w, "<!DOCTYPE html>\n<title>Not found</title>\n<pre>\n"+secret+"Disallow: /\n</pre>\n")
}

// typed sends the rules as what they are not.
func typed(contentType string) handler {
	return func(_ *Site, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Write([]byte(secret))
	}
}

// longRobots is a file of so many bytes, with a rule early and one late.
func longRobots(n int) string {
	return secret + strings.Repeat("# a comment of no use to anybody\n", n/33) + "Disallow: /\n"
}

// wildcards makes rules, of which 480 KiB are kept.
func wildcards(rules, stars int) string {
	return strings.Repeat("Disallow: /"+strings.Repeat("*a", stars)+"b\n", rules)[:480<<10]
}

func everyByte() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}
