package command

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sitegraph/site"
)

// TestProgress: the styles of --progress. The last line of json is done and
// has the final numbers.
func TestProgress(t *testing.T) {
	o := sitegraph("-O", t.TempDir(), "--progress", "json").mustEnd(t, exitDone)
	var last struct {
		Pages, Arcs, Links, Fetched, Waiting int
		InFlight                             *int `json:"in_flight"`
		Seconds                              float64
		Done                                 bool
	}
	for line := range strings.Lines(o.err) {
		if last.Done {
			t.Errorf("after the last line: %s", line)
		}
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
	if !last.Done || last.Pages != 13 || last.Arcs < 34 || last.Arcs > last.Links ||
		last.Fetched != 25 || last.Waiting != 0 || last.InFlight == nil || last.Seconds <= 0 {
		t.Errorf("the last line says %+v", last)
	}
	for _, style := range []string{"plain", "none", "auto"} {
		if o := sitegraph("-O", t.TempDir(), "--progress", style).mustEnd(t, exitDone); o.err != "" {
			t.Errorf("--progress %s: a short run said %q", style, o.err)
		}
	}
}

// TestProgressLines drives the progress by hand, as a long run does.
func TestProgressLines(t *testing.T) {
	state := []site.Progress{
		{Site: "http://a", Level: 2, Pages: 3, Arcs: 20, Links: 40, Fetched: 5000, Asked: 5, Waiting: 6},
		{Site: "http://b", Level: 1, Pages: 1, Arcs: 1, Links: 2, Fetched: 4, Asked: 4, Failed: 1, Waiting: 1}}
	for style, want := range map[string]string{
		"plain": `^depth 2 · 4 pages · 5004 fetched · 7 waiting · 1 failed · 1/s · 21 arcs · 42 links · ` +
			`http://b: 1 failed\nlog\n$`,
		"bar": `^\r\x1b\[Kdepth 2 · 4 pages.* · http://b: 1 failed\r\x1b\[Klog\n$`,
		"json": `^\{"seconds":[\d.e-]+,"level":2,"pages":4,"arcs":21,"links":42,"fetched":5004,"failed":1,` +
			`.*"failing":\{"http://b":1\},"done":false\}\n\{"log":"log"\}\n\{.*"done":true\}\n$`,
		"none": `^log\n$`,
	} {
		var out strings.Builder
		p := newProgress(style, false, &out)
		p.begun = p.begun.Add(-10 * time.Second)
		p.Progress("http://a", state[0])
		p.shown = p.begun.Add(-plainEvery)
		p.Progress("http://b", state[1])
		if _, err := p.Write([]byte("log\n")); err != nil {
			t.Error(err)
		}
		p.End()
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("%s: %q does not match %s", style, out.String(), want)
		}
	}
}

