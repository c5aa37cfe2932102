package command

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatIfLinkingSites judges a change in one of two linked sites by the links of the other alone. By hand.
func TestWhatIfLinkingSites(t *testing.T) {
	t.Parallel()
	var others strings.Replacer
	a := served(t, map[string]string{"/": links("A", "/kept", "/moved", "/gone", "{b}/more", "{b}/none"),
		"/kept": links("Kept", "{b}/more"), "/moved": links("Moved", "/gone"), "/gone": links("Gone", "/")}, &others)
	b := served(t, map[string]string{
		"/":     links("B", "/more", "{a}/kept", "{a}/moved", "{a}/gone", "{a}/never"),
		"/more": links("More", "/", "{a}/gone#part", "{a}/"),
	}, &others)
	others = *strings.NewReplacer("{a}", a, "{b}", b)
	out := t.TempDir()
	crawl("-O", out, "--export", "csv,external", a+"/", b+"/").MustEnd(t, exitDone)
	for _, c := range []struct {
		of, changes string
		want        map[string]string // fate, new target and line, by source and target
	}{
		{a, "move /moved /here\ndelete /gone 410\n", map[string]string{b + "/ " + a + "/kept": "survives  ",
			b + "/ " + a + "/moved": "redirects " + a + "/here 1", b + "/ " + a + "/gone": "breaks  2",
			b + "/ " + a + "/never": "unknown  ", b + "/more " + a + "/gone": "breaks  2",
			b + "/more " + a + "/": "survives  "}},
		{b, "redirect /more /$ 302\n", map[string]string{a + "/ " + b + "/more": "redirects " + b + "/ 1",
			a + "/ " + b + "/none": "unknown  ", a + "/kept " + b + "/more": "redirects " + b + "/ 1"}},
	} {
		changes := write(t, filepath.Join(t.TempDir(), "relaunch.txt"), c.changes)
		sitegraph("-O", out, "--export", "csv", "what-if", "--linking-sites", changes, c.of).MustEnd(t, exitDone)
		got := map[string]string{}
		for _, r := range readTable(t, only(t, out, "what-if", "relaunch", "comparison",
			strings.ReplaceAll(c.of[len("http://"):], ":", "_"), "*.backlinks.csv"), true) {
			got[r["source"]+" "+r["target"]] = r["fate"] + " " + r["to"] + " " + r["line"]
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: links from the other site\n%v\nwant\n%v", c.of, got, c.want)
		}
	}
	bare := t.TempDir()
	crawl("-O", bare, "--export", "csv", a+"/", b+"/").MustEnd(t, exitDone)
	changes := write(t, filepath.Join(t.TempDir(), "relaunch.txt"), "delete /gone 410\n")
	sitegraph("-O", bare, "--export", "csv", "what-if", "--linking-sites", changes, a).
		MustSay(t, "which links of "+b+" lead to other sites was not kept: crawl it with the exporter external")
}
