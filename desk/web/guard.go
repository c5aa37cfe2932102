package web

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
)

const (
	// mostBody bounds the body of a request in bytes; a list of sites is the longest.
	mostBody = 17 << 20
	// pagePolicy lets pages load what the desk itself serves, and run no inline code.
	pagePolicy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// guard lets through who may ask, and limits what is sent and how slowly.
func (s *Server) guard(next http.Handler) http.Handler {
	inner := http.NewCrossOriginProtection().Handler(s.admit(next))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.called(r.Host) {
			const text = "The desk does not answer under this name. Use its address, or start it with --host NAME."
			http.Error(w, text, http.StatusMisdirectedRequest)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		inner.ServeHTTP(&patientWriter{w, http.NewResponseController(w), s.limits.write}, r)
	})
}

// called reports whether the desk is called by the Host of a request. A page of another site cannot make the
// browser send an address or localhost as its own Host, only a name that leads to the desk (DNS rebinding).
func (s *Server) called(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if a, err := netip.ParseAddr(host); err == nil {
		return s.options.AnyAddress || a.IsLoopback()
	}
	return host == "localhost" || slices.ContainsFunc(s.options.Hosts, func(name string) bool {
		return strings.EqualFold(name, host)
	})
}

// patientWriter gives a client some time for each part of an answer, however long that is in all.
type patientWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	within  time.Duration
}

// Write implements io.Writer.
func (w *patientWriter) Write(b []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.within)); err != nil {
		return 0, err
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap returns the writer inside, for http.ResponseController.
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// unhurried lets an answer take longer than the time that a request may take, once the rest of its body has come.
func unhurried(w http.ResponseWriter, r *http.Request) error {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return &refusal{http.StatusBadRequest, "The body cannot be read: " + err.Error()}
	}
	http.NewResponseController(w).SetReadDeadline(time.Time{})
	return nil
}
