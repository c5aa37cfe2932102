package agents

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// combination is a search with random settings that may be watched while its pages change.
type combination struct {
	*watched
	pages     world
	web       *counted
	decides   // the settings that may change between runs
	stable    bool
	spells    bool // links lead to pages in several spellings
	iterates  bool
	iteration int // the next iteration, from 0
}

type decides struct {
	exclude, sitemaps string
	maxLevel          int
	maxPages          int
}

func newCombination(t *testing.T, seed uint64) *combination {
	rng := rand.New(rand.NewPCG(seed, 0xc0b2))
	pages := randomWorld(rng, 3, 60)
	for i := range 5 {
		pages[fmt.Sprint("/", 10+i)] = pages[fmt.Sprint("/", i)] // two pages with the same text
	}
	pages["/sitemap.xml"] = randomSitemap(rng, pages)
	c := &combination{pages: pages, stable: rng.IntN(2) == 0, spells: rng.IntN(4) == 0, iterates: rng.IntN(2) == 0}
	if c.spells {
		pages.spell(rng)
	}
	c.web = &counted{Handler: untitled{pages}, times: map[string]int{}}
	c.watched = newWatched(t, rng, serve(t, c.web))
	c.full = rng.IntN(2) == 0
	c.choose(rng)
	return c
}

func (c *combination) choose(rng *rand.Rand) {
	c.topics = randomTopics(rng, c.server.URL, c.t)
	c.topics.Run = []float64{0, 300, 5 + 40*rng.Float64()}[rng.IntN(3)]
	c.ahead, c.budget = 1+rng.IntN(6), max(0, rng.IntN(50)-25)
	c.decides = decides{exclude: []string{"none", "none", "/1[0-9]$", "[3-5]$"}[rng.IntN(4)],
		sitemaps: []string{"off", "check", "start"}[rng.IntN(3)], maxLevel: rng.IntN(12) - 1}
	if rng.IntN(4) == 0 {
		c.maxPages = 1 + rng.IntN(20)
	}
	if c.maxLevel > 4 {
		c.maxLevel = -1
	}
}

func (c *combination) String() string {
	return fmt.Sprintf("iteration %d, %+v, stable %t, spells %t, watched %t, full %t, budget %d, ahead %d, "+
		"run %v, %s", c.iteration+1, c.decides, c.stable, c.spells, c.iterates, c.full, c.budget, c.ahead,
		c.topics.Run, c.topics.Scheme)
}

// search returns the options of a run on a journal. A run that checks is an iteration.
func (c *combination) search(j *memory, checks bool) Options {
	o := c.scratch()
	o.Parts.Journal, o.Limits.MaxLevel, o.Limits.MaxPages = j, c.maxLevel, c.maxPages
	o.Limits.Linked = linkedKinds
	if readsSitemaps(&o, c.sitemaps); c.stable {
		makeStable(c.t, &o)
	}
	topics := c.topics
	topics.Run = 0 // with more time the same search goes on
	o.Parts.Settings["[order] topics"] = fmt.Sprint(topics, c.ahead)
	if o.Parts.Settings[evidence.SettingExclude] = c.exclude; c.exclude != "none" {
		o.Limits.Exclude = regexp.MustCompile(c.exclude)
	}
	if checks && c.iterates {
		c.memory = j
		o.Parts.Watch = c.watched.iteration().Parts.Watch
		o.Parts.Watch.Unwritten = func(n int) bool { return n > c.iteration } // left to another run
	}
	return o
}

// crawl returns the account of a run with a number of connections per host. An observer in o hears of each request.
func (c *combination) crawl(ctx context.Context, o Options, connections int) string {
	c.t.Helper()
	o.Limits.Downloads, o.Limits.PerHost = connections, connections
	s, links, err := Run(ctx, o)
	if err != nil {
		c.t.Fatalf("%s: %v", c, err)
	}
	if c.iteration == 0 && !c.stable {
		o.addsUp(c.t, s)
	}
	text, done := shown(c.t, c.iteration+1, s, links)
	if c.iteration > 0 && ctx.Err() == nil && !done {
		c.t.Fatalf("%s: not done: %+v", c, s.Times.Iterations)
	}
	return text
}

// recalled returns the account at a moment that the journal alone gives.
func (c *combination) recalled(j *memory, m extractor.Moment) string {
	c.t.Helper()
	o := c.search(j, false)
	var err error
	if o.Parts.Journal, err = m.Cut(j); err != nil {
		c.t.Fatal(err)
	}
	s, links, err := Recall(o, "")
	if err != nil {
		c.t.Fatal(err)
	}
	text, _ := shown(c.t, c.iteration+1, s, links)
	return text
}

func (c *combination) same(what, got, want string) {
	c.t.Helper()
	if got != want {
		c.t.Fatalf("%s: %s: %s", c, what, firstDifference(got, want))
	}
}

