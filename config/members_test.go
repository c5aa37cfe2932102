package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func listed(hosts []Host) (lines []string) {
	for _, h := range hosts {
		lines = append(lines, fmt.Sprint(h.line(), " ", site.NewMembers(h.Members).Names()))
	}
	return lines
}

func TestEntityLines(t *testing.T) {
	long := "http://long.example = " + strings.Repeat("a.example, ", 6000) + "a.example"
	text := "Example.edu = www.example.edu, *.example.edu, http://old.example.org  # name: Example; tags: x\n" +
		"https://shop.example;4;3 = http://shop.example,SHOP.example:8080\n" +
		"intra.lan = *.intra.lan, *.lan, http://10.0.0.7:81/\n" +
		"http://пример.рф=*.пример.рф, http://пример.рф, *.xn--e1afmkfd.xn--p1ai\n" +
		"https://query.example/?a=b\n" +
		"a.example =\n" + // 6
		"b.example = x.example,, y.example\n" +
		"c.example = *.\n" +
		"d.example = *.com\n" +
		"e.example = *.co.uk\n" +
		"f.example = *.github.io\n" +
		"g.example = www.g.example/docs\n" +
		"h.example = *.10.0.0.1\n" +
		"i.example = i.example;4\n" + // 14
		"j.example = u:secret@b j.example\n" +
		"= www.k.example\n" +
		long + "\n" +
		"http://old.example.org\n" + // 18: in line 1
		"http://lab.example.edu;4 = y.example\n" +
		"https://old.example.org\n" +
		"https://query.example = z.example\n" + // 21
		"https://z.example = query.example\n" +
		"example.edu/about\n"
	hosts, warnings, err := ReadHosts(strings.NewReader(text), "h", Defaults())
	must(t, err)
	console.Equal(t, listed(hosts), []string{
		"https://example.edu/;2;-1;500 [example.edu www.example.edu *.example.edu http://old.example.org]",
		"https://shop.example/;4;3;500 [https://shop.example http://shop.example shop.example:8080]",
		"https://intra.lan/;2;-1;500 [intra.lan *.intra.lan *.lan http://10.0.0.7:81]",
		"http://xn--e1afmkfd.xn--p1ai/;2;-1;500 [http://xn--e1afmkfd.xn--p1ai *.xn--e1afmkfd.xn--p1ai]",
		"https://query.example/?a=b;2;-1;500 []",
		"https://old.example.org/;2;-1;500 []",
	})
	console.Equal(t, hosts[0].About.Name, "Example", hosts[0])
	console.Equal(t, len(hosts[0].Further), 1, hosts[0])
	const expected = ": expected host, *.domain or http://host; skipped"
	console.Equal(t, warnings, []string{
		"h:4: http://xn--e1afmkfd.xn--p1ai is named twice (and 1 more)",
		`h:6: "": a member is missing: expected site = host, *.domain, http://host; skipped`,
		`h:7: "x.example,, y.example": a member is missing: expected site = host, *.domain, http://host; skipped`,
		`h:8: "*." is not a member of a site: no host` + expected,
		`h:9: "*.com" is not a member of a site: com is a public suffix, not one site` + expected,
		`h:10: "*.co.uk" is not a member of a site: co.uk is a public suffix, not one site` + expected,
		`h:11: "*.github.io" is not a member of a site: github.io is a public suffix, not one site` + expected,
		`h:12: "www.g.example/docs" is not a member of a site: a path cannot be a member` + expected,
		`h:13: "*.10.0.0.1" is not a member of a site: an address has no subdomains` + expected,
		`h:14: "i.example;4" is not a member of a site: connections, depth and delay belong before the =` + expected,
		`h:15: "b j.example" is not a member of a site: bad host` + expected,
		`h:16: "" is not a site: expected http://host, https://host or a bare host name; skipped`,
		"h:17: longer than 65536 bytes; skipped",
		"h:21: https://query.example is already in line 5: members belong there; skipped",
		"h:18: http://old.example.org shares http://old.example.org with line 1, which counts; skipped",
		"h:19: http://lab.example.edu shares http://lab.example.edu with line 1, which counts; skipped",
		"h:22: https://z.example shares query.example with line 5, which counts; skipped",
	})
}

func TestScopeEntity(t *testing.T) {
	s := Defaults()
	s.Sites.Scope = site.ScopeEntity
	for _, c := range []struct{ text, want string }{
		{"https://www.cs.example.ac.uk/x", "[https://www.cs.example.ac.uk example.ac.uk *.example.ac.uk]"},
		{"example.edu", "[example.edu *.example.edu]"},
		{"http://Example.Edu:8080", "[http://example.edu:8080 example.edu *.example.edu]"},
		{"a.b.github.io", "[a.b.github.io b.github.io *.b.github.io]"},
		{"a.example = b.example", "[a.example b.example]"},
		{"http://10.0.0.1", "an address has no registered domain: [sites] scope = entity needs one"},
		{"http://[::1]", "an address has no registered domain: [sites] scope = entity needs one"},
		{"co.uk", "co.uk has no registered domain: [sites] scope = entity needs one"},
		{"localhost", "localhost has no registered domain: [sites] scope = entity needs one"},
	} {
		h, _, err := ParseHost(c.text, s)
		got := fmt.Sprint(site.NewMembers(h.Members).Names())
		if err != nil {
			got = err.Error()
		}
		console.Equal(t, got, c.want, c.text)
	}
}

