package command

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// oneSite fails the test unless the state has exactly one site, over http.
func oneSite(t *testing.T, out string) {
	t.Helper()
	o := crawl("status", "-O", out).MustEnd(t, exitDone)
	if strings.Count(o.Out, "\n") != 2 || strings.Contains(o.Out, "https://") {
		t.Errorf("not one site by http:\n%s", o.Out)
	}
}

// TestSchemeOpen checks that a name without a scheme means the crawled site, in all commands.
func TestSchemeOpen(t *testing.T) {
	t.Parallel()
	plain := append(slices.Clone(quick), "SITEGRAPH_EXPORT_EXPORTERS=csv")
	crawl := invocation{env: plain}.run
	s := serve(t, map[string]string{"/": links("Home", "/1"), "/1": "one"})
	name := strings.TrimPrefix(s.URL, "http://")
	for _, first := range []string{s.URL, name} { // over http, and over https, which has no server there
		out := t.TempDir()
		o := crawl("-O", out, first).MustEnd(t, exitDone)
		if said := strings.Contains(o.Err, "https://"+name+" has no server, so it is "+s.URL); said != (first == name) {
			t.Errorf("%s: said %q", first, o.Err)
		}
		hosts := write(t, filepath.Join(out, "hosts.txt"), name+" # mine\n")
		crawl("watch", "-O", out, name).MustEnd(t, exitDone).MustSay(t, s.URL+": iteration 2")
		c := invocation{env: append(slices.Clone(plain), "SITEGRAPH_SITES_HOSTS="+hosts)}
		c.run("watch", "-O", out).MustEnd(t, exitDone).MustSay(t, s.URL+": iteration 3")
		oneSite(t, out)
		for _, command := range []string{"stats", "export", "hosts"} {
			crawl(command, "-O", out, name).MustEnd(t, exitDone)
		}
		crawl("compare", "-O", out, "--from", "1", name).MustEnd(t, exitDone)
		crawl("why", "-O", out, name+"/1").MustEnd(t, exitDone).MustShow(t, s.URL+"/1\n", "page")
		crawl("forget", "--yes", "-O", out, name).MustEnd(t, exitDone).MustSay(t, "1 site forgotten")
	}
}

// TestSchemeOpenOrdered checks the same for ordered crawls, and that a given scheme is kept.
func TestSchemeOpenOrdered(t *testing.T) {
	s := serve(t, map[string]string{"/": links("Home", "/1", "/2"), "/1": "one", "/2": "two"})
	name := strings.TrimPrefix(s.URL, "http://")
	out := t.TempDir()
	crawl("-O", out, "--budget", "2", name).MustEnd(t, exitDone).MustSay(t, "has no server, so it is "+s.URL)
	crawl("-O", out, "--budget", "9", name).MustEnd(t, exitDone).MustShow(t, s.URL)
	oneSite(t, out)
	crawl("-O", t.TempDir(), "--budget", "9", "https://"+name).MustEnd(t, exitNothing)
	crawl("-O", t.TempDir(), "https://"+name).MustEnd(t, exitNothing)
	s.Close() // then neither answers
	crawl("-O", t.TempDir(), name).MustEnd(t, exitNothing).MustShow(t, "https://"+name)
}
