package site

import (
	"net/netip"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

func mustNormaliser(t testing.TB, profile string, hostIPs map[string]string) *Normaliser {
	t.Helper()
	n, err := NewNormaliser(profile, hostIPs)
	must(t, err)
	return n
}

// The examples come from the paper, with two misprints corrected: the dot segments lacked a dot, and the fragment took
// the slash with it. Where the default profile differs from the paper's, its key follows.
func TestKeyPaper(t *testing.T) {
	paper, careful := mustNormaliser(t, "paper", nil), mustNormaliser(t, "default", nil)
	for _, c := range []struct{ url, paper, careful string }{
		{"http://eXaMplE.com", "http://example.com/", ""},
		{"https://example.com:443/q.html", "https://example.com/q.html", ""},
		{"http://example.com/%3a%2B.", "http://example.com/%3A%2B.", ""},
		{"http://example.com/folder", "http://example.com/folder/", "http://example.com/folder"},
		{"http://example.com/folder?x=1", "http://example.com/folder/?x=1", "http://example.com/folder?x=1"},
		{"http://example.com/folder/", "http://example.com/folder/", ""},
		{"http://example.com/a.b/c", "http://example.com/a.b/c/", "http://example.com/a.b/c"},
		{"http://example.com/f1/./f2/../f3", "http://example.com/f1/f3/", "http://example.com/f1/f3"},
		{"http://example.com/f1/./f2/./f3/", "http://example.com/f1/f2/f3/", ""},
		{"http://example.com/folder/#fragment", "http://example.com/folder/", ""},
		{"http://example.com/f1//f2/", "http://example.com/f1/f2/", ""},
		{"http://example.com//f1////f2.x?a=//b", "http://example.com/f1/f2.x?a=//b", ""},
		{"http://example.com/?b=1&a=3", "http://example.com/?a=3&b=1", ""},
		{"http://example.com/?", "http://example.com/", ""},
		{"http://example.com/?a&b=1&c=2", "http://example.com/?b=1&c=2", "http://example.com/?a&b=1&c=2"},
		{"http://example.com/?a=&&b=1&", "http://example.com/?b=1", "http://example.com/?a=&b=1"},
		{"http://example.com/?&&", "http://example.com/", ""},
		{"http://example.com/?a&b=", "http://example.com/", "http://example.com/?a&b="},
		{"http://example.com/structure.php?plang=r&id=P8", "http://example.com/structure.php?id=P8&plang=r", ""},
	} {
		u := mustParse(t, c.url)
		if c.careful == "" {
			c.careful = c.paper
		}
		console.Equal(t, paper.Key(u), c.paper, "paper: Key", c.url)
		console.Equal(t, careful.Key(u), c.careful, "default: Key", c.url)
		console.Equal(t, paper.Address(u), c.paper, "paper: Address", c.url)
		console.Equal(t, careful.Address(u), u.String(), "default", c.url, u)
	}
}

// RFC 3986 sections 3.3 and 3.4 say which characters stay raw in a path and in a query. Nothing is decoded.
func TestKeyCharacters(t *testing.T) {
	n := mustNormaliser(t, "default", nil)
	for url, want := range map[string]string{"http://h/a[b]|c": "http://h/a%5Bb%5D%7Cc",
		"http://h/?[x]=`{|}\\^": "http://h/?%5Bx%5D=%60%7B%7C%7D%5C%5E", "http://h/it's?it's": "http://h/it's?it's",
		"http://h/it%27s?it%27s": "http://h/it%27s?it%27s", "http://h/100%?%zz&%4": "http://h/100%25?%254&%25zz",
		"http://h/%%41%7e%c3%a9": "http://h/%25%41%7E%C3%A9", "http://h/é?é": "http://h/%C3%A9?%C3%A9",
		"http://h/;=$!?a=b?c/d:@": "http://h/;=$!?a=b?c/d:@", "http://h/?b=2&a=2&b=1&a": "http://h/?a=2&a&b=2&b=1",
		"http://h/?a%3D1=2&a=3&A": "http://h/?A&a=3&a%3D1=2", "http://h/?|=1&z=2": "http://h/?%7C=1&z=2",
		"http://h/?x=1;b=2&a=1": "http://h/?a=1&x=1;b=2", "http://h/a/%2e%2E/b/.%2e": "http://h/",
		"http://bücher.example:81": "http://xn--bcher-kva.example:81/"} {
		u := mustParse(t, url)
		console.Equal(t, n.Key(u), want, "Key", url)
	}
}

func TestKeyRuleByRule(t *testing.T) {
	const url = "http://h/%3a//b?c=%3a&&a&b="
	for profile, want := range map[string]string{"fragment": url, "triplet-case": "http://h/%3A//b?c=%3A&&a&b=",
		"double-slash": "http://h/%3a/b?c=%3a&&a&b=", "trailing-slash": "http://h/%3a//b/?c=%3a&&a&b=",
		"sort-query": "http://h/%3a//b?&a&b=&c=%3a", "empty-params": "http://h/%3a//b?c=%3a&a&b=",
		"valueless-params": "http://h/%3a//b?c=%3a", "sort-query, empty-params": "http://h/%3a//b?a&b=&c=%3a",
		"valueless-params,triplet-case": "http://h/%3A//b?c=%3A",
		"scheme-host-case,double-slash": "http://h/%3a/b?c=%3a&&a&b=", "dot-segments,default-port": url,
		"empty-query,ip-to-host,fragment": url} {
		console.Equal(t, mustNormaliser(t, profile, nil).Key(mustParse(t, url)), want, profile)
	}
	console.Equal(t, mustNormaliser(t, "valueless-params", nil).Key(mustParse(t, "http://h/?a")), "http://h/?")
}

func TestKeyIPToHost(t *testing.T) {
	ips := map[string]string{"208.76.188.166": "Example.com", "2001:DB8::0:1": "example.com", "[::1]": "bücher.example"}
	n := mustNormaliser(t, "ip-to-host", ips)
	for url, want := range map[string]string{"https://208.76.188.166": "https://example.com/",
		"https://0xd04cbca6:8443/x?": "https://example.com:8443/x?", "http://[2001:db8:0::1]/": "http://example.com/",
		"http://[::1]/": "http://xn--bcher-kva.example/", "http://208.76.188.167/": "http://208.76.188.167/",
		"http://example.com/": "http://example.com/"} {
		console.Equal(t, n.Key(mustParse(t, url)), want, "Key", url)
	}
	u := mustParse(t, "https://208.76.188.166")
	for _, profile := range []string{"default", "paper"} {
		console.Equal(t, mustNormaliser(t, profile, ips).Key(u), u.String(), profile)
	}
}

func TestNewNormaliserErrors(t *testing.T) {
	for _, c := range []struct {
		profile string
		ips     map[string]string
		want    string
	}{
		{"defualt", nil, `unknown rule "defualt"`},
		{"", nil, "no rule"},
		{"sort-query, query", nil, "want default, paper, or a list of"},
		{"x", nil, "scheme-host-case, default-port, triplet-case, trailing-slash"},
		{"ip-to-host", map[string]string{"300.1.1.1": "h"}, `address "300.1.1.1" of h: bad host`},
		{"ip-to-host", map[string]string{"": "h"}, "no host"},
		{"ip-to-host", map[string]string{"1.1.1.1": "a b"}, `domain "a b" of 1.1.1.1: bad host`},
	} {
		n, err := NewNormaliser(c.profile, c.ips)
		if err == nil || !strings.Contains(err.Error(), c.want) || n != nil {
			t.Errorf("%q: got %v, %v, want %s", c.profile, n, err, c.want)
		}
	}
}

func TestKeyOfKeepsAddress(t *testing.T) {
	n := mustNormaliser(t, "default", nil)
	u := mustParse(t, "http://h/a/b.html?a=1&b=%3A")
	address := u.String()
	console.Equal(t, testing.AllocsPerRun(100, func() { n.KeyOf(u, address) }), 0)
	console.Equal(t, n.KeyOf(u, address), address)
}

// For every profile, a key is its own key, Key and KeyOf agree, and the test for normal URLs agrees with the normal
// form.
func FuzzNormalise(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Add("//1.2.3.4//a?b&a=1&&a=&'")
	profiles := []string{"default", "paper", "triplet-case", "double-slash", "trailing-slash", "sort-query",
		"empty-query", "empty-params", "valueless-params", "ip-to-host", "fragment", "sort-query,empty-query"}
	var all []*Normaliser
	for _, p := range profiles {
		all = append(all, mustNormaliser(f, p, map[string]string{"1.2.3.4": "h"}))
	}
	base := mustParse(f, "http://example.com/a/b?c")
	f.Fuzz(func(t *testing.T, ref string) {
		u, err := base.Resolve(ref, nil)
		if err != nil {
			return
		}
		for i, n := range all {
			checkKey(t, n, u, profiles[i])
		}
	})
}

func checkKey(t *testing.T, n *Normaliser, u URL, profile string) {
	key := n.Key(u)
	console.Equal(t, key, n.build(u), profile, u)
	console.Equal(t, key, n.KeyOf(u, u.String()), profile, u)
	again, err := Parse(key)
	if err != nil {
		t.Fatalf("%s: key %q of %+v: %v", profile, key, u, err)
	}
	if twice := n.Key(again); twice != key {
		t.Fatalf("%s: %+v has key %q, and that %q", profile, u, key, twice)
	}
	if again.Port != u.Port || again.Scheme != u.Scheme || strings.Contains(key, "#") {
		t.Fatalf("%s: %+v has key %q", profile, u, key)
	}
}

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
