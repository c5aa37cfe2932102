package sites

import (
	"io"
	"log/slog"
	"maps"
	"testing"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/site"
)

// program is sitegraph watching a site, in a folder, by the clock of the site.
type program struct {
	job     run.Job
	site    *website
	notices []string
}

// loaded are the settings of a quick crawl, with others where they differ.
func loaded(t testing.TB, settings map[string]string) config.Settings {
	t.Helper()
	overrides := map[string]string{"sites.crawl_delay": "0", "download.tries": "1", "export.exporters": "csv"}
	maps.Copy(overrides, settings)
	all, err := config.Load(config.Sources{Overrides: overrides})
	must(t, err)
	return *all
}

// watching returns the program for a site, with settings where they differ from the defaults.
func watching(t testing.TB, s *website, settings map[string]string) *program {
	t.Helper()
	all := loaded(t, settings)
	host, _, err := config.ParseHost(s.origin, all)
	must(t, err)
	p := &program{site: s}
	p.job = run.Job{Config: run.NewConfig(all, t.TempDir()), Hosts: []config.Host{host}, Watch: true,
		Observer: quiet{&p.notices}, Log: slog.New(slog.DiscardHandler), Screen: io.Discard, Now: s.clock.now}
	return p
}

// iterate runs the program once: the first time it crawls the site.
func (p *program) iterate(t testing.TB) *site.Crawl {
	t.Helper()
	if p.site != nil {
		p.site.settle()
		defer p.site.settle()
	}
	out, err := run.Run(t.Context(), p.job)
	must(t, err)
	result := out.Results[0]
	if result.Err != nil {
		t.Fatal(result.Err)
	}
	return result.Crawl
}

// last is the iteration that a crawl ended with.
func last(c *site.Crawl) site.Iteration { return c.Watched.Iterations[len(c.Watched.Iterations)-1] }

// quiet follows a run, and keeps its remarks only.
type quiet struct{ notices *[]string }

func (quiet) Progress(string, site.Progress)    {}
func (quiet) Ended(string, *site.Crawl, error)  {}
func (quiet) Computing(string, string, float64) {}
func (quiet) Budget(site.BudgetProgress)        {}
func (quiet) Search(site.SearchProgress)        {}
func (q quiet) Notice(texts ...string)          { *q.notices = append(*q.notices, texts...) }
