package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestServerFile: a server is made by NATS's own configuration, with its users; who is none of them is refused.
func TestServerFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nats.conf")
	text := fmt.Sprintf("listen: 127.0.0.1:-1\njetstream { store_dir: %q }\n"+
		"authorization { user: crawl, password: secret }\n", t.TempDir())
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Serve(file, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	host := strings.TrimPrefix(s.URL(), "nats://")
	for user, good := range map[string]bool{"crawl:secret@": true, "crawl:other@": false, "": false} {
		q, err := Connect(t.Context(), Options{URLs: "nats://" + user + host, Name: "test"})
		if (err == nil) != good || err != nil && strings.Contains(err.Error(), "other") {
			t.Errorf("%q: %v", user, err)
		}
		if err == nil {
			q.Close()
		}
	}
	if err := os.WriteFile(file, []byte("jetstream {"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Serve(file, t.TempDir()); err == nil || !strings.Contains(err.Error(), "configuration") {
		t.Errorf("a damaged file: %v", err)
	}
}

// TestTLS: a server with a certificate is believed if it is signed by whom the user names, and by nobody else.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	certificate, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, certificate, key)
	file := filepath.Join(dir, "nats.conf")
	text := fmt.Sprintf("listen: 127.0.0.1:-1\njetstream { store_dir: %q }\ntls { cert_file: %q, key_file: %q }\n",
		t.TempDir(), certificate, key)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Serve(file, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	url := "tls://" + s.URL()[strings.Index(s.URL(), "://")+3:]
	for ca, good := range map[string]bool{certificate: true, "": false, filepath.Join(dir, "none.pem"): false} {
		q, err := Connect(t.Context(), Options{URLs: url, Name: "test", CA: ca})
		if (err == nil) != good {
			t.Errorf("signed by %q: %v", ca, err)
		}
		if err == nil {
			q.Close()
		}
	}
}

// writeCertificate makes a certificate for 127.0.0.1 that signs itself.
func writeCertificate(t *testing.T, certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: der},
		key: {Type: "PRIVATE KEY", Bytes: encoded}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
