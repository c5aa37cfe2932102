package sites

import (
	"net/http"
	"time"
)

// patience are statuses that ask to come again. It is never changed.
var patience = map[string]Case{
	"429-seconds": {Doc: "answers 429 with Retry-After: 1 for a second",
		handler: busyFor(429, "seconds"), Gets: at("page")},
	"429-date": {Doc: "answers 429 with Retry-After, a date one second away, until then", handler: busyFor(429, "date"),
		Gets: at("page")},
	"503-seconds": {Doc: "answers 503 with Retry-After: 1 for a second",
		handler: busyFor(503, "seconds"), Gets: at("page")},
	"503-date": {Doc: "answers 503 with Retry-After, a date one second away, until then", handler: busyFor(503, "date"),
		Gets: at("page")},
	"429-year": {Doc: "answers 429 with a year in Retry-After, once", handler: thenPage(429, "31536000"),
		Gets: at("page")},
	"503-nonsense": {Doc: "answers 503 with Retry-After: soon, once", handler: thenPage(503, "soon"), Gets: at("page")},
	"429-always":   {Doc: "answers 429 for ever", handler: always(429), Gets: at("status 429")},
	"503-always":   {Doc: "answers 503 for ever", handler: always(503), Gets: at("status 503")},
	"500-once":     {Doc: "answers 500, then with the page", handler: thenPage(500, ""), Gets: at("page")},
	"502-once":     {Doc: "answers 502, then with the page", handler: thenPage(502, ""), Gets: at("page")},
	"reset-once":   {Doc: "resets the connection, then answers with the page", handler: resetOnce, Gets: at("page")},
	"404-once": {Doc: "answers 404, and would answer with a page the second time", handler: thenPage(404, ""),
		Gets: at("status 404")},
}

// busyFor answers with the status, and with Retry-After, until a second has passed.
func busyFor(status int, form string) handler {
	return func(s *Site, w http.ResponseWriter, r *http.Request) {
		n, since := s.visit(r.RequestURI)
		if n > 1 && since >= 900*time.Millisecond {
			write(w, calmPage("at last", ""))
			return
		}
		now := time.Now()
		w.Header().Set("Retry-After", "1")
		if form == "date" {
			w.Header().Set("Date", now.UTC().Format(http.TimeFormat))
			w.Header().Set("Retry-After", now.Add(time.Second).UTC().Format(http.TimeFormat))
		}
		w.WriteHeader(status)
	}
}

// thenPage answers with the status once, then with a page.
func thenPage(status int, retryAfter string) handler {
	return func(s *Site, w http.ResponseWriter, r *http.Request) {
		if n, _ := s.visit(r.RequestURI); n > 1 {
			write(w, calmPage("the second time", ""))
			return
		}
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(status)
	}
}

// always answers with the status.
func always(status int) handler {
	return func(_ *Site, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}

func resetOnce(s *Site, w http.ResponseWriter, r *http.Request) {
	if n, _ := s.visit(r.RequestURI); n > 1 {
		write(w, calmPage("the second time", ""))
		return
	}
	reset("")(s, w, r)
}
