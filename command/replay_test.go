package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReplay runs every experiment, small, and reads its table.
func TestReplay(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv,external").mustEnd(t, exitDone)
	folder := filepath.Join(out, "result", "museum.example")
	for _, c := range []struct {
		name string
		args []string
		rows []string // beginnings of rows of the table
		file string
	}{
		{"sites", []string{"--seeds", "1", "--pages", "60", "--policies", "r1,r3", folder},
			[]string{"institutes", "crawls"}, "sites.rules.csv"},
		{"pages", []string{"--seeds", "2", folder}, []string{"museum.example"}, "pages.sites.csv"},
		{"market", []string{"--seeds", "1", "--policies", "market,separate"},
			[]string{"market"}, "market.document.overview.csv"},
	} {
		dir := t.TempDir()
		o := sitegraph(append([]string{"replay", c.name, "-O", dir}, c.args...)...).mustEnd(t, exitDone)
		table := read(t, filepath.Join(dir, replayedFolder, c.file))
		for _, row := range c.rows {
			if !strings.Contains(table, "\n"+row) || c.name != "pages" && !strings.Contains(o.out, "\n"+row) {
				t.Errorf("replay %s has no row %s:\n%s\n%s", c.name, row, o.out, table)
			}
		}
		again := sitegraph(append([]string{"replay", c.name, "-O", t.TempDir()}, c.args...)...)
		if strings.Count(again.out, "\n") != strings.Count(o.out, "\n") {
			t.Errorf("replay %s gave two tables:\n%s\n%s", c.name, o.out, again.out)
		}
	}
}

// TestReplayPages: replay sites measures the page policies on crawls too, with
// a plot.
func TestReplayPages(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv,external").mustEnd(t, exitDone)
	for name, args := range map[string][]string{"sites.pages": nil, "sites.scattered": {"--scattered"}} {
		args = append([]string{"replay", "sites", "-O", out, "--seeds", "1", "--pages", "60",
			filepath.Join(out, "result")}, args...)
		sitegraph(args...).mustEnd(t, exitDone)
		table := read(t, filepath.Join(out, replayedFolder, name+".csv"))
		if !strings.Contains(table, "\ncoverage,60,") {
			t.Errorf("%s has no coverage:\n%s", name, table)
		}
		if plot := read(t, filepath.Join(out, replayedFolder, name+".svg")); !strings.Contains(plot, "breadth-first") {
			t.Errorf("%s.svg has no breadth-first", name)
		}
	}
}

// TestReplayState: a crawl of the state is replayed as that of its result folder, whatever the folder has.
func TestReplayState(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv,external,ledger").mustEnd(t, exitDone)
	for _, name := range []string{"pages", "sites"} {
		args := []string{"replay", name, "-O", out, "--seeds", "1"}
		if name == "sites" {
			args = append(args, "--pages", "60")
		}
		folder := sitegraph(append(args, filepath.Join(out, "result"))...).mustEnd(t, exitDone)
		state := sitegraph(append(args, "http://museum.example")...).mustEnd(t, exitDone)
		if state.out != folder.out || strings.Count(state.out, "\n") < 10 {
			t.Errorf("replay %s of the state:\n%s\nof the folder:\n%s", name, state.out, folder.out)
		}
	}
	sitegraph("replay", "pages", "-O", out, "http://nowhere.example").mustEnd(t, exitUsage).
		mustSay(t, "nowhere.example")
}

