package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestReplay runs every experiment, small, and reads its table.
func TestReplay(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv,external").mustEnd(t, exitDone)
	folder := filepath.Join(out, "result", "museum.example")
	for _, c := range []struct {
		name string
		args []string
		rows []string // beginnings of rows of the table
		file string
	}{
		{"sites", []string{"--seeds", "1", "--pages", "60", "--policies", "r1,r3", folder}, []string{"institutes", "crawls"}, "sites.rules.csv"},
		{"pages", []string{"--seeds", "2", folder}, []string{"museum.example"}, "pages.sites.csv"},
		{"market", []string{"--seeds", "1", "--policies", "market,separate"}, []string{"market"}, "market.document.overview.csv"},
	} {
		dir := t.TempDir()
		o := sitegraph(append([]string{"replay", c.name, "-O", dir}, c.args...)...).mustEnd(t, exitDone)
		table := read(t, filepath.Join(dir, replayedFolder, c.file))
		for _, row := range c.rows {
			if !strings.Contains(table, "\n"+row) || c.name != "pages" && !strings.Contains(o.out, "\n"+row) {
				t.Errorf("replay %s has no row %s:\n%s\n%s", c.name, row, o.out, table)
			}
		}
		if again := sitegraph(append([]string{"replay", c.name, "-O", t.TempDir()}, c.args...)...); strings.Count(again.out, "\n") != strings.Count(o.out, "\n") {
			t.Errorf("replay %s gave two tables:\n%s\n%s", c.name, o.out, again.out)
		}
	}
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
		{nil, "market, pages, revisit or sites"},
		{[]string{"nothing"}, "known are market, pages, revisit, sites"},
		{[]string{"pages"}, "result folders"},
		{[]string{"pages", filepath.Join(out, "logs")}, "no result folder"},
		{[]string{"pages", "--policies", "best", folder}, "there are auto, backlinks"},
		{[]string{"sites", "--policies", "best"}, "known are"},
		{[]string{"sites", "--pages", "0"}, "--pages is 0"},
		{[]string{"sites", "--seeds", "0"}, "--seeds is 0"},
		{[]string{"revisit", folder}, "takes no folders"},
		{[]string{"revisit", "--variant", "odd"}, "known are"},
		{[]string{"market", "--setup", "odd"}, "known are"},
		{[]string{"market", "--policies", "odd"}, "known are"},
	} {
		o := sitegraph(append([]string{"replay", "-O", t.TempDir()}, c.args...)...)
		if o.code == exitDone {
			t.Errorf("replay %v ended well", c.args)
		}
		o.mustSay(t, c.says)
	}
	write(t, filepath.Join(folder, "museum.example.arcs.csv"), "damaged")
	sitegraph("replay", "pages", folder).mustEnd(t, exitFailure).mustSay(t, "arcs.csv")
}
