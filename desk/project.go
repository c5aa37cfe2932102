package desk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"sitegraph/config"
	"sitegraph/export/struck"
	"sitegraph/extractor/store"
	"sitegraph/run"
	"sitegraph/site"
)

// Project is a folder with settings, sites and the results of their crawls. Several goroutines may use it.
type Project struct {
	Name string // the name of the folder
	desk *Desk
	dir  string
	job  jobDir

	mu     sync.Mutex // held while an action is decided
	crawl  *crawl     // under way, or the last one; nil if there was none
	files  files
	known  statuses
	struck *struck.List
}

// Dir returns the folder of the project.
func (p *Project) Dir() string { return p.dir }

// Overview is a project at a glance.
type Overview struct {
	Name    string        `json:"name"`              // of the project
	State   State         `json:"state"`             // current state
	Actions Actions       `json:"actions"`           // on all sites
	Sites   int           `json:"sites"`             // the number of sites
	Counts  map[State]int `json:"counts"`            // sites by state
	Trouble string        `json:"trouble,omitempty"` // what is wrong with the files, "" if nothing is
	Remarks []string      `json:"remarks,omitempty"` // about skipped lines of hosts.txt
	Crawl   *Crawl        `json:"crawl,omitempty"`   // under way, or the last one since the desk opened; may be nil
	Search  *Search       `json:"search,omitempty"`  // the search by agents; nil if there is none
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
		o.Remarks = append(slices.Clone(o.Remarks), "Workers have a job of this project: to follow it, give the "+
			"project to them again, at a desk that was started with --nats and --store.")
	}
	if p.crawl != nil {
		o.Crawl = new(p.crawl.summary())
	}
	if search, err := p.searched(s); err == nil {
		o.Search = &search
	} else if !errors.Is(err, ErrNotFound) {
		o.Trouble = err.Error()
	}
	return o
}

// setup returns a copy of what now returns. p.mu is not held.
func (p *Project) setup() setup {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *p.now()
}

// asked returns what a question about a site needs.
func (p *Project) asked(line string) (known Site, s setup, err error) {
	if known, err = p.Site(line); err == nil {
		s = p.setup()
		err = s.trouble
	}
	return known, s, err
}

func (p *Project) now() *setup { return p.files.read(p.desk, p.dir) }

// files are the files of a project that people edit, as they were last read.
type files struct {
	setup   *setup
	stamped string // the versions of the files
}

// read rereads changed files. It takes stamps first, so that later changes are read next time.
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

// stamp identifies a version of a file.
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
	case p.crawl != nil && !p.crawl.over():
		switch {
		case p.crawl.locked(func() bool { return p.crawl.stopping }):
			return Stopping
		case p.crawl.now.Searching:
			return Searching
		}
		return Crawling
	case p.job.hasJob():
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

const (
	longestImport = 16 << 20 // bytes of a list of sites: some hundred thousand lines
	maxBad        = 100      // bad lines that are reported
)

// Imported is the outcome of importing a list of sites.
type Imported struct {
	Added   int      `json:"added"`         // new sites
	Known   int      `json:"known"`         // sites that the project already had
	Bad     []string `json:"bad,omitempty"` // the first 100 lines that cannot be used, and why
	Skipped int      `json:"skipped"`       // all such lines
}

// Import adds sites from a list, written as in hosts.txt, to the project. It reports lines that cannot be used, and
// adds the others. A crawl under way keeps the sites that it began with.
func (p *Project) Import(list string) (done Imported, err error) {
	if len(list) > longestImport {
		return done, input("the list has %d bytes, more than %d", len(list), longestImport)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	if s.trouble != nil {
		return done, s.trouble
	}
	var added []string
	var places []int // the numbers of the added lines
	all := slices.Clone(s.hosts)
	seen, n := map[string]bool{}, 0 // start pages, line number
	bad := func(line int, err error) {
		if done.Skipped++; len(done.Bad) < maxBad {
			done.Bad = append(done.Bad, fmt.Sprintf("line %d: %v", line, err))
		}
	}
	for _, h := range s.hosts {
		for _, u := range append([]site.URL{h.URL}, h.Further...) {
			seen[u.String()] = true
		}
	}
	for line := range strings.Lines(strings.TrimPrefix(list, "\ufeff")) {
		n++
		line = strings.TrimSpace(line)
		text := config.Uncomment(line)
		if text == "" {
			continue
		}
		var h config.Host
		err := config.CheckLine(text)
		if err == nil {
			h, _, err = config.ParseHost(text, s.config.Settings)
		}
		if err != nil {
			bad(n, err)
			continue
		}
		if seen[h.URL.String()] {
			done.Known++
			continue
		}
		seen[h.URL.String()] = true
		if strings.ContainsFunc(line, unicode.IsControl) {
			line = text // no comment that could spoil the file
		}
		added, places, all = append(added, line), append(places, n), append(all, h)
	}
	shared, lines := config.Overlaps(all), added
	added = nil
	for i, line := range lines {
		h := all[len(all)-len(lines)+i]
		if s, found := shared[len(all)-len(lines)+i]; found && !h.IsPage() {
			bad(places[i], fmt.Errorf("%s belongs to %s, too", s.Member, all[s.Of].URL.Origin()))
			continue
		}
		added = append(added, line)
	}
	if done.Added = len(added); done.Added == 0 {
		return done, nil
	}
	defer p.desk.change()
	err = config.EditHosts(s.hostsPath(), func(string) bool { return true }, added)
	p.now() // so the next request need not read a hundred thousand lines
	return done, err
}
