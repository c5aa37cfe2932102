package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// Options configure a desk.
type Options struct {
	Folder    string        // has a folder for each project; created if it is missing
	Env       []string      // variables with settings, as os.Environ returns them
	Log       *log.Logger   // gets faults of the program; nil drops them
	MaxDrawn  int           // the most pages on the map of a site being crawled, which is redrawn often; 0 is 1500
	TwinPause time.Duration // as in run.Config
	Workers   Workers       // crawl for the desk; nil if there are none
}

// Desk keeps the projects of a folder. Several goroutines may use it.
type Desk struct {
	Options
	views views
	leave func() error // gives the folder back, once

	mu       sync.Mutex
	projects map[string]*Project
	crawling map[string]claimed // the project that crawls each origin
	crawls   sync.WaitGroup
	closing  bool
	changes  uint64
	changed  chan struct{} // closed at the next change
}

const tablesFolder = ".tables" // has indexes of tables, which can be rebuilt

// Open opens a folder of projects. Only one desk can have it open. Open removes the indexes of a killed desk.
func Open(o Options) (*Desk, error) {
	d := &Desk{Options: o, projects: map[string]*Project{}, crawling: map[string]claimed{},
		changes: 1, changed: make(chan struct{})}
	if o.Log == nil {
		d.Log = log.New(io.Discard, "", 0)
	}
	tables := filepath.Join(o.Folder, tablesFolder)
	if err := os.MkdirAll(tables, 0o755); err != nil {
		return nil, fmt.Errorf("desk: %w: choose a folder that can be written to", err)
	}
	release, err := store.Lock(tables)
	if errors.Is(err, store.ErrInUse) {
		return nil, fmt.Errorf("desk: %s: %w: stop that desk, or choose another folder", o.Folder, err)
	}
	if err != nil {
		return nil, fmt.Errorf("desk: %w", err)
	}
	d.leave = sync.OnceValue(func() error { return errors.Join(os.RemoveAll(tables), release()) })
	if err := emptyTables(tables); err != nil {
		return nil, errors.Join(fmt.Errorf("desk: %w", err), release())
	}
	d.views.open(tables)
	d.crawls.Go(func() { d.safely("the projects", func() error { d.warm(); return nil }) })
	return d, nil
}

// warm reads the files of the projects before anyone asks, because a hundred thousand sites take seconds.
func (d *Desk) warm() {
	names, _ := d.Projects() // the next caller gets the error
	for _, name := range names {
		p, err := d.Project(name)
		if err != nil {
			continue
		}
		if d.Workers != nil {
			if err := p.resume(); err != nil {
				d.Log.Printf("%s: %v", name, err)
			}
		}
		p.Overview()
	}
}

// safely does work whose fault ends only itself. Users see the error, developers the stack.
func (d *Desk) safely(of string, work func() error) error {
	err := site.Safely(work)
	if fault := new(site.Fault); errors.As(err, &fault) {
		d.Log.Printf("%s: %v\n%s", of, fault, fault.Stack)
	}
	return err
}

