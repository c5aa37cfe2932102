package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
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
	console.Equal(t, compare("depth>2", folder, folder, "--quiet").MustEnd(t, exitFails).Out, "", "quiet")
	compare("depth>2", folder, folder, "--progress", "json").MustEnd(t, exitFails).
		MustShow(t, `{"gate":{"site":"http://museum.example","passed":false,`, `{"file":"`)
	compare("dept>2", folder, folder).MustEnd(t, exitUsage).MustSay(t, `--fail-on`, `did you mean "depth"?`)

	changes := write(t, filepath.Join(t.TempDir(), "relaunch.txt"), "delete /about.html\n")
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

// TestCompareRefuses checks the message for arguments that are not two result folders.
func TestCompareRefuses(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv,ledger").MustEnd(t, exitDone)
	folder := filepath.Join(out, "result", "museum.example")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{folder}, "two result folders"},
		{[]string{folder, filepath.Join(out, "nowhere")},
			"there is no folder " + filepath.Join(out, "nowhere") + "; name a folder like result/"},
		{[]string{museum, folder}, "there is no folder " + museum},
		{[]string{out, folder},
			"so it is not a result folder, or its crawl never ended; name " + filepath.Join(out, "result")},
		{[]string{filepath.Join(out, "logs"), folder}, "so it is not a result folder"},
	} {
		sitegraph(append([]string{"compare", "-O", out}, c.args...)...).MustEnd(t, exitUsage).MustSay(t, c.says)
	}
	sitegraph("compare", "-O", out, "--from", "0001-01-01").MustEnd(t, exitFailure).MustSay(t, "nothing was known at")
	sitegraph("compare", "-O", out, "--from", "1").MustEnd(t, exitDone).MustSay(t, "compared with itself: it was not")
	sitegraph("compare", "-O", out, filepath.Join(out, "result"), folder).MustEnd(t, exitDone).MustShow(t, "100%")
	list := write(t, filepath.Join(out, "list"), "/old,/visit.html\n/dead,/lost.html\nnothing\n")
	sitegraph("redirects", list, folder).MustEnd(t, exitFails).
		MustShow(t, list+":2: dead: /dead → /lost.html: status 404\n", list+":3: not understood: ")
}

// TestNoAnswerNow checks watch with a site that is down, and that compare suspects a relaunch if no path is shared.
func TestNoAnswerNow(t *testing.T) {
	out := t.TempDir()
	s := serve(t, map[string]string{"/": links("Home", "/a"), "/a": links("A", "/")})
	crawl("watch", "-O", out, s.URL).MustEnd(t, exitDone).MustSay(t, "the next watch checks its pages again")
	s.Close()
	o := crawl("watch", "-O", out, s.URL).MustEnd(t, exitNothing).MustSay(t, "no answer")
	console.Lacks(t, o.Err, "watch checks")
	of := filepath.Join(out, "result", strings.NewReplacer("http://", "", ":", "_").Replace(s.URL))
	sitegraph("-O", out, "--export", "csv").MustEnd(t, exitDone)
	two := []string{"compare", "-O", out, of, filepath.Join(out, "result", "museum.example")}
	sitegraph(two...).MustEnd(t, exitUsage).MustSay(t, "are different sites", "sites.report.html")
	sitegraph(append(two, "--fail-on", "old:dead")...).MustEnd(t, exitFails).MustShow(t, "`old:dead`")
}

// TestStatsOfFolder checks that a result folder gives the same numbers as the state.
func TestStatsOfFolder(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out).MustEnd(t, exitDone)
	folder := filepath.Join(out, "result", "museum.example")
	state := sitegraph("-O", out, "stats").MustEnd(t, exitDone)
	console.Equal(t, sitegraph("stats", folder).MustEnd(t, exitDone).Out, state.Out, "the folder gives the state")
}

