package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	counting "sitegraph/extractor/words"
	"sitegraph/site"
)

// change lets time pass: pages come, go, move and change.
func (w world) change(rng *rand.Rand, topics, pages int) {
	other := randomWorld(rng, topics, pages)
	for i := range pages {
		path := fmt.Sprintf("/%d", i)
		switch rng.IntN(12) {
		case 0:
			delete(w, path)
		case 1:
			w[path] = w[fmt.Sprintf("/%d", rng.IntN(pages))] // two pages with the same text
			if w[path] == "" {
				delete(w, path)
			}
		case 2, 3, 4:
			w[path] = other[path]
		}
	}
}

// spell makes links lead to some pages by other spellings of one URL, which are copies of the pages.
func (w world) spell(rng *rand.Rand) {
	for _, path := range slices.Sorted(maps.Keys(w)) {
		w[path] = strings.ReplaceAll(w[path], `5">`, []string{`5?a=1&b=2">`, `5?b=2&a=1">`, `5">`}[rng.IntN(3)])
	}
}

// watched is a watched search with its own clock.
type watched struct {
	t      *testing.T
	server *httptest.Server
	topics config.Topics
	seeds  []site.URL
	ahead  int
	budget int
	full   bool // checks everything in every iteration
	now    time.Time
	*memory
}

func newWatched(t *testing.T, rng *rand.Rand, server *httptest.Server) *watched {
	w := &watched{t: t, server: server, topics: randomTopics(rng, server.URL, t), ahead: 1 + rng.IntN(6),
		memory: &memory{}, now: time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)}
	w.seeds = []site.URL{mustParse(t, server.URL+"/1"), mustParse(t, server.URL+"/2")}
	return w
}

// scratch returns the options of the search without a state.
func (w *watched) scratch() Options {
	o := options(w.t, w.server, w.topics)
	o.Lookahead, o.Seeds, o.Budget = w.ahead, w.seeds, w.budget
	o.Parts.Now = func() time.Time { return w.now }
	return o
}

// iteration returns the options of the next iteration, or of the search itself.
func (w *watched) iteration() Options {
	o := w.scratch()
	o.Parts.Journal = w.memory
	o.Parts.Watch = &extractor.Watch{Policy: "test", Words: counting.Count, AcceptGone: w.full, Choose: w.choose}
	return o
}

// choose chooses all pages or part of them.
func (w *watched) choose(h *evidence.History) (c extractor.Choice) {
	gone, pages := map[int32]bool{}, 0
	for _, r := range h.Rounds {
		for _, page := range r.Left {
			gone[page] = true
		}
		pages += len(r.Joined)
	}
	for page := range int32(pages) {
		if !gone[page] && (w.full || (int(page)+len(h.Rounds))%3 == 0) {
			c.Pages = append(c.Pages, page)
		}
	}
	if c.Others = h.Others; !w.full {
		c.Others /= 3
	}
	return c
}

// shown returns the account of a search as text, with the times of its pages and arcs, and whether the given number of
// iterations are done.
func shown(t *testing.T, iterations int, s *site.Search, links Links) (text string, done bool) {
	t.Helper()
	var b strings.Builder
	b.WriteString(textOf(t, s, links))
	if s.Times == nil {
		return b.String(), false
	}
	for agent := site.Nobody; agent < len(s.Agents); agent++ {
		g := Graph(s, agent, links)
		if len(g.Watched.Pages) != len(g.Graph.Pages) || len(g.Watched.Arcs) != len(g.Graph.Targets) {
			t.Fatalf("times of %d pages and %d arcs", len(g.Watched.Pages), len(g.Watched.Arcs))
		}
		for i, seen := range slices.Concat(g.Watched.Pages, g.Watched.Arcs) {
			if seen.First < 1 || seen.Last < seen.First || seen.Checked < seen.Last || seen.Changed < seen.First ||
				seen.Changed > seen.Last || seen.Visits < 1 || seen.Changes >= seen.Visits {
				t.Fatalf("%d of %d pages and arcs: %+v", i, len(g.Watched.Pages), seen)
			}
		}
		fmt.Fprintln(&b, g.Watched.Pages, g.Watched.Arcs)
	}
	its := s.Times.Iterations
	fmt.Fprintln(&b, its)
	return b.String(), len(its) == iterations && its[iterations-1].Complete
}

// A search whose checks were stopped stays as it was before; only an iteration resumes the checks.
func TestWatchedSearchStopped(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 73))
	pages := randomWorld(rng, 3, 60)
	w := newWatched(t, rng, serve(t, untitled{pages}))
	w.full = true
	before := account(t, t.Context(), w.iteration())
	pages.change(rng, 3, 60)
	w.now = w.now.Add(time.Hour)
	ctx, cancel := context.WithCancelCause(t.Context())
	o := w.iteration()
	o.Parts.Observer = fetched(func(site.Fetch) { cancel(site.EndedSignal) })
	s, links, err := Run(ctx, o)
	if err != nil || s.Ended != site.EndedSignal || s.Complete {
		t.Fatalf("ended %s, complete %v, %v", s.Ended, s.Complete, err)
	}
	var was site.Search
	must(t, json.Unmarshal([]byte(before[:strings.LastIndex(before, "}")+1]), &was))
	s.Ended, s.Complete = was.Ended, was.Complete
	for i := range s.Agents {
		s.Agents[i].Ended = was.Agents[i].Ended
	}
	if got := textOf(t, s, links); got != before {
		t.Errorf("another account: %s", firstDifference(got, before))
	}
	o = w.iteration()
	o.Parts.Watch = nil
	if _, _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "sitegraph watch --topics") {
		t.Errorf("a search went on: %v", err)
	}
	if got, want := account(t, t.Context(), w.iteration()), account(t, t.Context(), w.scratch()); got != want {
		t.Errorf("another account: %s", firstDifference(got, want))
	}
}
