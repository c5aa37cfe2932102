package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// exported lists the exporters that conditions need.
const exported = "csv,aliases,ledger,bad"

// TestFailOn checks that compare and what-if exit with 5 if a condition holds or is unknown, and print only Markdown.
func TestFailOn(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	sitegraph("-O", out, "--export", exported).MustEnd(t, exitDone)
	folder := filepath.Join(out, "result", "museum.example")
	compare := func(conditions, a, b string, more ...string) outcome {
		args := append([]string{"compare", "-O", out, "--fail-on", conditions, a, b}, more...)
		return sitegraph(args...)
	}
	o := compare("new:broken-link,new:unreachable,depth>3", folder, folder).MustEnd(t, exitDone)
	if !strings.HasPrefix(o.Out, "### `http://museum.example` passes\n") || strings.Contains(o.Out, "compare.json") {
		t.Errorf("not the verdict alone:\n%s", o.Out)
	}
	compare("depth>2", folder, folder).MustEnd(t, exitFails).
		MustShow(t, "fails 1 of 1 condition", "* `http://museum.example/collection/coins/penny.html`")
	if o := compare("depth>2", folder, folder, "--quiet").MustEnd(t, exitFails); o.Out != "" {
		t.Errorf("quiet, and printed %s", o.Out)
	}
	compare("depth>2", folder, folder, "--progress", "json").MustEnd(t, exitFails).
		MustShow(t, `{"gate":{"site":"http://museum.example","passed":false,`, `{"file":"`)
	compare("dept>2", folder, folder).MustEnd(t, exitUsage).MustSay(t, `--fail-on`, `did you mean "depth"?`)

	changes := filepath.Join(t.TempDir(), "relaunch.txt")
	must(t, os.WriteFile(changes, []byte("delete /about.html\n"), 0o600))
	whatIf := func(more ...string) outcome {
		return sitegraph(append([]string{"-O", out, "what-if", changes}, more...)...)
	}
	o = whatIf("--fail-on", "new:broken-link,new:unreachable>9").MustEnd(t, exitFails)
	o.MustShow(t, "fails 1 of 2 conditions", "\n`new:broken-link`:\n\n* `http://museum.example/about.html`\n")
	if !strings.HasPrefix(o.Out, "### ") || strings.Contains(o.Out, "redirects") {
		t.Errorf("not the verdict alone:\n%s", o.Out)
	}
	whatIf("--fail-on", "new:broken-link>1").MustEnd(t, exitDone)
	whatIf("--fail-on", "error", "--explain").MustEnd(t, exitUsage).MustSay(t, "leave out --explain")
}

// TestFailOnPart checks that a condition is unknown for a site without a counterpart.
func TestFailOnPart(t *testing.T) {
	t.Parallel()
	both, one := t.TempDir(), t.TempDir()
	s, other := serve(t, map[string]string{"/": links("Home")}), serve(t, map[string]string{"/": links("Other")})
	crawl("-O", both, "--export", exported, s.URL, other.URL).MustEnd(t, exitDone)
	crawl("-O", one, "--export", exported, s.URL).MustEnd(t, exitDone)
	sitegraph("compare", "-O", t.TempDir(), "--fail-on", "new:broken-link", filepath.Join(both, "result"),
		filepath.Join(one, "result")).MustEnd(t, exitFails).
		MustShow(t, "` passes\n", "cannot be told: the site has no counterpart")
}
