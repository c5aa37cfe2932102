package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/extractor/download"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// shops are two hosts whose pages are each under many URLs and differ at every request, as applications make them.
type shops struct {
	seed     uint64
	pages    int  // of each host
	sessions bool // a parameter that means nothing comes back in all links
	box      bool // of each page shows other words at each request
	foot     bool // says how long it took
	forms    bool // links to a page have several forms
	liar     bool // a parameter that means nothing is another page's on a few pages
	wild     bool // some pages show other words throughout at each request

	mu   sync.Mutex
	asks map[string]int // requests for each URL, which decide what differs
}

func newShops(seed uint64) *shops {
	r := rand.New(rand.NewPCG(seed, 5))
	return &shops{seed: seed, pages: 40 + r.IntN(40), sessions: r.IntN(3) > 0, box: r.IntN(3) > 0, foot: r.IntN(3) > 0,
		forms: r.IntN(3) > 0, liar: r.IntN(3) > 0, wild: r.IntN(4) == 0, asks: map[string]int{}}
}

// identity is what two URLs have in common if and only if they show one page; "" for none.
func (s *shops) identity(u *url.URL) string {
	id, q := 0, u.Query()
	kind := q.Get("view")
	switch _, err := fmt.Sscanf(u.Path, "/page/%d", &id); {
	case err == nil, u.Path == "/":
	case u.Path == "/show":
		if _, err := fmt.Sscan(q.Get("id"), &id); err != nil {
			return ""
		}
	default:
		if _, err := fmt.Sscanf(u.Path, "/live/%d", &id); err != nil {
			return ""
		}
		kind = "live"
	}
	if id < 0 || id >= s.pages {
		return ""
	}
	if s.liar && q.Has("lang") && id%29 == 7 {
		kind += "lang"
	}
	return fmt.Sprint(u.Host, " ", id, " ", kind)
}

func (s *shops) identityOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	return s.identity(u)
}

func (s *shops) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	u := *r.URL
	u.Scheme, u.Host = "http", r.Host
	is := s.identity(&u)
	if is == "" || r.URL.Path == "/robots.txt" {
		http.NotFound(out, r)
		return
	}
	s.mu.Lock()
	s.asks[u.String()]++
	h := fnv.New64a()
	host, _, _ := strings.Cut(r.Host, ":")
	fmt.Fprint(h, host, r.URL, s.asks[u.String()])
	s.mu.Unlock()
	now := rand.New(rand.NewPCG(h.Sum64(), 3))
	h.Reset()
	fmt.Fprint(h, host, strings.Fields(is)[1:])
	own := rand.New(rand.NewPCG(h.Sum64(), s.seed))
	out.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(out, s.page(r, own, now, is))
}

// page is what a page shows now: its own words, and those of this request.
func (s *shops) page(r *http.Request, own, now *rand.Rand, is string) string {
	var b strings.Builder
	id := 0
	fmt.Sscan(strings.Fields(is)[1], &id)
	fmt.Fprintf(&b, "<title>Page %d</title><div>%s</div><h1>%s</h1>", id, strings.Repeat("The menu of all pages. ", 5),
		phrase(own, 4))
	s.link(&b, r, "/", "home")
	if r.URL.Query().Get("view") == "print" {
		b.WriteString("<p>This is the version for printers, which has no menus.</p>")
	}
	words := own
	if strings.HasSuffix(is, "live") {
		words = now
	}
	for range 8 + own.IntN(6) {
		fmt.Fprintf(&b, "<p>%s</p>", phrase(words, 12))
	}
	fmt.Fprintf(&b, "<p>%s</p>", topical(own))
	for i := range 4 + own.IntN(5) {
		to := own.IntN(s.pages)
		if i == 0 {
			to = (id + 1) % s.pages
		}
		path := fmt.Sprintf("/page/%d", to)
		switch form := own.IntN(5); {
		case i == 0 || !s.forms:
		case form == 0:
			path = fmt.Sprintf("/show?id=%d", to)
		case form == 1:
			path = fmt.Sprintf("/show?id=%d&lang=en", to)
		case form == 2 && i > 2:
			path += "?view=print"
		}
		s.link(&b, r, path, topical(own))
	}
	if s.wild && id%2 == 0 {
		s.link(&b, r, fmt.Sprintf("/live/%d", id), topical(own))
	}
	if s.box {
		fmt.Fprintf(&b, "<div><b>You may like</b> <i>%s</i><em>and more</em></div>", phrase(now, 3))
	}
	if s.foot {
		fmt.Fprintf(&b, "<div>made in 0.%06ds</div>", now.IntN(1e6))
	}
	return b.String()
}

