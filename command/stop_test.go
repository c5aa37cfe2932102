package command

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/internal/console"
)

// stubborn is a site that does not answer /slow while it is mute. It calls asked for each such request.
type stubborn struct {
	*httptest.Server
	mute atomic.Bool
}

func newStubborn(t *testing.T, mute string, asked func()) *stubborn {
	t.Helper()
	s := &stubborn{}
	s.mute.Store(true)
	pages := map[string]string{"/": links("Home", "/a", "/slow", "/b"), "/a": links("A", "/deep"), "/b": links("B"),
		"/slow": links("Slow", "/deep"), "/deep": links("Deep", "/")}
	s.Server = serveBehind(t, pages, func(_ http.ResponseWriter, r *http.Request) bool {
		silent := r.URL.Path == mute && s.mute.Load()
		if silent {
			asked()
			<-r.Context().Done()
		}
		return silent
	})
	return s
}

// goesOn runs again, with the site answering now, and compares the files with an undisturbed crawl.
func (s *stubborn) goesOn(t *testing.T, out string) outcome {
	t.Helper()
	s.mute.Store(false)
	whole := t.TempDir()
	o := crawl("-O", out, s.URL).MustEnd(t, exitDone)
	crawl("-O", whole, s.URL).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, out)), files(t, resultFolder(t, whole)))
	return o
}

// resultFolder returns the only result folder of a run.
func resultFolder(t *testing.T, out string) string {
	t.Helper()
	return only(t, out, "result", "*")
}

// TestStopWithoutState checks that a run without a state does not promise to resume.
func TestStopWithoutState(t *testing.T) {
	s := newStubborn(t, "", nil)
	c := invocation{env: append([]string{"SITEGRAPH_STORE_STORE=memory"}, quick...)}
	o := c.run("-O", t.TempDir(), "--max-pages", "1", s.URL).MustEnd(t, exitDone).
		MustSay(t, "store = memory nothing is saved")
	spent := c.run("-O", t.TempDir(), "--budget", "1", s.URL).MustEnd(t, exitDone).MustSay(t, "is used up")
	console.Lacks(t, o.Err+spent.Err, "to resume", "larger --budget")
}

// TestForget checks that forget removes all data of a site and nothing else.
func TestForget(t *testing.T) {
	t.Parallel()
	a := serve(t, map[string]string{"/": links("Home", "/a"), "/a": links("A", "/")})
	b := serve(t, map[string]string{"/": links("Home", "/b"), "/b": links("B", "/")})
	led := serve(t, map[string]string{"/": "->" + b.URL + "/"})
	out := t.TempDir()
	crawl("-O", out, "--warc", a.URL, led.URL).MustEnd(t, exitDone)
	crawl("report", "-O", out).MustEnd(t, exitDone)
	crawl("export", "-O", out, "--as-of", time.Now().UTC().Format(time.DateOnly)).MustEnd(t, exitDone)
	folder := func(of string) string { return strings.TrimPrefix(strings.Replace(of, ":", "_", 2), "http_//") }
	mine := write(t, filepath.Join(out, "result", folder(b.URL), "mine.gephi"), "mine")
	before := files(t, filepath.Join(out, "result", folder(a.URL)))

	for _, wrong := range []struct {
		args []string
		says []string
	}{
		{nil, []string{"name the sites to forget"}},
		{[]string{a.URL}, []string{"add --yes"}},
		{[]string{"--yes", strings.Replace(a.URL, "127.0.0.1", "127.0.0.2", 1)},
			[]string{"was never crawled here; did you mean " + a.URL + "?"}},
		{[]string{"--yes", strings.Replace(a.URL, "http://", "https://", 1)}, []string{"did you mean " + a.URL + "?"}},
		{[]string{"--yes", a.URL, "http://never.example"}, []string{"http://never.example was never", "known: "}},
	} {
		crawl(append([]string{"forget", "-O", out}, wrong.args...)...).MustEnd(t, exitUsage).MustSay(t, wrong.says...)
	}
	crawl("stats", "-O", out, a.URL).MustEnd(t, exitDone)

	forgotten := crawl("forget", "-O", out, "--yes", b.URL).MustEnd(t, exitDone) // by the redirecting line
	forgotten.MustShow(t, "2 pages", filepath.Join(out, "reports", folder(b.URL)))
	forgotten.MustSay(t, "1 site forgotten", "the web archives in "+filepath.Join(out, "warc")+" stay")
	mustEqualFiles(t, files(t, filepath.Join(out, "result", folder(a.URL))), before)
	left, _ := filepath.Glob(filepath.Join(out, "*", "*"+folder(b.URL), "*"))
	if len(left) != 1 || left[0] != mine {
		t.Errorf("left are %q, want %s", left, mine)
	}
	if found, _ := filepath.Glob(filepath.Join(out, "as-of", "*", folder(b.URL))); found != nil {
		t.Errorf("left are %q", found)
	}
	for _, row := range readTable(t, filepath.Join(out, "logs", "common_log.csv"), true) {
		console.Equal(t, row["site"], a.URL, "left in the log is", row)
	}
	status := crawl("status", "-O", out).MustEnd(t, exitDone).MustShow(t, a.URL)
	console.Lacks(t, status.Out, led.URL)
	crawl("-O", out, led.URL).MustEnd(t, exitDone)
	console.Equal(t, strings.Count(read(t, filepath.Join(out, "logs", "common_log.csv")), "\n"), 1+2+3, "the log has")
}

