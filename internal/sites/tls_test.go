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
	"time"
)

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
