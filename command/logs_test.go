package command

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/stats"
)

// TestLogHarmless checks that a hostile content type can neither run in a spreadsheet nor control a terminal.
func TestLogHarmless(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		types := map[string]string{"/": "text/html", "/f": "=1+1", "/g": "\u009b31m/x\xff"}
		w.Header().Set("Content-Type", types[r.URL.Path])
		w.Write([]byte(links("Home", "/f", "/g")))
	}))
	defer s.Close()
	out := t.TempDir()
	crawl("-O", out, s.URL).MustEnd(t, exitDone)
	var types []string
	for _, row := range readTable(t, filepath.Join(out, "logs", "common_log.csv"), true) {
		types = append(types, row["content_type"])
	}
	slices.Sort(types)
	console.Equal(t, types, []string{"'=1+1", "text/html", "\ufffd31m/x\ufffd"}, "types")
	crawl("-O", out, "why", s.URL+"/g").MustEnd(t, exitDone).MustShow(t, "\ufffd31m/x\ufffd")
}

// TestLimitsCounted checks that the manifest counts the URLs that each limit left out, by the name of the setting.
func TestLimitsCounted(t *testing.T) {
	t.Parallel()
	s := serveBehind(t, map[string]string{
		"/": links("Home", "/"+strings.Repeat("l", 3000), "/"+strings.Repeat("m", 3000), "/big", "/loop1",
			"/slow", "/header", "/a/a/a/a/a/a"),
		"/big": strings.Repeat("x", 21000), "/loop1": "->/loop2", "/loop2": "->/loop3", "/loop3": "->/loop4",
	}, func(w http.ResponseWriter, r *http.Request) bool {
		switch r.URL.Path {
		case "/slow":
			<-r.Context().Done()
		case "/header":
			w.Header().Set("X", strings.Repeat("x", 8<<10))
		}
		return false
	})
	c := invocation{env: append([]string{
		"SITEGRAPH_WALK_MAX_URL_LENGTH=2048",
		"SITEGRAPH_WALK_MAX_REDIRECTS=2",
		"SITEGRAPH_DOWNLOAD_MAX_BODY=20000",
		"SITEGRAPH_DOWNLOAD_TIMEOUT=3s",
		"SITEGRAPH_DOWNLOAD_MAX_HEADER=1KiB"}, quick...)}
	out := t.TempDir()
	c.run("-O", out, s.URL).MustEnd(t, exitDone)
	got := readManifest(t, resultFolder(t, out)).Counts.Limits
	want := map[string]int{"max_url_length": 2, "max_redirects": 1, "max_body": 1,
		"timeout": 1, "max_header": 1, "max_path_repeats": 1}
	console.Equal(t, got, want, "limits")
}

// reachIn reads the reach of robots from the stats.json in a folder.
func reachIn(t *testing.T, folder string) *stats.Reach {
	t.Helper()
	var s stats.Summary
	must(t, json.Unmarshal([]byte(read(t, only(t, folder, "*.stats.json"))), &s))
	return s.Reach
}

// reached lists the pages that each robot reaches, and the rule that keeps most pages from it.
func reached(r *stats.Reach) string {
	var all []string
	for _, robot := range r.Robots {
		text := fmt.Sprintf("%s:%d", robot.Robot, robot.Reached)
		if len(robot.Rules) > 0 {
			text += fmt.Sprintf(" %d by %s", robot.Rules[0].Pages, robot.Rules[0].Rule)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// TestReachByRobot checks that crawl, export, report and what-if show the reach of robots if the setting asks for it.
func TestReachByRobot(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{
		"/": links("Home", "/search/", "/about"), "/about": links("About"), "/search/": links("Search", "/found"),
		"/found":      links("Found", "/"),
		"/robots.txt": "User-agent: GPTBot\nDisallow: /search/\nUser-agent: *\nDisallow: /private/\n",
	})
	out := t.TempDir()
	args := []string{"-O", out, "--export", "csv,gexf,stats,report,ledger,aliases,bad"}
	crawl(append(args, s.URL)...).MustEnd(t, exitDone)
	folder := resultFolder(t, out)
	if reachIn(t, folder) != nil || strings.Contains(read(t, only(t, folder, "*.measures.csv")), "reached_by") {
		t.Error("nobody asked for robots")
	}
	set := invocation{env: append(quick, "SITEGRAPH_REPORT_ROBOTS=*, GPTBot")}
	const want = "*:4, GPTBot:2 2 by Disallow: /search/"
	set.run(append(args, "export")...).MustEnd(t, exitDone)
	console.Equal(t, reached(reachIn(t, folder)), want, "export")
	table := "Id,url,level,*,GPTBot\n3," + s.URL + "/search/,1,,Disallow: /search/\n4," + s.URL + "/found,2,,behind\n"
	console.Equal(t, read(t, only(t, folder, "*.reach.csv")), table, "reach.csv")
	for file, has := range map[string]string{"*.gexf": `title="reached_by_GPTBot"`,
		"*.measures.csv": ",reached_by_GPTBot\n",
		"*.report.html":  "2 pages in or only behind /search/, closed to GPTBot"} {
		console.Has(t, read(t, only(t, folder, file)), has)
	}
	set.run("report", "-O", out, folder).MustEnd(t, exitDone)
	console.Equal(t, reached(reachIn(t, only(t, out, "reports", "*"))), want, "report")
	set.run("stats", "-O", out).MustEnd(t, exitDone).MustShow(t, "/search/ (2)")

	changes := write(t, filepath.Join(t.TempDir(), "closed.txt"), "robots: Disallow: /about\n")
	set.run(append(args, "what-if", changes)...).MustEnd(t, exitDone)
	then := reachIn(t, only(t, out, "what-if", "closed", "127*"))
	console.Equal(t, reached(then), "*:3, GPTBot:1 2 by Disallow: /search/", "what-if")
	write(t, changes, "robots: Disallow: /about GPTBot\nrobots: Allow: /search/ GPTBot\n")
	set.run(append(args, "what-if", changes)...).MustEnd(t, exitDone)
	then = reachIn(t, only(t, out, "what-if", "closed", "127*"))
	console.Equal(t, reached(then), "*:4, GPTBot:3 1 by Disallow: /about", "what-if of one robot")
	crawl(append(args, "export")...).MustEnd(t, exitDone)
	if found, _ := filepath.Glob(filepath.Join(folder, "*.reach.csv")); len(found) > 0 {
		t.Error("reach.csv stays")
	}
}

// TestReachUnknown checks that the reach of robots is unknown without robots.txt.
func TestReachUnknown(t *testing.T) {
	t.Parallel()
	s, out := serve(t, map[string]string{"/": links("Home")}), t.TempDir()
	set := invocation{env: append(quick, "SITEGRAPH_REPORT_ROBOTS=GPTBot")}
	set.run("-O", out, "--ignore-robots", "--export", "stats,report", s.URL).MustEnd(t, exitDone)
	r := reachIn(t, resultFolder(t, out))
	if len(r.Robots) > 0 || r.Unknown != "robots.txt is not known: the crawl did not ask for it" {
		t.Errorf("%+v", r)
	}
	set.run("stats", "-O", out, "--ignore-robots").MustEnd(t, exitDone).MustShow(t, "What robots reach is unknown")
	bad := invocation{env: append(quick, "SITEGRAPH_REPORT_ROBOTS=GPTBot/1.0")}
	bad.run("-O", out, s.URL).MustEnd(t, exitUsage).MustSay(t, `"GPTBot/1.0" is not the name of a robot`)
}
