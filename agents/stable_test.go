package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/extractor/download"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	"sitegraph/internal/console"
	"sitegraph/site"
)

var vocabulary = strings.Fields(`river stone light morning garden letter bridge winter paper market silence harbour
	window forest copper engine village mirror thunder velvet`)

func phrase(r *rand.Rand, n int) string {
	var out []string
	for range n {
		out = append(out, vocabulary[r.IntN(len(vocabulary))])
	}
	return strings.Join(out, " ")
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
			fmt.Fprintf(b, "<div><b>You may like</b> <i>%s</i><em>and more</em></div>", phrase(now, 3))
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