// A page of a member host is a start page of the site; the member's name alone is not.
func TestStartsOfMembers(t *testing.T) {
	text := "a.example/x/ = b.example, *.c.example\n" +
		"http://b.example/y/\nhttps://www.c.example/?q\nb.example\nhttps://d.example/y/\nhttps://b.example:8080/y/\n"
	hosts, warnings, err := ReadHosts(strings.NewReader(text), "h", Defaults())
	must(t, err)
	console.Equal(t, len(hosts), 3, hosts)
	console.Equal(t, []string{fmt.Sprint(hosts[0].Further), hosts[1].URL.String(), hosts[2].URL.String()}, []string{
		"[http://b.example/y/ https://www.c.example/?q]", "https://d.example/y/", "https://b.example:8080/y/"})
	console.Equal(t, warnings, []string{
		"h:4: https://b.example shares https://b.example with line 1, which counts; skipped"})
}

// With scope entity, a list has one site for each registered domain.
func TestListOfEntities(t *testing.T) {
	s := Defaults()
	s.Sites.Scope = site.ScopeEntity
	text := "www.a.example.ac.uk/x\nhttps://b.example\nhttp://example.ac.uk/y\nhttp://c.b.example:81/\nb.example/z\n"
	hosts, _, err := ReadList(strings.NewReader(text), "l", s)
	must(t, err)
	var got []string
	for _, h := range hosts {
		got = append(got, fmt.Sprint(h.URL, " ", h.Further, " ", site.NewMembers(h.Members).Names()))
	}
	console.Equal(t, got, []string{
		"https://www.a.example.ac.uk/x [http://example.ac.uk/y] [www.a.example.ac.uk example.ac.uk *.example.ac.uk]",
		"https://b.example/ [http://c.b.example:81/ https://b.example/z] " +
			"[https://b.example b.example *.b.example http://c.b.example:81]"})
	_, _, err = ReadList(strings.NewReader("http://10.0.0.1/x"), "l", s)
	console.Fails(t, err, "l:1: \"http://10.0.0.1/x\": an address has no registered domain")
}

// Any lines give hosts that share no members, and members that are read back.
func FuzzEntityLines(f *testing.F) {
	for _, text := range []string{"a.test = b.test, *.a.test\nhttp://c.a.test", "x;1=y\ny=*.x", "=", "a = *.b\nc.b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		hosts, _, err := ReadHosts(strings.NewReader(text), "h", Defaults())
		if err != nil {
			return
		}
		if shared := Overlaps(hosts); len(shared) > 0 {
			t.Errorf("%q: %v", text, shared)
		}
		for i, h := range hosts {
			names := site.NewMembers(h.Members).Names()
			if _, err := site.ReadMembers(names); err != nil {
				t.Errorf("%q: %q: %v", text, names, err)
			}
			for _, o := range hosts[:i] {
				if meet(h, o) && (h.Members != nil || o.Members != nil) {
					t.Errorf("%q: %s and %s", text, h.URL, o.URL)
				}
			}
		}
	})
}

// meet reports whether two sites share a member, by comparing all pairs.
func meet(a, b Host) bool {
	all := func(h Host) []site.Member {
		return append(h.Members, site.Member{Scheme: h.URL.Scheme, Host: h.URL.Host, Port: h.URL.Port})
	}
	for _, m := range all(a) {
		for _, o := range all(b) {
			if m.Meets(o) {
				return true
			}
		}
	}
	return false
}

// Sites with a common registered domain or address form one group, and so does everything of an entity.
func TestGroups(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"https://www.a.example\nhttp://b.a.example:8080\nhttps://c.example", "a.example a.example c.example"},
		{"http://127.0.0.1:1\nhttp://127.0.0.1:2\nhttp://127.0.0.2:1", "127.0.0.1 127.0.0.1 127.0.0.2"},
		{"http://[::1]:1\nhttp://[::1]:2\nhttp://intranet\nhttp://wiki.intranet", "[::1] [::1] intranet wiki.intranet"},
		{"https://www.a.co.uk\nhttps://b.co.uk\nhttp://c.co.uk:50000\nhttp://d.co.uk:60000",
			"a.co.uk b.co.uk c.co.uk c.co.uk"},
		{"https://c.example = b.example\nhttps://www.a.example\nhttps://d.example = x.b.example, x.a.example",
			"a.example a.example a.example"},
		{"https://z.example = a.example\nhttps://y.example = z2.example\nhttps://www.z2.example",
			"a.example y.example y.example"},
	} {
		hosts, warnings, err := ReadHosts(strings.NewReader(c.lines), "hosts.txt", Defaults())
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		for i := range hosts { // each port is a server of its own
			if len(hosts[i].URL.Port) > 4 {
				hosts[i].Server = "one"
			}
		}
		console.Equal(t, Groups(hosts), strings.Fields(c.want), c.lines, c.want)
		slices.Reverse(hosts)
		got := Groups(hosts)
		slices.Reverse(got)
		console.Equal(t, got, strings.Fields(c.want), c.lines, c.want)
	}
}
