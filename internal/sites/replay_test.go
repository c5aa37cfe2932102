package sites

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/command"
	"sitegraph/config"
	"sitegraph/internal/lab/replayed"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// TestReplayIsLive checks that replays of finished crawls, from state or files, decide like the program, URL by URL.
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

// mustEqual compares decisions. The program keeps the spelling of a URL that it fetched, which may have two slashes.
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

// finishedCrawls crawls sites by depth and returns them for replays, read from the state and from the files.
func finishedCrawls(t *testing.T, origins []string) map[string][]*replayed.Site {
	t.Helper()
	folder := t.TempDir()
	code, said := attempt(folder, nil, append([]string{"--export", "csv,external,ledger"}, origins...)...)
	if code != 0 {
		t.Fatalf("the crawl ended with %d\n%s", code, said)
	}
	settings, err := config.Load(config.Sources{Env: []string{"SITEGRAPH_DUPLICATES_KEY=exact"}}) // like attempt
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

// replay is like decide, on finished crawls.
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

// readBy returns how many pages a run reads, each once, and how many external links it finds.
func readBy(t *testing.T, origins []string, flags ...string) (pages, links int) {
	t.Helper()
	read := map[string]bool{}
	d := decide(t, 8, origins, flags...)
	for _, one := range d {
		path := one.site + "/" + strings.TrimLeft(one.path, "/")
		if one.page && read[path] {
			t.Errorf("%q: %s is read twice", flags, path)
		}
		if one.page {
			read[path] = true
		}
	}
	return len(read), d.found(1000)
}

// TestWhole checks that, with enough budget, any order and rule finds the pages and links of the crawl by depth.
func TestWhole(t *testing.T) {
	t.Parallel()
	origins := []string{serveVariety(t, 0), serveVariety(t, 1)}
	for _, depth := range []string{"-1", "2"} {
		want, links := readBy(t, origins, "--max-depth", depth, "--order-pages", order.Levels, "--budget", "1000")
		if depth == "-1" && want < 60 || want < 10 || links == 0 {
			t.Fatalf("%d pages, %d links to depth %s", want, links, depth)
		}
		orders := map[string][]string{}
		for _, name := range order.Pages() {
			orders[name] = []string{"--order-pages", name, "--order-sites", "sequential"}
			if strings.HasPrefix(name, "links-") {
				orders[name] = []string{"--order-pages", name}
			}
		}
		for _, rule := range order.Rules() {
			orders["sites "+rule] = []string{"--order-sites", rule, "--budget", "1000"}
		}
		for name, flags := range orders {
			read, found := readBy(t, origins, append(flags, "--max-depth", depth)...)
			if read != want || found != links {
				t.Errorf("%s to depth %s: %d pages and %d links, want %d and %d", name, depth, read, found, want, links)
			}
		}
	}
}

type decision struct {
	site, path   string
	page         bool
	spent, total int
}

type decisions []decision

// found returns the number of external links on the first pages.
func (d decisions) found(pages int) int {
	total := 0
	for _, one := range d {
		if one.spent <= pages {
			total = one.total
		}
	}
	return total
}

// sitegraph crawls without delay, writes only the files that tests read, and returns the output folder.
func sitegraph(t *testing.T, settings []string, args ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	settings = append([]string{"SITEGRAPH_STORE_STORE=memory"}, settings...)
	if code, screen := attempt(folder, settings, args...); code != 0 {
		t.Fatalf("sitegraph %q ended with %d\n%s", args, code, screen)
	}
	return folder
}

func attempt(folder string, settings []string, args ...string) (code int, screen string) {
	env := append([]string{"SITEGRAPH_SITES_CRAWL_DELAY=0", "SITEGRAPH_DOWNLOAD_TRIES=1",
		"SITEGRAPH_DUPLICATES_KEY=exact"}, settings...) // as in the papers and their replays
	args = append([]string{"--output-dir", folder, "--progress", "none"}, args...)
	var said bytes.Buffer
	code = command.Main(strings.NewReader(""), &said, &said, args, env)
	return code, said.String()
}

func decide(t *testing.T, lookahead int, origins []string, order ...string) (all decisions) {
	t.Helper()
	settings := []string{"SITEGRAPH_ORDER_LOOKAHEAD=" + strconv.Itoa(lookahead)}
	folder := sitegraph(t, settings, append(append([]string{"--export", "csv"}, order...), origins...)...)
	rows := readTable(t, filepath.Join(folder, "sites", "sites.budget.csv"))
	for _, r := range rows {
		path := strings.TrimPrefix(r["url"], r["site"])
		one := decision{site: r["site"], path: path, page: r["state"] == "page"}
		one.spent, one.total = numberIn(t, r["spent"]), numberIn(t, r["total"])
		all = append(all, one)
	}
	if err := os.RemoveAll(folder); err != nil { // long experiments run it a thousand times
		t.Fatal(err)
	}
	return all
}

// guarded matches a text that a spreadsheet would run, in the form that the program writes.
var guarded = regexp.MustCompile(`^'('*[=+\-@])|(;)'(['"]*[=+\-@])`)

// readTable reads a table as docs/files.md describes it, with cells by column name.
func readTable(t testing.TB, name string) (rows []map[string]string) {
	t.Helper()
	f, err := os.Open(name)
	must(t, err)
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[all[0][i]] = guarded.ReplaceAllString(strings.ReplaceAll(cell, `\\`, `\`), "$1$2$3")
		}
		rows = append(rows, row)
	}
	return rows
}

func numberIn(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}
