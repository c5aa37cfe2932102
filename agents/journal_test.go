package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/sitemaps"
	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
	"sitegraph/site"
)

// web answers without a network.
type web struct{ world }

func (w web) Download(_ context.Context, r site.Request) site.Response {
	text, ok := w.world[r.URL.Path]
	to, redirects := strings.CutPrefix(text, "-> ")
	answer := site.Response{URL: r.URL, Status: 200, ContentType: "text/html", Body: []byte(text), Attempts: 1}
	switch {
	case !ok:
		answer.Status, answer.Body = 404, nil
	case redirects:
		answer.Status, answer.Location, answer.Body = 302, to, nil
	}
	return answer
}

// offline makes a search read a web instead of servers.
func offline(o *Options, w web) {
	o.Open = func(site.URL, bool) (Host, error) { return Host{Downloader: w, Close: func() {}}, nil }
}

// If a record of a state is replaced, left out or inserted, the search goes on or ends with an error.
func FuzzJournal(f *testing.F) {
	w := web{world{
		"/":  `portal <a href=/1>a0.9</a> <a href=/2>b0.8</a> <a href=/r>a0.7</a> <a href=http://x.example/>b0.6</a>`,
		"/1": `a0.9 <a href=/2>b0.9</a> <a href=/3>a0.4</a>`, "/2": `b0.9 <a href=/1>a0.4</a> <a href=/4>a0.8</a>`,
		"/3": "a0.5", "/r": "-> /5", "/5": "a0.5", "/4": "b0.4", "/robots.txt": "User-agent: *\nDisallow: /4\n",
		"/sitemap.xml": sitemapOf("http://h.example/a0.3", "http://h.example/3"), "/a0.3": "a0.2",
	}}
	fresh := func(t testing.TB, records [][]byte, stable bool) Options {
		topics := defaults("a", "b")
		topics.Interval, topics.Agents[0].Energy, topics.Agents[1].Target = 2, 1, 0
		o := options(t, nil, topics)
		o.Seeds = []site.URL{mustParse(t, "http://h.example/")}
		o.Parts.Settings["lookahead"] = "1"
		o.Parts.Journal = &memory{records}
		readsSitemaps(&o, "start")
		if offline(&o, w); stable {
			makeStable(t, &o)
		}
		return o
	}
	var journals [2][][]byte // for the keys exact and stable
	for key := range journals {
		o := fresh(f, nil, key == 1)
		if _, _, err := Run(f.Context(), o); err != nil {
			f.Fatal(err)
		}
		records := o.Parts.Journal.(*memory).records
		for i, r := range records {
			f.Add(uint8(i), uint8(3*key), r)
			f.Add(uint8(i), uint8(3*key+1), []byte{})
			f.Add(uint8(i), uint8(3*key+2), records[len(records)-1-i])
		}
		journals[key] = records
	}
	for at := range journals[0] { // searches with a key other than that of the answers
		f.Add(uint8(at), uint8(0), []byte(`s{"origin":"0","start":"http:0","settings":{"lookahead":"1"},"stable":true,`+
			`"search":true}`))
	}
	f.Fuzz(func(t *testing.T, at, how uint8, record []byte) {
		key := int(how) / 3 % 2
		records := journals[key]
		i := int(at) % len(records)
		put := [][][]byte{{record}, {}, {record, records[i]}}[how%3]
		s, links, err := Run(t.Context(), fresh(t, slices.Concat(records[:i], put, records[i+1:]), key == 1))
		if err != nil {
			return
		}
		for q := site.Nobody; q < 2; q++ {
			c := Graph(s, q, links)
			console.Equal(t, len(c.Searched.Pages), len(c.Graph.Pages), "pages of agent", q)
		}
		for _, a := range s.Agents {
			if a.Energy < 0 || a.Energy > a.FirstEnergy {
				t.Errorf("energy %v of %v", a.Energy, a.FirstEnergy)
			}
		}
		if _, err := json.Marshal(s); err != nil {
			t.Error(err)
		}
	})
}

// odd serves malformed answers.
func odd(out http.ResponseWriter, r *http.Request) {
	h := out.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	switch r.URL.Path {
	case "/robots.txt":
		out.Write([]byte("User-agent: *\n# \xff\xfe\x00\nDisallow: /forbidden\xe4\nDisallow: /forbidden\n"))
	case "/":
		out.Write([]byte("<html lang='\xff'><title>a\xff\x00<&\u2028</title><meta name=robots content='\xfe'>" +
			"<link rel=canonical href='/\xff'>a0.9 <a href='/x\xff?q=\xfe'>a0.9 \xff\xfe</a> <a href=/loc>a0.8</a> " +
			"<a href=/scheme>a0.8</a> <a href=/type>a0.8</a> <a href=/500>a0.8</a> <a href=/cut>a0.8</a> " +
			"<a href=/short>a0.8</a> <a href=/forbidden>a0.8</a> " +
			"<a href='http://\xff.example/'>a0.8</a> <a href=/\xe4>a0.8</a> <a href='/\u2028'>a0.7</a> " +
			"<a href='/%ff%00'>a0.7</a>"))
	case "/loc":
		h["Location"] = []string{"/y\xff"}
		out.WriteHeader(301)
	case "/scheme":
		h["Location"] = []string{"javascript:\xfe"}
		out.WriteHeader(301)
	case "/type":
		h["Content-Type"] = []string{"image/\xff\xfe"}
	case "/500":
		out.WriteHeader(500)
	case "/cut":
		panic(http.ErrAbortHandler)
	case "/short":
		h.Set("Content-Length", "1000")
		out.Write([]byte("\xff"))
	default:
		out.Write([]byte("a0.5 \xff " + r.URL.Path))
	}
}

