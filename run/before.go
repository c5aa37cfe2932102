package run

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
)

// beforeFolder has the result files of the crawl before the last one, one folder a site.
const beforeFolder = "before"

// Since says what a crawl found otherwise than the crawl of the same site before it.
type Since struct {
	// Folder has the files of the crawl before, which was over at Finished.
	Folder   string
	Finished time.Time
	// Listed says that both crawls listed their problems: Fixed are gone, New have come.
	Listed     bool
	Fixed, New int
}

// keepBefore keeps the files of an earlier crawl, which those of c are about to replace; one from scratch replaces them
// even if it began in the same second. It returns nil if there are none. A watched site has its history in its state.
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
	if _, err := export.NewDir(since.Folder, c.Name); err != nil {
		return nil, err
	}
	if linkFiles(path, since.Folder) == nil {
		return since, nil
	}
	if err := export.RemoveFolder(since.Folder); err != nil {
		return nil, err
	}
	return since, os.CopyFS(since.Folder, os.DirFS(path)) // the system has no links
}

// linkFiles gives the files of a folder second names in another one. They stay there when the first ones are replaced.
func linkFiles(from, to string) error {
	return fs.WalkDir(os.DirFS(from), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o777)
		case d.Type().IsRegular():
			return os.Link(filepath.Join(from, name), filepath.Join(to, name))
		}
		return nil
	})
}

// compare counts the problems that one of the two folders lists and the other does not.
func (s *Since) compare(folder string) error {
	before, err := export.ProblemKeys(s.Folder)
	if err != nil {
		return err
	}
	now, err := export.ProblemKeys(folder)
	s.Listed = before != nil && now != nil
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
	return err
}
