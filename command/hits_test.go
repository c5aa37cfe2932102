package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

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
	for _, text := range []string{`id="visits"`, "They followed 1 of 2 arcs between pages", "Googlebot"} {
		if !strings.Contains(want[folder+".report.html"], text) {
			t.Errorf("the report does not say %q", text)
		}
	}
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
	if !strings.Contains(o.Err, unread) ||
		!strings.Contains(o.Err, "the access logs have no request for pages of "+other.URL) {
		t.Errorf("remarks: %s", o.Err)
	}
}
