package run

import (
	"fmt"
	"path/filepath"

	"sitegraph/export"
	"sitegraph/site"
)

// reportsFolder holds what the command report writes, one folder a site. A
// result folder stays as its manifest says.
const reportsFolder = "reports"

// Reporter writes statistics, charts and reports of finished crawls into
// reports/, one folder a site.
type Reporter struct {
	Config
	made map[string]string // by the folder's name, what its report is of
}

// NewReporter returns a reporter that has written nothing yet.
func NewReporter(c Config) *Reporter { return &Reporter{Config: c, made: map[string]string{}} }

// Source is a finished crawl, and what its report says of where it comes from.
type Source struct {
	// Crawl gets the name of its folder if it has none.
	Crawl *site.Crawl
	// Name tells sources apart: a site of the state, or the path of a folder.
	Name string
	// Settings are all that the crawl was made with, by name.
	Settings map[string]string
	// Missing are the tables that the crawl was read without.
	Missing []string
}

// Report writes the files about one crawl. The result has no folder when this
// source was reported before.
func (r *Reporter) Report(s Source, report Computing) (res Result, err error) {
	c := s.Crawl
	if c.Name == "" {
		u, err := site.Parse(c.Site)
		if err != nil {
			return res, fmt.Errorf("report: %w", err)
		}
		c.Name = r.folder(u, s.Name)
	}
	path := filepath.Join(r.Path(reportsFolder), c.Name)
	switch before := r.made[c.Name]; before {
	case "":
		r.made[c.Name] = s.Name
	case s.Name:
		return res, nil
	default:
		const message = "report: %s has the report of %s now; write that of %s elsewhere, with -O"
		return res, usage(message, path, before, s.Name)
	}
	res.Crawl = c
	if res.Dir, err = export.NewDir(path, c.Name); err != nil {
		return res, err
	}
	a := &artefacts{Config: r.Config, crawl: c, dir: res.Dir, settings: r.inReport(s.Settings), computing: report,
		missing: s.Missing, noManifest: true}
	err = a.write([]string{"stats", "report", "charts"})
	res.Stats = a.summary()
	return res, err
}
