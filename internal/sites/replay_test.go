package sites

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/internal/lab/replayed"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// TestReplayIsLive: the replay of finished crawls, of the state and of result folders without links.csv, makes the
// decisions of the program, URL by URL, with every site rule and every order of pages.
func TestReplayIsLive(t *testing.T) {
	t.Parallel()
	var origins []string
	for seed := range uint64(4) {
		origins = append(origins, serveVariety(t, seed))
	}
	finished := finishedCrawls(t, origins)
	check := func(o order.Options) {
		flags := []string{"--budget", fmt.Sprint(o.Budget)}
		if o.Rule != "" {
			flags = append(flags, "--order-sites", o.Rule)
		}
		if o.Pages != "" {
			flags = append(flags, "--order-pages", o.Pages)
		}
		want := decide(t, 1, origins, flags...)
		if len(want) < o.Budget && len(want) < 300 {
			t.Errorf("%q made only %d decisions", flags, len(want))
		}
		for source, sites := range finished {
			mustEqual(t, fmt.Sprintf("%q, %s", flags, source), replay(t, origins, sites, o), want)
		}
	}
	for _, rule := range order.Rules() {
		check(order.Options{Rule: rule, Budget: 120})
	}
	check(order.Options{Rule: order.Rules()[0], Budget: 1000})
	for _, pages := range order.Pages() {
		check(order.Options{Pages: pages, Budget: 1000, Seed: 1})
	}
}

// mustEqual compares decisions. The program says which spelling of a URL it fetched, which may have two slashes.
func mustEqual(t *testing.T, what string, got, want decisions) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i < len(want) && strings.HasPrefix(want[i].path, "/") {
			want[i].path = "/" + strings.TrimLeft(want[i].path, "/")
		}
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("%s: %d and %d decisions, the first that differ %d: %v and live %v", what, len(got), len(want), i,
				got[i:min(i+2, len(got))], want[i:min(i+2, len(want))])
			return
		}
	}
}

// finishedCrawls has the program crawl sites by depth, and returns them as sites to be crawled again, from the state
// and from the result folders.
func finishedCrawls(t *testing.T, origins []string) map[string][]*replayed.Site {
	t.Helper()
	folder := t.TempDir()
	code, said := attempt(folder, nil, append([]string{"--export", "csv,external,ledger"}, origins...)...)
	if code != 0 {
		t.Fatalf("the crawl ended with %d\n%s", code, said)
	}
	settings, err := config.Load(config.Sources{Env: []string{"SITEGRAPH_DUPLICATES_KEY=exact"}}) // as try
	must(t, err)
	in := results.Inputs{Config: run.NewConfig(*settings, folder)}
	all, kinds := map[string][]*replayed.Site{}, map[site.State]bool{}
	for source, args := range map[string][]string{"state": origins, "folders": {filepath.Join(folder, "result")}} {
		sites := make([]*replayed.Site, len(origins))
		for c, err := range in.Open(args) {
			must(t, err)
			for state := range c.Counts.States {
				kinds[state] = true
			}
			if sites[slices.Index(origins, c.Site)], err = replayed.New(c.Crawl, ""); err != nil {
				t.Fatal(err)
			}
		}
		all[source] = sites
	}
	for _, state := range []site.State{site.StateRedirect, site.StateDuplicate, site.StateBoth, site.StateHop,
		site.StateRobots, site.StateNotHTML, site.StateStatus, site.StateFailed, site.StateRedirectOut,
		site.StateRedirectBad, site.StateRedirectLost} {
		if !kinds[state] {
			t.Errorf("no URL is %s", state)
		}
	}
	return all
}

// replay is decide on finished crawls.
func replay(t *testing.T, origins []string, sites []*replayed.Site, o order.Options) (all decisions) {
	t.Helper()
	made, err := replayed.Crawl(t.Context(), sites, o)
	must(t, err)
	last := decision{}
	for _, d := range made {
		one := decision{site: origins[d.Site], path: strings.TrimPrefix(d.Key, origins[d.Site]),
			page: d.Kind == site.OutcomeRead, spent: last.spent, total: last.total + d.Found}
		if !d.Free {
			one.spent++
		}
		last = one
		all = append(all, one)
	}
	return all
}
