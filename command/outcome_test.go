package command

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
	"sitegraph/site"
)

// TestQuiet checks that a successful run with -q prints nothing, even if the logs are to be shown.
func TestQuiet(t *testing.T) {
	out := t.TempDir()
	write(t, filepath.Join(out, "stop.txt"), "")
	c := invocation{env: []string{"SITEGRAPH_LOGS_DISPLAY_COMMON=true", "SITEGRAPH_LOGS_DISPLAY_ERRORS=true"}}
	for _, command := range []string{"crawl", "crawl", "export"} {
		if o := c.run(command, "-q", "-O", out, "--export", "csv").MustEnd(t, exitDone); o.Out+o.Err != "" {
			t.Errorf("%s -q said %q, %q", command, o.Out, o.Err)
		}
	}
	refused(t, "-q").MustSay(t, "no answer (refused")
}

// refused crawls a port where nobody listens.
func refused(t *testing.T, args ...string) outcome {
	t.Helper()
	return crawl(append(args, "-O", t.TempDir(), loopback.Refusing(t))...).MustEnd(t, exitNothing)
}

// TestNothing checks that a crawl without pages gives the reason, in words and as exit code.
func TestNothing(t *testing.T) {
	refused(t).MustShow(t, "unreachable").MustSay(t, "refused", "run again later")
	for name, c := range map[string]struct {
		pages map[string]string
		says  string
	}{
		"missing": {map[string]string{}, "status 404"},
		"loop":    {map[string]string{"/": "->/a", "/a": "->/"}, "redirect-bad loop"},
		"robots": {map[string]string{"/": links("Home"), "/robots.txt": "User-agent: *\nDisallow: /\n"},
			"forbidden by robots.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, c.pages)
			crawl("-O", t.TempDir(), s.URL).MustEnd(t, exitNothing).MustSay(t, "no pages: "+s.URL+"/: ", c.says)
		})
	}
}

// TestOthersGoOn checks that hosts that do not resolve or refuse connections are reported and the others crawled.
func TestOthersGoOn(t *testing.T) {
	good, out := serve(t, map[string]string{"/": links("Home", "/a"), "/a": links("A")}), t.TempDir()
	long := "http://" + strings.Repeat("x", 64) + ".example" // labels over 63 bytes cause no DNS query
	o := crawl("-O", out, "-c", "1", long, loopback.Refusing(t), good.URL).MustEnd(t, exitDone)
	o.MustSay(t, "dns", "; check its name, or run again later", "refused")
	o.MustShow(t, good.URL, "2     1      1", "work-done", "unreachable")
	o.MustShow(t, "http://xxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxx.example ")
}

