package sites

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/run"
	"sitegraph/site"
)

// hostAnswer is what a host gives for a path.
type hostAnswer struct {
	status int    // 200 if it is 0
	to     string // of a redirect
	text   string // HTML; of robots.txt, and of plain text if kind says so
	kind   string // the content type, HTML if it is empty
}

// host is a port that gives answers by path.
type host struct {
	*httptest.Server
	answers map[string]hostAnswer
	// before is called before each answer.
	before func(path string)

	mu    sync.Mutex
	asked map[string]int // how often each path was asked for
}

func serveHost(t *testing.T, answers map[string]hostAnswer) *host {
	t.Helper()
	h := &host{answers: answers, asked: map[string]int{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.asked[r.URL.Path]++
	before := h.before
	h.mu.Unlock()
	if before != nil {
		before(r.URL.Path)
	}
	a, ok := h.answers[r.URL.Path]
	switch {
	case !ok:
		http.NotFound(w, r)
		return
	case a.to != "":
		http.Redirect(w, r, a.to, http.StatusFound)
		return
	case a.kind == "":
		a.kind = "text/html; charset=utf-8"
	}
	w.Header().Set("Content-Type", a.kind)
	if a.status != 0 {
		w.WriteHeader(a.status)
	}
	fmt.Fprint(w, a.text)
}

// path is the part of a URL behind the host, for short expectations.
func path(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return rest[strings.IndexByte(rest, '/'):]
}

// newJob returns a search by the agents of a file of topics, in a folder, with
// settings where they differ from the defaults.
func newJob(t testing.TB, folder, topics string, settings map[string]string) run.AgentsJob {
	t.Helper()
	all := loaded(t, settings)
	agents, err := config.ReadTopics(strings.NewReader(topics), "topics.ini")
	must(t, err)
	return run.AgentsJob{Job: run.Job{Config: run.NewConfig(all, folder), Observer: quiet{new([]string)},
		Log: slog.New(slog.DiscardHandler), Screen: io.Discard}, Topics: agents, TopicsFile: "topics.ini",
		TopicsText: topics}
}

func search(t testing.TB, ctx context.Context, job run.AgentsJob) *site.Search {
	t.Helper()
	out, err := run.Agents(ctx, job)
	must(t, err)
	return out.Search
}

// files are the files of a search, by their names, but for the state; of the manifest of
// all topics what it says of the search and how it ended, without the times of robots.txt.
func files(t testing.TB, folder string) map[string]string {
	t.Helper()
	const manifest = "topics.manifest.json"
	all := filesIn(t, filepath.Join(folder, "topics"), func(name string) bool {
		return !strings.HasPrefix(name, "state/") && (name == manifest || !strings.HasSuffix(name, "manifest.json"))
	})
	text, err := lasting([]byte(all["manifest.json"]))
	must(t, err)
	all["manifest.json"] = string(text)
	return all
}

// lasting is what a manifest says of a search, but for times.
func lasting(text []byte) ([]byte, error) {
	var m export.Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	for i := range m.Search.Robots {
		m.Search.Robots[i].Fetched = time.Time{}
	}
	return json.MarshalIndent(struct {
		Search *export.Search
		Ended  site.Ending
		Done   bool
		Notes  []string
	}{m.Search, m.Ended, m.Complete, m.Notes}, "", " ")
}

func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if d := differences(got, want); len(d) > 0 {
		t.Fatalf("%s: %q differ; the first is\n%s\nwant\n%s", what, d, got[d[0]], want[d[0]])
	}
}

func table(t testing.TB, name string, columns ...string) (rows []string) {
	t.Helper()
	for _, cells := range readTable(t, name) {
		var row []string
		for _, c := range columns {
			cell, ok := cells[c]
			if !ok {
				t.Fatalf("%s has no column %s", name, c)
			}
			row = append(row, cell)
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return rows
}

func mustBe(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTextAuction: a market on real text. A page that has a topic's only keyword among n different words, each once,
// has the similarity 2/sqrt(n+3), since a keyword weighs twice as much: 1, 0.894427, 0.755929 for n of 1, 2, 4. With
// one of two keywords, which weigh the same at first, it is sqrt(2)/sqrt(n+3):
// 0.707107, 0.632456 for n of 1, 2; with both 2 sqrt(2)/sqrt(n+6): 0.894427 for 4.
// A link is worth half the page, a quarter its anchor, a quarter the text around, here that of the page:
//
//	             coin              stamp                     map stamp
//	"stamp"      0.75 * 0.755929   0.75 * 0.755929 + 0.25    0.75 * 0.894427 + 0.25 * 0.707107
//	             = 0.566947        = 0.816947                = 0.847597
//	"map sea"    0.566947          0.566947                  0.75 * 0.894427 + 0.25 * 0.632456
//	                                                         = 0.828934
//
// So maps, who bids most for the first, gets the second: 0.816947 + 0.828934 is
// more than 0.566947 + 0.847597. It would give 0.847597 - 0.828934 for the first.
func TestTextAuction(t *testing.T) {
	h := serveHost(t, map[string]hostAnswer{"/list": {text: `coin <a href="/s1">stamp</a> <a href="/s2">map sea</a>`},
		"/b1": {text: "stamp"}, "/b2": {text: "map stamp"}, "/s1": {text: "stamp album"}, "/s2": {text: "sea map"}})
	topics := fmt.Sprintf("clock = pages\nrun = 0\ninterval = 3\ntarget = 1\n"+
		"[coins]\nkeywords = coin\nenergy = 0.5\nseeds = %[1]s/list\n"+
		"[stamps]\nkeywords = stamp\nseeds = %[1]s/b1\n[maps]\nkeywords = map stamp\nseeds = %[1]s/b2\n", h.URL)
	job := newJob(t, t.TempDir(), topics, map[string]string{"order.lookahead": "1"})
	s := search(t, t.Context(), job)

	mustBe(t, "market.csv", table(t, filepath.Join(job.OutputDir, "topics", "topics.market.csv"), "time",
		"normalized_url", "seller", "buyer", "seller_value", "value", "price"),
		"3 "+h.URL+"/s1 coins stamps 0.566947 0.816947 0.018663",
		"3 "+h.URL+"/s2 coins maps 0.566947 0.828934 0")
	var got []string
	for _, v := range s.Visits {
		got = append(got, fmt.Sprint(path(v.URL), " ", s.Agents[v.Agent].Name, " ", v.Relevance[:2]))
	}
	mustBe(t, "visits", got, "/list coins [0.755929 0.755929]", "/b1 stamps [0 1]", "/b2 maps [0 0.894427]",
		"/s1 stamps [0 0.894427]", "/s2 maps [0 0]")
}

// seedsFlag repeats random tests.
var seedsFlag = flag.Int("seeds", 0, "repeat TestAgain with that many seeds")

// TestAgain: a search gives the same files, byte for byte, once more and stopped and resumed anywhere, however late the
// answers come, and its account adds up.
func TestAgain(t *testing.T) {
	t.Parallel()
	seeds := max(*seedsFlag, 3)
	if testing.Short() {
		seeds = 2
	}
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			folder := t.TempDir()
			s := search(t, t.Context(), w.job(t, folder, w.budget, 64))
			want := files(t, folder)
			w.check(t, s)
			w.politely(t, s)
			if s := search(t, t.Context(), w.job(t, folder, w.budget, 64)); s.Asked != 0 {
				t.Errorf("once more it asks for %d URLs", s.Asked)
			}
			same(t, "once more", files(t, folder), want)

			same(t, "stopped", w.stopped(t, rand.New(rand.NewPCG(seed, 5))), want)
		})
	}
}

// stopped searches with stops after a few requests.
func (w *world) stopped(t *testing.T, rng *rand.Rand) map[string]string {
	t.Helper()
	folder := t.TempDir()
	for range 300 {
		ctx, cancel := context.WithCancelCause(t.Context())
		w.after(1+rng.IntN(25), func() { cancel(site.EndedSignal) })
		s := search(t, ctx, w.job(t, folder, w.budget, 4))
		w.check(t, s)
		over := ctx.Err() == nil
		cancel(nil)
		if over {
			return files(t, folder)
		}
	}
	t.Fatal("it does not come to an end")
	return nil
}
