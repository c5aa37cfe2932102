package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/internal/console"
	"sitegraph/site"
)

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
