package agents

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitegraph/site"
)

// chain is a site of numbered pages. Each links to the next and to two other URLs that show the next.
type chain struct {
	pages int
	// show writes what a page has besides its own text, at one request.
	show func(b *strings.Builder, id int, look string, now *rand.Rand)

	mu   sync.Mutex
	asks map[string]int
}

func (c *chain) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>%s</title><p>The menu of all pages.", r.URL.Path)
	if id := 0; !strings.HasPrefix(r.URL.Path, "/only/") {
		if _, err := fmt.Sscanf(r.URL.Path, "/a/%d", &id); err != nil || id >= c.pages {
			http.NotFound(out, r)
			return
		}
		c.page(&b, r, id)
	}
	out.Header().Set("Content-Type", "text/html")
	fmt.Fprint(out, b.String())
}

func (c *chain) page(b *strings.Builder, r *http.Request, id int) {
	c.mu.Lock()
	c.asks[r.URL.String()]++
	times := c.asks[r.URL.String()]
	c.mu.Unlock()
	own, look := rand.New(rand.NewPCG(uint64(id), 9)), r.URL.Query().Get("look")
	for range 8 {
		fmt.Fprintf(b, "<p>%s", phrase(own, 12))
	}
	c.show(b, id, look, rand.New(rand.NewPCG(uint64(times), uint64(id)+7*uint64(len(look)))))
	fmt.Fprintf(b, "<p>a0.9 <a href=/a/%d?look=red>a1.0</a> <a href=/a/%[1]d?look=blue>a1.0</a> "+
		"<a href=/a/%d>a0.9</a>", id, id+1)
}

// search returns the options of a search of a chain.
func (c *chain) search(t *testing.T, server *httptest.Server, connections, budget int) Options {
	t.Helper()
	o := options(t, server, wide(defaults("a"), "*.test"))
	makeStable(t, &o)
	o.Open = dialing(server, connections)
	o.Budget, o.Agents[0].Seeds = budget, []site.URL{mustParse(t, "http://one.test/a/0")}
	return o
}

// searched searches a chain, and runs the finished search again, which changes nothing.
func (c *chain) searched(t *testing.T, budget int) (*site.Search, map[string][]site.Visit) {
	t.Helper()
	c.asks = map[string]int{}
	o := c.search(t, serve(t, c), 1, budget)
	text, s := bothOf(t, t.Context(), o)
	if again, _ := bothOf(t, t.Context(), o); again != text {
		t.Errorf("again, another account: %s", firstDifference(again, text))
	}
	checkEnergy(t, s, o.PageEnergy)
	visits := map[string][]site.Visit{}
	for _, v := range s.Visits {
		path := strings.TrimPrefix(v.URL, "http://one.test")
		visits[path] = append(visits[path], v)
	}
	return s, visits
}

func count(s *site.Search, state site.State) (n int) {
	for _, v := range s.Visits {
		if v.State == state {
			n++
		}
	}
	return n
}

// A parameter means nothing on the first pages, so its URLs need no requests. On later pages it does, as a URL that
// tests the rule shows. Then all are visited, once each.
func TestRuleTakenBack(t *testing.T) {
	const same, pages = 150, 200
	c := &chain{pages: pages, show: func(b *strings.Builder, id int, look string, _ *rand.Rand) {
		if look != "" && id >= same {
			own := rand.New(rand.NewPCG(uint64(id), uint64(len(look))))
			fmt.Fprintf(b, "<p>Quite another page: %s", phrase(own, 40))
		}
	}}
	if s, _ := c.searched(t, 2*same); count(s, site.StateRule) == 0 || len(s.Sameness.Rules) == 0 {
		t.Error("no rule was learnt")
	}
	_, visits := c.searched(t, 0)
	for id := range pages {
		for _, look := range []string{"", "?look=red", "?look=blue"} {
			path, want := fmt.Sprintf("/a/%d%s", id, look), site.StatePage
			if look != "" && id < same {
				want = site.StateDuplicate
			}
			if got := visits[path]; len(got) != 1 || got[0].State != want {
				t.Errorf("%s: %+v, want %v", path, got, want)
			}
		}
	}
}

// Masks hide what pages show at each request, until they would hide most of it. Then nothing tells which pages are the
// same. So pages that had been taken for copies are read after all, including links that no other page has.
func TestMasksTakenBack(t *testing.T) {
	const calm, pages = 60, 150
	c := &chain{pages: pages, show: func(b *strings.Builder, id int, look string, now *rand.Rand) {
		if id >= calm {
			for range 60 {
				fmt.Fprintf(b, "<q>%s</q>", phrase(now, 12))
			}
			return
		}
		b.WriteString("<div><b>You may like</b>")
		for range 1 + now.IntN(3) {
			fmt.Fprintf(b, "<i>%s</i> <a href=/only/%d-%d-%s>a0.3</a>", phrase(now, 3), id, now.IntN(1e6), look)
		}
		b.WriteString("<em>and more</em></div>")
	}}
	if s, _ := c.searched(t, 2*calm); count(s, site.StateDuplicate) == 0 || len(s.Sameness.Masks) == 0 {
		t.Error("no masks were learnt")
	}
	s, visits := c.searched(t, 0)
	if !s.Sameness.Twins.Unstable {
		t.Error("the masks are still there")
	}
	for id := range calm {
		path := fmt.Sprintf("/a/%d?look=red", id)
		v := visits[path]
		if len(v) != 1 || v[0].State != site.StatePage || v[0].Content == nil || v[0].Relevance[0] == 0 {
			t.Errorf("%s: %+v", path, v)
		}
		only := fmt.Sprintf("/only/%d-", id)
		if !slices.ContainsFunc(slices.Collect(maps.Keys(visits)), func(path string) bool {
			return strings.HasPrefix(path, only) && strings.HasSuffix(path, "-red")
		}) {
			t.Errorf("nothing of %s was visited", only)
		}
	}
}