func emptyTables(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if err == nil && e.IsDir() {
			err = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
	return err
}

// Close stops all crawls, as Ctrl-C does, and waits until their files are written, or ctx ends.
func (d *Desk) Close(ctx context.Context) error {
	d.mu.Lock()
	d.closing = true
	projects := d.projects
	d.mu.Unlock()
	for _, p := range projects { // the map no longer changes
		if c := p.current(); c != nil {
			c.stopAll()
		}
	}
	d.views.close()
	ended := make(chan struct{})
	go func() { d.crawls.Wait(); close(ended) }()
	select {
	case <-ended:
		return d.leave()
	case <-ctx.Done():
		return fmt.Errorf("desk: crawls did not stop: %w", ctx.Err())
	}
}

// Projects returns the names of the projects, sorted.
func (d *Desk) Projects() ([]string, error) {
	entries, err := os.ReadDir(d.Folder)
	if err != nil {
		return nil, fmt.Errorf("desk: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && checkName(e.Name()) == nil && isProject(filepath.Join(d.Folder, e.Name())) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func isProject(dir string) bool {
	return slices.ContainsFunc([]string{settingsName, hostsName, topicsName}, func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	})
}

// Project returns the project of a name. The error is ErrNotFound or ErrClosing.
func (d *Desk) Project(name string) (*Project, error) {
	dir := filepath.Join(d.Folder, name)
	info, err := os.Lstat(dir)
	if checkName(name) != nil || err != nil || !info.IsDir() || !isProject(dir) {
		return nil, fmt.Errorf("project %q: %w", name, ErrNotFound)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.projects[name] == nil {
		if d.closing {
			return nil, ErrClosing
		}
		d.projects[name] = &Project{Name: name, desk: d, dir: dir, job: jobDir(filepath.Join(dir, jobFolder))}
	}
	return d.projects[name], nil
}

// Create makes a project. settings may be "". The error is ErrExists, an *InputError, or the system's.
func (d *Desk) Create(name, settings string) (*Project, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	dir := filepath.Join(d.Folder, name)
	if _, err := d.configure(settings, dir); err != nil {
		return nil, err
	}
	if err := os.Mkdir(dir, 0o755); errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("project %q: %w", name, ErrExists)
	} else if err != nil {
		return nil, fmt.Errorf("project %q: %w", name, err)
	}
	hosts := "# One site a line: https://example.com;connections;max depth;delay\n"
	err := cmp.Or(config.ReplaceFile(filepath.Join(dir, settingsName), settings),
		config.ReplaceFile(filepath.Join(dir, hostsName), hosts))
	if err != nil {
		return nil, fmt.Errorf("project %q: %w", name, err)
	}
	d.change()
	return d.Project(name)
}

// Begin crawls an address in the project of its site, creating it if necessary. The error is as for Create or Do.
func (d *Desk) Begin(address string) (*Project, error) {
	settings, err := d.load("")
	if err != nil {
		return nil, err
	}
	h, _, err := config.ParseHost(address, *settings)
	if err != nil {
		return nil, &InputError{err}
	}
	p, err := d.Create(export.FolderName(h.URL), "")
	if errors.Is(err, ErrExists) {
		p, err = d.Project(export.FolderName(h.URL))
	}
	if err == nil {
		_, err = p.Import(address)
	}
	if err == nil {
		err = p.Do(Start, h.URL.Origin())
	}
	return p, err
}

const longestName = 100 // bytes of a project's name

// checkName refuses names that are not valid folders on every system.
func checkName(name string) error {
	odd := func(c rune) bool {
		return unicode.IsControl(c) || strings.ContainsRune(`/\:*?"<>|`, c) || c == unicode.ReplacementChar
	}
	if name == "" || len(name) > longestName || name[0] == '.' || name != strings.TrimSpace(name) ||
		strings.HasSuffix(name, ".") || strings.ContainsFunc(name, odd) || !filepath.IsLocal(name) {
		return input("project name %.100q: use letters, digits, spaces, _ and -, %d bytes at most, no dot at an end",
			name, longestName)
	}
	return nil
}

// Crawling returns the names of the projects that are being crawled, sorted.
func (d *Desk) Crawling() []string {
	d.mu.Lock()
	projects := maps.Clone(d.projects)
	d.mu.Unlock()
	var names []string
	for name, p := range projects {
		if c := p.current(); c != nil && !c.over() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (d *Desk) isClosing() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closing
}

func (d *Desk) change() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.changes++
	close(d.changed)
	d.changed = make(chan struct{})
}

// Wait waits until there are more than after changes, or until ctx ends, and returns the number of changes.
func (d *Desk) Wait(ctx context.Context, after uint64) uint64 {
	for {
		d.mu.Lock()
		changes, changed := d.changes, d.changed
		d.mu.Unlock()
		if changes > after || ctx.Err() != nil {
			return changes
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}
