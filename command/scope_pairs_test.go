package command

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pagesAt are the URLs of the pages of the one result folder, without the scheme, with names for the hosts.
func pagesAt(t *testing.T, out string, names *strings.Replacer) (all []string) {
	t.Helper()
	for _, r := range readTable(t, only(t, out, "result", "*", "*.nodes.csv"), true) {
		all = append(all, names.Replace(r["url"]))
	}
	slices.Sort(all)
	return all
}

// twoHosts are two servers whose pages link to each other.
func twoHosts(t *testing.T) (a, b string, names *strings.Replacer) {
	var others strings.Replacer
	a = served(t, map[string]string{
		"/":    links("Home", "/x/", "/z", "{b}/y/"),
		"/x/":  links("X", "/x/1", "/z", "{b}/", "{b}/y/1"),
		"/x/1": links("X1", "/", "{b}/y/"),
		"/z":   links("Z", "/x/"),
	}, &others)
	b = served(t, map[string]string{
		"/":    links("Other home", "/y/", "{a}/z"),
		"/y/":  links("Y", "/y/1", "/", "{a}/x/1"),
		"/y/1": links("Y1", "{a}/z", "{a}/x/"),
	}, &others)
	others = *strings.NewReplacer("{a}", a, "{b}", b)
	return a, b, strings.NewReplacer(a, "a", b, "b")
}

// A site of several hosts has the sections of its start pages; a host without any is taken whole.
func TestSectionsOfSeveralHosts(t *testing.T) {
	t.Parallel()
	a, b, names := twoHosts(t)
	for _, c := range []struct {
		lines []string
		want  []string
		notes []string
	}{
		{[]string{a + "/x/ = " + b}, []string{"a/x/", "a/x/1", "b/", "b/y/", "b/y/1"},
			[]string{"only what lies below it counts: " + a + "/x/"}},
		{[]string{a + "/x/ = " + b, b + "/y/"}, []string{"a/x/", "a/x/1", "b/y/", "b/y/1"},
			[]string{"and 1 other page", a + "/x/ and " + b[len("http://"):] + "/y/"}},
		{[]string{a + " = " + b, b + "/y/"}, []string{"a/", "a/x/", "a/x/1", "a/z", "b/y/", "b/y/1"},
			[]string{b[len("http://"):] + "/y/"}},
	} {
		out := t.TempDir()
		hosts := write(t, filepath.Join(out, "hosts.txt"), strings.Join(c.lines, "\n")+"\n")
		args := func(more ...string) []string { return append([]string{"-O", out, "--hosts", hosts}, more...) }
		crawl(args("--scope", "section")...).mustEnd(t, exitDone).mustSay(t, c.notes...)
		if got := pagesAt(t, out, names); !slices.Equal(got, c.want) {
			t.Errorf("%q: pages %q, want %q", c.lines, got, c.want)
		}
		before := files(t, filepath.Join(out, "result"))
		crawl(args("export")...).mustEnd(t, exitDone)
		mustEqualFiles(t, files(t, filepath.Join(out, "result")), before)
		crawl(args()...).mustEnd(t, exitDone).mustSay(t, "already complete")
		crawl(args("why", a+"/z")...).mustEnd(t, exitDone)

		arguments := t.TempDir()
		crawl(append(c.lines, "-O", arguments, "--scope", "section")...).mustEnd(t, exitDone)
		if got := pagesAt(t, arguments, names); !slices.Equal(got, c.want) {
			t.Errorf("%q as arguments: pages %q, want %q", c.lines, got, c.want)
		}
		crawl(append(c.lines, "-O", arguments, "--scope", "host")...).mustEnd(t, exitFailure).
			mustSay(t, `[sites] scope = "entity, section", now it is "entity"`)
	}
}

// With a list a scope says which links are internal; nothing but the list is fetched.
func TestListWithScope(t *testing.T) {
	t.Parallel()
	a, _, names := twoHosts(t)
	list := write(t, filepath.Join(t.TempDir(), "l.txt"), a+"/x/\n"+a+"/x/1\n")
	ledger := func(out string) map[string]string {
		all := map[string]string{}
		for _, r := range readTable(t, only(t, out, "result", "*", "*.ledger.csv"), false) {
			all[names.Replace(r["url"])] = r["state"]
		}
		return all
	}
	out := t.TempDir()
	crawl("-O", out, "--list", list).mustEnd(t, exitDone)
	if got := ledger(out); got["a/z"] != "beyond-level" || got["a/x/1"] != "page" {
		t.Errorf("of the host: %v", got)
	}
	out = t.TempDir()
	crawl("-O", out, "--list", list, "--scope", "section").mustEnd(t, exitDone).
		mustSay(t, "2 URLs were listed: no link was followed; what does not lie below "+a+"/x/ and "+a+"/x/1/ counts")
	if got := ledger(out); got["a/z"] != "external" || got["a/x/1"] != "page" {
		t.Errorf("of the section: %v", got)
	}
	crawl("-O", out, "--list", list).mustEnd(t, exitDone).mustSay(t, "already complete")
	crawl("-O", out, "why", a+"/z").mustEnd(t, exitDone).mustShow(t, "outside the section that was crawled")
	crawl("-O", out, "--list", list, "--scope", "entity").mustEnd(t, exitUsage).
		mustSay(t, "l.txt:1", "no registered domain")
}
