package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

const hostsListed = 50 // hosts that the command lists without --at-least

type hostsOptions struct {
	from    []string
	atLeast int
	dryRun  bool
}

func newHosts(a *app) *cobra.Command {
	var list, add hostsOptions
	cmd := a.command(func(_ context.Context, args []string) error {
		list.from = args
		return listHosts(a, list)
	}, texts("hosts"))
	cmd.Flags().IntVar(&list.atLeast, "at-least", 0, "list only hosts linked from at least this many `pages`")
	do := func(ctx context.Context, args []string) error { return addHosts(ctx, a, args, add) }
	adding := a.command(do, texts("add"))
	adding.Flags().StringArrayVar(&add.from, "from", nil, "look at the links of a `site or folder` only")
	adding.Flags().IntVar(&add.atLeast, "at-least", 0, "add only hosts linked from at least this many `pages`")
	adding.Flags().BoolVar(&add.dryRun, "dry-run", false, "show what would be added")
	cmd.AddCommand(adding)
	return cmd
}

type linkedHost struct {
	stats.OutsideHost
	known  bool // it is in hosts.txt or one of the sites
	byName bool // the user named it without a pattern
}

func (h linkedHost) address() string {
	if 2*h.HTTPS < h.Links {
		return "http://" + h.Host
	}
	return "https://" + h.Host
}

func (h linkedHost) belongs(to *site.Members) bool {
	u, err := site.Parse(h.address())
	return err == nil && to.Has(u)
}

func (h linkedHost) what() string {
	return wording.Count(h.Pages, "page", "pages") + ", " + wording.Count(h.Links, "link", "links")
}

// linkedHosts returns the hosts that crawls link to, sorted by pages, then by name.
func linkedHosts(a *app, from []string) ([]linkedHost, error) {
	in := a.inputs(run.Details{})
	known := map[string]bool{}
	var entities []*site.Members
	for _, h := range in.Lines {
		known[h.URL.Authority()] = true
		if h.Members != nil {
			entities = append(entities, site.NewMembers(h.Members))
		}
	}
	sums := map[string]*stats.OutsideHost{}
	for c, err := range in.Open(from) {
		if err == nil {
			err = addLinked(a.progress, c, sums, known)
		}
		if err != nil {
			return nil, err
		}
	}
	var all []linkedHost
	for _, sum := range slices.SortedFunc(maps.Values(sums), func(x, y *stats.OutsideHost) int {
		return cmp.Or(cmp.Compare(y.Pages, x.Pages), strings.Compare(x.Host, y.Host))
	}) {
		h := linkedHost{OutsideHost: *sum}
		h.known = known[h.Host] || slices.ContainsFunc(entities, h.belongs)
		all = append(all, h)
	}
	return all, nil
}

func addLinked(p *progress, c results.Crawl, sums map[string]*stats.OutsideHost, known map[string]bool) error {
	if u, err := site.Parse(c.Site); err == nil {
		known[u.Authority()] = true
	}
	hosts, err := stats.OutsideHosts(c.Crawl)
	links := func(p site.Page) bool { return p.ExternalLinks > 0 }
	if err == nil && len(hosts) == 0 && slices.ContainsFunc(c.Graph.Pages, links) {
		p.Noticef("%s: only the number of its links to other sites was kept; choose the exporter external "+
			"and crawl from scratch", site.Show(c.Source()))
	}
	for _, h := range hosts {
		if sum := sums[h.Host]; sum != nil {
			h.Pages, h.Links, h.HTTPS = h.Pages+sum.Pages, h.Links+sum.Links, h.HTTPS+sum.HTTPS
		}
		sums[h.Host] = &h
	}
	return err
}

func listHosts(a *app, o hostsOptions) error {
	all, err := linkedHosts(a, o.from)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(h linkedHost) bool { return h.Pages < o.atLeast })
	shown := all
	if o.atLeast == 0 {
		shown = all[:min(hostsListed, len(all))]
	}
	for _, h := range shown {
		remark := ""
		if h.known {
			remark = ", in " + a.config.Sites.Hosts
		}
		fmt.Fprintf(a.out, "%s  %s%s\n", site.Show(h.Host), h.what(), remark)
	}
	if len(all) == 0 {
		a.progress.Notice("no page links to such a host")
	}
	if left := len(all) - len(shown); left > 0 {
		a.progress.Noticef("%s more: see hosts.csv, or use --at-least", wording.Count(left, "host", "hosts"))
	}
	return nil
}

