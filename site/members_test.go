package site

import (
	"net/netip"
	"testing"

	"sitegraph/internal/console"
)

func TestMembers(t *testing.T) {
	m, err := ReadMembers([]string{"Example.EDU", "*.example.edu", "http://old.example.org", "mirror.test:8080",
		"https://*.pages.test", "secure.test:443", "пример.рф", "http://[::1]:81/", "10.0.0.7"})
	must(t, err)
	for want, urls := range map[bool][]string{
		true: {"http://example.edu/a", "https://example.edu:443/", "https://www.example.edu/",
			"http://a.b.C.example.edu/", "http://old.example.org/x", "http://old.example.org:80/x",
			"http://mirror.test:8080/", "https://mirror.test:8080/", "https://me.pages.test/",
			"https://secure.test/", "http://secure.test:443/", "https://xn--e1afmkfd.xn--p1ai/",
			"http://[0:0::1]:81/", "http://10.0.0.7/", "http://0xa.7/"},
		false: {"https://example.edu:8443/", "http://example.edu:443/", "http://www.example.edu:8080/",
			"http://badexample.edu/", "http://example.edu.evil.test/", "http://.example.edu/",
			"https://old.example.org/x", "http://www.old.example.org/x", "http://mirror.test/",
			"http://me.pages.test/", "https://pages.test/", "http://secure.test/", "http://[::1]/"},
	} {
		for _, url := range urls {
			console.Equal(t, m.Has(mustParse(t, url)), want, url, !want)
		}
	}
	want := []string{"example.edu", "*.example.edu", "http://old.example.org", "mirror.test:8080",
		"https://*.pages.test", "secure.test:443", "xn--e1afmkfd.xn--p1ai", "http://[::1]:81", "10.0.0.7"}
	console.Equal(t, m.Names(), want)
	again, err := ReadMembers(m.Names())
	must(t, err)
	console.Equal(t, again.Names(), want, "read back")
}

func TestNoMember(t *testing.T) {
	for _, text := range []string{"", "*.", "*", "ftp://a.test", "a.test/docs", "http://a.test/?q", "a test",
		"a@b.test",
		"*.10.0.0.7", "http://*.[::1]", "a.*.test", "**.a.test", "http://", "a.test:99999", "a.test:0"} {
		if m, err := ParseMember(text); err == nil {
			t.Errorf("%q: %+v", text, m)
		}
	}
}

func TestMeets(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a.test", "http://a.test", true},
		{"a.test", "http://a.test:8080", false},
		{"a.test:443", "a.test", true},
		{"http://a.test", "https://a.test", false},
		{"*.a.test", "b.a.test", true},
		{"*.a.test", "a.test", false},
		{"*.a.test", "*.c.b.a.test", true},
		{"*.a.test", "*.a.test", true},
		{"*.a.test", "xa.test", false},
		{"*.a.test", "https://*.b.a.test:8443", false},
	} {
		a, errA := ParseMember(c.a)
		b, errB := ParseMember(c.b)
		if errA != nil || errB != nil || a.Meets(b) != c.want || b.Meets(a) != c.want {
			t.Errorf("%s, %s: %t (%v, %v)", c.a, c.b, a.Meets(b), errA, errB)
		}
	}
}

// A member that can be parsed is written in a form that gives the same member.
func FuzzParseMember(f *testing.F) {
	for _, text := range []string{"a.test", "http://*.a.test:80", "[::1]:81", "*.", "пример.рф.", "%2A", "%2a.a.test"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMember(text)
		if err != nil {
			return
		}
		if again, err := ParseMember(m.String()); err != nil || again != m {
			t.Errorf("%q: %+v, then %+v, %v", text, m, again, err)
		}
	})
}

// IsPublic agrees with IANA's registries on the first and last address of each range that is not globally reachable,
// and on neighbours of some.
func TestIsPublic(t *testing.T) {
	for first, last := range map[string]string{
		// These are IPv4 ranges in the order of the registry, then multicast.
		"0.0.0.0": "0.255.255.255", "10.0.0.0": "10.255.255.255", "100.64.0.0": "100.127.255.255",
		"127.0.0.0": "127.255.255.255", "169.254.0.0": "169.254.255.255", "172.16.0.0": "172.31.255.255",
		"192.0.0.0": "192.0.0.255", "192.0.2.0": "192.0.2.255", "192.88.99.0": "192.88.99.255",
		"192.168.0.0": "192.168.255.255", "198.18.0.0": "198.19.255.255", "198.51.100.0": "198.51.100.255",
		"203.0.113.0": "203.0.113.255", "240.0.0.0": "255.255.255.255", "224.0.0.0": "239.255.255.255",
		// These are IPv6 ranges in the order of the registry, then IPv4-compatible, site-local and multicast.
		"::1": "::", "::ffff:10.0.0.0": "::ffff:127.0.0.1", "64:ff9b::": "64:ff9b::ffff:ffff",
		"64:ff9b::7f00:1": "64:ff9b::a9fe:a9fe", "64:ff9b:1::": "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
		"100::": "100::ffff:ffff:ffff:ffff", "100:0:0:1::": "100::1:ffff:ffff:ffff:ffff",
		"2001::": "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::1": "2001:0:ffff:ffff:ffff:ffff:ffff:ffff",
		"2001:2::": "2001:2:0:ffff:ffff:ffff:ffff:ffff", "2001:10::": "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff",
		"2001:db8::": "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
		"2002::":     "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2002:7f00:1::": "2002:a00:1::",
		"3fff::": "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "5f00::": "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
		"fc00::": "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe80::": "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
		"fe80::1%eth0": "fec0::", "::7f00:1": "::ffff:ffff", "ff00::": "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
	} {
		for _, address := range []string{first, last} {
			if IsPublic(netip.MustParseAddr(address)) {
				t.Errorf("%s counts as public", address)
			}
		}
	}
	for _, address := range []string{"1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
		"126.255.255.255", "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.1", "192.0.1.0", "192.0.3.0",
		"192.31.196.1", "192.175.48.1", "198.17.255.255", "198.20.0.0", "198.51.101.0", "203.0.114.0",
		"223.255.255.255", "::ffff:8.8.8.8", "64:ff9b::808:808", "2000::1", "2001:200::", "2001:4860:4860::8888",
		"2001:db7::1", "2001:db9::1", "2003::1", "2606:4700::1111", "2620:4f:8000::1", "3ffe::1", "3fff:1000::"} {
		if !IsPublic(netip.MustParseAddr(address)) {
			t.Errorf("%s counts as private", address)
		}
	}
	if IsPublic(netip.Addr{}) {
		t.Error("no address counts as public")
	}
}
