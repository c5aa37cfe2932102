package run

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/site"
)

// silent observes nothing.
type silent struct{}

func (silent) Progress(string, site.Progress)    {}
func (silent) Ended(string)                      {}
func (silent) Computing(string, string, float64) {}
func (silent) Notice(...string)                  {}

// TestRunAfterStop: a run that is stopped before it begins crawls no site and
// leaves no journal and no result.
func TestRunAfterStop(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(site.EndedSignal)
	c := NewConfig(config.Defaults(), t.TempDir())
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
	st, err := c.openState()
	if err != nil {
		t.Fatal(err)
	}
	if sites, err := st.Sites(); len(sites) != 0 || err != nil {
		t.Errorf("the state has %q, %v", sites, err)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}

// TestLimitsTakeEffect: a limit that is set brings its stop condition.
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
		s := config.Defaults()
		s.Finish.Finishers = []string{"work-done"}
		s.Walk.MaxPages, s.Finish.Timeout = c.maxPages, time.Duration(c.timeout)*time.Second
		if got := NewConfig(s, "").Finish.Finishers; !slices.Equal(got, c.want) {
			t.Errorf("%+v: stop conditions %q", c, got)
		}
		if s.Finish.Finishers = append(s.Finish.Finishers, "max-pages"); !slices.Equal(NewConfig(s, "").Finish.Finishers[:2], s.Finish.Finishers) {
			t.Errorf("%+v: a stop condition moved", c)
		}
	}
}
