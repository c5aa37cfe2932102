package run

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/dedup"
	"sitegraph/export"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/stop"
	"sitegraph/internal/console"
	"sitegraph/schedule/order"
	"sitegraph/schedule/revisit"
	"sitegraph/site"
)

// silent observes nothing.
type silent struct{}

var must = console.Must

func (silent) Progress(string, site.Progress)    {}
func (silent) Budget(site.BudgetProgress)        {}
func (silent) Search(site.SearchProgress)        {}
func (silent) Ended(string, *site.Crawl, error)  {}
func (silent) Computing(string, string, float64) {}
func (silent) Notice(...string)                  {}

// TestPartNames checks that a setting allows exactly the names of the parts.
func TestPartNames(t *testing.T) {
	names := map[string][]string{}
	for _, r := range config.Table(new(config.Settings)) {
		names[r.Name()] = slices.Sorted(slices.Values(r.Names))
	}
	for setting, parts := range map[string][]string{
		"download.downloader": site.Names(downloaders), "store.store": {"badger", "memory"},
		"export.exporters": site.Names(writers()), "export.gexf_version": {export.GEXF12Draft, export.GEXF13},
		"order.sites": order.Rules(), "order.pages": order.Pages(),
	} {
		if slices.Sort(parts); !slices.Equal(names[setting], parts) {
			t.Errorf("%s allows %q, there are %q", setting, names[setting], parts)
		}
	}
	for _, name := range names["finish.finishers"] {
		stop.New(name, stop.Options{})(site.Progress{}) // panics if the name is unknown
	}
	for _, name := range names["robots.robots"] {
		robots.Parse(name, nil, agent, 0)
	}
	for _, name := range names["revisit.policy"] {
		revisit.New(name, revisit.Options{})
	}
	for setting, construct := range map[string]func(name string) error{
		"parse.parser":   func(name string) error { _, err := parse.New(name, parse.Options{}); return err },
		"duplicates.key": func(name string) error { _, err := dedup.New(name); return err },
	} {
		err := construct("no such part")
		if err == nil || !strings.HasSuffix(err.Error(), "known are "+strings.Join(names[setting], ", ")) {
			t.Errorf("%s allows %q: %v", setting, names[setting], err)
		}
	}
}

// TestRunAfterStop checks that a run that is stopped at once crawls no site and leaves no journal and no result.
func TestRunAfterStop(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(site.EndedSignal)
	settings, err := config.Load(config.Sources{})
	must(t, err)
	c := NewConfig(*settings, t.TempDir())
	job := Job{Config: c, Observer: silent{}, Log: slog.New(slog.DiscardHandler), Screen: io.Discard}
	for _, name := range []string{"a.example", "b.example"} {
		job.Hosts = append(job.Hosts, c.HostOf(site.URL{Scheme: "http", Host: name, Path: "/"}))
	}
	out, err := Run(ctx, job)
	if err != nil || len(out.Results) != 2 || out.Across != nil {
		t.Fatalf("%d results, %v", len(out.Results), err)
	}
	for _, res := range out.Results {
		if res.Crawl != nil || res.Dir != nil || res.Err != nil || res.LeftOut() != "not started" {
			t.Errorf("%s: %+v", res.Site(), res)
		}
	}
	if _, err := os.Stat(filepath.Join(c.OutputDir, "result")); err == nil {
		t.Error("there are results")
	}
	st, err := openState(c.Store, c.StateDir())
	must(t, err)
	if sites, err := st.Sites(); len(sites) != 0 || err != nil {
		t.Errorf("the state has %q, %v", sites, err)
	}
	must(t, st.Close())
}

// TestLimitsTakeEffect checks that each limit adds its stop condition.
func TestLimitsTakeEffect(t *testing.T) {
	for _, c := range []struct {
		maxPages int
		timeout  int
		want     []string
	}{
		{0, 0, []string{"work-done"}},
		{1, 0, []string{"work-done", "max-pages"}},
		{1, 1, []string{"work-done", "max-pages", "timeout"}},
	} {
		var s config.Settings
		s.Finish.Finishers = []string{"work-done"}
		s.Walk.MaxPages, s.Finish.Timeout = c.maxPages, time.Duration(c.timeout)*time.Second
		console.Equal(t, NewConfig(s, "").Finish.Finishers, c.want, c, "stop conditions")
		s.Finish.Finishers = append(s.Finish.Finishers, "max-pages")
		console.Equal(t, NewConfig(s, "").Finish.Finishers[:2], s.Finish.Finishers, c)
	}
}

// broken is an observer that panics in the crawl of one site and while the files of another are written.
type broken struct {
	silent
	crawl, files string
}

func (b broken) Progress(line string, _ site.Progress) {
	if line == b.crawl {
		panic("a bead is missing")
	}
}

func (b broken) Computing(of, _ string, _ float64) {
	if of == b.files {
		panic("a bead is missing")
	}
}

// TestFault checks that a panic at one site is only that site's error, and that other sites and later runs continue.
func TestFault(t *testing.T) {
	settings, err := config.Load(config.Sources{})
	must(t, err)
	settings.Sites.AtOnce, settings.Sites.CrawlDelay, settings.Export.Exporters = 1, 0, []string{"stats"}
	c := NewConfig(*settings, t.TempDir())
	job := Job{Config: c, Log: slog.New(slog.DiscardHandler), Screen: io.Discard}
	for range 3 {
		job.Hosts = append(job.Hosts, c.HostOf(twoPages(t)))
	}
	job.Observer = broken{crawl: job.Hosts[0].URL.Origin(), files: job.Hosts[1].URL.Origin()}
	for range 2 {
		out, err := Run(t.Context(), job)
		must(t, err)
		for i, res := range out.Results {
			fault := new(site.Fault)
			if met := errors.As(res.Err, &fault); met != (i < 2) ||
				met && !strings.Contains(res.Err.Error(), res.Site()) {
				t.Errorf("site %d: %v", i, res.Err)
			}
		}
		if out.Results[2].Dir == nil {
			t.Error("the third site has no files")
		}
	}
	if all, err := ReadStatus(c.StateDir()); err != nil || all[job.Hosts[0].URL.Origin()].Ended != site.EndedError {
		t.Errorf("%+v, %v", all, err)
	}
}