// In any combination the account adds up. It does not depend on the number of connections, on stops and kills, on a
// budget raised in steps, or on other settings in between. This holds in every iteration of a watched search while
// pages change. If all was checked, the account is that of a search from scratch. Nothing is requested twice, and
// earlier moments stay.
func TestCombinations(t *testing.T) {
	for seed := range rounds(t, 5) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			c := newCombination(t, seed)
			rng := rand.New(rand.NewPCG(seed, 47))
			whole, one, cut, steps := &memory{}, &memory{}, &memory{}, &memory{}
			var wanted []string
			for c.iteration = range 4 {
				if c.iteration > 0 {
					if !c.iterates {
						break
					}
					if c.pages.change(rng, 3, 60); c.spells {
						c.pages.spell(rng)
					}
					c.now = c.now.Add(24 * time.Hour)
				}
				before := len(whole.records)
				want, asked := c.straight(whole)
				wanted = append(wanted, want)
				c.same("one connection", c.crawl(t.Context(), c.search(one, true), 1), want)
				c.same("stopped and killed", c.interrupted(rng, cut), want)
				c.same("in steps", c.stepwise(steps), want)
				for range 2 {
					at := before + rng.IntN(len(whole.records)-before+1)
					j := &memory{slices.Clone(whole.records[:at])}
					c.same("killed", c.crawl(t.Context(), c.search(j, true), 8), want)
				}
				c.same("recalled", c.recalled(whole, extractor.Moment{}), want)
				c.decidedAnew(rng, &memory{slices.Clone(whole.records)}, asked, want)
			}
			for i, want := range wanted {
				if c.iterates {
					c.iteration = i
					c.same("as of then", c.recalled(whole, extractor.Moment{Iteration: i + 1}), want)
				}
			}
		})
	}
}

// straight makes a run or an iteration with many connections. What is known is not requested again.
func (c *combination) straight(j *memory) (text string, asked map[string]int) {
	c.t.Helper()
	clear(c.web.times)
	text = c.crawl(c.t.Context(), c.search(j, true), 64)
	c.asksOnce()
	asked = maps.Clone(c.web.times)
	c.same("again", c.crawl(c.t.Context(), c.search(j, false), 64), text)
	if !maps.Equal(c.web.times, asked) {
		c.t.Errorf("%s: a search that was done requested something", c)
	}
	if c.full && c.iterates {
		c.same("from scratch", c.learntApart(j), c.learntApart(&memory{}))
	}
	return text, asked
}

// asksOnce checks that nothing forbidden was requested, and nothing twice except to learn from pages.
func (c *combination) asksOnce() {
	c.t.Helper()
	most := 1
	if c.stable {
		most += 2
	}
	for path, n := range c.web.times {
		if n > most || strings.HasPrefix(path, "/private") {
			c.t.Errorf("%s: %s was requested %d times", c, path, n)
		}
	}
}

// learntApart returns the account of a search that goes on without checks, without how it learned, because a watched
// search has also learned from earlier versions of its pages.
func (c *combination) learntApart(j *memory) string {
	c.t.Helper()
	s, links, err := Run(c.t.Context(), c.search(j, false))
	if err != nil {
		c.t.Fatal(err)
	}
	s.Sameness = nil
	return textOf(c.t, s, links)
}

// interrupted makes a run with stops and kills. An iteration that was not begun has no time yet, and begins later.
func (c *combination) interrupted(rng *rand.Rand, j *memory) string {
	c.t.Helper()
	begun := len(j.records)
	for rng.IntN(6) > 0 {
		ctx, cancel := context.WithCancelCause(c.t.Context())
		o, left := c.search(j, true), 1+rng.IntN(25)
		o.Parts.Observer = fetched(func(site.Fetch) {
			if left--; left == 0 {
				cancel(site.EndedSignal)
			}
		})
		text := c.crawl(ctx, o, 8)
		over := ctx.Err() == nil
		cancel(nil)
		if over {
			return text
		}
		at := len(j.records)
		if !c.hasBegun(j) {
			at = begun
		} else if rng.IntN(2) == 0 && at > begun { // a kill
			at = begun + rng.IntN(at-begun+1)
		}
		j.records = slices.Clip(j.records[:at])
	}
	return c.crawl(c.t.Context(), c.search(j, true), 8)
}

// hasBegun reports whether a journal has the next iteration.
func (c *combination) hasBegun(j *memory) bool {
	iteration := 0
	for _, r := range j.records {
		if r[0] == evidence.KindIteration {
			iteration++
		}
	}
	return iteration == c.iteration
}

// stepwise makes a run whose budget rises in steps. The checks of an iteration are those of the whole search.
func (c *combination) stepwise(j *memory) (text string) {
	c.t.Helper()
	whole := c.budget
	defer func() { c.budget = whole }()
	if c.iteration == 0 && whole > 0 {
		c.budget = (whole + 3) / 4
	}
	text = c.crawl(c.t.Context(), c.search(j, true), 8)
	for _, n := range []int{3, 2, 1} {
		if c.budget = whole / n; c.budget > 0 {
			text = c.crawl(c.t.Context(), c.search(j, false), 8)
		}
	}
	return text
}

// decidedAnew repeats a search with other settings, which request nothing that is known, and then with the old ones
// again, which request nothing. Later iterations are repeated only if they check everything.
func (c *combination) decidedAnew(rng *rand.Rand, j *memory, asked map[string]int, want string) {
	c.t.Helper()
	if c.iteration > 0 && !c.full {
		return
	}
	other := *c
	w := *c.watched
	other.watched = &w
	other.choose(rng)
	c.web.times = maps.Clone(asked)
	got := other.learntApart(j)
	other.asksOnce()
	asked = maps.Clone(c.web.times)
	c.same("after "+other.String(), c.crawl(c.t.Context(), c.search(j, false), 8), want)
	if !maps.Equal(c.web.times, asked) {
		c.t.Errorf("%s: after %s it requested something", c, &other)
	}
	if c.iteration == 0 {
		other.same("over a state of "+c.String(), got, other.learntApart(&memory{}))
	}
}