// The journal keeps what the search used, whatever bytes came.
func TestOddAnswers(t *testing.T) {
	server := serve(t, http.HandlerFunc(odd))
	o := options(t, server, defaults("a"))
	o.Agents[0].Energy = 50
	o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/")}
	want := account(t, t.Context(), o)
	o.Values = words{[]string{"a"}, new(int)}
	server.Close()
	if got := account(t, t.Context(), o); got != want {
		t.Errorf("another account: %s", firstDifference(got, want))
	}
	for _, state := range []site.State{site.StatePage, site.StateRedirect, site.StateRedirectBad, site.StateNotHTML,
		site.StateStatus, site.StateFailed, site.StateRobots} {
		if !strings.Contains(want, fmt.Sprintf(`"State": %q`, state)) {
			t.Errorf("no visit ends as %s", state)
		}
	}
}

// The state of an earlier version, a header and visits in JSON, is refused with advice.
func TestEarlierVersion(t *testing.T) {
	o := options(t, nil, defaults("a"))
	o.Seeds = []site.URL{mustParse(t, "http://h.example/")}
	o.Parts.Journal = &memory{[][]byte{[]byte(`h{"Settings":{}}`),
		[]byte(`v{"a":-1,"k":"http://h.example/","s":"page"}`)}}
	if _, _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "--fresh") {
		t.Errorf("got %v", err)
	}
}

// linkedKinds lists the kinds of linked URLs that pages of these worlds have.
var linkedKinds = []site.LinkedKind{site.LinkedExternal, site.LinkedDocument}

// readsSitemaps sets how a search reads sitemaps: off, check or start.
func readsSitemaps(o *Options, how string) {
	if o.Parts.SitemapStarts = how == "start"; how == "off" {
		return
	}
	o.Parts.Sitemaps = func(ctx context.Context, d extractor.Downloader, rules extractor.Rules, origin site.URL,
		robots string) (l extractor.SitemapList) {
		get := func(ctx context.Context, u site.URL) site.Response {
			if !rules.Allowed(u.Target()) {
				return site.Response{URL: u, Status: http.StatusForbidden}
			}
			return d.Download(ctx, site.Request{URL: u, Sitemap: true})
		}
		entries, report := sitemaps.Read(ctx, get, origin, robots, sitemaps.Limits{Files: 10, Bytes: 1 << 20,
			Text: parse.Text, Entries: 1000, Usual: true, Foreign: true})
		l.Files = report.Files
		for _, e := range entries {
			l.Entries = append(l.Entries, extractor.SitemapURL{URL: e.URL, File: e.File})
		}
		return l
	}
}

func sitemapOf(paths ...string) string {
	text := "<urlset>"
	for _, path := range paths {
		if strings.HasPrefix(path, "/") {
			path = "http://HOST" + path
		}
		text += "<url><loc>" + path + "</loc></url>"
	}
	return text + "</urlset>"
}

// randomSitemap lists some pages of a world, and adds pages without links to them, some of them promising.
func randomSitemap(rng *rand.Rand, w world) string {
	var paths []string
	for range rng.IntN(30) {
		paths = append(paths, fmt.Sprintf("/%d", rng.IntN(70)))
	}
	for i := range rng.IntN(8) {
		path := fmt.Sprintf("/%c%.1f/%d", 'a'+rune(rng.IntN(3)), rng.Float64(), i)
		w[path] = fmt.Sprintf("a%.1f <a href=/%d>b%.1f</a> <a href=/x.pdf>c0.5</a> <a href=http://x.example/>a0.1</a>",
			rng.Float64(), rng.IntN(60), rng.Float64())
		paths = append(paths, path)
	}
	return sitemapOf(append(paths, "/private/9", "/y.pdf", "http://y.example/")...)
}

