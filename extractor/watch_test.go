package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/words"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// changing is a generated site that changes over time. Its links use the same spelling as its URLs.
type changing struct {
	*generator
}

func newChanging(seed uint64) *changing {
	g := &generator{plain: true, Rand: rand.New(rand.NewPCG(seed, 1234))}
	g.testSite = generate(seed, true)
	return &changing{g}
}

// change edits contents, and adds, removes, moves and duplicates pages. It leaves the home page and other start pages
// alone.
func (c *changing) change() {
	for _, content := range c.contents {
		if c.chance(25) {
			c.edit(content)
		}
	}
	home := c.start // or what it redirects to
	for home.kind == isRedirect && home.next != nil {
		home = home.next
	}
	for _, r := range c.resources {
		if r == home || r == c.start || slices.Contains(c.starts, r.key) || r.kind == isForbidden || !c.chance(8) {
			continue
		}
		r.location, r.next, r.nextForm, r.away, r.contentType = "", nil, "", false, ""
		switch c.IntN(4) {
		case 0:
			r.kind, r.status = isStatus, 404
		case 1:
			r.kind, r.canonical = isRedirect, false
			r.status = pick(c.generator, []int{301, 302, 308})
			c.lead(r, pick(c.generator, c.resources))
			if r.next == r {
				r.kind, r.status, r.location = isStatus, 410, ""
			}
		case 2:
			r.kind, r.content = isPage, pick(c.generator, c.contents)
		default:
			fresh := &content{title: fmt.Sprint("fresh ", c.IntN(1e9))}
			c.contents = append(c.contents, fresh)
			c.edit(fresh)
			r.kind, r.content = isPage, fresh
		}
	}
}

func (c *changing) edit(content *content) {
	content.links = slices.DeleteFunc(slices.Clone(content.links), func(link) bool { return c.chance(30) })
	for range c.IntN(4) {
		c.link(content, c.refer(pick(c.generator, c.resources)))
	}
	content.title = fmt.Sprint("edited ", c.IntN(1e9))
	content.body = content.html() + fmt.Sprint("<p>words ", c.IntN(1e9))
}

// watcher runs the real parts with its own clock and a journal that can be cut.
type watcher struct {
	*walker
	journal *records
	now     time.Time
	full    bool // checks everything in every iteration
	seed    uint64
}

func newWatcher(t *testing.T, d extractor.Downloader, downloads int, seed uint64) *watcher {
	t.Helper()
	return newWalker(t, d, downloads).watched(t, seed)
}

func (w *walker) watched(t *testing.T, seed uint64) *watcher {
	t.Helper()
	out := &watcher{walker: w, journal: &records{}, seed: seed, now: time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return out.now }
	w.parts.Now, w.parts.Robots, w.parts.Journal = clock, robotsReader{now: clock}, out.journal
	var err error
	w.parts.Parser, err = parse.New("tokenizer", parse.Options{AnchorText: true, Text: true, Pieces: w.parts.Stable})
	must(t, err)
	w.parts.Watch = &extractor.Watch{Policy: "test", Words: words.Count, Choose: out.choose}
	return out
}

// choose picks a part of the pages, depending on iteration and page, or all of them.
func (w *watcher) choose(h *evidence.History) (c extractor.Choice) {
	on := map[int32]bool{}
	next := int32(0)
	for _, r := range h.Rounds {
		for range r.Joined {
			on[next] = true
			next++
		}
		for _, page := range r.Left {
			delete(on, page)
		}
	}
	for page := range next {
		if on[page] && (w.full || (uint64(page)+w.seed+uint64(len(h.Rounds)))%3 == 0) {
			c.Pages = append(c.Pages, page)
		}
	}
	c.Others = h.Others
	if !w.full {
		c.Others /= 3
	}
	return c
}

func (w *watcher) iterate(t *testing.T, ctx context.Context) *site.Crawl {
	t.Helper()
	c, err := walkAlone(ctx, mustParse(t, w.start), w.parts, w.limits)
	must(t, err)
	checkCrawl(t, c)
	checkWatched(t, c)
	return c
}

