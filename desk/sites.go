package desk

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/run"
	"sitegraph/site"
)

// Site is a site of a project.
type Site struct {
	Line     string         `json:"line"`              // the origin of its line of hosts.txt
	At       string         `json:"at,omitempty"`      // the site to which its home page led, "" if unknown
	About    site.About     `json:"about,omitzero"`    // the description in the comment of the line
	Members  []string       `json:"members,omitempty"` // its hosts, if it has several
	State    State          `json:"state"`
	Actions  Actions        `json:"actions"`            // what can be done with it
	Ended    site.Ending    `json:"ended,omitempty"`    // how its last run ended
	Complete bool           `json:"complete"`           // nothing was left to fetch
	Started  time.Time      `json:"started,omitzero"`   // when it was first crawled
	Updated  time.Time      `json:"updated,omitzero"`   // when the numbers were taken
	Fetched  int            `json:"fetched"`            // URLs fetched
	Pages    int            `json:"pages"`              // pages found
	ToGo     int            `json:"to_go"`              // URLs still to fetch
	Worker   string         `json:"worker,omitempty"`   // the worker that crawls it, "" if none
	GivenUp  string         `json:"given_up,omitempty"` // why workers gave it up
	Progress *site.Progress `json:"progress,omitempty"` // only while it is being crawled
}

func siteOf(line string, status run.Status, known, watchable bool) Site {
	s := Site{Line: line, State: stateOf(status, known)}
	s.Actions = actionsOf(s.State, status, watchable)
	if known {
		s.At, s.Ended, s.Complete = status.Site, status.Ended, status.Complete
		s.Started, s.Updated = status.Started, status.Updated
		s.Fetched, s.Pages, s.ToGo = status.Fetched, status.Pages, status.ToGo
	}
	return s
}

func (s Site) count(offers map[Action]int) {
	for _, a := range s.Actions {
		offers[a]++
	}
}

// statuses are the records of a state folder when it was last read.
type statuses struct {
	all       map[string]run.Status
	of        string    // the stamp of the folder
	read      time.Time // when they were read
	took      time.Duration
	elsewhere bool   // another process had the folder
	taken     *crawl // the last crawl of this desk whose records are included
}

// refresh rereads changed records. Since 100,000 records take a second, it spends at most a tenth of the time on this.
func (s *statuses) refresh(dir string, elsewhere bool) error {
	of := stampOf(dir)
	if s.all != nil && s.elsewhere == elsewhere && (s.of == of || time.Since(s.read) < 9*s.took) {
		return nil
	}
	begun := time.Now()
	all := map[string]run.Status{}
	if _, err := os.Stat(dir); err == nil {
		if all, err = run.ReadStatus(dir); err != nil {
			return err
		}
	}
	*s = statuses{all: all, of: of, read: time.Now(), took: time.Since(begun), elsewhere: elsewhere, taken: s.taken}
	return nil
}

func stampOf(dir string) string { return stamp(filepath.Join(dir, "summaries")) }

// take takes the final records of a crawl of this desk, if they are known and nothing else wrote to the folder.
func (s *statuses) take(c *crawl) {
	if s.taken == c || c.now.Searching {
		return
	}
	s.taken = c
	if endings, records, whole := c.endings(); s.all != nil && whole {
		maps.Copy(s.all, endings)
		s.of, s.elsewhere = records, false
	} else {
		s.all = nil
	}
}

type states struct {
	name      string // of the project
	project   State
	setup     *setup
	submits   bool // the project can be given to workers
	crawl     *crawl
	known     map[string]run.Status
	watchable bool // the settings allow watching
}