// TestBesideACrawl checks that data of a running crawl can be shown so far, but not forgotten.
func TestBesideACrawl(t *testing.T) {
	t.Parallel()
	asked, goOn := make(chan bool), make(chan bool)
	s := serveBehind(t, map[string]string{"/": links("Home", "/a", "/gone"), "/a": links("A", "/slow"),
		"/slow": links("Slow", "/")}, func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/slow" {
			asked <- true
			<-goOn
		}
		return false
	})
	out, ended := t.TempDir(), make(chan outcome)
	go func() { ended <- crawl("-O", out, s.URL) }()
	<-asked

	crawl("status", "-O", out).MustEnd(t, exitDone).MustShow(t, s.URL, "running")
	crawl("stats", "-O", out).MustEnd(t, exitDone).MustShow(t, "Incomplete: the crawl is running", "Pages")
	crawl("why", "-O", out, "/a").MustEnd(t, exitDone).MustShow(t, "a node of the graph")
	crawl("why", "-O", out, "gone").MustEnd(t, exitDone).MustShow(t, "status 404", "linked      from 1 page")
	crawl("why", "-O", out, s.URL+"/slow").MustEnd(t, exitDone).MustShow(t, "stopped")
	crawl("export", "-O", out).MustEnd(t, exitDone)
	if m := readManifest(t, resultFolder(t, out)); m.Counts.Pages != 2 || m.Complete {
		t.Errorf("manifest %+v", m.Counts)
	}
	crawl("forget", "-O", out, "--yes", s.URL).MustEnd(t, exitFailure).
		MustSay(t, "in use by another sitegraph", "wait until it ends")

	close(goOn)
	(<-ended).MustEnd(t, exitDone)
	if m := readManifest(t, resultFolder(t, out)); m.Counts.Pages != 3 || !m.Complete {
		t.Errorf("manifest %+v", m.Counts)
	}
}

// TestCrawlBefore checks that a fresh crawl keeps the last crawl's files, and tells new problems from fixed ones.
func TestCrawlBefore(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"/": links("Home", "/a", "/gone", "/lost"), "/a": links("A", "/")}
	s, out := serve(t, pages), t.TempDir()
	run := func(args ...string) outcome {
		return invocation{env: []string{"SITEGRAPH_EXPORT_EXPORTERS=csv,ledger,stats"}}.run(
			append(args, "-O", out, "--delay", "0", s.URL)...).MustEnd(t, exitDone)
	}
	run()
	result := resultFolder(t, out)
	before, first := filepath.Join(out, "before", filepath.Base(result)), files(t, result)
	if _, err := os.Stat(before); strings.Contains(run().Out, "what changed") || !os.IsNotExist(err) {
		t.Error("files that were written again are those of another crawl")
	}
	pages["/"] = links("Home", "/a", "/gone", "/missing", "/away")
	run("--fresh").MustShow(t, ": 1 fixed, 2 new", "sitegraph compare "+before+" "+result)
	mustEqualFiles(t, files(t, before), first)
	crawl("blame", "-O", out, "/missing").MustEnd(t, exitDone).MustShow(t, "Z\n              status 404, broken-link\n"+
		"              before: unknown\n              newly linked from "+s.URL+"/\n")
	write(t, filepath.Join(result, "mine.gephi"), "mine") // stays in place
	run("--fresh").MustShow(t, ": 0 fixed, 0 new")
	crawl("forget", "-O", out, "--yes", s.URL).MustEnd(t, exitDone)
	if _, err := os.Stat(before); !os.IsNotExist(err) {
		t.Error("the crawl before is not forgotten")
	}
}
