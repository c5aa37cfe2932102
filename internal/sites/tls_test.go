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
	"io"
	"math/big"
	"net"
	"net/http"
	"time"
)

// encrypted are TLS and HTTP/2. It is never changed.
var encrypted = map[string]Case{
	"tls-good": {Doc: "a certificate as it should be, for comparison", handler: landing, Gets: at("page"),
		open: openTLS(identity{})},
	"tls-unknown": {Doc: "a certificate that it signed itself", Alone: true, open: openTLS(identity{unknown: true}),
		Gets: only("/", "unreachable tls: certificate signed by unknown authority", "ended", "unreachable")},
	"tls-expired": {Doc: "a certificate that has expired", Alone: true, open: openTLS(identity{expired: true}),
		Gets: only("/", "unreachable tls: certificate has expired or is not yet valid", "ended", "unreachable")},
	"tls-name": {Doc: "a certificate for another host", Alone: true, open: openTLS(identity{name: "other.example"}),
		Gets: only("/", "unreachable tls: certificate is not for 127.0.0.1", "ended", "unreachable")},
	"tls-plain": {Doc: "speaks HTTP where HTTPS is asked for", Alone: true,
		open: openMute("HTTP/1.1 400 Bad Request\r\n\r\n"),
		Gets: only("/", "unreachable tls: the server speaks HTTP where TLS was asked for", "ended", "unreachable")},
	"tls-garbage": {Doc: "answers the handshake with garbage", Alone: true,
		open: openMute("garbage garbage garbage garbage"),
		Gets: only("/", "unreachable tls: the server does not speak TLS", "ended", "unreachable")},
	"tls-silent": {Doc: "never answers the handshake", Alone: true, open: openMute(""),
		Gets: only("/", "unreachable timeout: no TLS handshake within 1s", "ended", "unreachable")},
	"http2-reset": {Doc: "HTTP/2: resets the stream before the headers", handler: abort(false),
		open: openTLS(identity{http2: true}),
		Gets: at("failed reset: connection ended before the headers")},
	"http2-reset-body": {Doc: "HTTP/2: resets the stream in the body", handler: abort(true),
		open: openTLS(identity{http2: true}),
		Gets: at("failed reset: connection ended in the body")},
	"http2-goaway": {Doc: "HTTP/2: says GOAWAY after every answer", handler: landing,
		open: openTLS(identity{http2: true, goAway: true}),
		Gets: at("page")},
	"http2-goaway-error": {Doc: "HTTP/2: says GOAWAY (ENHANCE_YOUR_CALM) instead of an answer", Alone: true,
		open: openHTTP2(goAway(11)),
		Gets: only("/", "unreachable reset: connection ended before the headers", "ended", "unreachable")},
	"http2-goaway-endless": {Doc: "HTTP/2: says GOAWAY (NO_ERROR) to every request, as if it were still to be asked",
		Alone: true, open: openHTTP2(goAway(0)),
		Gets: only("/", "unreachable timeout: no whole answer within 2s", "ended", "unreachable")},
	"http2-garbage": {Doc: "HTTP/2: sends frames that are against the rules", Alone: true,
		open: openHTTP2(garbageFrames),
		Gets: only("/", "unreachable protocol: breach of the HTTP/2 protocol", "ended", "unreachable")},
	"http2-silent": {Doc: "HTTP/2: answers no request", Alone: true, open: openHTTP2(settingsFrame),
		Gets: only("/", "unreachable timeout: no headers within 1s", "ended", "unreachable")},
}

// identity is what certificate a site shows, and which protocol it uses.
type identity struct {
	unknown, expired bool
	name             string // "": 127.0.0.1
	http2, goAway    bool
}

// authority signs certificates.
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

// sign makes a certificate.
func (a *authority) sign(i identity) (tls.Certificate, error) {
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "hostile test site"},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	if i.expired {
		template.NotAfter = time.Now().Add(-24 * time.Hour)
	}
	if i.name != "" {
		template.IPAddresses, template.DNSNames = nil, []string{i.name}
	}
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

// listenTLS opens a port where TLS is spoken, with the protocols given.
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

// openTLS serves HTTPS, with HTTP/2 if the identity has it.
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

// abort breaks the answer off, before its headers or in its body; over HTTP/2 net/http resets the stream.
func abort(inBody bool) handler {
	return func(_ *Site, w http.ResponseWriter, _ *http.Request) {
		if inBody {
			w.Header().Set("Content-Length", "1000")
			write(w, "<p>half")
			http.NewResponseController(w).Flush()
		}
		panic(http.ErrAbortHandler)
	}
}

// openMute reads the client's first bytes, gives an answer to them whatever they are, and waits for the client to go.
func openMute(answer string) func(*Site) error {
	return func(s *Site) error {
		l, err := s.listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		s.Origin = "https://" + l.Addr().String()
		s.accept(l, func(c net.Conn) {
			c.Read(make([]byte, 4096))
			io.WriteString(c, answer)
			io.Copy(io.Discard, c)
		})
		return nil
	}
}
