package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An experiment prints its short tables and writes all tables and charts.
func TestReplay(t *testing.T) {
	for _, c := range []struct {
		args  string
		row   string // start of a row
		files []string
	}{
		{"sites --seeds 1 --pages 60 --policies r1,r3", "institutes",
			[]string{"sites.rules.csv", "sites.institutes.svg"}},
		{"market --seeds 1 --policies random --web local", "random", []string{"market.document.local.overview.csv"}},
	} {
		dir, out := t.TempDir(), new(bytes.Buffer)
		args := strings.Fields(c.args)
		if err := replay(t.Context(), append([]string{args[0], "-O", dir}, args[1:]...), out); err != nil {
			t.Fatal(err)
		}
		for i, name := range c.files {
			text, err := os.ReadFile(filepath.Join(dir, "replayed", name))
			if err != nil || i == 0 && !strings.Contains(string(text), "\n"+c.row+",") {
				t.Errorf("%s: %s (%v):\n%s", c.args, name, err, text)
			}
		}
		if !strings.Contains(out.String(), "\n"+c.row) {
			t.Errorf("%s printed\n%s", c.args, out)
		}
	}
}

// Wrong arguments fail with an error that names the alternatives, and nothing is written.
func TestRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"":                                    "known are market, pages, revisit, sites",
		"nothing":                             "known are market, pages, revisit, sites",
		"pages":                               "result folders",
		"pages ./nowhere":                     "nowhere",
		"pages --policies best":               "known are auto, backlinks",
		"sites --policies best":               `unknown name "best"; known are auto, good-ucb`,
		"sites --seeds 0":                     "one seed or more",
		"sites --seeds many":                  `invalid value "many"`,
		"sites --scattered":                   "needs result folders",
		"revisit folder":                      "only if it replays crawls",
		"revisit --variant odd":               "known are",
		"market --setup odd":                  "known are",
		"market --matchings --policies pool":  "takes no schemes",
		"market --matching barter":            "auction, exact",
		"market --web world":                  "known are local, standard",
		"pages --ensembles --policies random": "does not estimate",
		"pages --ensembles --policies stored": "only once",
		"revisit --first-seed 999":            "tuned on",
		"sites --pages -1":                    "from 1 to",
	} {
		t.Chdir(t.TempDir())
		err := replay(t.Context(), strings.Fields(args), new(bytes.Buffer))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", args, err, want)
		}
		if _, err := os.Stat("replayed"); err == nil {
			t.Errorf("%q made a folder", args)
		}
	}
}
