package config

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

type listReader struct {
	settings Settings
	seen     map[string]bool
	places   map[string]int // origin, or registered domain with scope entity, to index in hosts
	hosts    []Host
	repeated int
}

// ReadList reads a list of URLs to fetch without following links, one per line, with comments and columns as in
// hosts.txt. A missing scheme means https. It returns a host for each origin, or with [sites] scope = entity for each
// registered domain, in the order of their first URLs. Repeated URLs give a remark. A line that is not a URL is an
// error, "file:line: text", and so is an empty list. Messages show name.
func ReadList(r io.Reader, name string, s Settings) (hosts []Host, remarks []string, err error) {
	text, err := readClean(r, name, hostsLimit)
	if err != nil {
		return nil, nil, err
	}
	l := listReader{settings: s, seen: map[string]bool{}, places: map[string]int{}}
	var errs []error
	line := 0
	for raw := range strings.SplitSeq(text, "\n") {
		line++
		address, _, _ := strings.Cut(Uncomment(raw), "\t")
		if err := l.add(strings.TrimSpace(address)); err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", name, line, err))
		}
		if len(errs) == maxErrors {
			break
		}
	}
	switch {
	case len(errs) > 0:
		return nil, nil, errors.Join(errs...)
	case len(l.hosts) == 0:
		return nil, nil, fmt.Errorf("%s: no URL; write one per line, such as https://example.com/page", name)
	case l.repeated > 0:
		const repeats = "%s: %s a URL; each URL is fetched once"
		remarks = append(remarks, fmt.Sprintf(repeats, name, wording.Count(l.repeated, "line repeats", "lines repeat")))
	}
	return l.hosts, remarks, nil
}

// add takes a line without comment.
func (l *listReader) add(text string) error {
	if text == "" {
		return nil
	}
	u, user, err := startPage(text)
	if errors.Is(err, errPort) {
		return err
	}
	bare := !strings.Contains(text, "://") && !strings.Contains(u.Host, ".") // such as the heading of a table
	if err != nil || user || bare {
		return fmt.Errorf("%s is not a URL that can be fetched: expected http://host/path or https://host/path",
			quote(withoutUser(text)))
	}
	address := u.String()
	if most := l.settings.Walk.MaxURLLength; len(address) > most {
		return fmt.Errorf("%s is longer than %d bytes ([walk] max_url_length)", quote(text), most)
	}
	if l.seen[address] {
		l.repeated++
		return nil
	}
	l.seen[address] = true
	members, _, err := members(u, text, "", false, &l.settings)
	if err != nil {
		return fmt.Errorf("%s: %w", quote(text), err)
	}
	l.place(u, members)
	return nil
}

// place adds a URL to the site that it belongs to, or makes it the first of a new site.
func (l *listReader) place(u site.URL, members []site.Member) {
	name := u.Origin()
	if members != nil {
		name = members[len(members)-1].Host // the registered domain
	}
	if at, known := l.places[name]; known {
		h := &l.hosts[at]
		h.Further = append(h.Further, u)
		if members != nil && !site.NewMembers(h.Members).Has(u) { // a port of its own
			h.Members = append(h.Members, members[0])
		}
		return
	}
	l.places[name] = len(l.hosts)
	sites := l.settings.Sites
	l.hosts = append(l.hosts, Host{URL: u, List: true, Connections: sites.ConnectionsPerHost,
		Delay: sites.CrawlDelay, Members: members})
}
