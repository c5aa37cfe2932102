// Package mcp answers programs that speak the Model Context Protocol over standard input and output. Its tools only
// read result folders and the saved state. They fetch nothing, start no crawl, and write only indexes of tables to a
// temporary folder.
//
//	s := mcp.New(mcp.Options{Folders: []string{"result"}, Version: "1.0"})
//	err := s.Serve(ctx, os.Stdin, os.Stdout)
//
// Every list in an answer says how many items there are and how many were cut. An answer about an incomplete crawl says
// so.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sitegraph/desk/tables"
	"sitegraph/export"
	"sitegraph/results"
	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

const maxOpen = 4

type crawls struct {
	folders []string
	temp    string // for indexes

	mu    sync.Mutex
	count int
	open  []*crawl // most recently used last
}

type crawl struct {
	dir   string
	stamp string // of the manifest that was read
	read  func() (*reading, error)
	index *index
}

// reading is a result folder that was read, with computations on demand.
type reading struct {
	past    results.Crawl
	asked   *inspect.Site
	name    string
	index   *index
	numbers func() (*stats.Analysis, error)
}

func (r *reading) about() about {
	return about{Crawl: r.name, Site: r.past.Site, Incomplete: r.asked.Incomplete(), Missing: r.past.Missing()}
}

// index is the tables of a crawl, built on demand.
type index struct {
	once   sync.Once
	dir    string
	tables *tables.Index
	err    error
}

func (x *index) get(s *inspect.Site) (*tables.Index, error) {
	x.once.Do(func() {
		var linked *site.Crawl
		if linked, x.err = s.Linked(); x.err == nil {
			x.tables, x.err = tables.Build(context.Background(), x.dir, linked)
		}
	})
	return x.tables, x.err
}

func (x *index) close() {
	x.once.Do(func() {})
	if x.tables != nil {
		x.tables.Close()
	}
}

func (c *crawls) dirs() (all []string, err error) {
	for _, folder := range c.folders {
		found, err := results.Folders(folder)
		if err != nil {
			return nil, err
		}
		for _, dir := range found {
			if dir = filepath.Clean(dir); !slices.Contains(all, dir) {
				all = append(all, dir)
			}
		}
	}
	return all, nil
}

// find returns the result folder for a name, which may be a path, a folder's name, a host or an origin.
func (c *crawls) find(name string) (dir string, err error) {
	dirs, err := c.dirs()
	if err != nil {
		return "", err
	}
	if name == "" && len(dirs) == 1 {
		return dirs[0], nil
	}
	if name == "" {
		return "", fmt.Errorf("crawl: name one, there are %d: %s", len(dirs), some(dirs))
	}
	for _, is := range []func(dir string) bool{
		func(dir string) bool { return dir == filepath.Clean(name) },
		func(dir string) bool { return filepath.Base(dir) == name },
		func(dir string) bool {
			m, err := manifestOf(dir)
			return err == nil && (m.Site == strings.TrimSuffix(name, "/") || site.HostIn(m.Site) == name)
		},
	} {
		found := slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool { return !is(dir) })
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return "", fmt.Errorf("crawl %q: there are %d of that name; name one by its folder: %s", name, len(found),
				some(found))
		}
	}
	return "", fmt.Errorf("crawl %q is unknown; there are %s", name, some(dirs))
}

func some(dirs []string) string { return wording.ListFirst(dirs, 10) }

func manifestOf(dir string) (m export.Manifest, err error) {
	f, err := export.Open(dir)
	if err == nil {
		m = f.Manifest
	}
	return m, err
}

// get returns the crawl for a name. It reads the folder if that is new or has changed.
func (c *crawls) get(name string) (*reading, error) {
	dir, err := c.find(name)
	if err != nil {
		return nil, err
	}
	stamp, err := stampOf(dir)
	if err != nil {
		return nil, err
	}
	known := c.opened(dir, stamp)
	r, err := known.read()
	if err != nil {
		c.forget(known) // a later attempt may find it complete
	}
	return r, err
}

func (c *crawls) opened(dir, stamp string) *crawl {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.open, func(o *crawl) bool { return o.dir == dir })
	if at >= 0 && c.open[at].stamp == stamp {
		known := c.open[at]
		c.open = append(slices.Delete(c.open, at, at+1), known)
		return known
	}
	if at < 0 && len(c.open) == maxOpen {
		at = 0
	}
	if at >= 0 {
		c.open[at].index.close()
		c.open = slices.Delete(c.open, at, at+1)
	}
	c.count++
	opened := &crawl{dir: dir, stamp: stamp, index: &index{dir: filepath.Join(c.temp, strconv.Itoa(c.count))}}
	opened.read = sync.OnceValues(func() (*reading, error) { return read(dir, opened.index) })
	c.open = append(c.open, opened)
	return opened
}

func (c *crawls) forget(gone *crawl) {
	c.mu.Lock()
	defer c.mu.Unlock()
	gone.index.close()
	c.open = slices.DeleteFunc(c.open, func(o *crawl) bool { return o == gone })
}

func read(dir string, x *index) (*reading, error) {
	c, err := results.ReadFolder(dir)
	if err != nil {
		return nil, err
	}
	s, err := inspect.New(c.Crawl, c.URLProfile())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	numbers := func() (*stats.Analysis, error) { return run.Config{}.Analyse(c.Crawl, nil, nil) }
	return &reading{past: c, asked: s, name: dir, index: x, numbers: sync.OnceValues(numbers)}, nil
}

func stampOf(dir string) (string, error) {
	names, err := fs.Glob(os.DirFS(dir), "*.manifest.json")
	for _, name := range names {
		info, infoErr := os.Stat(filepath.Join(dir, name))
		if infoErr == nil {
			return fmt.Sprint(name, info.Size(), info.ModTime().Format(time.RFC3339Nano)), nil
		}
		err = errors.Join(err, infoErr)
	}
	return "", errors.Join(fmt.Errorf("%s has no manifest any more", dir), err)
}

func (c *crawls) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.open {
		o.index.close()
	}
	c.open = nil
}
