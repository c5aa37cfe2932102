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
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"sitegraph/internal/console"
	"sitegraph/workers/objects"
)

// set moves a time's wall clock by seconds and leaves its monotonic clock alone. Package time cannot do that. Its first
// word has the wall clock's seconds, above 30 bits of nanoseconds.
func set(t time.Time, seconds int64) time.Time {
	*(*uint64)(unsafe.Pointer(&t)) += uint64(seconds << 30)
	return t
}

// A lease's age is the time passed, however the machine's clock is set.
func TestLeaseOfWrongClock(t *testing.T) {
	begun := time.Now()
	for _, before := range []int64{-90_000, 0, 90_000} {
		for _, after := range []int64{-90_000, 0, 90_000} {
			for passed, want := range map[time.Duration]bool{0: true, 29 * time.Second: true, 31 * time.Second: false} {
				l := &lease{lasts: time.Minute, now: func() time.Time { return set(begun.Add(passed), after) }}
				renewed := set(begun, before)
				l.renewed.Store(&renewed)
				if got := l.valid(); got != want {
					t.Errorf("clock set by %d s and %d s, %v passed: valid %v", before, after, passed, got)
				}
			}
		}
	}
}

// A worker keeps a group even if its clock jumps by hours. On a busy machine this may take several tries.
func TestWorkerOfWrongClock(t *testing.T) {
	const tries = 10
	for range tries {
		if keepsByWrongClock(t) {
			return
		}
	}
	t.Errorf("a lease was lost in each of %d tries", tries)
}

func keepsByWrongClock(t *testing.T) bool {
	w := newWorld(t)
	w.submit("a", 2)
	one, says := w.worker("one", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
		if err := os.WriteFile(filepath.Join(folder, stateName), []byte(g.String()), 0o644); err != nil {
			return nil, err
		}
		pause(ctx, 3*testLease)
		return crawler{}.Crawl(ctx, g, folder)
	}})
	var asked atomic.Int64
	one.Queue.now = func() time.Time { return set(time.Now(), (asked.Add(1)%7-3)*40_000) }
	must(t, one.Run(t.Context()))
	if got := w.collected("a"); len(got) != 2 || one.Counts().Saved < 2 {
		t.Errorf("%q, %+v\n%s", got, one.Counts(), says.all())
	}
	return one.Counts().Lost == 0 && !strings.Contains(says.all(), "given")
}

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
	w := &world{t: t, url: strings.Join(urls, ","), store: store, lease: testLease}
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

// moved is a crawler whose groups have the addresses at.
type moved struct {
	crawler
	at map[int]netip.Addr
}

func (m moved) Addresses(_ context.Context, g Group) []netip.Addr {
	return []netip.Addr{m.at[g.Number]}
}

// A group whose sites move to a server waits for other groups there, unless the address is in Apart.
func TestMoved(t *testing.T) {
	old, cdn := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("198.51.100.1")
	server := old.Next()
	for name, c := range map[string]struct {
		at      map[int]netip.Addr // the groups' current addresses
		waiting bool
	}{
		"to the server of another": {map[int]netip.Addr{1: server, 2: server}, true},
		"both to a new one":        {map[int]netip.Addr{1: cdn.Next(), 2: cdn.Next()}, true},
		"to a CDN":                 {map[int]netip.Addr{1: cdn, 2: cdn}, false},
		"nowhere":                  {map[int]netip.Addr{1: old, 2: server}, false},
	} {
		w := newWorld(t)
		j := Job{Name: "a", Version: "1", Groups: 2, Crawl: []byte(`{}`), Servers: &Servers{Most: 9,
			Apart: []netip.Prefix{netip.PrefixFrom(cdn, 32)}, Groups: map[netip.Addr][]int{old: {1}, server: {2}}}}
		must(t, Submit(t.Context(), w.queue(), w.store, j))
		var mutex sync.Mutex
		var underWay, most int
		var once sync.Once
		second := make(chan bool) // closed once the second group is there or waits
		one, says := w.worker("one", moved{crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
			mutex.Lock()
			underWay++
			if most = max(most, underWay); most == 2 {
				once.Do(func() { close(second) })
			}
			mutex.Unlock()
			<-second
			mutex.Lock()
			defer mutex.Unlock()
			underWay--
			return crawler{}.Crawl(ctx, g, folder)
		}}, c.at})
		say := one.Say
		one.Say = func(format string, values ...any) {
			say(format, values...)
			if strings.Contains(says.all(), "it waits") {
				once.Do(func() { close(second) })
			}
		}
		must(t, one.Run(t.Context()))
		if got := w.collected("a"); !slices.Equal(got, []string{"a 1/2", "a 2/2"}) || (most == 2) == c.waiting {
			t.Errorf("%s: %q, %d at once:\n%s", name, got, most, says.all())
		}
	}
}
