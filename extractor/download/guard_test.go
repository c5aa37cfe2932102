package download

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func answers(addresses ...string) func(context.Context, string) ([]netip.Addr, error) {
	return func(context.Context, string) ([]netip.Addr, error) {
		var ips []netip.Addr
		for _, a := range addresses {
			ips = append(ips, netip.MustParseAddr(a))
		}
		return ips, nil
	}
}

func TestGuard(t *testing.T) {
	type step struct {
		host, address string
		allowed       bool
	}
	const named, other = "a.example", "b.example"
	public, loopback, intranet := []string{"9.9.9.1"}, []string{"::1", "127.0.0.1"}, []string{"10.0.0.5"}
	for name, c := range map[string]struct {
		named string
		first []string // addresses of the name at first
		steps []step
	}{
		"no guard":             {"", nil, []step{{"x.example", "127.0.0.1:80", true}}},
		"public":               {named, public, []step{{named, "9.9.9.1:443", true}}},
		"public moves":         {named, public, []step{{named, "1.1.1.7:443", true}}},
		"public leads outside": {named, public, []step{{other, "1.1.1.7:80", true}}},
		"public leads inside":  {named, public, []step{{other, "10.0.0.5:80", false}, {other, "[fd00::1]:80", false}}},
		"public is rebound":    {named, public, []step{{named, "9.9.9.1:80", true}, {named, "127.0.0.1:80", false}}},
		"rebound, it still leads": {named, public,
			[]step{{named, "127.0.0.1:80", false}, {other, "10.0.0.5:80", false}}},
		"public and private at first": {named, []string{"9.9.9.1", "127.0.0.1"},
			[]step{{named, "127.0.0.1:80", false}}},
		"so it is public":       {named, []string{"127.0.0.1", "9.9.9.1"}, []step{{other, "127.0.0.1:80", false}}},
		"a link led there":      {named, intranet, []step{{named, "10.0.0.5:80", false}, {named, "9.9.9.1:80", true}}},
		"private":               {named, loopback, []step{{named, "[::1]:80", true}, {named, "127.0.0.1:80", true}}},
		"private leads inside":  {named, intranet, []step{{other, "10.0.0.6:80", true}}},
		"private leads outside": {named, intranet, []step{{other, "9.9.9.1:80", true}, {named, "9.9.9.1:80", true}}},
		"private is rebound": {named, intranet,
			[]step{{named, "10.0.0.5:80", true}, {named, "169.254.169.254:80", false}}},
		"an IPv6 address":               {"[::1]", []string{"::1"}, []step{{"::1", "[::1]:80", true}}},
		"IPv4 in IPv6":                  {named, []string{"::ffff:10.0.0.5"}, []step{{named, "10.0.0.5:80", true}}},
		"an IPv4 address leads nowhere": {"9.9.9.1", public, []step{{"127.0.0.1", "127.0.0.1:80", false}}},
	} {
		g := newGuard(HTTPOptions{Host: c.named, Public: name == "a link led there"})
		g.lookup = answers(c.first...)
		for _, s := range c.steps {
			must(t, g.decide(t.Context(), s.host)) // decides for the site, whichever host is requested first
			g.lookup = answers("127.0.0.1")        // a second look-up would allow everything
			if err := g.check(s.host, s.address); (err == nil) != s.allowed {
				t.Errorf("%s: %s at %s: %v", name, s.host, s.address, err)
			}
		}
	}
}

