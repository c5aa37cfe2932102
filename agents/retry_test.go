package agents

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"sitegraph/config"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// counted counts the requests for each path but robots.txt.
type counted struct {
	http.Handler
	mu    sync.Mutex
	times map[string]int
}

func (c *counted) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	if r.URL.Path != "/robots.txt" {
		c.times[r.URL.Path]++
	}
	c.mu.Unlock()
	c.Handler.ServeHTTP(out, r)
}

// TestDecidedAnew: a search with other topics, exclude rules, use of sitemaps or a greatest time on the journal of
// another one is the search that had them from the beginning, and requests no URL twice.
func TestDecidedAnew(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 24))
		pages := randomWorld(rng, 3, 60)
		pages["/sitemap.xml"] = randomSitemap(rng, pages)
		web := &counted{Handler: untitled{pages}, times: map[string]int{}}
		server := serve(t, web)
		make := func(topics config.Topics, exclude, sitemaps string, journal evidence.Journal) Options {
			o := options(t, server, topics)
			readsSitemaps(&o, sitemaps)
			o.Lookahead, o.Parts.Journal = 3, journal
			o.Seeds = []site.URL{mustParse(t, server.URL+"/1")}
			o.Parts.Settings["[order] topics"] = fmt.Sprint(topics)
			if o.Parts.Settings[evidence.SettingExclude] = "none"; exclude != "" {
				o.Limits.Exclude = regexp.MustCompile(exclude)
				o.Parts.Settings[evidence.SettingExclude] = exclude
			}
			return o
		}
		journal := &memory{}
		for range 3 {
			topics := randomTopics(rng, server.URL, t)
			exclude := []string{"", "/1[0-9]$", "[3-5]$"}[rng.IntN(3)]
			how := []string{"check", "start", "start"}[rng.IntN(3)]
			got := account(t, t.Context(), make(topics, exclude, how, journal))
			for path, n := range web.times {
				if n > 1 {
					t.Errorf("seed %d: %s was requested again", seed, path)
				}
			}
			known := maps.Clone(web.times)
			if want := account(t, t.Context(), make(topics, exclude, how, &memory{})); got != want {
				t.Fatalf("seed %d: another account: %s", seed, firstDifference(got, want))
			}
			web.times = maps.Clone(known)
			account(t, t.Context(), make(topics, exclude, how, journal))
			if !maps.Equal(web.times, known) {
				t.Errorf("seed %d: a search that was done requested something", seed)
			}
		}
	}
}

// TestRetriedSearch: what failed is asked for again, and the search goes on as if it had never failed.
func TestRetriedSearch(t *testing.T) {
	web := world{"/": `a0.9 <a href=/1>a0.9</a> <a href=/2>a0.5</a>`, "/2": "a0.3"}
	down := true
	server := serve(t, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if down && r.URL.Path == "/1" {
			out.WriteHeader(503)
			return
		}
		web.ServeHTTP(out, r)
	}))
	web["/1"] = `a0.9 <a href=/3>a0.8</a>`
	web["/3"] = "a0.7"
	o := options(t, server, defaults("a"))
	o.Agents[0].Seeds, o.Agents[0].Energy = []site.URL{mustParse(t, server.URL+"/")}, 1
	o.Run = 3
	if got := strings.Join(show(ran(t, o), server), ", "); got != "a / page stored, a /1 status" {
		t.Fatalf("got %s", got)
	}
	down = false
	o.Values = words{[]string{"a"}, new(int)}
	if s := ran(t, o); s.Asked != 0 || len(s.Visits) != 2 {
		t.Errorf("%d requests, %d visits", s.Asked, len(s.Visits))
	}
	for range 2 {
		o.Parts.RetryFailed, o.Agents[0].Energy = !o.Parts.RetryFailed, 2
		o.Values = words{[]string{"a"}, new(int)}
		got := strings.Join(show(ran(t, o), server), ", ")
		if got != "a / page stored, a /1 page stored, a /3 page stored" {
			t.Errorf("got %s", got)
		}
	}
}
