package sites

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// network has a case for each kind of failure in connections, headers, lengths, codings and statuses.
var network = map[string]Case{
	"dies": {Doc: "stops to listen once the home page is sent", Alone: true, open: openDying,
		Gets: only("/", "page", "/case", "failed refused: connection refused", "/calm/1",
			"failed refused: connection refused")},
	"ipv6": {Doc: "listens on IPv6 only, at [::1]", open: openIPv6, handler: landing, Gets: at("page")},
	"slow-headers": {Doc: "sends a byte of its headers every 100 ms",
		handler: drip("", ok+"X-Slow: "+strings.Repeat("y", 500)),
		Gets:    at("failed timeout: no headers within 1s")},
	"slow-body": {Doc: "sends a byte of its body every 100 ms", handler: drip(ok+"\r\n<p>", "."),
		Gets: at("failed timeout: no whole answer within 2s")},
	"endless-download": {Doc: "sends a film that never ends, where no HTML is",
		handler: pour("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", "film"),
		Gets:    at("not-html video/mp4")},
	"endless-headers": {Doc: "sends headers without end", handler: pour(ok, "X-On: and on\r\n"),
		Gets: at("failed header: headers over 131072 bytes")},
	"continue-forever": {Doc: "sends 100 without end", handler: pour("", "HTTP/1.1 100 Continue\r\n\r\n"),
		Gets: at("failed header: headers over 131072 bytes")},
	"two-answers": {Doc: "sends a second answer that nobody asked for",
		handler: send(ok + "Content-Length: 8\r\n\r\n<p>first" + ok +
			"Content-Length: 26\r\n\r\n<a href=/smuggled>more</a>"),
		Gets: at("page", "/smuggled", "")},
}

// at returns the expectation for /case, and for further pairs of name and value.
func at(state string, more ...string) map[string]string {
	gets := only(more...)
	gets["/case"] = state
	return gets
}

func only(pairs ...string) map[string]string {
	gets := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		gets[pairs[i]] = pairs[i+1]
	}
	return gets
}

func openIPv6(s *Site) error {
	if err := s.plain("[::1]:0"); err != nil {
		return fmt.Errorf("%w: this machine has no IPv6", err)
	}
	return nil
}

// openDying closes its port when the home page is requested, and then answers.
func openDying(s *Site) error {
	l, err := s.listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.Origin = "http://" + l.Addr().String()
	s.serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			l.Close()
		}
		w.Header().Set("Connection", "close")
		s.answer(w, r)
	}))
	return nil
}

// encrypted has the cases of TLS and HTTP/2. It is never changed.
var encrypted = map[string]Case{
	"tls-good": {Doc: "a certificate as it should be, for comparison", handler: landing, Gets: at("page"),
		open: openTLS("http/1.1")},
	"http2-goaway": {Doc: "HTTP/2: says GOAWAY after every answer", handler: landing, open: openTLS("h2"),
		Gets: at("page")},
}

// certificate is the self-signed one of package httptest, for 127.0.0.1.
var certificate = sync.OnceValue(func() tls.Certificate {
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	return s.TLS.Certificates[0]
})

// openTLS serves HTTPS over a protocol. Over HTTP/2 it sends GOAWAY after each answer.
func openTLS(protocol string) func(*Site) error {
	return func(s *Site) error {
		l, err := s.listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		s.Origin = "https://" + l.Addr().String()
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{certificate()},
			NextProtos: []string{protocol}})
		s.serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if protocol == "h2" {
				w.Header().Set("Connection", "close") // makes net/http send GOAWAY
			}
			s.answer(w, r)
		}))
		return nil
	}
}