// accessLog writes a log in which a person goes from / to /a, and a robot requests /lost, which has no links.
func accessLog(t *testing.T, site string) string {
	const line = `192.0.2.1 - - [02/Mar/2026:10:00:00 +0000] "GET PATH HTTP/1.1" 200 5 "REFERER" "AGENT"` + "\n"
	var text string
	for _, visit := range [][]string{{"/", "-", "Firefox/140.0"}, {"/a", site + "/", "Firefox/140.0"},
		{"/a", site + "/a", "Firefox/140.0"}, {"/lost", "-", "Googlebot/2.1"}} {
		text += strings.NewReplacer("PATH", visit[0], "REFERER", visit[1], "AGENT", visit[2]).Replace(line)
	}
	return write(t, filepath.Join(t.TempDir(), "access.log"), text)
}

// TestHits checks that access logs give crawl, export and report the same files. Without them, files have no hits.
func TestHits(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": links("Home", "/a", "/b"), "/a": links("A", "/a"), "/b": links("B")})
	log := accessLog(t, s.URL)
	with, later := t.TempDir(), t.TempDir()
	reporting("-O", with, "--hits", log, s.URL).MustEnd(t, exitDone)
	reporting("-O", later, s.URL).MustEnd(t, exitDone)
	without := files(t, resultFolder(t, later))
	reporting("export", "-O", later, "--hits", log).MustEnd(t, exitDone)
	want := files(t, resultFolder(t, with))
	mustEqualFiles(t, files(t, resultFolder(t, later)), want)
	reporting("report", "-O", later, resultFolder(t, with)).MustEnd(t, exitDone)
	folder := filepath.Base(resultFolder(t, with))
	for _, name := range []string{".measures.csv", ".stats.json"} {
		console.Equal(t, read(t, only(t, later, "reports", folder, "*"+name)), want[folder+name], name, "of the report")
	}
	reporting("export", "-O", later).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, later)), without)
	changes := write(t, filepath.Join(t.TempDir(), "changes.txt"), "delete /a\n")
	reporting("what-if", "-O", later, "--hits", log, changes).MustEnd(t, exitDone).
		MustShow(t, "Of 3 visits, 66.7% (2) went to URLs that lead nowhere any more, because of 1 line, and 0")

	console.Equal(t, want[folder+".followed.csv"], "Source,Target,visits\n1,2,1\n1,3,0\n2,2,1\n", "followed.csv")
	for kind, urls := range map[string]string{"visited-unlinked": "/lost", "never-visited": "/b"} {
		rows := problemRows(t, resultFolder(t, with), kind)
		if len(rows) != 1 || rows[0][3] != s.URL+urls {
			t.Errorf("%s: %q", kind, rows)
		}
	}
	console.Has(t, want[folder+".report.html"], `id="visits"`, "They followed 1 of 2 arcs between pages", "Googlebot")
}

// TestHitsRefused checks that missing logs and ambiguous lines are refused before any request, and bad lines named.
func TestHitsRefused(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": links("Home", "/a"), "/a": links("A")})
	other := serve(t, map[string]string{"/": links("Other")})
	log := accessLog(t, s.URL)
	for says, args := range map[string][]string{
		"there is no file nowhere": {"--hits", "nowhere", s.URL},
		"its lines name no host":   {"--hits", log, s.URL, other.URL},
		"must be names of files":   {"--hits", "=x", s.URL},
		"flag needs an argument":   {"--hits"},
	} {
		out := t.TempDir()
		o := crawl(append([]string{"-O", out}, args...)...)
		o.MustEnd(t, exitUsage)
		if _, err := os.Stat(filepath.Join(out, "result")); err == nil || !strings.Contains(o.Err, says) {
			t.Errorf("%q: %s", args, o.Err)
		}
	}
	write(t, filepath.Join(filepath.Dir(log), "access.log.1"), "no line\n")
	out, host := t.TempDir(), strings.TrimPrefix(s.URL, "http://")
	o := crawl("-O", out, "--hits", host+"="+log+"*", s.URL, other.URL)
	o.MustEnd(t, exitDone)
	const unread = "access.log.1: 1 of 1 line could not be read; the first: line 1: no time in brackets"
	o.MustSay(t, unread, "the access logs have no request for pages of "+other.URL)
}
