package commands

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/workers/objects"
	"sitegraph/workers/queue"
)

// lookup returns the IP addresses of a host name.
type lookup func(ctx context.Context, host string) ([]netip.Addr, error)

// At most lookupsAtOnce names are looked up at once, each for at most lookupTime.
const lookupsAtOnce, lookupTime = 32, 10 * time.Second

// all returns addresses by name. It leaves out names without an answer, whose crawls report the fault.
func (l lookup) all(ctx context.Context, names []string) map[string][]netip.Addr {
	var all sync.WaitGroup
	var mutex sync.Mutex
	found, slots := map[string][]netip.Addr{}, make(chan struct{}, lookupsAtOnce)
	for _, name := range names {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			addresses := l.one(ctx, name)
			mutex.Lock()
			defer mutex.Unlock()
			if len(addresses) > 0 {
				found[name] = addresses
			}
		})
	}
	all.Wait()
	return found
}

func (l lookup) one(ctx context.Context, name string) []netip.Addr {
	if literal, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return []netip.Addr{literal.Unmap().WithZone("")}
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	addresses, err := l(ctx, name)
	if err != nil {
		return nil
	}
	for i, a := range addresses {
		addresses[i] = a.Unmap().WithZone("")
	}
	return addresses
}

// namesOf returns the host names of a site.
func namesOf(h config.Host) []string {
	names := []string{h.URL.Host}
	for _, m := range h.Members {
		if !m.Below && !slices.Contains(names, m.Host) {
			names = append(names, m.Host)
		}
	}
	return names
}

//go:embed cdn.txt
var cdns string

// servers has the rules for grouping sites by IP address.
type servers struct {
	lookup lookup
	most   int    // sites that addresses may join to one group; 0 looks nothing up
	table  string // file of networks whose addresses do not matter; "" for cdn.txt
}

// defaultMost exceeds the sites on most servers, yet keeps a hosting company's customers from forming one group.
const defaultMost = 100

// apart reads the networks whose addresses do not matter.
func (s servers) apart() (all []netip.Prefix, err error) {
	text, name := cdns, "cdn.txt"
	if s.table != "" {
		read, err := config.ReadRegular(s.table)
		if err != nil {
			return nil, run.Usage("--cdn: %w", err)
		}
		text, name = string(read), s.table
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		network, err := netip.ParsePrefix(line)
		if err != nil {
			return nil, run.Usage("--cdn: %s:%d: %q is not a network: write one such as 192.0.2.0/24", name, n, line)
		}
		all = append(all, network)
	}
	return all, nil
}

// job makes the job for a crawl. If the store has one with the same sites and settings, it returns that, with names
// already looked up.
func (s servers) job(ctx context.Context, store objects.Store, name string, spec run.Spec) (j queue.Job, err error) {
	j = queue.Job{Name: name, Version: run.Version}
	if s.most > 0 {
		j.Servers = &queue.Servers{Most: s.most}
		if j.Servers.Apart, err = s.apart(); err != nil {
			return j, err
		}
	}
	if kept, err := queue.Kept(ctx, store, name); err == nil && j.Like(kept) {
		same, err := sameCrawl(kept.Crawl, spec)
		if same || err != nil {
			return kept, err
		}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return j, err
	}
	spec.Hosts = slices.Clone(spec.Hosts)
	var at map[string][]netip.Addr
	if s.most > 0 {
		at = s.join(ctx, j.Servers.Apart, spec.Hosts)
	}
	groups := spec.Groups() // after join
	j.Groups = len(groups)
	if s.most > 0 {
		j.Servers.Groups = groupsAt(groups, at)
	}
	j.Crawl, err = json.Marshal(spec)
	return j, err
}

// readSpec decodes a job's sites and settings.
func readSpec(text []byte) (s run.Spec, err error) {
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("the crawl of a job: %w", err)
	}
	return s, nil
}

