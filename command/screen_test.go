package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/wording"
)

// TestProgress checks the styles of --progress. The last line of json is done and has the final numbers.
func TestProgress(t *testing.T) {
	o := sitegraph("-O", t.TempDir(), "--progress", "json").MustEnd(t, exitDone)
	var last struct {
		Pages, Arcs, Links, Fetched, Waiting int
		InFlight                             *int `json:"in_flight"`
		Seconds                              float64
		Done                                 bool
	}
	for line := range strings.Lines(o.Err) {
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
		console.Equal(t, sitegraph("-O", t.TempDir(), "--progress", style).MustEnd(t, exitDone).Err, "", style)
	}
}

// TestRawCharacters checks that characters quoted in an error or remark cannot move the cursor or reverse the text.
func TestRawCharacters(t *testing.T) {
	for name, want := range map[string]string{
		"plain": "sitegraph: a\ufffd[2J\ufffdb\ufffd    c\nsitegraph: next\n",
		"json":  "{\"error\":\"a\ufffd[2J\ufffdb\ufffd    c\"}\n{\"error\":\"next\"}\n",
	} {
		var out bytes.Buffer
		newProgress(name, false, &out).Error("a\x1b[2J\u202eb\r\tc\nnext")
		console.Equal(t, out.String(), want, name)
	}
}

