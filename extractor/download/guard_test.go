package download

import (
	"strings"
	"testing"

	"sitegraph/site"
)

func TestGuard(t *testing.T) {
	type step struct {
		host, address string
		allowed       bool
	}
	for name, c := range map[string]struct {
		named []string
		steps []step
	}{
		"no guard":                   {nil, []step{{"x.example", "127.0.0.1:80", true}}},
		"public site leads inside":   {[]string{"a.example"}, []step{{"a.example", "192.0.2.1:443", true}, {"b.example", "10.0.0.5:80", false}}},
		"public site leads outside":  {[]string{"a.example"}, []step{{"a.example", "192.0.2.1:443", true}, {"b.example", "198.51.100.7:80", true}}},
		"local site leads inside":    {[]string{"a.example"}, []step{{"a.example", "127.0.0.1:80", true}, {"b.example", "127.0.0.2:80", true}}},
		"an IPv6 host may be inside": {[]string{"[::1]"}, []step{{"::1", "[::1]:80", true}}},
		"a named host may be inside": {[]string{"a.example", "b.example"}, []step{{"a.example", "192.0.2.1:443", true}, {"b.example", "192.168.1.1:80", true}}},
	} {
		g := &guard{named: c.named}
		for _, s := range c.steps {
			if err := g.check(s.host, s.address); (err == nil) != s.allowed {
				t.Errorf("%s: %s at %s: %v", name, s.host, s.address, err)
			}
		}
	}
}

func TestPrivate(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:80": true, "10.1.2.3:80": true, "172.16.0.1:80": true, "192.168.0.1:80": true, "169.254.169.254:80": true,
		"100.64.0.1:80": true, "0.0.0.0:80": true, "[::1]:80": true, "[fe80::1]:80": true, "[fd00::1]:80": true,
		"[::ffff:127.0.0.1]:80": true, "192.0.2.1:80": false, "172.32.0.1:80": false, "[2001:db8::1]:80": false, "nonsense": false,
	} {
		if got := private(address); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
}

// TestGuardRefuses wants a connection to loopback refused with a reason when
// only a public host was named.
func TestGuardRefuses(t *testing.T) {
	h := NewHTTP(HTTPOptions{Hosts: []string{"public.example"}})
	defer h.Close()
	u, err := site.Parse("http://127.0.0.1:9/")
	if err != nil {
		t.Fatal(err)
	}
	got := h.Download(t.Context(), site.Request{URL: u}).Failure
	if got.Class != site.FailRefusal || !strings.Contains(got.Detail, "127.0.0.1 has a private address") {
		t.Errorf("got %+v", got)
	}
}