// sameCrawl reports whether a job has a crawl's sites and settings. Servers may differ.
func sameCrawl(kept []byte, spec run.Spec) (bool, error) {
	was, err := readSpec(kept)
	if err != nil {
		return false, nil // Submit reports a different job
	}
	for i := range was.Hosts {
		was.Hosts[i].Server = ""
	}
	before, err := json.Marshal(was)
	if err != nil {
		return false, err
	}
	now, err := json.Marshal(spec)
	return bytes.Equal(before, now), err
}

// join looks up the names of sites and sets their servers. It returns the addresses that matter, by name.
func (s servers) join(ctx context.Context, apart []netip.Prefix, hosts []config.Host) map[string][]netip.Addr {
	var names []string
	for _, h := range hosts {
		names = append(names, namesOf(h)...)
	}
	slices.Sort(names)
	at := s.lookup.all(ctx, slices.Compact(names))
	for name := range at {
		at[name] = slices.DeleteFunc(at[name], func(a netip.Addr) bool { return queue.In(apart, a) })
	}
	places := map[netip.Addr][]int32{} // indexes of sites
	for i, h := range hosts {
		for _, name := range namesOf(h) {
			for _, a := range at[name] {
				if here := places[a]; len(here) == 0 || here[len(here)-1] != int32(i) {
					places[a] = append(here, int32(i))
				}
			}
		}
	}
	groups, one := s.groups(hosts, places), site.NewSets(len(hosts))
	for _, here := range places {
		first := map[int32]int32{} // first site of each group
		for _, i := range here {
			g := groups.First(i)
			if k, known := first[g]; known {
				one.Join(k, i)
			} else {
				first[g] = i
			}
		}
	}
	for i, first := range one.All() {
		if name := hosts[first].URL.Host; int(first) != i {
			hosts[first].Server, hosts[i].Server = name, name
		}
	}
	return at
}

// groups joins the sites of each domain, and the sites of each address up to the limit. Sites beyond it form further
// groups.
func (s servers) groups(hosts []config.Host, places map[netip.Addr][]int32) site.Sets {
	groups, first := site.NewSets(len(hosts)), map[string]int32{} // first site of each domain
	sizes := make([]int, len(hosts))                              // by first site of a group
	for i, name := range config.Groups(hosts) {
		if _, known := first[name]; !known {
			first[name] = int32(i)
		}
		groups.Join(first[name], int32(i))
		sizes[first[name]]++
	}
	for _, a := range slices.SortedFunc(maps.Keys(places), netip.Addr.Compare) {
		last := places[a][0]
		for _, i := range places[a][1:] {
			m, n := groups.First(last), groups.First(i)
			if size := sizes[m] + sizes[n]; size > s.most {
				last = i // starts another group
			} else if m != n {
				groups.Join(m, n)
				sizes[min(m, n)] = size
			}
		}
	}
	return groups
}

// groupsAt returns, for each address, the numbers of the groups with sites there.
func groupsAt(groups []run.Shard, at map[string][]netip.Addr) map[netip.Addr][]int {
	all := map[netip.Addr][]int{}
	for _, g := range groups {
		for _, h := range g.Hosts {
			for _, name := range namesOf(h) {
				for _, a := range at[name] {
					if n := len(all[a]); n == 0 || all[a][n-1] != g.Number {
						all[a] = append(all[a], g.Number)
					}
				}
			}
		}
	}
	return all
}

// Addresses looks up a group's names again.
func (c *groupCrawler) Addresses(ctx context.Context, g queue.Group) (all []netip.Addr) {
	spec, err := c.spec(g.Job)
	if err != nil {
		return nil // Crawl reports it
	}
	var names []string
	for _, h := range spec.groups[g.Number-1].Hosts {
		names = append(names, namesOf(h)...)
	}
	for _, some := range c.lookup.all(ctx, names) {
		all = append(all, some...)
	}
	slices.SortFunc(all, netip.Addr.Compare)
	return slices.Compact(all)
}
