package desk

import "sitegraph/config"

// claim lets a project crawl sites, unless the desk stops or another project is
// crawling one of them. release gives them back.
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

// shared reports that a host of sites belongs to one that is being crawled; d.mu is held.
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
