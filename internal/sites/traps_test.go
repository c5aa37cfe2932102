package sites

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

type mix struct {
	body  string
	traps []string
	from  int // depth from which pages link to the traps
	seed  uint64
}

func (m mix) String() string {
	return fmt.Sprint(m.body, " ", strings.Join(m.traps, "+"), " ", m.from, " ", m.seed)
}

func (m mix) application() *application {
	a := &application{seed: m.seed, boxes: m.seed%2 == 1}
	var all []trap
	for _, name := range m.traps {
		all = append(all, trapRoutes()[name])
	}
	trapped(a, bodies()[m.body], m.from, all...)
	return a
}

// mixes returns one site, and with many rounds another one, each trap alone, and some random mixes.
func mixes() []mix {
	all := []mix{{"forum", []string{"calendar", "facets", "tickets"}, 1, 1}}
	n, err := strconv.Atoi(os.Getenv("SITEGRAPH_ROUNDS"))
	if err != nil {
		return all
	}
	all = append(all, mix{"docs", []string{"growing", "orders", "sessions", "search"}, 2, 2})
	names, kinds := slices.Sorted(maps.Keys(trapRoutes())), slices.Sorted(maps.Keys(bodies()))
	for i, name := range names {
		all = append(all, mix{kinds[i%len(kinds)], []string{name}, i % 3, 3})
	}
	for seed := range uint64(n / 5) {
		r := rand.New(rand.NewPCG(seed, 3))
		drawn := slices.DeleteFunc(slices.Clone(names), func(string) bool { return r.IntN(4) > 0 })
		drawn = append(drawn, "calendar")[:min(4, len(drawn)+1)]
		slices.Sort(drawn)
		all = append(all, mix{kinds[r.IntN(len(kinds))], slices.Compact(drawn), r.IntN(4), seed})
	}
	return all
}

func (a *application) isReal(uri string) bool { return strings.HasPrefix(a.identity(uri), "page ") }

func (a *application) found(t *testing.T, folder string) int {
	t.Helper()
	seen := map[string]bool{}
	for _, row := range tableOf(t, folder, ".nodes.csv") {
		if url := row["normalized_url"]; a.isReal(url) {
			seen[a.identity(url)] = true
		}
	}
	return len(seen)
}

// needed returns the number of requests that reached nine tenths of the real pages, or 0 if a crawl never did.
func (a *application) needed() int {
	seen := map[string]bool{}
	for i, uri := range a.log {
		if a.isReal(uri) {
			seen[a.identity(uri)] = true
		}
		if 10*len(seen) >= 9*realPages {
			return i + 1
		}
	}
	return 0
}

// putOff returns the deferred shapes. Nothing was learnt if there is no table.
func putOff(t *testing.T, folder string) (rows []map[string]string) {
	t.Helper()
	if names, err := filepath.Glob(filepath.Join(folder, "*.rules.csv")); err != nil || len(names) == 0 {
		return nil
	}
	return slices.DeleteFunc(tableOf(t, folder, ".rules.csv"), func(row map[string]string) bool {
		return row["kind"] != "shape"
	})
}

// TestTraps checks that 4,000 requests find nine tenths of 2,000 real pages, half of them deeper than the traps. Only
// traps are reported, and the suggested rules end them.
func TestTraps(t *testing.T) {
	t.Parallel()
	for _, m := range mixes() {
		t.Run(m.String(), func(t *testing.T) {
			t.Parallel()
			a := m.application()
			address := a.serve(t)
			folder := crawl(t, address, 2*realPages)
			found, needed := a.found(t, folder), a.needed()
			t.Logf("%s: %d real pages, nine tenths within %d requests", m, found, needed)
			if 10*found < 9*realPages {
				t.Errorf("%d of %d real pages", found, realPages)
			}
			if len(m.traps) == 1 && slices.Contains([]string{"orders", "search"}, m.traps[0]) {
				return // it may go unreported
			}
			n, trapped, rules := 0, realPages, []string(nil)
			for crawls := 0; crawls < 2 && trapped > realPages/10; crawls++ { // small traps may grow
				rules = append(rules, a.checkRules(t, folder))
				clear(a.asks)
				a.log = nil
				folder = crawl(t, address, 2*realPages, "SITEGRAPH_WALK_EXCLUDE="+strings.Join(rules, "|"))
				n, trapped = a.found(t, folder), 0
				for name, asked := range a.trapped() {
					if !unnamed(name) {
						trapped += asked
					}
				}
			}
			if n < realPages || trapped > realPages/10 {
				t.Errorf("with the rules %d real pages, %d requests for traps: %s", n, trapped, rules)
			}
		})
	}
}