// TestNarrowLine: a line that is too long for the terminal loses whole fields,
// never a part of a number.
func TestNarrowLine(t *testing.T) {
	const line = "depth 2 · 1234567 pages · 89 fetched"
	for width, want := range map[int]string{
		0: line, 80: line, 37: line,
		36: "depth 2 · 1234567 pages", 24: "depth 2 · 1234567 pages",
		23: "depth 2", 8: "depth 2",
		7: "",
	} {
		if got := fitted(line, width); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

// TestProgressOfEnded: a site that has ended counts in the sums, and is not
// what is going on now.
func TestProgressOfEnded(t *testing.T) {
	var out strings.Builder
	p := newProgress("plain", false, &out)
	p.Progress("http://a", site.Progress{Level: 9, Pages: 70, Waiting: 5})
	p.Progress("http://b", site.Progress{Level: 2, Pages: 8, Waiting: 1})
	if got := p.line(); !strings.HasPrefix(got, "depth 9 · 78 pages · 0 fetched · 6 waiting") {
		t.Errorf("while both go on: %s", got)
	}
	p.Ended("http://a")
	if got := p.line(); !strings.HasPrefix(got, "depth 2 · 78 pages · 0 fetched · 1 waiting") {
		t.Errorf("after the deeper one: %s", got)
	}
	p.Ended("http://b")
	if got := p.line(); !strings.HasPrefix(got, "78 pages · 0 fetched · 0 waiting") {
		t.Errorf("after both: %s", got)
	}
}

// TestJSONOnly: with --progress json the standard error has JSON objects alone,
// be it remarks, logs or errors.
func TestJSONOnly(t *testing.T) {
	s := serve(t, map[string]string{"/": links("Home", "/gone")})
	out := t.TempDir()
	for _, args := range [][]string{
		{"-O", out, s.URL},
		{"-v", "-O", out, s.URL},
		{"-O", out, "http://127.0.0.1:1"},
		{"stats", "-O", out, "elsewhere.example"},
		{"--progress", "json", "--nope"},
	} {
		c := invocation{env: append([]string{"SITEGRAPH_LOGS_DISPLAY_COMMON=true"}, quick...)}
		o := c.run(append(args, "--progress", "json")...)
		kinds := map[string]bool{}
		for line := range strings.Lines(o.err) {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Errorf("%q: %q: %v", args, line, err)
			}
			for kind := range object {
				kinds[kind] = true
			}
		}
		if !kinds["done"] && o.code != exitUsage ||
			o.code == exitDone && !kinds["notice"] || o.code != exitDone && !kinds["error"] {
			t.Errorf("%q: kinds of lines %v\n%s", args, kinds, o.err)
		}
	}
}

// TestVerbose: -v tells what happens, fetch by fetch.
func TestVerbose(t *testing.T) {
	sitegraph("-O", t.TempDir(), "-v").mustEnd(t, exitDone).mustSay(t,
		`msg="site begins" site=`+museum,
		"msg=fetched url="+museum+"/lost.html depth=1 status=404",
		`msg="site ends" site=`+museum+" pages=13 ended=work-done")
}

// TestColour: colours come when asked for, and only then.
func TestColour(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--color", "always").mustEnd(t, exitDone).mustShow(t, "\x1b[32mwork-done\x1b[0m\n")
	plain := sitegraph("-O", out, "--color", "never").mustEnd(t, exitDone)
	if strings.Contains(plain.out, "\x1b") {
		t.Errorf("colour in %q", plain.out)
	}
	if auto := sitegraph("-O", out); auto.out != plain.out {
		t.Errorf("auto, no terminal: %q", auto.out)
	}
	crawl("-O", t.TempDir(), "--color", "always", "http://127.0.0.1:1").mustShow(t, "\x1b[31munreachable\x1b[0m\n")
	sitegraph("-O", t.TempDir(), "--color", "always", "--max-pages", "1").mustShow(t, "\x1b[33mmax-pages\x1b[0m\n")
}

// TestNames: hosts of other scripts are shown as people write them and stored
// in ASCII; long ones do not spoil the table.
func TestNames(t *testing.T) {
	out := t.TempDir()
	folder := invocation{env: []string{"SITEGRAPH_DOWNLOAD_DOWNLOADER=folder",
		"SITEGRAPH_DOWNLOAD_FOLDER=" + filepath.Join("testdata", "sites", "museum")}}
	long := "https://" + strings.Repeat("long.", 40) + "example"
	o := folder.run("-O", out, "--export", "csv", "https://münchen.example", long).mustEnd(t, exitDone)
	o.mustShow(t, " https://münchen.example  ", "\nhttps://münchen.example\n", "\n"+long+"\n")
	for line := range strings.Lines(o.out[:strings.Index(o.out, "\n\n")]) {
		if len([]rune(line)) > 120 {
			t.Errorf("a line of %d characters: %s", len([]rune(line)), line)
		}
	}
	m := readManifest(t, filepath.Join(out, "result", "xn--mnchen-3ya.example"))
	if m.Site != "https://xn--mnchen-3ya.example" {
		t.Errorf("stored as %q", m.Site)
	}
}
