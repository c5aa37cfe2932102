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
	// Line is the origin of its line of hosts.txt; At the site that its home page led to, "" if unknown.
	Line    string     `json:"line"`
	At      string     `json:"at,omitempty"`
	About   site.About `json:"about,omitzero"`    // what the comment of the line says of it
	Members []string   `json:"members,omitempty"` // the hosts that belong to it, if it has several
	// State is what it is at the moment, Actions what can be done with it.
	State   State   `json:"state"`
	Actions Actions `json:"actions"`
	// Ended is how its last run ended: by whom, or why. Complete says that nothing was left to fetch.
	Ended    site.Ending `json:"ended,omitempty"`
	Complete bool        `json:"complete"`
	// Started is when it was first crawled, Updated when the numbers are from.
	Started time.Time `json:"started,omitzero"`
	Updated time.Time `json:"updated,omitzero"`
	// Fetched and ToGo count URLs, Pages the pages found.
	Fetched int `json:"fetched"`
	Pages   int `json:"pages"`
	ToGo    int `json:"to_go"`
	// Worker is the one that crawls it, "" if none does; GivenUp is why workers gave it up.
	Worker   string         `json:"worker,omitempty"`
	GivenUp  string         `json:"given_up,omitempty"`
	Progress *site.Progress `json:"progress,omitempty"` // how far it is while it is being crawled
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

// statuses are the records of a state folder as they were read last.
type statuses struct {
	all       map[string]run.Status
	of        string    // the folder of the records, as it was
	read      time.Time // when they were read
	took      time.Duration
	elsewhere bool   // whether another process had the folder
	taken     *crawl // the crawl of this desk whose endings they have
}

// refresh reads changed records again. 100,000 take a second: no more than a tenth of the time goes into it.
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

// take takes the records that a crawl of this desk wrote, alone in the folder, if they are known.
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
	submits   bool // workers can be given the project
	crawl     *crawl
	known     map[string]run.Status
	watchable bool // says that the settings are for sites that are watched
}

// states returns those of the project's sites, after p.now; p.mu is held.
func (p *Project) states() (states, error) {
	state := p.state()
	var err error
	switch underWay := p.crawl != nil && !p.crawl.over(); {
	case underWay && p.known.all != nil && !p.crawl.fresh && !p.crawl.now.Searching: // nothing else changes them
	case underWay || p.crawl == nil:
		err = p.known.refresh(stateDir(p.dir), state == Elsewhere)
	default:
		p.known.take(p.crawl)
		err = p.known.refresh(stateDir(p.dir), state == Elsewhere)
	}
	s := p.files.setup
	left := state == Elsewhere && p.job.hasJob() // workers have a job that is not followed
	return states{name: p.Name, project: state, setup: s, submits: p.desk.Workers != nil && (state == Idle || left),
		crawl: p.crawl, known: p.known.all, watchable: s.watchable(pairs.OfWatch)}, err
}

func (s *setup) watchable(by pairs.Command) bool {
	u := pairs.Use{Settings: s.config.Settings, Command: by}
	return s.trouble == nil && u.CheckOf(pairs.Watch) == nil
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
	if s.project != Elsewhere && found.State == Elsewhere { // killed before, and not part of this crawl
		found.State, found.Ended = Stopped, run.Interrupted
	}
	return found
}

// underWay adds the numbers of a site being crawled: those of now, or of before unless these are forgotten.
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

// Part says which sites are wanted.
type Part struct {
	// Text is contained in the line, or in what its comment says, State is their state; "" is any.
	Text  string
	State State
	// From is the place of the first, from 0; Sites is how many.
	From, Sites int
}

// SitePage is a part of the sites of a project.
type SitePage struct {
	// Sites are in the order of hosts.txt, never nil; Matching counts all wanted, Total all there are.
	Sites    []Site `json:"sites"`
	Matching int    `json:"matching"`
	Total    int    `json:"total"`
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

// mentions reports whether a text in small letters is in a member of a site, or in what the comment of its line says.
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
