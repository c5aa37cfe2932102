package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	counting "sitegraph/extractor/words"
	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
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

var must = console.Must

// rounds returns the number of searches of a property test: few, or the number in SITEGRAPH_ROUNDS.
func rounds(t *testing.T, few uint64) uint64 {
	text := os.Getenv("SITEGRAPH_ROUNDS")
	if text == "" {
		return few
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		t.Fatalf("SITEGRAPH_ROUNDS: %v", err)
	}
	return n
}

// counted counts the requests for each path except robots.txt.
type counted struct {
	http.Handler
	mu    sync.Mutex
	times map[string]int
}

func (c *counted) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	if r.URL.Path != "/robots.txt" {
		c.times[r.RequestURI]++
	}
	c.mu.Unlock()
	c.Handler.ServeHTTP(out, r)
}

// randomWorld returns a web of pages with keywords of topics, redirects, copies and broken links, fixed by the seed.
func randomWorld(rng *rand.Rand, topics, pages int) world {
	w := world{}
	word := func() string {
		return fmt.Sprintf("%c%.1f", 'a'+rune(rng.IntN(topics)), rng.Float64())
	}
	for i := range pages {
		var b strings.Builder
		fmt.Fprintf(&b, "%s %s ", word(), word())
		for range 2 + rng.IntN(10) {
			fmt.Fprintf(&b, `<a href="/%d">%s</a> `, rng.IntN(pages+pages/8), word())
		}
		path := fmt.Sprintf("/%d", i)
		switch rng.IntN(12) {
		case 0:
			w[path] = fmt.Sprintf("-> /%d", rng.IntN(pages))
		case 1:
			w[path] = fmt.Sprintf("-> /private/%d", rng.IntN(pages))
		default:
			w[path] = b.String()
		}
	}
	w["/robots.txt"] = "User-agent: *\nDisallow: /private\n"
	return w
}

// untitled serves a world without titles, so that equal texts are equal pages.
type untitled struct{ world }

func (w untitled) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	for range len(r.URL.Path) * 7 % 5 {
		runtime.Gosched() // answers come out of order
	}
	text := w.world[r.URL.Path]
	if text == "" || text[0] == '-' || r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml" {
		w.world.ServeHTTP(out, r)
		return
	}
	out.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(out, "<body>%s", text)
}

// randomTopics returns the settings of a search by three agents.
func randomTopics(rng *rand.Rand, base string, t *testing.T) config.Topics {
	topics := defaults("a", "b", "c")
	topics.Scheme = []string{"market", "random", "separate", "shared", "pool", "market"}[rng.IntN(6)]
	topics.Matching = []string{"exact", "auction"}[rng.IntN(2)]
	topics.Clock = []string{config.ClockPages, config.ClockSeconds}[rng.IntN(2)]
	topics.Interval, topics.Lots = float64(1+rng.IntN(12)), 1+rng.IntN(4)
	topics.Whole, topics.Foreign, topics.Strict = rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(3) == 0
	for q := range topics.Agents {
		a := &topics.Agents[q]
		a.Energy, a.Target = float64(1+rng.IntN(12)), rng.IntN(3)
		if rng.IntN(2) == 0 {
			a.Seeds = []site.URL{mustParse(t, fmt.Sprintf("%s/%d", base, rng.IntN(20)))}
		}
	}
	return topics
}

// account runs a search to its end and returns its account as text.
func account(t *testing.T, ctx context.Context, o Options) string {
	t.Helper()
	s, links, err := Run(ctx, o)
	must(t, err)
	return textOf(t, s, links)
}

// textOf returns the account of a search as text, without what belongs to a single run.
func textOf(t *testing.T, s *site.Search, links Links) string {
	t.Helper()
	s.Asked = 0 // belongs to this run
	for i := range s.Robots {
		s.Robots[i].Fetched = time.Time{} // belongs to this run
	}
	text, err := json.MarshalIndent(s, "", " ")
	must(t, err)
	var b strings.Builder
	b.Write(text)
	if s.Sitemaps != nil {
		for e := range s.Sitemaps.Entries {
			fmt.Fprintln(&b, e)
		}
	}
	for _, v := range s.Visits {
		if v.Content != nil {
			for key, count := range links(v.Number) {
				fmt.Fprintln(&b, v.Number, key, count)
			}
		}
	}
	return b.String()
}

