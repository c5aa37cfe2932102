package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sitegraph/config"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// Do performs an action on sites of the project, named by their lines, or on the whole project. If one of the sites
// does not offer the action, nothing happens. Actions that crawl return when the crawl begins, and Stop returns before
// it ends. The error is a *StateError, *HostError, *InputError, ErrNotFound, ErrClosing, or the system's.
func (p *Project) Do(action Action, lines ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	if s.trouble != nil && action != Stop {
		return s.trouble
	}
	states, err := p.states()
	if err != nil {
		return err
	}
	hosts, err := states.chosen(action, lines)
	if err != nil {
		return err
	}
	defer p.desk.change()
	switch action {
	case Start, Continue, Watch, Retry, Fresh:
		return p.begin(s, hosts, action)
	case Stop:
		if len(lines) == 0 {
			p.crawl.stopAll()
		} else {
			p.crawl.stop(hosts)
		}
		return nil
	case Submit:
		return p.submit(s, hosts)
	case Discard:
		p.desk.views.dropSites(p.Name, hosts)
		p.known = statuses{}
		origins := site.Each(hosts, func(h config.Host) string { return h.URL.Origin() })
		return s.forget(p.Name, s.config.StateDir(), origins...)
	}
	return s.remove(hosts)
}

func (s states) chosen(action Action, lines []string) (hosts []config.Host, err error) {
	if len(lines) == 0 {
		return s.all(action)
	}
	for _, line := range lines {
		place, ok := s.setup.places[line]
		if !ok {
			return nil, fmt.Errorf("site %q: %w", line, ErrNotFound)
		}
		if known := s.of(line); !slices.Contains(known.Actions, action) {
			return nil, &StateError{Project: s.name, Site: line, Action: action, State: known.State,
				Actions: known.Actions}
		}
		hosts = append(hosts, s.setup.hosts[place])
	}
	return hosts, nil
}

func (s states) all(action Action) (hosts []config.Host, err error) {
	offers := map[Action]int{}
	for _, h := range s.setup.hosts {
		known := s.of(h.URL.Origin())
		known.count(offers)
		if slices.Contains(known.Actions, action) || wholeProject[action] {
			hosts = append(hosts, h)
		}
	}
	if actions := s.offered(offers); !slices.Contains(actions, action) {
		return nil, &StateError{Project: s.name, Action: action, State: s.project, Actions: actions}
	}
	return hosts, nil
}

// wholeProject has the actions on all sites, regardless of what each site offers.
var wholeProject = map[Action]bool{Start: true, Continue: true, Fresh: true, Submit: true}

// offered returns the actions of the project. offers counts how many sites offer each action.
func (s states) offered(offers map[Action]int) []Action {
	actions := ofProject(s.project, offers, len(s.setup.hosts))
	if s.submits && len(s.setup.hosts) > 0 {
		actions = append(actions, Submit)
	}
	return actions
}

func (p *Project) begin(s *setup, hosts []config.Host, action Action) error {
	release, err := p.desk.claim(p.Name, hosts)
	if err != nil {
		return err
	}
	if action == Fresh {
		p.desk.views.dropSites(p.Name, hosts)
	}
	c, settings := newCrawl(s.config, hosts, action, p.desk.change), s.config
	p.launch(c, release, func(ctx context.Context) error { return c.sites(ctx, settings, hosts) })
	return nil
}

func (p *Project) launch(c *crawl, release func(), work func(context.Context) error) {
	if p.crawl != nil {
		p.known.take(p.crawl)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	c.cancel, p.crawl = cancel, c
	go func() {
		defer cancel(nil)
		c.run(ctx, release, func(ctx context.Context) error {
			return p.desk.safely(p.Name, func() error { return work(ctx) })
		})
	}()
}

// forget removes sites, or a search, of a project from the state in dir.
func (s *setup) forget(project, dir string, names ...string) error {
	st, err := store.Open(store.Options{Dir: dir, Sync: s.config.Store.Sync})
	if errors.Is(err, store.ErrInUse) {
		return &StateError{Project: project, Action: Discard, State: Elsewhere}
	}
	if err != nil {
		return err
	}
	return errors.Join(st.Forget(names...), st.Close())
}

func (s *setup) remove(hosts []config.Host) error {
	gone := map[string]bool{}
	for _, h := range hosts {
		gone[h.URL.Origin()] = true
	}
	return config.EditHosts(s.hostsPath(), func(line string) bool {
		h, _, err := config.ParseHost(config.Uncomment(line), s.config.Settings)
		startOf := func(of config.Host) bool { return h.IsPage() && site.NewMembers(of.Members).Has(h.URL) }
		return err != nil || !gone[s.config.Settled([]config.Host{h})[0].URL.Origin()] &&
			!slices.ContainsFunc(hosts, startOf)
	}, nil)
}

// claim reserves sites for a project. It refuses if the desk is closing or another project crawls one of them.
func (d *Desk) claim(project string, hosts []config.Host) (release func(), err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing {
		return nil, ErrClosing
	}
	for _, h := range hosts {
		if other, known := d.crawling[h.URL.Origin()]; known {
			return nil, &HostError{Line: h.URL.Origin(), Project: other.project}
		}
	}
	if err := d.shared(hosts); err != nil {
		return nil, err
	}
	for _, h := range hosts {
		d.crawling[h.URL.Origin()] = claimed{project, h}
	}
	d.crawls.Add(1)
	return func() {
		d.mu.Lock()
		for _, h := range hosts {
			delete(d.crawling, h.URL.Origin())
		}
		d.mu.Unlock()
		d.crawls.Done()
	}, nil
}

type claimed struct {
	project string
	site    config.Host
}

// shared refuses sites that share a host with a site being crawled. d.mu is held.
func (d *Desk) shared(hosts []config.Host) error {
	var all []config.Host
	var projects []string
	for _, c := range d.crawling {
		all, projects = append(all, c.site), append(projects, c.project)
	}
	for i, s := range config.Overlaps(append(all, hosts...)) {
		if i >= len(all) && s.Of < len(all) {
			return &HostError{Line: s.Member.String(), Project: projects[s.Of]}
		}
	}
	return nil
}