// TestFailures checks that failed pages are reported and do not change the exit code.
func TestFailures(t *testing.T) {
	s, out := serveBehind(t, map[string]string{"/": links("Home", "/a", "/gone")},
		func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/a" {
				w.WriteHeader(http.StatusInternalServerError)
			}
			return r.URL.Path == "/a"
		}), t.TempDir()
	crawl("-O", out, s.URL).MustEnd(t, exitDone).
		MustSay(t, "1 URL gave no answer or a server error, so the graph may be incomplete")
	for _, name := range []string{"common_log.csv", "error_log.csv"} {
		rows := readTable(t, filepath.Join(out, "logs", name), true)
		want := map[string]int{"common_log.csv": 3, "error_log.csv": 2}[name]
		if len(rows) != want {
			t.Fatalf("%s has %d rows, want %d", name, len(rows), want)
		}
		var urls []string
		for _, r := range rows {
			urls = append(urls, r["url"]+" "+r["status"]+" "+r["error"])
			stamped := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z$`).MatchString(r["time"])
			full := r["milliseconds"] != "" && r["bytes"] != "" && len(r) == 10
			if !stamped || !full || r["site"] != s.URL || r["tries"] != "1" {
				t.Errorf("%s: row %v", name, r)
			}
		}
		for _, u := range []string{s.URL + "/a 500 status 500", s.URL + "/gone 404 status 404"} {
			if !slices.Contains(urls, u) {
				t.Errorf("%s: %q is missing in %q", name, u, urls)
			}
		}
	}
}

// TestUnwritable checks that failing to write is reported, ends with code 1, and loses nothing.
func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "file"), "")
	sitegraph("-O", filepath.Join(file, "out")).MustEnd(t, exitFailure).
		MustSay(t, "output folder: mkdir "+file, "choose another one with -O")

	out := filepath.Join(dir, "out")
	blocked := write(t, filepath.Join(out, "result"), "")
	sitegraph("-O", out).MustEnd(t, exitFailure).
		MustSay(t, "make the result folder "+filepath.Join(out, "result")).MustShow(t, "error")
	must(t, os.Remove(blocked))
	sitegraph("-O", out).MustEnd(t, exitDone).MustSay(t, "already complete")

	logs := invocation{env: []string{"SITEGRAPH_LOGS_COMMON_LOG=" + filepath.Join(file, "log.csv")}}
	logs.run("-O", filepath.Join(dir, "out2")).MustEnd(t, exitFailure).MustSay(t, "log: ", file)
}

// TestFullLog checks that a log that cannot be written is reported at the end, and that the graph is there.
func TestFullLog(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device /dev/full here")
	}
	out := t.TempDir()
	full := invocation{env: []string{"SITEGRAPH_LOGS_ERROR_LOG=/dev/full"}}
	full.run("-O", out).MustEnd(t, exitFailure).
		MustSay(t, "log: write /dev/full: no space left").MustShow(t, "work-done")
	checkMuseum(t, filepath.Join(out, "result", "museum.example"))
}

// TestOtherSettings checks that settings that would change the graph of a state are refused by name without --fresh.
func TestOtherSettings(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv").MustEnd(t, exitDone)
	before := files(t, filepath.Join(out, "result", "museum.example"))
	for _, c := range []struct {
		env  string
		args []string
		says []string
	}{
		{"SITEGRAPH_WALK_URL_PROFILE=paper", []string{"--export", "csv"},
			[]string{`[walk] url_profile = "default", now it is "paper"`, "--fresh"}},
		{"SITEGRAPH_PARSE_PARSER=goquery", []string{"--export", "csv"},
			[]string{`[parse] parser = "tokenizer", now it is "goquery"`, "--fresh"}},
		{"", nil, []string{"without anchor texts (for [export] exporters = external, bad, links)", "--fresh"}},
		{"", []string{"export"}, []string{"without anchor texts", "http://museum.example"}},
		{"SITEGRAPH_DUPLICATES_KEY=none", []string{"stats"}, []string{`[duplicates] key = "stable", now it is "none"`}},
	} {
		o := invocation{env: strings.Fields(c.env)}.run(append(c.args, "-O", out)...)
		o.MustEnd(t, exitFailure).MustSay(t, c.says...)
		console.Equal(t, strings.Count(o.Err, museum), 1, "the site is not named once", o.Err)
	}
	sitegraph("-O", out, "status").MustEnd(t, exitDone).MustShow(t, museum, "work-done") // needs no link texts
	sitegraph("-O", out, "why", museum+"/").MustEnd(t, exitDone).MustShow(t, "a node of the graph")
	mustEqualFiles(t, files(t, filepath.Join(out, "result", "museum.example")), before)
	sitegraph("-O", out, "--fresh").MustEnd(t, exitDone)
	checkMuseum(t, filepath.Join(out, "result", "museum.example"))
}

// TestDamagedState checks that a damaged state is reported, and that only --fresh removes it.
func TestDamagedState(t *testing.T) {
	out := t.TempDir()
	state := filepath.Join(out, "state")
	write(t, filepath.Join(state, "MANIFEST"), "garbage")
	sitegraph("-O", out).MustEnd(t, exitFailure).MustSay(t, state, "damaged", "which removes the state of all sites")
	sitegraph("-O", out, "--fresh").MustEnd(t, exitDone).MustSay(t, state, "damaged",
		"the state of all sites in it is removed")
}

// TestNotDamagedState checks that a state that cannot be opened for other reasons stays, even with --fresh.
func TestNotDamagedState(t *testing.T) {
	out := t.TempDir()
	state := filepath.Join(out, "state")
	write(t, state, "my notes")
	sitegraph("-O", out, "--fresh").MustEnd(t, exitFailure).MustSay(t, state)
	if notes, err := os.ReadFile(state); string(notes) != "my notes" {
		t.Errorf("%q, %v", notes, err)
	}
}

// TestAdoption checks that a home page that redirects to another site decides the folder and the site of all commands.
func TestAdoption(t *testing.T) {
	t.Parallel()
	b := serve(t, map[string]string{"/": links("New home", "/a"), "/a": links("A", "/")})
	a, out := serve(t, map[string]string{"/": "->" + b.URL + "/"}), t.TempDir()
	crawl("-O", out, a.URL).MustEnd(t, exitDone).
		MustShow(t, b.URL+" ").MustSay(t, a.URL+" redirects to "+b.URL+"/, which became the site")
	u, err := site.Parse(b.URL)
	must(t, err)
	dir := filepath.Join(out, "result", "127.0.0.1_"+u.Port)
	if m := readManifest(t, dir); m.Site != b.URL || m.Counts.Pages != 2 || len(m.Notes) != 1 {
		t.Errorf("manifest: %+v", m)
	}
	before := files(t, dir)
	for _, origin := range []string{a.URL, b.URL} {
		crawl("stats", "-O", out, origin).MustEnd(t, exitDone).MustShow(t, "Web graph of "+b.URL)
		crawl("export", "-O", out, origin).MustEnd(t, exitDone).
			MustSay(t, fmt.Sprintf("%d files in %s", len(before)+1, dir))
	}
	crawl("why", "-O", out, b.URL+"/a").MustEnd(t, exitDone).MustShow(t, "a node of the graph")
	mustEqualFiles(t, files(t, dir), before)
	misfit := invocation{env: append([]string{"SITEGRAPH_DUPLICATES_KEY=none"}, quick...)}
	for _, origin := range []string{a.URL, b.URL} {
		misfit.run("stats", "-O", out, origin).MustEnd(t, exitFailure).
			MustSay(t, `[duplicates] key = "stable", now it is "none"`)
	}
	together := t.TempDir()
	both := crawl("-O", together, a.URL, b.URL).MustEnd(t, exitDone)
	both.MustShow(t, "another-site", "work-done").MustSay(t, "which is a site of this run already")
	resultFolder(t, together) // there is exactly one
}

// TestFolders checks that a folder belongs to one site, whichever commands write it and in any order.
func TestFolders(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	folder := invocation{env: []string{"SITEGRAPH_DOWNLOAD_DOWNLOADER=folder",
		"SITEGRAPH_DOWNLOAD_FOLDER=" + filepath.Join("testdata", "sites", "museum")}}
	for _, args := range [][]string{
		{"crawl", "https://m.example", "http://m.example"},
		{"crawl", "http://m.example", "https://m.example"},
		{"crawl", "http://m.example"},
		{"export"},
	} {
		folder.run(append(args, "-O", out, "--export", "csv")...).MustEnd(t, exitDone)
		for name, origin := range map[string]string{
			"m.example": "https://m.example", "m.example_http": "http://m.example"} {
			console.Equal(t, readManifest(t, filepath.Join(out, "result", name)).Site, origin, args, name)
		}
	}
	folder.run("report", "-O", out).MustEnd(t, exitDone).MustShow(t,
		filepath.Join("m.example", "m.example.report.html"),
		filepath.Join("m.example_http", "m.example_http.report.html"))
	both := []string{"https://m.example", "http://m.example", "https://m.example"}
	o := folder.run(append([]string{"report", "-O", out}, both...)...).MustEnd(t, exitDone)
	console.Equal(t, strings.Count(o.Out, "m.example"), 4, "reports of two sites, one named twice", o.Out)
}

// TestWrongScheme checks that https for a site without TLS is explained, and that the right URL then gets the folder.
func TestWrongScheme(t *testing.T) {
	s, out := serve(t, map[string]string{"/": links("Home", "/a"), "/a": links("A")}), t.TempDir()
	host := "https://" + strings.TrimPrefix(s.URL, "http://")
	crawl("-O", out, host).MustEnd(t, exitNothing).
		MustSay(t, "speaks HTTP where TLS was asked for", "; name the site "+s.URL+"\n")
	folder := resultFolder(t, out)
	before := files(t, folder)
	crawl("export", "-O", out).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, folder), before)
	for _, args := range [][]string{{"crawl", s.URL}, {"crawl", host, s.URL}, {"export"}} {
		crawl(append(args, "-O", out)...).MustEnd(t, exitDone)
		if m := readManifest(t, folder); m.Site != s.URL || m.Counts.Pages != 2 {
			t.Errorf("%q: folder %s has %d pages of %s", args, folder, m.Counts.Pages, m.Site)
		}
	}
}

// TestRCCrawler uses RCCrawler's settings.ini, as its paper prints it, and hosts.txt. There XHTML is not a page.
func TestRCCrawler(t *testing.T) {
	s, out := serveBehind(t, map[string]string{"/": links("Home", "/a.html", "/folder", "/gone.html", "/x.xml"),
		"/a.html": links("A"), "/folder/": links("Folder")}, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/x.xml" {
			w.Header().Set("Content-Type", "application/xhtml+xml")
			w.Write([]byte(links("X")))
		}
		return r.URL.Path == "/x.xml"
	}), t.TempDir()
	published := read(t, filepath.Join("config", "testdata", "rccrawler.ini"))
	settings := write(t, filepath.Join(out, "settings.ini"), published)
	hosts := write(t, filepath.Join(out, "hosts.txt"), s.URL+";5;-1;1\n")
	o := reporting("--settings", settings, "--hosts", hosts, "-O", out).MustEnd(t, exitDone)
	o.MustSay(t, "has keys of RCCrawler", "url_profile = paper", "404 "+s.URL+"/gone.html status 404").
		MustShow(t, "work-done")
	var names []string
	for name := range files(t, resultFolder(t, out)) {
		names = append(names, name[strings.Index(name, ".")+1:])
	}
	for _, want := range []string{"nodes.csv", "arcs.csv", "graph.gexf", "external.csv", "stats.json"} {
		if !slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, want) }) {
			t.Errorf("%s is missing in %q", want, names)
		}
	}
	m := readManifest(t, resultFolder(t, out))
	if m.Counts.Pages != 3 || m.Settings["robots.robots"] != "disallow-only" || m.Settings["finish.timeout"] == "" {
		t.Errorf("manifest: %+v", m)
	}
	for _, log := range []string{"common_log.csv", "error_log.csv"} {
		only(t, out, "logs", log)
	}
	if _, err := config.Load(config.Sources{File: settings}); err != nil {
		t.Error(err)
	}
}

// TestFinalStatus checks that the log has each final status that is not a page as an error, but no redirects.
func TestFinalStatus(t *testing.T) {
	s, out := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		if err != nil {
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(links("Home", "/204", "/300", "/304", "/307", "/404")))
			return
		}
		w.Header().Set("Location", "/page")
		w.WriteHeader(status)
	})), t.TempDir()
	defer s.Close()
	crawl("-O", out, s.URL).MustEnd(t, exitDone)
	var got []string
	for _, row := range readTable(t, filepath.Join(out, "logs", "error_log.csv"), true) {
		got = append(got, row["error"])
	}
	slices.Sort(got)
	console.Equal(t, got, []string{"status 204", "status 300", "status 304", "status 404"}, "the error log tells")
}

// TestAdoptionGoesOn checks that if two home pages lead to one site, the line that has its answers keeps it.
func TestAdoptionGoesOn(t *testing.T) {
	pages := map[string]string{"/": links("New home", "/a", "/b"), "/a": links("A", "/"), "/b": links("B", "/c"),
		"/c": links("C")}
	var asked []string
	b := serveBehind(t, pages, func(_ http.ResponseWriter, r *http.Request) bool {
		asked = append(asked, r.URL.Path)
		return false
	})
	away := map[string]string{"/": "->" + b.URL + "/"}
	first, second := serve(t, away), serve(t, away)
	out := t.TempDir()
	crawl("-O", out, "--per-host", "1", "-d", "1", first.URL).MustEnd(t, exitDone)
	crawl("-O", out, "--per-host", "1", "-c", "1", second.URL, first.URL).MustEnd(t, exitDone).
		MustShow(t, "another-site", "work-done")
	slices.Sort(asked)
	console.Equal(t, asked, []string{"/", "/a", "/b", "/c", "/robots.txt"}, "asked for")
}