// TestReplayRefuses: what cannot be replayed is said, with what is known.
func TestReplayRefuses(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv").mustEnd(t, exitDone)
	folder := filepath.Join(out, "result", "museum.example")
	for _, c := range []struct {
		args []string
		says string
	}{
		{nil, "market, pages, revisit, sites"},
		{[]string{"nothing"}, "known are market, pages, revisit, sites"},
		{[]string{"pages"}, "result folders"},
		{[]string{"pages", filepath.Join(out, "logs")}, "not a result folder"},
		{[]string{"pages", "--policies", "best", folder}, "known are auto, backlinks"},
		{[]string{"pages", filepath.Join(out, "nowhere")}, "nowhere"},
		{[]string{"sites", "--policies", "best"}, "unknown site rule \"best\"; known are auto, good-ucb"},
		{[]string{"revisit", "--policies", "best"}, "known are round-robin"},
		{[]string{"sites", "--policies", "r1,,r3"}, `--policies is "r1,,r3"`},
		{[]string{"sites", "--scattered"}, "needs result folders"},
		{[]string{"sites", "--first-seed", "0"}, "--first-seed is 0"},
		{[]string{"sites", "--first-seed", "18446744073709551615"}, "--first-seed is"},
		{[]string{"sites", "--seeds", "many"}, `invalid argument "many" for "--seeds" flag (see`},
		{[]string{"market", "--matchings", "--policies", "market"}, "takes no schemes"},
		{[]string{"pages", "--ensembles", "--policies", "auto", "--seeds", "1"}, "opic-greedy"},
		{[]string{"sites", "--pages", "0"}, "N, the number of pages, is 0"},
		{[]string{"sites", "--seeds", "0"}, "--seeds is 0"},
		{[]string{"revisit", folder}, "takes no finished crawls"},
		{[]string{"market", filepath.Join(out, "nowhere")}, "takes no finished crawls"},
		{[]string{"revisit", "--variant", "odd"}, "known are"},
		{[]string{"market", "--setup", "odd"}, "known are"},
		{[]string{"market", "--policies", "odd"}, "known are market, separate, shared, random, pool, omniscient"},
	} {
		o := sitegraph(append([]string{"replay", "-O", t.TempDir()}, c.args...)...)
		o.mustEnd(t, exitUsage).mustSay(t, c.says)
	}
	sitegraph("replay", "sites", "-O", t.TempDir(), folder).mustEnd(t, exitUsage).
		mustSay(t, "no table of external links")
	write(t, filepath.Join(folder, "museum.example.arcs.csv"), "damaged")
	sitegraph("replay", "pages", folder).mustEnd(t, exitFailure).mustSay(t, "arcs.csv")
}

// TestReplayNowhere: that nothing can be written is said before the work.
func TestReplayNowhere(t *testing.T) {
	out := t.TempDir()
	write(t, filepath.Join(out, replayedFolder), "in the way")
	o := sitegraph("replay", "sites", "-O", out, "--seeds", "1000000000").mustEnd(t, exitFailure)
	o.mustSay(t, replayedFolder)
	out = t.TempDir()
	sitegraph("replay", "sites", "-O", out, "--policies", "best").mustEnd(t, exitUsage)
	if left, err := os.ReadDir(out); err != nil || len(left) > 0 {
		t.Errorf("a replay that was refused left %v (%v)", left, err)
	}
}

// TestReplayUnfinished: a crawl that was stopped is replayed, and what that
// means is said.
func TestReplayUnfinished(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv", "--max-pages", "3").mustEnd(t, exitStopped)
	folder := filepath.Join(out, "result", "museum.example")
	sitegraph("replay", "pages", "-O", out, "--seeds", "1", folder).mustEnd(t, exitDone).
		mustSay(t, "is not complete (max-pages)")
}

// TestReplayPolicies: names may have spaces around them and stand twice; what
// has no counterpart stays empty instead of 0.
func TestReplayPolicies(t *testing.T) {
	out := t.TempDir()
	o := sitegraph("replay", "sites", "-O", out, "--seeds", "1", "--pages", "60", "--policies", "r1, r3,r1")
	o.mustEnd(t, exitDone)
	if n := strings.Count(strings.Join(strings.Fields(o.out), " "), "institutes r1 "); n != 1 {
		t.Errorf("%d rows of r1:\n%s", n, o.out)
	}
	sitegraph("replay", "market", "-O", out, "--seeds", "1", "--policies", "random", "--web", "local").
		mustEnd(t, exitDone)
	read(t, filepath.Join(out, replayedFolder, "market.document.local.overview.csv"))
	help := unwrapped(sitegraph("replay", "revisit", "--help").mustEnd(t, exitDone))
	for _, known := range []string{"churn, clip, drift", "proportional, scent, scent-2", "replay revisit [flags]"} {
		if !strings.Contains(help.out, known) {
			t.Errorf("the help does not say %q:\n%s", known, help.out)
		}
	}
}