// link writes a link, which carries on the session of the page; the home page begins some.
func (s *shops) link(b *strings.Builder, r *http.Request, path, text string) {
	sid := r.URL.Query().Get("from")
	if sid == "" && r.URL.Path == "/" && len(path)%2 == 0 {
		sid = fmt.Sprint("menu", len(path))
	}
	if s.sessions && sid != "" {
		path += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "from=" + sid
	}
	fmt.Fprintf(b, "<a href='%s'>%s</a> ", strings.ReplaceAll(path, "&", "&amp;"), text)
}

var vocabulary = strings.Fields(`river stone light morning garden letter bridge winter paper market silence harbour
	window forest copper engine village mirror thunder velvet`)

func phrase(r *rand.Rand, n int) string {
	var out []string
	for range n {
		out = append(out, vocabulary[r.IntN(len(vocabulary))])
	}
	return strings.Join(out, " ")
}

// topical is a word of one of the topics of randomTopics.
func topical(r *rand.Rand) string { return fmt.Sprintf("%c%.1f", 'a'+rune(r.IntN(3)), r.Float64()) }

// begins reports whether a URL is a home page in a session: it has other links then.
func (s *shops) begins(address string) bool {
	u, err := url.Parse(address)
	return err == nil && s.sessions && (u.Path == "/" || u.Path == "/page/0" || u.Query().Get("id") == "0")
}

// makeStable has a search tell pages apart by key stable.
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

// forget has the shops know of no request but those whose answers a journal has.
func (s *shops) forget(t *testing.T, j evidence.Journal) {
	t.Helper()
	s.asks = map[string]int{}
	n := evidence.NewKnown()
	must(t, n.Load(j, func() bool { return true }))
	for i := range n.Answers {
		a := n.Answers[i]
		if s.asks[n.URLs.String(a.URL)] = 1; n.HeldTwin(n.URLs.Key(a.URL)) >= 0 {
			s.asks[n.URLs.String(a.URL)]++
		}
	}
}

// checkIdentities: a page is there once, no two are one, and, where agents could go everywhere, none is missing.
func checkIdentities(t *testing.T, s *shops, search *site.Search, hosts int) {
	t.Helper()
	seen := map[string]string{}
	for _, v := range search.Visits {
		is := s.identityOf(t, v.URL)
		if v.Page != 0 && is != s.identityOf(t, search.Visits[v.Page-1].URL) {
			t.Errorf("%s (%s) is not %s", v.URL, v.State, search.Visits[v.Page-1].URL)
		}
		if v.State != site.StatePage {
			continue
		}
		if search.Scheme == "separate" {
			is += fmt.Sprint(v.Agent)
		}
		if other, known := seen[is]; known && !s.begins(v.URL) && !s.begins(other) && !strings.Contains(is, "live") {
			t.Errorf("%s and %s are one page", other, v.URL)
		}
		seen[is] = v.URL
	}
	if search.Scheme == "separate" {
		return
	}
	found := 0
	for is := range seen {
		if len(strings.Fields(is)) == 2 {
			found++
		}
	}
	if found != hosts*s.pages {
		t.Errorf("%d pages of %d", found, hosts*s.pages)
	}
}

// checkEnergy: an agent spent what its visits cost, and nothing for second requests.
func checkEnergy(t *testing.T, s *site.Search, each float64) {
	t.Helper()
	for q, a := range s.Agents {
		spent := 0.0
		for _, v := range s.Visits {
			if v.Agent == q && v.FoundBy != site.Nobody && !v.Free {
				spent += each
			}
		}
		if a.FirstEnergy-a.Energy != spent {
			t.Errorf("%s has spent %v, and its visits cost %v", a.Name, a.FirstEnergy-a.Energy, spent)
		}
	}
}

