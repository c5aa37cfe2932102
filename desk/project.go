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

// Project is a folder with settings, sites and what their crawls brought. It is
// for several goroutines at once.
type Project struct {
	// Name is that of the folder.
	Name string
	desk *Desk
	dir  string

	mu      sync.Mutex // held while an action is decided upon
	crawl   *crawl     // under way, or the last one; nil if there was none
	setup   *setup
	stamped string // the files that setup was read from, as they were
	known   statuses
	struck  *struck.List
}

func newProject(d *Desk, name, dir string) *Project { return &Project{Name: name, desk: d, dir: dir} }

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
	// Trouble is what is wrong with its files, "" if nothing is; Remarks are on
	// lines of hosts.txt that were skipped.
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
	o := Overview{Name: p.Name, State: p.state(), Sites: len(s.hosts), Counts: map[State]int{}, Remarks: s.remarks}
	if s.trouble != nil {
		o.Trouble = s.trouble.Error()
	}
	states, err := p.states()
	if err != nil {
		o.Trouble = err.Error()
	}
	offers := map[Action]int{}
	for _, h := range s.hosts {
		known := states.of(h.URL.Origin())
		o.Counts[known.State]++
		known.count(offers)
	}
	o.Actions = p.offered(o.State, offers, o.Sites)
	if o.State == Elsewhere && p.hasJob() {
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

// files returns a copy of what now returns; p.mu is not held.
func (p *Project) files() setup {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *p.now()
}

// now returns the files as they are. Their stamps are taken first: what changes while
// it is read is read again.
func (p *Project) now() *setup {
	if read := p.stamps(); p.setup == nil || read != p.stamped || p.setup.trouble != nil {
		p.setup, p.stamped = p.desk.readSetup(p.dir), read
	}
	return p.setup
}

// stamps tell the versions of the files apart, as far as it is known which they are.
func (p *Project) stamps() string {
	stamps := stamp(filepath.Join(p.dir, settingsName)) + stamp(filepath.Join(p.dir, topicsName))
	if p.setup != nil && p.setup.trouble == nil {
		stamps += stamp(p.setup.hostsPath())
	}
	return stamps
}

// stamp tells the versions of a file apart.
func stamp(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "-;"
	}
	return fmt.Sprintf("%d %d;", info.ModTime().UnixNano(), info.Size())
}

func (p *Project) stateDir() string { return run.Config{OutputDir: p.dir}.StateDir() }

func (p *Project) state() State {
	switch {
	case p.crawl != nil && p.crawl.stoppingAll():
		return Stopping
	case p.crawl != nil && !p.crawl.over() && p.crawl.now.Searching:
		return Searching
	case p.crawl != nil && !p.crawl.over():
		return Crawling
	}
	if p.hasJob() {
		return Elsewhere
	}
	if used, err := store.InUse(p.stateDir()); err == nil && used {
		return Elsewhere
	}
	return Idle
}

func (p *Project) isCrawling() bool {
	c := p.current()
	return c != nil && !c.over()
}

func (p *Project) current() *crawl {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.crawl
}

// stopAll stops the crawl under way, if there is one.
func (p *Project) stopAll() {
	if c := p.current(); c != nil {
		c.stopAll()
	}
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