// Listed URLs are visited by their words, after more promising links and before unpromising ones. If a page links to
// such a URL, the page is named, and its link counts if it is worth more.
func TestListed(t *testing.T) {
	pages := world{
		"/":  `a0.5 <a href=/1>a0.9</a> <a href=/x>nothing</a> <a href=/a0.4>a0.1</a> <a href=/a0.3>a0.8</a>`,
		"/1": "a0.8", "/x": "x", "/a0.4": "a0.7", "/a0.3": "a0.6", "/a0.6": "a0.5", "/dull": "dull", "/gone": "-> /2",
		"/2": "a0.4", "/robots.txt": "User-agent: *\nDisallow: /private\n",
	}
	pages["/sitemap.xml"] = sitemapOf("/a0.6", "/a0.4", "/a0.3", "/dull", "/x", "/private/a0.5", "/y.pdf", "/gone",
		"http://elsewhere.example/a0.9")
	server := serve(t, pages)
	o := options(t, server, defaults("a"))
	o.Agents[0].Seeds, o.Agents[0].Energy = []site.URL{mustParse(t, server.URL+"/")}, 50
	readsSitemaps(&o, "start")
	s := ran(t, o)
	var got []string
	for _, v := range s.Visits {
		got = append(got, fmt.Sprintf("%s %v %v %d", path(v.URL), v.Estimate, v.Listed, v.Link))
	}
	want := []string{"/ 1 false 0", "/1 0.9 false 1", "/a0.3 0.8 false 1", "/a0.6 0.6 true 0",
		"/private/a0.5 0.5 true 0",
		"/a0.4 0.4 true 0", "/x 0 false 1", "/dull 0 true 0", "/gone 0 true 0", "/2 0 true 0"}
	console.Equal(t, got, want)
	found := map[string]site.SitemapFinding{}
	for e := range s.Sitemaps.Entries {
		found[path(e.URL)] = e.Finding
	}
	for path, want := range map[string]site.SitemapFinding{"/a0.9": site.FoundOutside, "/y.pdf": site.FoundLeftOut,
		"/private/a0.5": site.FoundBlocked, "/gone": site.FoundRedirect, "/x": site.FoundPage,
		"/a0.6": site.FoundUnknown, // no link was found, but there may be one elsewhere
	} {
		console.Equal(t, found[path], want, path)
	}
}

func path(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	_, rest, _ = strings.Cut(rest, "/")
	return "/" + rest
}

// Sitemaps are read for the hosts of seeds and the hosts that topics name, also after redirects. A listed URL goes to
// the agent that values it most and may visit it.
func TestListedHosts(t *testing.T) {
	w := web{world{"/a": "a0.5", "/b": "b0.5", "/b0.9": "b0.9", "/a0.7": "a0.7", "/moved": "-> http://k.example/a",
		"/sitemap.xml": sitemapOf("http://h.example/b0.9", "http://h.example/a0.7", "http://k.example/b0.9")}}
	for _, c := range []struct {
		name   string
		change func(*config.Topics)
		read   string
		visits string
	}{
		{"of seeds", func(*config.Topics) {}, "h", "a h/a, b h/b, a h/a0.7, b h/b0.9"},
		{"of named hosts", func(o *config.Topics) { o.Agents[0].Hosts = []string{"*.x.example", "k.example"} }, "h k",
			"b h/b, a k/b0.9, b h/b0.9, b h/a0.7"},
		{"of one that is a seed's", func(o *config.Topics) { o.Agents[0].Hosts = []string{"h.example"} }, "h",
			"a h/a, b h/b, a h/a0.7, b h/b0.9"},
		{"where a seed leads", func(o *config.Topics) { o.Agents[0].Seeds[0].Path = "/moved" }, "h",
			"a h/moved, a k/a, b h/b, a h/a0.7, b h/b0.9, a k/b0.9"},
		{"of one agent", func(o *config.Topics) { o.Agents = o.Agents[:1] }, "h", "a h/a, a h/a0.7, a h/b0.9"},
	} {
		o := options(t, nil, defaults("a", "b"))
		offline(&o, w)
		o.Agents[0].Seeds = []site.URL{mustParse(t, "http://h.example/a")}
		o.Agents[1].Seeds = []site.URL{mustParse(t, "http://h.example/b")}
		c.change(&o.Topics)
		readsSitemaps(&o, "start")
		s := ran(t, o)
		var visits, read []string
		short := func(url string) string {
			return strings.Replace(strings.TrimPrefix(url, "http://"), ".example", "", 1)
		}
		for _, v := range s.Visits {
			visits = append(visits, o.Agents[v.Agent].Name+" "+short(v.URL))
		}
		for _, f := range s.Sitemaps.Files {
			read = append(read, strings.TrimSuffix(short(f.URL), "/sitemap.xml"))
		}
		if got := strings.Join(visits, ", "); got != c.visits || strings.Join(read, " ") != c.read {
			t.Errorf("%s: visits %s of %q, want %s of %s", c.name, got, read, c.visits, c.read)
		}
	}
}

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
		fmt.Fprintf(b, "<p>%s", loopback.Phrase(own, 12))
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
			fmt.Fprintf(b, "<p>Quite another page: %s", loopback.Phrase(own, 40))
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
				fmt.Fprintf(b, "<q>%s</q>", loopback.Phrase(now, 12))
			}
			return
		}
		b.WriteString("<div><b>You may like</b>")
		for range 1 + now.IntN(3) {
			fmt.Fprintf(b, "<i>%s</i> <a href=/only/%d-%d-%s>a0.3</a>", loopback.Phrase(now, 3), id, now.IntN(1e6),
				look)
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
