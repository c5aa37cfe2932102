package queue

import (
	"context"
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
	"sync"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/workers/objects"
)

var must = console.Must

// A server can use NATS's own configuration file. It refuses anybody but the file's users.
func TestServerFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nats.conf")
	text := fmt.Sprintf("listen: 127.0.0.1:-1\njetstream { store_dir: %q }\n"+
		"authorization { user: crawl, password: secret }\n", t.TempDir())
	must(t, os.WriteFile(file, []byte(text), 0o600))
	s, err := Serve(file, t.TempDir())
	must(t, err)
	defer s.Close()
	host := strings.TrimPrefix(s.URL(), "nats://")
	for user, good := range map[string]bool{"crawl:secret@": true, "crawl:other@": false, "": false} {
		q, err := Connect(t.Context(), Options{URLs: "nats://" + user + host, Name: "test"})
		if (err == nil) != good || err != nil && (strings.Contains(err.Error(), "other") ||
			!strings.Contains(err.Error(), "right user and password")) {
			t.Errorf("%q: %v", user, err)
		}
		if err == nil {
			q.Close()
		}
	}
	must(t, os.WriteFile(file, []byte("listen: 127.0.0.1:-1"), 0o600))
	plain, err := Serve(file, t.TempDir())
	must(t, err)
	defer plain.Close()
	ctx, stop := context.WithTimeout(t.Context(), startTime/2) // far longer than an answer takes
	defer stop()
	if _, err := Connect(ctx, Options{URLs: plain.URL(), Name: "test"}); err == nil || ctx.Err() != nil {
		t.Errorf("a server without JetStream: %v", err)
	}
	must(t, os.WriteFile(file, []byte("jetstream {"), 0o600))
	if _, err := Serve(file, t.TempDir()); err == nil || !strings.Contains(err.Error(), "configuration") {
		t.Errorf("a damaged file: %v", err)
	}
}

// A server's certificate is accepted only if the authority that the user names signed it.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	certificate, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, certificate, key)
	file := filepath.Join(dir, "nats.conf")
	text := fmt.Sprintf("listen: 127.0.0.1:-1\njetstream { store_dir: %q }\ntls { cert_file: %q, key_file: %q }\n",
		t.TempDir(), certificate, key)
	must(t, os.WriteFile(file, []byte(text), 0o600))
	s, err := Serve(file, t.TempDir())
	must(t, err)
	defer s.Close()
	url := "tls://" + s.URL()[strings.Index(s.URL(), "://")+3:]
	for ca, good := range map[string]bool{certificate: true, "": false, filepath.Join(dir, "none.pem"): false} {
		q, err := Connect(t.Context(), Options{URLs: url, Name: "test", CA: ca})
		console.Equal(t, (err == nil), good, "signed by", ca)
		if err == nil {
			q.Close()
		}
	}
}

func writeCertificate(t *testing.T, certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	must(t, err)
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, err)
	for name, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: der},
		key: {Type: "PRIVATE KEY", Bytes: encoded}} {
		must(t, os.WriteFile(name, pem.EncodeToMemory(block), 0o600))
	}
}

// With two of three servers down, workers say so, wait and resume. SITEGRAPH_WORKERS=1 runs this; it takes a minute.
func TestQuorum(t *testing.T) {
	if os.Getenv("SITEGRAPH_WORKERS") == "" {
		t.Skip("set SITEGRAPH_WORKERS=1 to run")
	}
	files, urls := clusterFiles(t)
	servers := make([]*Server, len(files))
	begin := func(i int) {
		t.Helper()
		var err error
		if servers[i], err = Serve(files[i], ""); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(servers[i].Close)
	}
	for i := range files {
		begin(i)
	}
	store, err := objects.Open(t.TempDir(), nil)
	must(t, err)
	w := &world{t: t, url: strings.Join(urls, ","), store: store}
	w.submit("a", 4)
	var down, up sync.Once
	one, says := w.worker("one", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
		down.Do(func() { servers[0].Close(); servers[1].Close() })
		return crawler{}.Crawl(ctx, g, folder)
	}})
	say := one.Say
	one.Say = func(format string, values ...any) {
		if say(format, values...); strings.Contains(format, "no answer") {
			up.Do(func() { begin(0) })
		}
	}
	must(t, one.Run(t.Context()))
	if got := w.collected("a"); len(got) != 4 || !strings.Contains(says.all(), "no answer") {
		t.Error(got, says.all())
	}
}

func clusterFiles(t *testing.T) (files, urls []string) {
	t.Helper()
	var ports []int
	for range 6 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	for i := range 3 {
		file := filepath.Join(t.TempDir(), "nats.conf")
		text := fmt.Sprintf("server_name: n%d\nlisten: 127.0.0.1:%d\njetstream { store_dir: %q }\ncluster { name: c, "+
			"listen: 127.0.0.1:%d, routes: [nats://127.0.0.1:%d, nats://127.0.0.1:%d, nats://127.0.0.1:%d] }\n",
			i, ports[i], t.TempDir(), ports[3+i], ports[3], ports[4], ports[5])
		must(t, os.WriteFile(file, []byte(text), 0o600))
		files, urls = append(files, file), append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
	}
	return files, urls
}
