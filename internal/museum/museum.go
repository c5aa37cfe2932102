// Package museum crawls the sample site for tests that need a finished crawl, without the command line.
package museum

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"path/filepath"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/site"
)

// Origin is the origin of the sample site.
const Origin = "http://museum.example"

// Config configures a crawl of the sample site in the folder sample into out. settings override the defaults.
func Config(out, sample string, settings map[string]string) (run.Config, error) {
	sample, err := filepath.Abs(sample)
	if err != nil {
		return run.Config{}, err
	}
	overrides := map[string]string{"download.downloader": "folder", "download.folder": sample,
		"export.exporters": "csv,links,aliases,external,bad,ledger"}
	maps.Copy(overrides, settings)
	all, err := config.Load(config.Sources{Overrides: overrides})
	if err != nil {
		return run.Config{}, err
	}
	return run.NewConfig(*all, out), nil
}

// Job returns a silent job.
func Job(c run.Config, hosts ...config.Host) run.Job {
	return run.Job{Config: c, Hosts: hosts, Observer: silent{}, Log: slog.New(slog.DiscardHandler), Screen: io.Discard}
}

// Crawl crawls the sample site and returns the result folder.
func Crawl(c run.Config) (folder string, err error) {
	host, _, err := config.ParseHost(Origin, c.Settings)
	if err != nil {
		return "", err
	}
	out, err := run.Run(context.Background(), Job(c, host))
	if err != nil {
		return "", err
	}
	return filepath.Join(c.Path(c.Export.ResultFolder), "museum.example"), out.Results[0].Err
}

// silent is an observer that shows nothing.
type silent struct{}

func (silent) Progress(string, site.Progress)    {}
func (silent) Ended(string, *site.Crawl, error)  {}
func (silent) Computing(string, string, float64) {}
func (silent) Budget(site.BudgetProgress)        {}
func (silent) Search(site.SearchProgress)        {}
func (silent) Notice(...string)                  {}
