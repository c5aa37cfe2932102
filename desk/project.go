package desk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"sitegraph/export/struck"
	"sitegraph/extractor/store"
	"sitegraph/run"
)

// Project is a folder with settings, sites and what their crawls brought. It is for several goroutines at once.
type Project struct {
	// Name is that of the folder.
	Name string
	desk *Desk
	dir  string
	job  jobDir

	mu     sync.Mutex // held while an action is decided upon
	crawl  *crawl     // under way, or the last one; nil if there was none
	files  files
	known  statuses
	struck *struck.List
}

func newProject(d *Desk, name, dir string) *Project {
	return &Project{Name: name, desk: d, dir: dir, job: jobDir(filepath.Join(dir, jobFolder))}
}

// Dir is the folder of the project.
func (p *Project) Dir() string { return p.dir }

// Overview is a project at a glance.
type Overview struct {
	// Name is the project's; Actions are those on all its sites.
	Name    string   `json:"name"`
	State   State    `json:"state"`
	Actions []Action `json:"actions"`
	// Sites counts its sites, Counts by state.
	Sites  int           `json:"sites"`
	Counts map[State]int `json:"counts"`
	// Trouble is what is wrong with its files, "" if nothing is; Remarks are on lines of hosts.txt that were skipped.
	Trouble string   `json:"trouble,omitempty"`
	Remarks []string `json:"remarks,omitempty"`
	// Crawl is the crawl under way, or the last one since the desk was opened; nil if there was none.
	Crawl *Crawl `json:"crawl,omitempty"`
	// Search is the search by agents; nil if the project has none.
	Search *Search `json:"search,omitempty"`
}

// Overview returns the project at a glance.
func (p *Project) Overview() Overview {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	o := Overview{Name: p.Name, Sites: len(s.hosts), Counts: map[State]int{}, Remarks: s.remarks}
	if s.trouble != nil {
		o.Trouble = s.trouble.Error()
	}
	states, err := p.states()
	if err != nil {
		o.Trouble = err.Error()
	}
	o.State = states.project
	offers := map[Action]int{}
	for _, h := range s.hosts {
		known := states.of(h.URL.Origin())
		o.Counts[known.State]++
		known.count(offers)
	}
	o.Actions = states.offered(offers)
	if o.State == Elsewhere && p.job.hasJob() {
		o.Remarks = append(slices.Clone(o.Remarks), "Workers have a job of this project: give it to them again "+
			"to go on with it, at a desk that was begun with --nats and --store.")
	}
	if p.crawl != nil {
		c := p.crawl.summary()
		o.Crawl = &c
	}
	if search, err := p.searched(s); err == nil {
		o.Search = &search
	} else if !errors.Is(err, ErrNotFound) {
		o.Trouble = err.Error()
	}
	return o
}

// setup returns a copy of what now returns; p.mu is not held.
func (p *Project) setup() setup {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *p.now()
}

func (p *Project) now() *setup { return p.files.read(p.desk, p.dir) }

// files are those of a project that people edit, as they were read last.
type files struct {
	setup   *setup
	stamped string // the versions of what setup was read from
}

// read reads the files again if they have changed. Their stamps are taken first, so that what changes while it is read
// is read again the next time.
func (f *files) read(d *Desk, dir string) *setup {
	stamps := stamp(filepath.Join(dir, settingsName)) + stamp(filepath.Join(dir, topicsName))
	if f.setup != nil && f.setup.trouble == nil {
		stamps += stamp(f.setup.hostsPath())
	}
	if f.setup == nil || stamps != f.stamped || f.setup.trouble != nil {
		f.setup, f.stamped = d.readSetup(dir), stamps
	}
	return f.setup
}

// stamp tells the versions of a file apart.
func stamp(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "-;"
	}
	return fmt.Sprintf("%d %d;", info.ModTime().UnixNano(), info.Size())
}

func stateDir(project string) string { return run.Config{OutputDir: project}.StateDir() }

func (p *Project) state() State {
	switch {
	case p.crawl != nil && p.crawl.stoppingAll():
		return Stopping
	case p.crawl != nil && !p.crawl.over() && p.crawl.now.Searching:
		return Searching
	case p.crawl != nil && !p.crawl.over():
		return Crawling
	}
	if p.job.hasJob() {
		return Elsewhere
	}
	if used, err := store.InUse(stateDir(p.dir)); err == nil && used {
		return Elsewhere
	}
	return Idle
}

func (p *Project) current() *crawl {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.crawl
}

// Struck returns the rows of the project's tables that were struck out.
func (p *Project) Struck() (*struck.List, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.struck == nil {
		s, err := struck.Open(filepath.Join(p.dir, struck.Name))
		if err != nil {
			return nil, err
		}
		p.struck = s
	}
	return p.struck, nil
}
