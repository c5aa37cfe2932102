package site

import (
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
