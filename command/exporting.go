package command

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// export writes the files of a crawl, the manifest last. line is that of
// hosts.txt. The summary is nil if no chosen file needs it.
func (r *run) export(c *site.Crawl, line config.Host) (dir *export.Dir, summary *stats.Summary, err error) {
	defer func() { err = whenFull(err) }()
	u, err := site.Parse(c.Site)
	if err != nil {
		return nil, nil, fmt.Errorf("export: %w", err)
	}
	c.Name = r.folder(u, line.URL.Origin())
	if dir, err = export.NewDir(r.resultDir(c.Name), c.Name); err != nil {
		return nil, nil, err
	}
	settings := r.all(line)
	teller := &reporter{crawl: c, settings: r.telling(settings), progress: r.progress.of(c.Site)}
	for _, name := range r.Export.Exporters {
		if name == "aliases" && !r.Duplicates.Save {
			continue
		}
		if err := r.exportAs(name, dir, c, teller); err != nil {
			return nil, nil, err
		}
	}
	if teller.analysis != nil {
		kept := teller.analysis.Summary // without the numbers of the pages
		summary = &kept
	}
	return dir, summary, export.WriteManifest(dir, export.NewManifest(version, settings, c))
}

// whenFull says what to do when the disk is full.
func whenFull(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w: make space and run again to go on", err)
	}
	return err
}

// exportAs writes the files of one exporter. A stop does not stop the writing:
// it is what the stop is for.
func (r *run) exportAs(name string, dir *export.Dir, c *site.Crawl, teller *reporter) error {
	if write, ok := reports[name]; ok {
		return write(teller, dir)
	}
	e, err := export.New(name, export.Options{GEXFVersion: r.Export.GEXFVersion, SelfLoops: r.Export.SelfLoops})
	if err != nil {
		return usage(err)
	}
	return e.Export(context.Background(), dir, c)
}