func addHosts(ctx context.Context, a *app, names []string, o hostsOptions) error {
	file := a.config.Sites.Hosts
	switch {
	case len(names) == 0 && o.atLeast < 1:
		return run.Usage("name hosts, or choose them with --at-least PAGES; sitegraph hosts lists them")
	case file == "-":
		return run.Usage("[sites] hosts = -: hosts cannot be added to standard input")
	}
	all, err := linkedHosts(a, o.from)
	if err != nil {
		return err
	}
	chosen, err := chooseHosts(a, all, names, o.atLeast)
	if err != nil {
		return err
	}
	var lines []string
	for _, h := range withoutPrivate(ctx, a, chosen) {
		if _, _, err := config.ParseHost(h.address(), a.config.Settings); err != nil {
			a.progress.Noticef("%v; skipped", err)
			continue
		}
		line := h.address()
		if !h.byName {
			line += " # " + config.FromLinks
		}
		lines = append(lines, line)
		fmt.Fprintf(a.out, "%s  %s\n", h.address(), h.what())
	}
	what := wording.Count(len(lines), "host", "hosts")
	if o.dryRun {
		a.progress.Noticef("%s would be added to %s", what, file)
		return nil
	}
	if len(lines) > 0 {
		if err := config.EditHosts(file, func(string) bool { return true }, lines); err != nil {
			return fmt.Errorf("add hosts to %s: %w", file, err)
		}
	}
	a.progress.Noticef("%s added to %s", what, file)
	return nil
}

// chooseHosts returns the unknown hosts with enough linking pages that match one of the names, if there are any.
func chooseHosts(a *app, all []linkedHost, names []string, atLeast int) ([]linkedHost, error) {
	patterns, err := hostPatterns(names)
	if err != nil {
		return nil, err
	}
	matched := make([]bool, len(names))
	var chosen []linkedHost
	for _, h := range all {
		named := len(names) == 0
		for i, pattern := range patterns {
			if ok, _ := path.Match(pattern, h.Host); ok || pattern == h.Host { // hostPatterns has checked the syntax
				matched[i], named = true, true
				h.byName = h.byName || pattern == h.Host
			}
		}
		switch {
		case !named || h.Pages < atLeast:
		case h.known && len(names) > 0:
			a.progress.Noticef("%s is in %s already", site.Show(h.Host), a.config.Sites.Hosts)
		case !h.known:
			chosen = append(chosen, h)
		}
	}
	for i, name := range names {
		if !matched[i] {
			return nil, run.Usage("no page links to %s; sitegraph hosts lists the hosts", site.Show(name))
		}
	}
	return chosen, nil
}

const lookupsAtOnce = 32

// withoutPrivate leaves out private hosts and says so. It keeps hosts that the user named or that do not resolve.
func withoutPrivate(ctx context.Context, a *app, hosts []linkedHost) []linkedHost {
	private := make([]bool, len(hosts))
	var group sync.WaitGroup
	free := make(chan struct{}, lookupsAtOnce)
	for i, h := range hosts {
		u, err := site.Parse(h.address())
		if h.byName || err != nil {
			continue
		}
		free <- struct{}{}
		group.Go(func() {
			limited, cancel := context.WithTimeout(ctx, a.config.Download.ConnectTimeout)
			defer cancel()
			addresses, err := a.lookup.Private(limited, u.Host)
			private[i] = err == nil && len(addresses) > 0
			<-free
		})
	}
	group.Wait()
	var left []linkedHost
	var names []string
	for i, h := range hosts {
		if private[i] {
			names = append(names, site.Show(h.Host))
		} else {
			left = append(left, h)
		}
	}
	if len(names) > 0 {
		a.progress.Noticef("left out because their addresses are private: %s; name a host to add it anyway",
			wording.ListFirst(names, 20))
	}
	return left
}

// hostPatterns turns the user's names into patterns of hosts. A name is a pattern, a host, or a URL on it.
func hostPatterns(names []string) (patterns []string, err error) {
	for _, name := range names {
		if strings.ContainsAny(name, "*?") {
			if _, err := path.Match(name, ""); err != nil {
				return nil, run.Usage("%s: %w", name, err)
			}
			patterns = append(patterns, strings.ToLower(name))
			continue
		}
		h, _, err := config.ParseHost(name, config.Settings{})
		if err != nil {
			return nil, usage(err)
		}
		patterns = append(patterns, h.URL.Authority())
	}
	return patterns, nil
}
