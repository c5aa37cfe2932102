package sites

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"strings"
	"time"
)

// network are connections, headers, lengths, codings and statuses: one case for each kind of failure, and what no test
// of a package alone shows. It is never changed.
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
	"http2-goaway": {Doc: "HTTP/2: says GOAWAY after every answer", handler: landing,
		open: openTLS(identity{http2: true, goAway: true}),
		Gets: at("page")},
}

// identity is what certificate a site shows, and which protocol it uses.
type identity struct{ http2, goAway bool }

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

func (a *authority) sign() (tls.Certificate, error) {
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "hostile test site"},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

func (s *Site) listenTLS(protocol string) (net.Listener, error) {
	certificate, err := s.server.authority.sign()
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	l, err := s.listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.Origin = "https://" + l.Addr().String()
	return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{certificate},
		NextProtos: []string{protocol}}), nil
}

func openTLS(i identity) func(*Site) error {
	return func(s *Site) error {
		protocol := "http/1.1"
		if i.http2 {
			protocol = "h2"
		}
		l, err := s.listenTLS(protocol)
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