// states returns the states of the project's sites, after p.now. p.mu is held.
func (p *Project) states() (states, error) {
	state := p.state()
	var err error
	switch underWay := p.crawl != nil && !p.crawl.over(); {
	case underWay && p.known.all != nil && !p.crawl.fresh && !p.crawl.now.Searching: // only the crawl changes them
	case underWay || p.crawl == nil:
		err = p.known.refresh(stateDir(p.dir), state == Elsewhere)
	default:
		p.known.take(p.crawl)
		err = p.known.refresh(stateDir(p.dir), state == Elsewhere)
	}
	s := p.files.setup
	left := state == Elsewhere && p.job.hasJob() // workers have a job that nobody follows
	return states{name: p.Name, project: state, setup: s, submits: p.desk.Workers != nil && (state == Idle || left),
		crawl: p.crawl, known: p.known.all, watchable: s.watchable(pairs.OfWatch)}, err
}

func (s *setup) watchable(by pairs.Command) bool {
	return s.trouble == nil && (pairs.Use{Settings: s.config.Settings, Command: by}).CheckOf(pairs.Watch) == nil
}

func (s states) of(line string) Site {
	if s.crawl != nil {
		if known, ok := s.crawl.stateOf(line); ok {
			return s.underWay(known, line)
		}
	}
	status, known := s.known[line]
	found := siteOf(line, status, known, s.watchable)
	if s.project != Idle {
		found.Actions = nil
	}
	if s.project != Elsewhere && found.State == Elsewhere { // killed earlier, and not part of this crawl
		found.State, found.Ended = Stopped, run.Interrupted
	}
	return found
}

// underWay adds the numbers of a site being crawled: present ones, or earlier ones unless they are forgotten.
func (s states) underWay(known Site, line string) Site {
	before, had := s.known[line]
	had = had && !s.crawl.fresh
	if p := known.Progress; p != nil {
		known.At, known.Fetched, known.Pages, known.ToGo = p.Site, p.Fetched, p.Pages, p.ToGo()
	} else if had && known.State == Waiting {
		known.At, known.Updated = before.Site, before.Updated
		known.Fetched, known.Pages, known.ToGo = before.Fetched, before.Pages, before.ToGo
	}
	if had && known.Started.IsZero() {
		known.Started = before.Started
	}
	return known
}

// Part selects sites.
type Part struct {
	Text        string // is in the line or its comment; "" selects all
	State       State  // "" selects all
	From, Sites int    // the index of the first site, and how many to return
}

// SitePage is a part of the sites of a project.
type SitePage struct {
	Sites    []Site `json:"sites"`    // in the order of hosts.txt, never nil
	Matching int    `json:"matching"` // all selected sites
	Total    int    `json:"total"`    // all sites
}

// Sites returns a part of the sites of the project.
func (p *Project) Sites(part Part) (page SitePage, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	setup := p.now()
	page = SitePage{Sites: []Site{}, Total: len(setup.hosts)}
	if setup.trouble != nil {
		return page, setup.trouble
	}
	states, err := p.states()
	if err != nil {
		return page, err
	}
	text := strings.ToLower(part.Text)
	for _, h := range setup.hosts {
		line := h.URL.Origin()
		if !strings.Contains(line, text) && !mentions(h, text) {
			continue
		}
		s := states.of(line)
		if part.State != "" && s.State != part.State {
			continue
		}
		if page.Matching++; page.Matching > part.From && len(page.Sites) < part.Sites {
			page.Sites = append(page.Sites, s.described(h))
		}
	}
	return page, nil
}

// mentions reports whether a member of a site or its comment contains a text in lower case.
func mentions(h config.Host, text string) bool {
	return slices.ContainsFunc(h.Members, func(m site.Member) bool { return strings.Contains(m.String(), text) }) ||
		strings.Contains(strings.ToLower(h.About.Text()), text)
}

func (s Site) described(h config.Host) Site {
	s.About, s.Members = h.About, site.NewMembers(h.Members).Names()
	return s
}

// Site returns a site by its line. The error is ErrNotFound if there is none.
func (p *Project) Site(line string) (s Site, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	setup := p.now()
	at, ok := setup.places[line]
	if !ok {
		return s, fmt.Errorf("site %q: %w", line, ErrNotFound)
	}
	states, err := p.states()
	if err != nil {
		return s, err
	}
	return states.of(line).described(setup.hosts[at]), nil
}
