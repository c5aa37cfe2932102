package command

import (
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// at returns an invocation on a machine where localhost first had this address.
func at(address string) invocation {
	return invocation{env: quick, addresses: map[string]string{"localhost": address}}
}

// TestAddressesAreKept checks that the first address of a host counts in later runs and checks. All are at 127.0.0.1.
func TestAddressesAreKept(t *testing.T) {
	t.Parallel()
	const public, here, other = "9.9.9.9", "127.0.0.1", "127.0.0.9"
	for name, c := range map[string]struct {
		first, later string
		allowed      bool
	}{
		"public, then private":       {public, here, false},
		"private, then another":      {here, other, true},
		"private, then public":       {here, public, true},
		"another private, then this": {other, here, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string]string{"/": links("Home", "/1", "/2"), "/1": "one", "/2": "two"})
			url := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
			out, first, later := t.TempDir(), exitDone, exitDone
			want := func(code int, o outcome) {
				t.Helper()
				if o.MustEnd(t, code); code == exitNothing {
					o.MustSay(t, "private address that it did not have at first")
				}
			}
			if !c.allowed {
				first, later = exitNothing, exitNothing
			}
			want(first, at(c.first).run("-O", out, "--max-pages", "1", url))
			o := at(c.later).run("-O", out, url)
			want(later, o)
			if pages := regexp.MustCompile(`(?m)^http://localhost:\d+ +3 `); c.allowed && !pages.MatchString(o.Out) {
				t.Errorf("not three pages:\n%s", o.Out)
			}
			want(later, at(c.later).run("watch", "-O", out, url))
			if !c.allowed {
				at(here).run("-O", out, "--fresh", url).MustEnd(t, exitDone)
			}
		})
	}
}

// TestHostsAddPrivate checks that a linked host at a private address is added only if the user names it.
func TestHostsAddPrivate(t *testing.T) {
	outside := []string{"http://open.example/", "http://gone.example/", "http://intern.example/", "http://localhost:9/",
		"http://10.0.0.7/", "http://[fd00::1]/", "http://2130706433:81/", "http://198.18.0.1/"}
	s := serve(t, map[string]string{"/": links("Home", outside...)})
	out := t.TempDir()
	hosts := write(t, filepath.Join(out, "hosts.txt"), "")
	c := invocation{env: []string{"SITEGRAPH_SITES_HOSTS=" + hosts},
		addresses: map[string]string{"open.example": "9.9.9.9", "intern.example": "10.1.2.3"}}
	crawl("-O", out, s.URL).MustEnd(t, exitDone)
	private := []string{"intern.example", "localhost:9", "10.0.0.7", "[fd00::1]", "127.0.0.1:81", "198.18.0.1"}
	for _, dry := range [][]string{{"--dry-run"}, nil} {
		c.run(append([]string{"hosts", "add", "-O", out, "--at-least", "1", "*"}, dry...)...).MustEnd(t, exitDone).
			MustSay(t, append(private, "left out", "2 hosts ")...)
	}
	c.run("hosts", "add", "-O", out, "intern.example", "127.0.0.1:81", "*0.0.7").MustEnd(t, exitDone).
		MustSay(t, "left out", "10.0.0.7", "2 hosts added")
	want := map[string]bool{"http://gone.example # from links": true, "http://open.example # from links": true,
		"http://intern.example": true, "http://127.0.0.1:81": true}
	got := map[string]bool{}
	for line := range strings.Lines(read(t, hosts)) {
		got[strings.TrimSpace(line)] = true
	}
	if !maps.Equal(got, want) {
		t.Errorf("hosts.txt: %v", got)
	}
}