// checkRules returns the suggested rules, joined, if they exclude most requests for traps and nothing else.
func (a *application) checkRules(t *testing.T, folder string) string {
	t.Helper()
	var rules []string
	for _, row := range putOff(t, folder) {
		if row["exclude"] != "" {
			rules = append(rules, strings.ReplaceAll(row["exclude"], `\\`, `\`))
		}
		requests, err := strconv.Atoi(row["trials"])
		all, err2 := strconv.Atoi(row["of"])
		if err != nil || err2 != nil || requests > all || all > len(a.log) {
			t.Errorf("%s: %s of %s requests", row["shape"], row["trials"], row["of"])
		}
	}
	rule := strings.Join(rules, "|")
	r, err := regexp.Compile(rule)
	if err != nil || rule == "" {
		t.Fatalf("rule %q: %v", rule, err)
	}
	whole := a.trapped()
	a.log = slices.DeleteFunc(a.log, func(uri string) bool {
		out := r.MatchString(a.address + uri)
		if out && a.isReal(uri) {
			t.Errorf("%s leaves out %s", rule, uri)
		}
		return out
	})
	for name, left := range a.trapped() {
		if 5*left > whole[name] && left > realPages/20 && !unnamed(name) {
			t.Errorf("no rule for %s: %d of %d requests", name, left, whole[name])
		}
	}
	return rule
}

// unnamed reports whether a trap may go unreported: it is finite, or its pages may be a choice from many things.
func unnamed(name string) bool { return name == "list" || name == "search" }

// trapped counts the requests for each trap, by its first folder.
func (a *application) trapped() map[string]int {
	count := map[string]int{}
	for _, uri := range a.log {
		if !a.isReal(uri) {
			count[strings.FieldsFunc(uri, func(c rune) bool { return c == '/' || c == '?' })[0]]++
		}
	}
	return count
}

// TestArchives checks that sites without traps are found entirely, and that no trap is reported.
func TestArchives(t *testing.T) {
	t.Parallel()
	names := []string{"lists"}
	if os.Getenv("SITEGRAPH_ROUNDS") != "" {
		names = slices.Sorted(maps.Keys(archives()))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := &application{seed: 1, route: archives()[name]}
			folder := crawl(t, a.serve(t), 0)
			pages := map[string]bool{}
			for _, row := range tableOf(t, folder, ".nodes.csv") {
				pages[a.identity(row["normalized_url"])] = true
			}
			asked := map[string]bool{}
			for _, uri := range a.log {
				asked[a.identity(uri)] = true
			}
			if delete(asked, ""); len(pages) != len(asked) || 2*len(pages) < 2*realPages {
				t.Errorf("%d pages, %d were asked for", len(pages), len(asked))
			}
			for _, row := range putOff(t, folder) {
				t.Errorf("put off: %v", row)
			}
		})
	}
}

// TestTrapsAgain checks that connections, interruptions, kills, forecasts and watching do not affect what is deferred.
func TestTrapsAgain(t *testing.T) {
	t.Parallel()
	budget := magazineBudget
	a := magazine()
	address := a.serve(t)
	ways := map[string]func(folder string) string{
		"one connection": func(folder string) string {
			return crawlInto(t, folder, address, budget, "SITEGRAPH_SITES_CONNECTIONS_PER_HOST=1")
		},
		"in parts": func(folder string) string {
			for _, less := range []int{budget / 4, budget * 3 / 4} {
				crawlInto(t, folder, address, less, "SITEGRAPH_SITES_CONNECTIONS_PER_HOST=64")
				a.asks = map[string]int{}
			}
			return crawlInto(t, folder, address, budget)
		},
		"without a budget at first": func(folder string) string {
			crawlInto(t, folder, address, 0, "SITEGRAPH_WALK_MAX_PAGES=40")
			a.asks = map[string]int{}
			return crawlInto(t, folder, address, budget)
		},
		"killed": func(folder string) string { return killedCrawl(t, a, folder, address) },
	}
	var first map[string]string
	state := ""
	for _, name := range slices.Sorted(maps.Keys(ways)) {
		a.asks = map[string]int{}
		state = t.TempDir()
		folder := ways[name](state)
		files := tablesIn(t, folder)
		if first == nil {
			first = files
			if len(putOff(t, folder)) == 0 {
				t.Error("nothing was put off")
			}
		}
		if d := differences(first, files); len(d) > 0 {
			t.Errorf("%s: %q differ", name, d)
		}
	}
	t.Run("forecast", func(t *testing.T) { forecastTraps(t, state, address) })
	t.Run("watched", func(t *testing.T) { watchedTraps(t, a, state, address) })
}
