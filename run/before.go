package run

import (
	"path/filepath"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
)

const beforeFolder = "before" // has the previous crawl's files, one folder per site

// Since compares a crawl with the previous crawl of the site.
type Since struct {
	Folder     string    // folder with the previous crawl's files
	Finished   time.Time // when that crawl ended
	Listed     bool      // both crawls listed their problems
	Fixed, New int       // numbers of fixed and new problems
}

// keepBefore keeps the files of an earlier crawl that are about to be replaced, nil if there are none. A crawl from
// scratch is a new crawl even if it began in the same second. Watched sites have their history in the state.
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

// compare counts the problems that only one of the folders lists, or none if someone edited the older files.
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