func checkWatched(t *testing.T, c *site.Crawl) {
	t.Helper()
	w := c.Watched
	last := int32(len(w.Iterations))
	if len(w.Pages) != len(c.Graph.Pages) || len(w.Arcs) != len(c.Graph.Targets) {
		t.Fatalf("times of %d pages and %d arcs of %d and %d", len(w.Pages), len(w.Arcs), len(c.Graph.Pages),
			len(c.Graph.Targets))
	}
	for i, s := range append(slices.Clone(w.Pages), w.Arcs...) {
		if s.First < 1 || s.Last < s.First || s.Checked < s.Last || s.Checked > last || s.Changed < s.First ||
			s.Changed > s.Last || s.Visits < 1 || s.Visits > s.Checked || s.Changes >= s.Visits {
			t.Fatalf("%d of %d pages and %d arcs: %+v", i, len(w.Pages), len(w.Arcs), s)
		}
	}
	for i, it := range w.Iterations {
		if it.Number != i+1 || i > 0 && !it.At.After(w.Iterations[i-1].At) {
			t.Fatalf("iterations: %+v", w.Iterations)
		}
	}
}

// sameMoments compares the files that the journal gives for earlier iterations with those written then.
func (w *watcher) sameMoments(t *testing.T, wanted []map[string]string) {
	t.Helper()
	for i, want := range wanted {
		for _, moment := range []extractor.Moment{{Iteration: i + 1},
			{At: w.now.Add(time.Duration(i+1-len(wanted)) * 24 * time.Hour)}} {
			c, err := extractor.Rebuild(w.journal, w.limits, pastOf(extractor.Past{Moment: moment}))
			must(t, err)
			checkCrawl(t, c)
			sameFiles(t, fmt.Sprintf("moment %v", moment), files(t, c), want)
		}
	}
	w.sameGraphs(t, len(wanted))
}

func (w *watcher) sameGraphs(t *testing.T, iterations int) {
	t.Helper()
	last, err := extractor.Rebuild(w.journal, w.limits, pastOf(extractor.Past{}))
	must(t, err)
	shown := 0
	for got, err := range last.Watched.Moments {
		must(t, err)
		shown++
		past := pastOf(extractor.Past{Moment: extractor.Moment{Iteration: shown}})
		want, err := extractor.Rebuild(w.journal, w.limits, past)
		must(t, err)
		g, h := got.Graph, want.Graph
		same := func(a, b site.Page) bool {
			return a.URL == b.URL && a.Key == b.Key && a.Level == b.Level && a.Title == b.Title
		}
		if !slices.EqualFunc(g.Pages, h.Pages, same) || !slices.Equal(g.Offsets, h.Offsets) ||
			!slices.Equal(g.Targets, h.Targets) || !g.Weights.Equal(h.Weights) ||
			len(got.Watched.Iterations) != shown {
			t.Errorf("iteration %d: got %+v\nwant %+v", shown, g, h)
		}
	}
	console.Equal(t, shown, iterations)
}

// An iteration over an unchanged site changes nothing but the time of the last check.
func TestWatchedUnchanged(t *testing.T) {
	for seed := range min(rounds(t, 1), 60) {
		s := newChanging(seed)
		w := newWatcher(t, network(t, serve(t, s.testSite)), 4, seed)
		w.full = true
		first := w.iterate(t, context.Background())
		w.now = w.now.Add(time.Hour)
		second := w.iterate(t, context.Background())
		for i, seen := range second.Watched.Pages {
			seen.Last, seen.Checked, seen.Visits = seen.Last-1, seen.Checked-1, seen.Visits-1
			console.Equal(t, seen, first.Watched.Pages[i], "seed", seed, "page", i, "then")
		}
		first.Watched, second.Watched = nil, nil
		sameFiles(t, "unchanged", files(t, second), files(t, first))
	}
}

// With key stable, a watched site whose pages vary with each request has no changed page, and the same graph, until a
// page really changes.
func TestWatchedVarying(t *testing.T) {
	perSeed(t, 2, 120, func(t *testing.T, seed uint64) {
		v := newVaryingSite(seed)
		v.widget = false // a widget varies more than masks may hide
		w := stableWalker(t, v, 8).watched(t, seed)
		w.full = true
		first := w.iterate(t, context.Background())
		checkIdentities(t, v, first)
		want := v.lasting(graphFiles(t, first))
		for range 3 {
			w.now = w.now.Add(24 * time.Hour)
			c := w.iterate(t, context.Background())
			its := c.Watched.Iterations
			if last := its[len(its)-1]; last.Changed > 0 || last.Unchanged != last.Planned || !last.Complete {
				t.Errorf("%+v", last)
			}
			sameFiles(t, "an iteration", v.lasting(graphFiles(t, c)), want)
			sameFiles(t, "recalled", texts(t, rebuild(t, w.walker)), texts(t, c))
		}
	})
}

func graphFiles(t *testing.T, c *site.Crawl) map[string]string {
	plain := *c
	plain.Watched = nil
	return files(t, &plain)
}