// TestGuardFurther judges each host that the user named by its own first addresses, and all other hosts by the first
// addresses of the site.
func TestGuardFurther(t *testing.T) {
	first := map[string]string{"a.example": "9.9.9.1", "b.example": "10.0.0.5", "c.example": "9.9.9.3"}
	g := newGuard(HTTPOptions{Host: "a.example", Named: []string{"b.example", "c.example", "[::1]"}})
	g.lookup = func(ctx context.Context, host string) ([]netip.Addr, error) { return answers(first[host])(ctx, host) }
	for host := range first {
		must(t, g.decide(t.Context(), host))
	}
	g.lookup = answers("10.0.0.5")
	for _, c := range []struct {
		host, address string
		allowed       bool
	}{
		{"b.example", "10.0.0.5:80", true}, {"b.example", "10.0.0.6:80", false}, {"c.example", "10.0.0.5:80", false},
		{"a.example", "10.0.0.5:80", false}, {"d.example", "10.0.0.5:80", false}, {"d.example", "9.9.9.9:80", true},
		{"::1", "[::1]:80", true},
	} {
		must(t, g.decide(t.Context(), c.host))
		if err := g.check(c.host, c.address); (err == nil) != c.allowed {
			t.Errorf("%s at %s: %v", c.host, c.address, err)
		}
	}
}

// TestGuardThroughProxy checks that a public site cannot reach a private address through a proxy. An address that the
// user named may be private.
func TestGuardThroughProxy(t *testing.T) {
	base, _ := serve(t, html) // the proxy, at a private address
	for _, c := range []struct {
		named, first, asked string
		allowed             bool
	}{
		{"a.example", "9.9.9.1", "http://10.0.0.5", false}, {"a.example", "9.9.9.1", "http://[fd00::1]", false},
		{"a.example", "9.9.9.1", "http://169.254.169.254", false}, {"a.example", "9.9.9.1", "http://9.9.9.9", true},
		{"a.example", "9.9.9.1", "http://b.example", true}, {"10.0.0.5", "", "http://10.0.0.5", true},
		{"a.example", "10.0.0.6", "http://10.0.0.5", true},
	} {
		h := newHTTP(t, HTTPOptions{Host: c.named, Lookup: answers(c.first)})
		h.proxy = func(*http.Request) (*url.URL, error) { return url.Parse(base) }
		u, err := site.Parse(c.asked)
		must(t, err)
		got := h.Download(t.Context(), site.Request{URL: u})
		if (got.Status == 200) != c.allowed || !c.allowed && !strings.Contains(got.Failure.Detail, "private address") {
			t.Errorf("%s leads to %s: %d, %v", c.named, c.asked, got.Status, got.Failure)
		}
	}
}

// TestGuardUndecided checks that a site is public until its name is resolved, and that a failed look-up is repeated.
func TestGuardUndecided(t *testing.T) {
	g := newGuard(HTTPOptions{Host: "a.example"})
	failed := errors.New("no answer")
	g.lookup = func(context.Context, string) ([]netip.Addr, error) { return nil, failed }
	if err := g.decide(t.Context(), "b.example"); err != nil {
		t.Errorf("another host was looked up: %v", err)
	}
	console.Equal(t, g.decide(t.Context(), "a.example"), failed)
	if g.check("b.example", "10.0.0.5:80") == nil {
		t.Error("a private address is allowed before the site is known to be private")
	}
	g.lookup = answers("10.0.0.5")
	must(t, g.decide(t.Context(), "a.example"))
	must(t, g.check("b.example", "10.0.0.5:80"))
}

// TestGuardRebinding crawls a host with a public address at the first look-up and a loopback address when it is
// dialled.
func TestGuardRebinding(t *testing.T) {
	base, connections := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a private address was asked") })
	base = strings.Replace(base, "127.0.0.1", "localhost", 1)
	h := newHTTP(t, HTTPOptions{Host: "localhost"})
	h.guard.lookup = answers("9.9.9.1")
	for range 2 {
		got := h.Download(t.Context(), at(t, base, "/")).Failure
		want := site.Failure{Class: site.FailRefusal,
			Detail: "localhost has a private address that it did not have at first: if it has moved, crawl from " +
				"scratch with --fresh"}
		console.Equal(t, got, want)
	}
	console.Equal(t, connections.Load(), 0)
}
