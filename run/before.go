package run

import (
	"path/filepath"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
)

// beforeFolder holds the result files of the crawl before the last one, one folder a site.
const beforeFolder = "before"

// Since compares a crawl with the crawl of the same site before it.
type Since struct {
	// Folder holds the files of the crawl before, which ended at Finished.
	Folder   string
	Finished time.Time
	// Listed reports whether both crawls listed their problems. Fixed counts those that are gone, New those that came.
	Listed     bool
	Fixed, New int
}

// keepBefore keeps the files of an earlier crawl that those of c are about to replace; it returns nil without any. A
// crawl from scratch is another one even if it began in the same second. The state of watched sites has their history.
func (e *Exporter) keepBefore(c *site.Crawl, line config.Host, fromScratch bool) (*Since, error) {
	path, err := e.place(c, line)
	if err != nil {
		return nil, err
	}
	m := filledBy(path, c.Name)
	same := m.Started.Equal(c.Started.Truncate(time.Second)) && !fromScratch
	if m.Site != c.Site || same || m.Iterations > 0 || c.Watched != nil {
		return nil, nil
	}
	since := &Since{Folder: filepath.Join(e.Path(beforeFolder), c.Name), Finished: m.Finished}
	if err := export.RemoveFolder(since.Folder); err != nil {
		return nil, err
	}
	dir, err := export.NewDir(since.Folder, c.Name)
	if err == nil {
		err = dir.CopyFrom(path, true)
	}
	return since, err
}

// compare counts the problems that only one of the two folders lists. If someone edited the files of the crawl before,
// nothing is counted.
func (s *Since) compare(folder string) error {
	before, changed := export.ProblemKeys(s.Folder)
	now, err := export.ProblemKeys(folder)
	if err != nil || changed != nil || before == nil || now == nil {
		return err
	}
	s.Listed = true
	for key := range now {
		if !before[key] {
			s.New++
		}
	}
	for key := range before {
		if !now[key] {
			s.Fixed++
		}
	}
	return nil
}