// firstDifference shows where two texts begin to differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: got\n%s\nwant\n%s", i, strings.Join(a[max(0, i-20):min(i+6, len(a))], "\n"),
				strings.Join(b[max(0, i-3):min(i+6, len(b))], "\n"))
		}
	}
	return fmt.Sprintf("%d and %d lines", len(a), len(b))
}

// makeStable gives a search the key stable.
func makeStable(t testing.TB, o *Options) {
	t.Helper()
	var err error
	o.Parts.Parser, err = parse.New("tokenizer", parse.Options{Elements: []string{"a"}, AnchorText: true, Text: true,
		Around: true, Pieces: true})
	must(t, err)
	o.Parts.Stable = true
}

func dialing(server *httptest.Server, connections int) func(site.URL, bool) (Host, error) {
	return func(origin site.URL, _ bool) (Host, error) {
		d := download.NewHTTP(download.HTTPOptions{UserAgent: "sitegraph", Timeout: 10 * time.Second, MaxBody: 1 << 20,
			MaxHeader: 1 << 16, MaxConnsPerHost: connections, Host: origin.Host,
			Dial: map[string]string{origin.Host + ":80": server.Listener.Addr().String()}})
		return Host{Downloader: d, Close: d.Close}, nil
	}
}

// forget makes the chain forget all requests except those whose answers a journal has.
func (c *chain) forget(t *testing.T, j evidence.Journal) {
	t.Helper()
	c.asks = map[string]int{}
	n := evidence.NewKnown()
	must(t, n.Load(j, func() bool { return true }))
	for i := range n.Answers {
		a := n.Answers[i]
		path := strings.TrimPrefix(n.URLs.String(a.URL), "http://one.test")
		if c.asks[path] = 1; n.HeldTwin(n.URLs.Key(a.URL)) >= 0 {
			c.asks[path]++
		}
	}
}

// checkEnergy checks that agents spent what their visits cost, and nothing for second requests.
func checkEnergy(t *testing.T, s *site.Search, each float64) {
	t.Helper()
	for q, a := range s.Agents {
		spent := 0.0
		for _, v := range s.Visits {
			if v.Agent == q && v.FoundBy != site.Nobody && !v.Free {
				spent += each
			}
		}
		console.Equal(t, a.FirstEnergy-a.Energy, spent, a.Name)
	}
}

// wide gives agents enough of everything to go everywhere on some hosts.
func wide(topics config.Topics, hosts string) config.Topics {
	topics.Strict, topics.Lifetime, topics.Run = false, 1e6, 0
	for q := range topics.Agents {
		topics.Agents[q].Energy, topics.Agents[q].Hosts = 5000, []string{hosts}
	}
	return topics
}

// bothOf runs a search and returns its account as text and decoded.
func bothOf(t *testing.T, ctx context.Context, o Options) (string, *site.Search) {
	t.Helper()
	var last *site.Search
	o.Values = words{[]string{"a", "b", "c"}, new(int)}
	text := account(t, ctx, o)
	must(t, json.NewDecoder(strings.NewReader(text)).Decode(&last))
	return text, last
}

