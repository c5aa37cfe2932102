package sites

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/config"
	"sitegraph/internal/lab/revisitlab"
	"sitegraph/run"
	"sitegraph/site"
)

// program is sitegraph watching a site, in a folder, by the site's clock.
type program struct {
	job     run.Job
	site    *website
	notices []string
}

func loaded(t testing.TB, settings map[string]string) config.Settings {
	t.Helper()
	overrides := map[string]string{"sites.crawl_delay": "0", "download.tries": "1", "export.exporters": "csv"}
	maps.Copy(overrides, settings)
	all, err := config.Load(config.Sources{Overrides: overrides})
	must(t, err)
	return *all
}

// watching returns the program for a site, with the settings that differ from the defaults.
func watching(t testing.TB, s *website, settings map[string]string) *program {
	t.Helper()
	all := loaded(t, settings)
	host, _, err := config.ParseHost(s.origin, all)
	must(t, err)
	p := &program{site: s}
	p.job = run.Job{Config: run.NewConfig(all, t.TempDir()), Hosts: []config.Host{host}, Watch: true,
		Observer: quiet{&p.notices}, Log: slog.New(slog.DiscardHandler), Screen: io.Discard, Now: s.clock.now}
	return p
}

// iterate runs the program once. The first run crawls the site.
func (p *program) iterate(t testing.TB) *site.Crawl {
	t.Helper()
	if p.site != nil {
		p.site.settle()
		defer p.site.settle()
	}
	out, err := run.Run(t.Context(), p.job)
	must(t, err)
	result := out.Results[0]
	if result.Err != nil {
		t.Fatal(result.Err)
	}
	return result.Crawl
}

func last(c *site.Crawl) site.Iteration { return c.Watched.Iterations[len(c.Watched.Iterations)-1] }

// quiet follows a run and keeps only its notices.
type quiet struct{ notices *[]string }

func (quiet) Progress(string, site.Progress)    {}
func (quiet) Ended(string, *site.Crawl, error)  {}
func (quiet) Computing(string, string, float64) {}
func (quiet) Budget(site.BudgetProgress)        {}
func (quiet) Search(site.SearchProgress)        {}
func (q quiet) Notice(texts ...string)          { *q.notices = append(*q.notices, texts...) }

// worldSite is a synthetic site of the replay, with real words. Each page has the replay's number of words, and shares
// the replay's number with the version that the program has. All words have one character, so sizes in characters equal
// sizes in words. Page i links to pages 10i+1 to 10i+10.
type worldSite struct {
	*website
	world *revisitlab.World
	of    map[*sitePage]int
	rng   *rand.Rand
	known []revisitlab.WorldPage // state before the last step
}

const children = 10

// serveWorld serves the site in its initial state.
func serveWorld(t testing.TB, c *clock, o revisitlab.WorldOptions) *worldSite {
	t.Helper()
	s := &worldSite{website: newWebsite(t, c), world: revisitlab.NewWorld(o), of: map[*sitePage]int{}}
	s.rng = rand.New(rand.NewPCG(o.Seed, 0xed17))
	for i := range s.world.Pages() {
		s.addPage(i, worldPath((i-1)/children))
	}
	s.known = s.world.Pages()
	s.onChecked = func(p *sitePage) { s.world.Check(s.of[p]) }
	return s
}

func worldPath(i int) string {
	if i == 0 {
		return "/"
	}
	return fmt.Sprintf("/%07d", i)
}

func (s *worldSite) addPage(i int, from string) {
	if i == 0 {
		from = ""
	}
	p := s.add(worldPath(i), from)
	p.words = s.words(p, s.world.Pages()[i].Size)
	s.of[p] = i
}

// words returns n different words that are neither on the page nor in the version that the program has.
func (s *worldSite) words(p *sitePage, n int) (words []string) {
	taken := map[string]bool{}
	for _, word := range slices.Concat(p.words, p.fetched) {
		taken[word] = true
	}
	for len(words) < n {
		word := string(rune(0x20000 + s.rng.IntN(0xa000))) // an ideograph
		if !taken[word] {
			taken[word] = true
			words = append(words, word)
		}
	}
	return words
}

// step lets a period pass. The home page links to new pages.
func (s *worldSite) step() {
	s.clock.wait()
	s.world.Step()
	for i, now := range s.world.Pages() {
		switch {
		case i >= len(s.known):
			s.addPage(i, "/")
		case !now.Alive && s.known[i].Alive:
			s.remove(worldPath(i), true)
		case now.Alive && now.Changes > s.known[i].Changes:
			s.change(s.byPath[worldPath(i)], now.Common)
		}
	}
	s.known = s.world.Pages()
}

// change replaces words of a page until this number of words in the program's version is left.
func (s *worldSite) change(p *sitePage, common int) {
	fetched := map[string]bool{}
	for _, word := range p.fetched {
		fetched[word] = true
	}
	var old, others []int // indexes of words that the program has, and of others
	for i, word := range p.words {
		if fetched[word] {
			old = append(old, i)
		} else {
			others = append(others, i)
		}
	}
	s.rng.Shuffle(len(old), func(i, j int) { old[i], old[j] = old[j], old[i] })
	places := old[:max(0, len(old)-common)]
	if len(places) == 0 {
		places = others[:min(1, len(others))]
	}
	words, fresh := slices.Clone(p.words), s.words(p, len(places))
	for k, i := range places {
		words[i] = fresh[k]
	}
	p.edit(s.clock.now(), words)
}

// afterChecks remembers the state of the site that the program saw in an iteration.
func (s *worldSite) afterChecks() { s.known = s.world.Pages() }
