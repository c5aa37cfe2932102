package run

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor/evidence"
	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

// TestLogTorn checks that a line that a kill cut short is removed, and that whole lines stay.
func TestLogTorn(t *testing.T) {
	header := strings.Join(logHeader, ",") + "\n"
	whole := strings.Repeat("x", longestLine) + "\n"
	for _, c := range []struct{ name, before, after string }{
		{"new", "", header},
		{"whole", header + "a\n", header + "a\n"},
		{"torn", header + "a\nb,\"protocol: ", header + "a\n"},
		{"header torn", "time,si", header},
		{"long", whole + "b", whole},
		{"no log of ours", "x" + whole[:longestLine], "x" + whole[:longestLine]},
	} {
		path := filepath.Join(t.TempDir(), "log.csv")
		must(t, os.WriteFile(path, []byte(c.before), 0o644))
		l, err := openLog(path)
		must(t, err)
		must(t, l.close())
		if got, _ := os.ReadFile(path); string(got) != c.after {
			t.Errorf("%s: got %d bytes, %.60q, want %d", c.name, len(got), got, len(c.after))
		}
	}
}

// Broken links are checked even if requests seem to take no time except for the size of pages.
func TestChooseOthers(t *testing.T) {
	c := Config{Settings: config.Settings{Revisit: config.Revisit{Policy: "learned", Seconds: 10}}}
	start := time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)
	round := evidence.Round{At: start.Add(time.Hour), Joined: []int64{1000, 1000},
		Visits: func(func(evidence.Visit) bool) {}}
	h := &evidence.History{Start: start, Rounds: []evidence.Round{round}, Others: 5, A: 0.001}
	choice := toChoose(c.Revisit, h, config.Host{Connections: 1}).choose(h)
	if choice.Others == 0 || len(choice.Pages) != 2 {
		t.Errorf("chosen: %+v", choice)
	}
}

// TestSearchReport checks that the report has the map by topics, settings and files, and that it can be left out.
func TestSearchReport(t *testing.T) {
	c := newConfig(t)
	in := filesOf(twoTopics())
	in.Settings = map[string]string{"topics: scheme": "market"}
	all, _, err := c.WriteSearch(in)
	must(t, err)
	name := filepath.Join(all.Path(), in.All.Name+".report.html")
	text, err := os.ReadFile(name)
	must(t, err)
	for _, want := range []string{"The pages of the search topics by depth", "The topics are ", "topics: scheme",
		"topics.visits.csv", "topics.scorecard.json", "Every market reached the optimum", "<script>"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("nowhere: %s", want)
		}
	}
	c.Export.Exporters = []string{"csv"}
	if _, _, err := c.WriteSearch(filesOf(twoTopics())); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("the report is still there: %v", err)
	}
}

// TestMeasuresUnknown checks that pages have no values for measures that an incomplete crawl leaves unknown.
func TestMeasuresUnknown(t *testing.T) {
	for complete, want := range map[bool]string{true: "1 core true 0", false: "   "} {
		c := &site.Crawl{Site: "http://h", Name: "h", Complete: complete, Graph: &site.Graph{Offsets: []int{0, 0},
			Pages: []site.Page{{URL: "http://h/", Key: "http://h/"}}}, Ledger: nothing[site.Entry],
			External: nothing[site.ExternalLink], Bad: nothing[site.BadLink]}
		d, err := export.NewDir(t.TempDir(), "h")
		must(t, err)
		a := newArtefacts(newConfig(t), c, d, nil, func(string, string, float64) {})
		must(t, a.writeStats())
		text, err := os.ReadFile(filepath.Join(d.Path(), "h.measures.csv"))
		must(t, err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		cells := strings.Split(lines[1], ",")
		console.Equal(t, strings.Join(cells[9:13], " "), want, "complete", complete)
	}
}

// TestProblemsOfTables checks that a problem that tables do not record is not taken for fixed.
func TestProblemsOfTables(t *testing.T) {
	crawl := func(withoutAlt int, ofTables bool) *site.Crawl {
		page := site.Page{URL: "http://a.test/", Key: "http://a.test/", Title: "A", Status: 200,
			Facts: &site.Facts{WithoutAlt: withoutAlt, Words: 100}}
		return &site.Crawl{Site: "http://a.test", Graph: &site.Graph{Pages: []site.Page{page}, Offsets: make([]int, 2)},
			Ledger: func(func(site.Entry, error) bool) {}, External: func(func(site.ExternalLink, error) bool) {},
			Bad: func(func(site.BadLink, error) bool) {}, Mentions: func(string) []int { return nil },
			OfTables: ofTables, Complete: true}
	}
	kinds := func(a, b *site.Crawl) (all []string) {
		d := compare.New(a, b, compare.Options{})
		must(t, CompareProblems(d, a, b))
		for _, k := range d.Summary().Problems {
			all = append(all, k.Kind)
		}
		return all
	}
	if all := kinds(crawl(2, false), crawl(0, false)); !slices.Contains(all, "missing-alt") {
		t.Errorf("of two states: %q", all)
	}
	for _, pair := range [][2]*site.Crawl{{crawl(2, false), crawl(0, true)}, {crawl(0, true), crawl(2, false)}} {
		if all := kinds(pair[0], pair[1]); slices.Contains(all, "missing-alt") || !slices.Contains(all, "missing-h1") {
			t.Errorf("of a state and tables: %q", all)
		}
	}
}
