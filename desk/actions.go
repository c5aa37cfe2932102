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

// Do does an action with sites of the project, given by their lines, or with all of it. It is done if every
// site offers it, else nothing is. Start, Continue, Watch, Retry and Fresh return when the crawl begins, Stop
// when it was told to stop. The error is a *StateError, a *HostError, an *InputError, ErrNotFound,
// ErrClosing, or one of the system.
func (p *Project) Do(action Action, lines ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.now()
	if s.trouble != nil && action != Stop {
		return s.trouble
	}
	hosts, err := p.chosen(s, action, lines)
	if err != nil {
		return err
	}
	defer p.desk.change()
	switch action {
	case Start, Continue, Watch, Retry, Fresh:
		return p.begin(s, hosts, action)
	case Stop:
		p.stop(hosts, len(lines) == 0)
		return nil
	case Submit:
		return p.submit(s, hosts)
	case Discard:
		return p.discard(s, hosts)
	}
	return p.remove(s, hosts)
}

func (p *Project) chosen(s *setup, action Action, lines []string) (hosts []config.Host, err error) {
	states, err := p.states()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return p.all(s, action, states)
	}
	for _, line := range lines {
		place, ok := s.places[line]
		if !ok {
			return nil, fmt.Errorf("site %q: %w", line, ErrNotFound)
		}
		if known := states.of(line); !slices.Contains(known.Actions, action) {
			return nil, &StateError{Project: p.Name, Site: line, Action: action, State: known.State,
				Actions: known.Actions}
		}
		hosts = append(hosts, s.hosts[place])
	}
	return hosts, nil
}

func (p *Project) all(s *setup, action Action, states states) (hosts []config.Host, err error) {
	offers := map[Action]int{}
	for _, h := range s.hosts {
		known := states.of(h.URL.Origin())
		known.count(offers)
		if slices.Contains(known.Actions, action) || wholeProject[action] {
			hosts = append(hosts, h)
		}
	}
	if actions := p.offered(states.project, offers, len(s.hosts)); !slices.Contains(actions, action) {
		return nil, &StateError{Project: p.Name, Action: action, State: states.project, Actions: actions}
	}
	return hosts, nil
}

// wholeProject are the actions that are about all sites, whatever these offer.
var wholeProject = map[Action]bool{Start: true, Continue: true, Fresh: true, Submit: true}

func (p *Project) offered(state State, offers map[Action]int, sites int) []Action {
	actions := ofProject(state, offers, sites)
	left := state == Elsewhere && p.hasJob() // workers have a job that is not followed
	if p.desk.Workers != nil && sites > 0 && (state == Idle || left) {
		actions = append(actions, Submit)
	}
	return actions
}

// begin begins a crawl, by one of the actions Start, Continue, Watch, Retry and Fresh.
func (p *Project) begin(s *setup, hosts []config.Host, action Action) error {
	release, err := p.desk.claim(p.Name, hosts)
	if err != nil {
		return err
	}
	for _, h := range hosts {
		if action == Fresh {
			p.desk.views.drop(p.Name, h.URL.Origin())
		}
	}
	c, settings := newCrawl(s.config, hosts, action, p.desk.change), s.config
	p.launch(c, release, func(ctx context.Context) error { return c.sites(ctx, settings, hosts) })
	return nil
}

// launch makes a crawl the one of the project, and does its work.
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

func (p *Project) stop(hosts []config.Host, whole bool) {
	if whole {
		p.crawl.stopAll()
		return
	}
	for _, h := range hosts {
		p.crawl.stop(h.URL.Origin())
	}
}

func (p *Project) discard(s *setup, hosts []config.Host) error {
	var lines []string
	for _, h := range hosts {
		lines = append(lines, h.URL.Origin())
		p.desk.views.drop(p.Name, h.URL.Origin())
	}
	p.known = statuses{}
	return p.forget(s.config.StateDir(), s, lines...)
}

// forget takes journals out of a state folder.
func (p *Project) forget(dir string, s *setup, names ...string) error {
	st, err := store.Open(store.Options{Dir: dir, Sync: s.config.Store.Sync})
	if errors.Is(err, store.ErrInUse) {
		return &StateError{Project: p.Name, Action: Discard, State: Elsewhere}
	}
	if err != nil {
		return err
	}
	return errors.Join(st.Forget(names...), st.Close())
}

func (p *Project) remove(s *setup, hosts []config.Host) error {
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