// With key stable, a page that has many URLs and differs at each request is one page of a search. The account does not
// depend on connections, stops and kills, or steps of the budget.
func TestStable(t *testing.T) {
	for seed := range rounds(t, 1) {
		c := &chain{pages: 130, show: func(b *strings.Builder, _ int, _ string, now *rand.Rand) {
			fmt.Fprintf(b, "<div><b>You may like</b> <i>%s</i><em>and more</em></div>", loopback.Phrase(now, 3))
		}}
		server := serve(t, c)
		search := func(connections, budget int, j evidence.Journal) Options {
			c.forget(t, j)
			o := c.search(t, server, connections, budget)
			o.Lookahead, o.Parts.Journal = 8, j
			return o
		}
		whole := &memory{}
		want, s := bothOf(t, t.Context(), search(1, 0, whole))
		if count(s, site.StateRule) == 0 || len(s.Sameness.Masks) == 0 || count(s, site.StatePage) != c.pages {
			t.Errorf("seed %d: %d URLs decided about for nothing, %d masks, %d pages", seed, count(s, site.StateRule),
				len(s.Sameness.Masks), count(s, site.StatePage))
		}
		for _, j := range []*memory{{}, whole} {
			if text, _ := bothOf(t, t.Context(), search(64, 0, j)); text != want {
				t.Errorf("seed %d: again, another account: %s", seed, firstDifference(text, want))
			}
		}
		interrupted(t, seed, rand.New(rand.NewPCG(seed, 31)), want, func(budget int, j evidence.Journal) Options {
			return search(8, budget, j)
		})
	}
}

// recalledText returns the account that the journal gives without requests.
func recalledText(t *testing.T, o Options, ended site.Ending) string {
	t.Helper()
	o.Values = words{[]string{"a", "b", "c"}, new(int)}
	s, links, err := Recall(o, ended)
	must(t, err)
	return textOf(t, s, links)
}

// interrupted checks that a search with stops, kills and a budget in steps gives the account of an uninterrupted one,
// and that a smaller budget accepts a longer journal.
func interrupted(t *testing.T, seed uint64, rng *rand.Rand, want string,
	search func(budget int, j evidence.Journal) Options) {
	t.Helper()
	j := &memory{}
	for step := range 4 {
		ctx, cancel := context.WithCancelCause(t.Context())
		o := search(10+step*rng.IntN(30), j)
		left := 20 + rng.IntN(40)
		o.Parts.Observer = fetched(func(site.Fetch) {
			if left--; left < 0 {
				cancel(site.EndedSignal)
			}
		})
		text, s := bothOf(t, ctx, o)
		cancel(nil)
		if recalled := recalledText(t, search(o.Budget, j), s.Ended); recalled != text {
			t.Errorf("seed %d: recalled, another account: %s", seed, firstDifference(recalled, text))
		}
		j.records = j.records[:len(j.records)-rng.IntN(min(12, len(j.records)))] // a kill
	}
	if got, _ := bothOf(t, t.Context(), search(0, j)); got != want {
		t.Fatalf("seed %d: stopped and resumed, another account: %s", seed, firstDifference(got, want))
	}
	small := 60 + rng.IntN(120)
	want, _ = bothOf(t, t.Context(), search(small, &memory{}))
	if got, _ := bothOf(t, t.Context(), search(small, j)); got != want {
		t.Fatalf("seed %d: with a budget of %d another account: %s", seed, small, firstDifference(got, want))
	}
}

// If nothing varies and each page has one URL, key stable gives the account of key exact.
func TestStableIsExact(t *testing.T) {
	for seed := range rounds(t, 2) {
		rng := rand.New(rand.NewPCG(seed, 41))
		server := serve(t, untitled{randomWorld(rng, 3, 120)})
		topics := wide(randomTopics(rng, server.URL, t), "127.0.0.1")
		var accounts [2]string
		for i := range accounts {
			o := options(t, server, topics)
			o.Lookahead, o.Seeds = 4, []site.URL{mustParse(t, server.URL+"/1")}
			if i == 1 {
				makeStable(t, &o)
			}
			_, s := bothOf(t, t.Context(), o)
			if i == 1 && s.Sameness == nil {
				t.Error("nothing was learnt")
			}
			s.Sameness = nil
			text, err := json.MarshalIndent(s, "", " ")
			must(t, err)
			accounts[i] = string(text)
		}
		console.Equal(t, accounts[0], accounts[1], "seed", seed, firstDifference(accounts[1], accounts[0]))
	}
}