// TestStable: with key stable a page under many URLs, and other at each request, is one page of a search. The account
// is the same for any number of connections, after stops and kills, and with a budget in steps; a search that is
// decided anew is the one that had its topics from the beginning.
func TestStable(t *testing.T) {
	ruled, learnt := 0, 0
	for seed := range rounds(t, 2) {
		shop := newShops(seed)
		rng := rand.New(rand.NewPCG(seed, 31))
		server := serve(t, shop)
		topics := wide(randomTopics(rng, "http://one.test", t), "*.test")
		search := func(topics config.Topics, connections, budget int, j evidence.Journal) Options {
			o := options(t, server, topics)
			makeStable(t, &o)
			o.Lookahead, o.Budget, o.Parts.Journal = 8, budget, j
			o.Seeds = []site.URL{mustParse(t, "http://one.test/page/1"), mustParse(t, "http://two.test/page/2")}
			o.Parts.Settings["[order] topics"] = fmt.Sprint(topics)
			o.Open = dialing(server, connections)
			shop.forget(t, j)
			return o
		}
		var whole *memory
		want := ""
		for _, connections := range []int{1, 8, 64} {
			whole = &memory{}
			o := search(topics, connections, 0, whole)
			text, s := bothOf(t, t.Context(), o)
			checkIdentities(t, shop, s, 2)
			checkEnergy(t, s, topics.PageEnergy)
			if want == "" {
				want = text
			} else if text != want {
				t.Fatalf("seed %d: with %d connections another account: %s", seed, connections,
					firstDifference(text, want))
			}
			for _, v := range s.Visits {
				if v.State == site.StateRule {
					ruled++
				}
			}
			learnt += len(s.Sameness.Masks)
		}
		if text, _ := bothOf(t, t.Context(), search(topics, 8, 0, whole)); text != want {
			t.Errorf("seed %d: again, another account: %s", seed, firstDifference(text, want))
		}
		interrupted(t, seed, rng, want, func(budget int, j evidence.Journal) Options {
			return search(topics, 8, budget, j)
		})
		other := wide(randomTopics(rng, "http://one.test", t), "*.test")
		text, _ := bothOf(t, t.Context(), search(other, 8, 0, whole))
		if want, _ := bothOf(t, t.Context(), search(other, 8, 0, &memory{})); text != want {
			t.Errorf("seed %d: decided anew, another account: %s", seed, firstDifference(text, want))
		}
	}
	if ruled == 0 || learnt == 0 {
		t.Errorf("%d URLs decided about for nothing, %d masks", ruled, learnt)
	}
}

// wide gives agents the means to go everywhere on some hosts.
func wide(topics config.Topics, hosts string) config.Topics {
	topics.Strict, topics.Lifetime, topics.Run = false, 1e6, 0
	for q := range topics.Agents {
		topics.Agents[q].Energy, topics.Agents[q].Hosts = 5000, []string{hosts}
	}
	return topics
}

// bothOf is a search, and its account as text.
func bothOf(t *testing.T, ctx context.Context, o Options) (string, *site.Search) {
	t.Helper()
	var last *site.Search
	o.Values = words{[]string{"a", "b", "c"}, new(int)}
	text := account(t, ctx, o)
	must(t, json.NewDecoder(strings.NewReader(text)).Decode(&last))
	return text, last
}

// recalledText is the account that the journal gives without a request.
func recalledText(t *testing.T, o Options, ended site.Ending) string {
	t.Helper()
	o.Values = words{[]string{"a", "b", "c"}, new(int)}
	s, links, err := Recall(o, ended)
	must(t, err)
	return textOf(t, s, links)
}

// interrupted: a search that is stopped and killed, with a budget in steps, comes to the account of one in one go; one
// with a smaller budget does not mind a longer journal.
func interrupted(t *testing.T, seed uint64, rng *rand.Rand, want string,
	search func(budget int, j evidence.Journal) Options) {
	t.Helper()
	j := &memory{}
	for step := range 6 {
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

// TestStableIsExact: where nothing varies and each page has one URL, key stable gives the account of exact.
func TestStableIsExact(t *testing.T) {
	for seed := range rounds(t, 6) {
		rng := rand.New(rand.NewPCG(seed, 41))
		var server *httptest.Server
		start := "/1"
		if seed%2 == 0 {
			server = serve(t, untitled{randomWorld(rng, 3, 120)})
		} else {
			s := newShops(seed)
			s.sessions, s.box, s.foot, s.forms, s.wild = false, false, false, false, false
			server, start = serve(t, s), "/page/1"
		}
		topics := randomTopics(rng, server.URL, t)
		if seed%3 > 0 {
			topics = wide(topics, "127.0.0.1")
		}
		var want string
		for i := range 2 {
			o := options(t, server, topics)
			o.Lookahead, o.Seeds = 4, []site.URL{mustParse(t, server.URL+start)}
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
			if want == "" {
				want = string(text)
			} else if string(text) != want {
				t.Errorf("seed %d: another account: %s", seed, firstDifference(string(text), want))
			}
		}
	}
}