// TestProgressLines drives the progress by hand, as a long run does.
func TestProgressLines(t *testing.T) {
	state := []site.Progress{
		{Site: "http://a", Level: 2, Pages: 3, Arcs: 20, Links: 40, Fetched: 5000, Asked: 5, Waiting: 6},
		{Site: "http://b", Level: 1, Pages: 1, Arcs: 1, Links: 2, Fetched: 4, Asked: 25, Failed: 1, Waiting: 1}}
	for style, want := range map[string]string{
		"plain": `^0:10 · 0 of 2 sites done · 5004 of 5011 fetched · 3\.0/s · depth 2 · 4 pages · 1 failed · ` +
			`21 arcs · 42 links · http://b: 1 failed\nlog\n$`,
		"bar": `^\r\x1b\[J0:10 · 0 of 2 sites done · 5004.* · http://b: 1 failed\r\x1b\[Jlog\n$`,
		"json": `^\{"seconds":10,"level":2,"pages":4,"arcs":21,"links":42,"fetched":5004,"known":5011,"failed":1,` +
			`.*"per_second":3,.*"failing":\{"http://b":1\},"done":false\}\n\{"log":"log"\}\n\{.*"done":true\}\n$`,
		"none": `^log\n$`,
	} {
		var out strings.Builder
		p, tick := clocked(style, &out)
		p.Progress("http://a", site.Progress{})
		tick(10 * time.Second)
		p.shown = p.now() // the first update is not shown
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

// clocked returns a progress whose clock moves only by tick.
func clocked(style string, out io.Writer) (p *progress, tick func(time.Duration)) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	p = newProgress(style, false, out)
	p.begun, p.shown, p.now = now, now, func() time.Time { return now }
	return p, func(d time.Duration) { now = now.Add(d) }
}

// onScreen returns a progress on a terminal of some size.
func onScreen(out io.Writer, width, height int) (p *progress, tick func(time.Duration)) {
	p, tick = clocked("bar", out)
	p.size = func() (int, int) { return width, height }
	return p, tick
}

// TestRows checks that a high terminal shows a row for each running site, none too wide, with all numbers whole.
func TestRows(t *testing.T) {
	p, tick := onScreen(io.Discard, 80, 24)
	p.Expect(3)
	p.Progress("http://museum.example", site.Progress{})
	tick(65 * time.Second)
	p.Progress("http://xn--wgv71a119e.example", site.Progress{})
	p.Progress("http://museum.example", site.Progress{Level: 3, Pages: 900, Arcs: 7000, Links: 80000, Fetched: 1234,
		Asked: 1200, Failed: 7, Waiting: 50, InFlight: 4, Next: 12})
	for width, want := range map[int]string{
		80: "http://museum.example  1:05  1234 of 1300  18/s  depth 3  7 failed\n" +
			"http://日本語.example  0:00        0 of 0   0/s  depth 0\n" +
			"1:05 · 0 of 3 sites done · 1234 of 1300 fetched · 18/s · depth 3 · 900 pages",
		40: "http://mu…m.example  1234 of 1300  18/s\nhttp://日….example         0 of 0   0/s\n" +
			"1:05 · 0 of 3 sites done",
		20: "ht…le  1234 of 1300\nht…le        0 of 0\n1:05",
	} {
		p.size = func() (int, int) { return width, 24 }
		console.Equal(t, strings.Join(p.screen(), "\n"), want, width, "columns")
	}
	p.Progress("http://museum.example", site.Progress{Fetched: 1168, InFlight: 4, Again: 20})
	p.size = func() (int, int) { return 80, 3 }
	console.Has(t, strings.Join(p.screen(), "\n"), " 1168 of 1168 fetched · 20 to check again · ")
	console.Equal(t, len(p.screen()), 1, "3 lines have no room for two sites and all")
	p.Ended("http://museum.example", nil, nil)
	p.size = func() (int, int) { return 80, 24 }
	if lines := p.screen(); len(lines) != 2 || strings.Contains(lines[0], "museum") {
		t.Errorf("a site that has ended has a row: %q", lines)
	}
}

// TestOverwrite checks that all rows are erased where they were drawn.
func TestOverwrite(t *testing.T) {
	var out strings.Builder
	p, _ := onScreen(&out, 80, 24)
	p.overwrite([]string{"a", "b", "c"})
	p.overwrite([]string{"d"})
	p.clear()
	p.clear()
	console.Equal(t, out.String(), "\r\x1b[Ja\nb\nc"+"\r\x1b[2A\x1b[Jd"+"\r\x1b[J")
}

// TestSpeed checks that only the last ten seconds count.
func TestSpeed(t *testing.T) {
	begun := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var s speedometer
	console.Equal(t, s.perSecond(begun), 0, "before the beginning")
	at := func(tenths int) time.Time { return begun.Add(time.Duration(tenths) * 100 * time.Millisecond) }
	for i := range 301 { // half a minute: ten requests a second, then thirty, and one in the last ten seconds
		s.add(at(i), min(i, 100)+3*min(max(i-100, 0), 100)+max(i-200, 0)/10)
		for tenths, want := range map[int]float64{50: 10, 100: 10, 150: 20, 200: 30, 250: 15.5, 300: 1} {
			if got := s.perSecond(at(i)); i == tenths && math.Abs(got-want) > 1.6 {
				t.Errorf("after %v: %v a second, want %v", at(i).Sub(begun), got, want)
			}
		}
	}
	if len(s.marks) > 30 {
		t.Errorf("%d marks are kept", len(s.marks))
	}
}

// TestEndLines checks that a run of several sites prints a line for each that ends or fails.
func TestEndLines(t *testing.T) {
	c := &site.Crawl{Site: "http://xn--wgv71a119e.example", Ended: site.EndedMaxPages,
		Counts: site.Counts{Pages: 1234, ServerErrors: 2}}
	for style, want := range map[string]string{
		"plain": "http://日本語.example: 1,234 pages · max-pages · 1:05 · 2 failed\nhttp://b: error: disk full\n",
		"bar":   "http://日本語.example: 1,234 pages · max-pages · 1:05 · 2 failed\nhttp://b: error: disk full\n",
		"none":  "",
		"json": `{"ended":{"site":"http://xn--wgv71a119e.example","ended":"max-pages","pages":1234,"failed":2,` +
			`"seconds":65}}` + "\n" +
			`{"ended":{"site":"http://b","ended":"disk full","error":true,"pages":0,"failed":0,"seconds":0}}` + "\n",
	} {
		var out strings.Builder
		p, tick := clocked(style, &out)
		p.Expect(2)
		p.every = time.Hour
		p.Progress("http://xn--wgv71a119e.example", site.Progress{})
		tick(65 * time.Second)
		p.Ended("http://xn--wgv71a119e.example", c, nil)
		p.Ended("http://b", nil, errors.New("disk full"))
		console.Equal(t, out.String(), want, style)
	}
	end := endOf("http://a", c, nil, 65*time.Second)
	for width, want := range map[int]string{50: "http://….example: 1,234 pages · max-pages · 1:05",
		30: "http://…example: 1,234 pages", 16: "http:/…xample"} {
		console.Equal(t, end.line(width), want, width, "columns")
	}
}

// TestGrid checks that lines fit the terminal whenever the essential numbers do, and that no number is cut.
func TestGrid(t *testing.T) {
	g := grid{dispensable: []int{3, 1}, rows: [][]string{
		{"site", "pages", "arcs", "ended"}, {"https://museum.example", "12345", "987654321", "done"},
		{"http://日本語.example", "1", "22", "max-pages"}}}
	whole := map[string]bool{}
	for _, row := range g.rows {
		for _, cell := range row[1:] {
			whole[cell] = true
		}
	}
	for width := 13; width < 70; width++ {
		for _, line := range g.lines(width) {
			if got := wording.Columns(line); got >= width {
				t.Errorf("%d columns: %q takes %d", width, line, got)
			}
			for _, cell := range strings.Fields(line)[1:] {
				if !whole[cell] {
					t.Errorf("%d columns: %q has a part of a cell", width, line)
				}
			}
		}
	}
	console.Equal(t, g.lines(0)[1], "https://museum.example  12345  987654321       done", "any width")
}

// TestNarrowLine checks that a line too long for the terminal loses whole fields, never part of a number.
func TestNarrowLine(t *testing.T) {
	const line = "depth 2 · 1234567 pages · 89 fetched"
	for width, want := range map[int]string{0: line, 80: line, 37: line, 36: "depth 2 · 1234567 pages",
		24: "depth 2 · 1234567 pages", 23: "depth 2", 8: "depth 2", 7: ""} {
		console.Equal(t, fitted(line, width), want, width, "columns")
	}
}

// TestProgressOfEnded checks that a site that has ended counts in the sums but no longer as running.
func TestProgressOfEnded(t *testing.T) {
	var out strings.Builder
	p := newProgress("plain", false, &out)
	p.Progress("http://a", site.Progress{Level: 9, Pages: 70, Waiting: 5})
	p.Progress("http://b", site.Progress{Level: 2, Pages: 8, Waiting: 1})
	if got := p.line(); !strings.HasPrefix(got, "0:00 · 0 of 2 sites done · "+
		"0 of 6 fetched · 0/s · depth 9 · 78 pages") {
		t.Errorf("while both go on: %s", got)
	}
	p.Ended("http://a", nil, nil)
	if got := p.line(); !strings.HasPrefix(got, "0:00 · 1 of 2 sites done · "+
		"0 of 1 fetched · 0/s · depth 2 · 78 pages") {
		t.Errorf("after the deeper one: %s", got)
	}
	p.Ended("http://b", nil, nil)
	if got := p.line(); !strings.HasPrefix(got, "0:00 · 2 of 2 sites done · "+"0 of 0 fetched · 0/s · 78 pages") {
		t.Errorf("after both: %s", got)
	}
}

// TestJSONOnly checks that --progress json writes only JSON objects to standard error, for remarks, logs and errors.
func TestJSONOnly(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": links("Home", "/gone")})
	out := t.TempDir()
	for _, args := range [][]string{
		{"-O", out, s.URL},
		{"-v", "-O", out, s.URL},
		{"-O", out, "http://127.0.0.1:1"},
		{"stats", "-O", out, "elsewhere.example"},
		{"--progress", "json", "--nope"}, {"--nope"},
		{"-O", out, s.URL, "http://127.0.0.1:1"},
		{"stats", "-O", out}, {"report", "-O", out}, {"export", "-O", out},
	} {
		c := invocation{env: append([]string{"SITEGRAPH_LOGS_DISPLAY_COMMON=true"}, quick...)}
		o := c.run(append(args, "--progress", "json")...)
		kinds := map[string]bool{}
		for line := range strings.Lines(o.Out + o.Err) {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Errorf("%q: %q: %v", args, line, err)
			}
			for kind := range object {
				kinds[kind] = true
			}
		}
		if !kinds["done"] && o.Code != exitUsage ||
			o.Code == exitDone && !kinds["notice"] && !kinds["file"] && !kinds["pages"] ||
			o.Code != exitDone && !kinds["error"] {
			t.Errorf("%q: kinds of lines %v\n%s", args, kinds, o.Err)
		}
	}
}

// TestVerbose checks that -v reports each fetch.
func TestVerbose(t *testing.T) {
	sitegraph("-O", t.TempDir(), "-v").MustEnd(t, exitDone).MustSay(t,
		`msg="site begins" site=`+museum,
		"msg=fetched url="+museum+"/lost.html depth=1 status=404",
		`msg="site ends" site=`+museum+" pages=13 ended=work-done")
}

// TestColour checks that colours come only if requested.
func TestColour(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--color", "always").MustEnd(t, exitDone).MustShow(t, "\x1b[32mwork-done\x1b[0m\n")
	plain := sitegraph("-O", out, "--color", "never").MustEnd(t, exitDone)
	console.Lacks(t, plain.Out, "\x1b")
	console.Equal(t, sitegraph("-O", out).Out, plain.Out, "auto, no terminal")
	crawl("-O", t.TempDir(), "--color", "always", "http://127.0.0.1:1").MustShow(t, "\x1b[31munreachable\x1b[0m\n")
	sitegraph("-O", t.TempDir(), "--color", "always", "--max-pages", "1").MustShow(t, "\x1b[33mmax-pages\x1b[0m\n")
}
