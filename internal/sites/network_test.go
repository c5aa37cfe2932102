package sites

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"strings"
	"time"
)

// network are connections, headers, lengths, codings and statuses: one case for each kind of failure, and what no test
// of a package alone shows. It is never changed.
var network = map[string]Case{
	"refused": {Doc: "nobody listens at the port", Alone: true, open: openRefused,
		Gets: only("/", "unreachable refused: connection refused", "ended", "unreachable")},
	"dies": {Doc: "stops to listen once the home page is sent", Alone: true, open: openDying,
		Gets: only("/", "page", "/case", "failed refused: connection refused", "/calm/1",
			"failed refused: connection refused")},
	"dns": {Doc: "the host name does not resolve", Alone: true, open: openNowhere,
		Gets: only("/", "unreachable dns: no such host", "ended", "unreachable")},
	"ipv6": {Doc: "listens on IPv6 only, at [::1]", open: openIPv6, handler: landing, Gets: at("page")},
	"slow-headers": {Doc: "sends a byte of its headers every 100 ms",
		handler: drip("", ok+"X-Slow: "+strings.Repeat("y", 500)),
		Gets:    at("failed timeout: no headers within 1s")},
	"slow-body": {Doc: "sends a byte of its body every 100 ms", handler: drip(ok+"\r\n<p>", "."),
		Gets: at("failed timeout: no whole answer within 2s")},
	"endless-body": {Doc: "sends a body that never ends", handler: pour(ok+"\r\n<p>", "and so on "),
		Gets: at("failed too-large: body over 1048576 bytes")},
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

// at is what /case gets, and further pairs of name and value.
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

// openRefused names port 1 (tcpmux), where nobody listens. Another test may be given a
// port that was free a moment ago.
func openRefused(s *Site) error {
	s.Origin = "http://127.0.0.1:1"
	return nil
}

// openNowhere names a host that cannot be, since a label has 63 bytes at most: no name server need be asked.
func openNowhere(s *Site) error {
	s.Origin = "http://" + strings.Repeat("n", 64) + ".invalid"
	return nil
}

func openIPv6(s *Site) error {
	if err := s.plain("[::1]:0"); err != nil {
		return fmt.Errorf("%w: this machine has no IPv6", err)
	}
	return nil
}

// openDying closes its port when it is asked for the home page, and answers.
func openDying(s *Site) error {
	l, err := s.listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.Origin = "http://" + l.Addr().String()
	s.accept(l, func(c net.Conn) {
		target, err := readTarget(c)
		if err != nil {
			return
		}
		if target == "/" {
			l.Close()
		}
		body, _ := ordinary(target)
		lastAnswer(c, target, body)
	})
	return nil
}

// encrypted are TLS and HTTP/2. It is never changed.
var encrypted = map[string]Case{
	"tls-good": {Doc: "a certificate as it should be, for comparison", handler: landing, Gets: at("page"),
		open: openTLS(identity{})},
	"tls-unknown": {Doc: "a certificate that it signed itself", Alone: true, open: openTLS(identity{unknown: true}),
		Gets: only("/", "unreachable tls: certificate signed by unknown authority", "ended", "unreachable")},
	"http2-goaway": {Doc: "HTTP/2: says GOAWAY after every answer", handler: landing,
		open: openTLS(identity{http2: true, goAway: true}),
		Gets: at("page")},
	"http2-goaway-endless": {Doc: "HTTP/2: says GOAWAY (NO_ERROR) to every request, as if it were still to be asked",
		Alone: true, open: openHTTP2(goAway(0)),
		Gets: only("/", "unreachable timeout: no whole answer within 2s", "ended", "unreachable")},
}

// identity is what certificate a site shows, and which protocol it uses.
type identity struct{ unknown, http2, goAway bool }

type authority struct {
	key         *ecdsa.PrivateKey
	certificate *x509.Certificate
	pem         []byte
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hostile test authority"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &authority{key: key, certificate: certificate,
		pem: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}, nil
}

func (a *authority) sign(i identity) (tls.Certificate, error) {
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "hostile test site"},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	parent, signer := a.certificate, a.key
	if i.unknown {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

func (s *Site) listenTLS(i identity, protocols ...string) (net.Listener, error) {
	certificate, err := s.server.authority.sign(i)
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	l, err := s.listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.Origin = "https://" + l.Addr().String()
	return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: protocols}), nil
}

func openTLS(i identity) func(*Site) error {
	return func(s *Site) error {
		protocols := []string{"http/1.1"}
		if i.http2 {
			protocols = []string{"h2"}
		}
		l, err := s.listenTLS(i, protocols...)
		if err != nil {
			return err
		}
		s.serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if i.goAway {
				w.Header().Set("Connection", "close") // net/http sends GOAWAY
			}
			s.answer(w, r)
		}))
		return nil
	}
}

// The types of frames that are sent or waited for (RFC 9113 section 6).
const (
	frameHeaders  = 1
	frameSettings = 4
	frameGoAway   = 7
)

// openHTTP2 speaks HTTP/2 by hand: it sends its settings, waits for a request, and leaves the rest to f.
func openHTTP2(f func(net.Conn) error) func(*Site) error {
	return func(s *Site) error {
		l, err := s.listenTLS(identity{}, "h2")
		if err != nil {
			return err
		}
		s.accept(l, func(c net.Conn) {
			preface := make([]byte, len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
			if _, err := io.ReadFull(c, preface); err != nil {
				return
			}
			if settingsFrame(c) == nil && untilRequest(c) == nil && f(c) == nil {
				io.Copy(io.Discard, c)
			}
		})
		return nil
	}
}

// untilRequest reads frames up to the first HEADERS.
func untilRequest(c net.Conn) error {
	for {
		var head [9]byte
		if _, err := io.ReadFull(c, head[:]); err != nil {
			return err
		}
		length := int64(head[0])<<16 | int64(head[1])<<8 | int64(head[2])
		if _, err := io.CopyN(io.Discard, c, length); err != nil {
			return err
		}
		if head[3] == frameHeaders {
			return nil
		}
	}
}

// frame writes a frame of the connection (stream 0).
func frame(c net.Conn, kind byte, payload []byte) error {
	head := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, 0, 0, 0, 0, 0}
	_, err := c.Write(append(head, payload...))
	return err
}

func settingsFrame(c net.Conn) error { return frame(c, frameSettings, nil) }

// goAway announces that no stream was processed, for a reason (RFC 9113 section 7). The pause bounds how often a client
// that connects again at once does so.
func goAway(reason uint32) func(net.Conn) error {
	return func(c net.Conn) error {
		time.Sleep(20 * time.Millisecond)
		return frame(c, frameGoAway, binary.BigEndian.AppendUint32(make([]byte, 4), reason))
	}
}
