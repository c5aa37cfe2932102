package store

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// summaries is the folder of the summaries in a state folder: one file a site,
// replaced as a whole, so that a reader need not open badger to see them.
const summaries = "summaries"

// longestName is the longest file name that all file systems take.
const longestName = 255

// SetSummary replaces the summary of a site. In memory, and of a site whose
// name is too long for a file, none is kept.
func (s *Store) SetSummary(site string, summary []byte) error {
	path, ok := s.summaryPath(site)
	if !ok {
		return nil
	}
	if err := s.checkSpace(); err != nil {
		return s.wrap(err)
	}
	return s.wrap(replaceFile(path, summary))
}

// replaceFile writes a file so that readers see the old one or the new one.
func replaceFile(path string, content []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "new-*.part")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Summary returns the summary of a site, nil when there is none.
func (s *Store) Summary(site string) ([]byte, error) {
	path, ok := s.summaryPath(site)
	if !ok {
		return nil, nil
	}
	summary, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return summary, s.wrap(err)
}

// Summaries returns the summaries of all sites of a state folder that have one,
// by site, without opening the store: at any time, also during a crawl.
func Summaries(dir string) (map[string][]byte, error) {
	s := &Store{dir: dir}
	all := map[string][]byte{}
	names, err := filesEnding(filepath.Join(dir, summaries), ".summary")
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	for _, name := range names {
		site, unescaped := url.QueryUnescape(name[:len(name)-len(".summary")])
		if err == nil && unescaped == nil {
			all[site], err = s.Summary(site)
		}
	}
	return all, s.wrap(err)
}

func (s *Store) removeSummaries(sites []string) error {
	for _, site := range sites {
		path, ok := s.summaryPath(site)
		if !ok {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (s *Store) summaryPath(site string) (path string, ok bool) {
	name := url.QueryEscape(site) + ".summary"
	return filepath.Join(s.dir, summaries, name), s.dir != "" && len(name) <= longestName
}
