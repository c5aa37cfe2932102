package run

import (
	"errors"
	"fmt"
	"sync"
	"syscall"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// Exporter writes result folders, of which no two sites share one. Several
// goroutines may use it.
type Exporter struct {
	Config
	mu      sync.Mutex
	folders map[string]string // by name, the line of hosts.txt that has it
}

// NewExporter returns an exporter that has written nothing yet.
func NewExporter(c Config) *Exporter { return &Exporter{Config: c, folders: map[string]string{}} }

// Computing is called while the measures of a site are computed, with the share
// that is done, from 0 to 1.
type Computing func(site, measure string, share float64)

// Export writes the chosen files of a crawl, the manifest last. line is that of
// hosts.txt. The summary is nil if no chosen file needs it.
func (e *Exporter) Export(c *site.Crawl, line config.Host, report Computing) (*export.Dir, *stats.Summary, error) {
	u, err := site.Parse(c.Site)
	if err != nil {
		return nil, nil, fmt.Errorf("export: %w", err)
	}
	c.Name = e.folder(u, line.URL.Origin())
	dir, err := export.NewDir(e.resultDir(c.Name), c.Name)
	if err != nil {
		return nil, nil, withAdvice(err)
	}
	settings := e.SettingsOf(line)
	a := &artefacts{Config: e.Config, crawl: c, dir: dir, settings: e.inReport(settings), computing: report}
	if err := a.write(e.Config.Export.Exporters); err != nil {
		return nil, nil, withAdvice(err)
	}
	return dir, a.summary(), withAdvice(export.WriteManifest(dir, export.NewManifest(Version, settings, c)))
}

// withAdvice says what to do when the disk is full.
func withAdvice(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w: make space and run again to resume", err)
	}
	return err
}
