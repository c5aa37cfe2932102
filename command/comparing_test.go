package command

import (
	"path/filepath"
	"strings"
	"testing"
)

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
	if o := crawl("watch", "-O", out, s.URL).MustEnd(t, exitNothing).MustSay(t, "no answer"); strings.Contains(o.Err,
		"watch checks") {
		t.Error(o.Err)
	}
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
	if read := sitegraph("stats", folder).MustEnd(t, exitDone); read.Out != state.Out {
		t.Errorf("the folder gives\n%s\nthe state\n%s", read.Out, state.Out)
	}
}
