package agents

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func ran(t *testing.T, o Options) *site.Search {
	t.Helper()
	s, _, err := Run(t.Context(), o)
	must(t, err)
	return s
}

// visited returns the first visit of a path.
func visited(t *testing.T, s *site.Search, path string) site.Visit {
	t.Helper()
	for _, v := range s.Visits {
		if strings.HasSuffix(v.URL, path) {
			return v
		}
	}
	t.Fatalf("%s was not visited", path)
	return site.Visit{}
}

// named returns the URL of a path on a server under another host name.
func named(server *httptest.Server, path string) string {
	return strings.Replace(server.URL, "127.0.0.1", "localhost", 1) + path
}

// If an agent has no space for the target of a redirect, the target waits in its queue with the link that led to the
// redirect.
func TestSpaceEnds(t *testing.T) {
	server := serve(t, world{"/": `<a href=/p>a0.9</a> <a href=/r>a0.8</a>`,
		"/p": "a0.9" + strings.Repeat(" text", 100), "/r": "-> /t"})
	o := options(t, server, defaults("a"))
	o.Lookahead, o.Space = 2, 200
	o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/")}
	s := ran(t, o)
	if len(s.Waiting) != 1 || s.Waiting[0].Key != server.URL+"/t" || s.Waiting[0].Link != 1 {
		t.Errorf("waiting: %+v", s.Waiting)
	}
}

// b buys a seed of a at its worth to b. When the seed redirects, b's hosts are still those of its own seeds.
func TestSoldSeed(t *testing.T) {
	pages := world{"/b": `b0.5 <a href=/seed>b0.8</a>`}
	server := serve(t, pages)
	pages["/seed"] = "-> " + named(server, "/x")
	o := options(t, server, defaults("a", "b"))
	o.Interval = 1
	o.Agents[0].Energy, o.Agents[1].Target = 0, 1
	o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/seed")}
	o.Agents[1].Seeds = []site.URL{mustParse(t, server.URL+"/b")}
	s := ran(t, o)
	v := visited(t, s, "/seed")
	if v.Agent != 1 || v.FoundBy != 0 || v.Estimate != 0.8 || v.State != site.StateRedirectOut ||
		!slices.Equal(s.Agents[1].Hosts, []string{"127.0.0.1"}) {
		t.Errorf("%+v, hosts %v", v, s.Agents[1].Hosts)
	}
}

// An agent follows the link worth most to itself, not the link worth more to another agent.
func TestBestLink(t *testing.T) {
	server := serve(t, world{"/": `a0.5 <a href=/1>a1</a> <a href=/x>a0.4 b0.9</a>`,
		"/1": `a0.6 <a href=/x>a0.8 b0.1</a>`, "/x": "a1"})
	o := options(t, server, defaults("a", "b"))
	o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/")}
	o.Agents[1].Seeds = []site.URL{mustParse(t, server.URL+"/none")}
	v := visited(t, ran(t, o), "/x")
	console.Equal(t, v.Estimate, 0.8, "estimate")
	console.Equal(t, v.Anchor, "a0.8 b0.1", "estimate")
}

// Whoever got the page of a common seed owns its content, in every scheme.
func TestCopyOfCommonSeed(t *testing.T) {
	const text = `a0.9 <a href=/copy>a0.8</a>`
	for _, scheme := range []string{"market", "random", "separate", "shared", "pool"} {
		server := serve(t, untitled{world{"/": text, "/copy": text}})
		o := options(t, server, defaults("a"))
		o.Scheme, o.Seeds = scheme, []site.URL{mustParse(t, server.URL+"/")}
		v := visited(t, ran(t, o), "/copy")
		if v.State != site.StateDuplicate || v.Stored || !v.Again || v.Page != 1 {
			t.Errorf("%s: %+v", scheme, v)
		}
	}
}

// The account says why a redirect leads nowhere, as the ledger of a site does.
func TestRedirectsThatLeadNowhere(t *testing.T) {
	web := world{"/circle": "-> /circle2", "/circle2": "-> /circle", "/self": "-> /self", "/pdf": "-> /x.pdf",
		"/forbidden": "-> /private", "/gone": "-> /404", "/robots.txt": "User-agent: *\nDisallow: /private\n"}
	for i := range 8 {
		web[fmt.Sprint("/chain", i)] = fmt.Sprint("-> /chain", i+1)
	}
	web["/chain8"] = "a0.9"
	server := serve(t, web)
	web["/out"] = "-> " + named(server, "/")
	o := options(t, server, defaults("a"))
	for _, path := range []string{"/circle", "/self", "/pdf", "/forbidden", "/gone", "/chain0", "/out"} {
		o.Agents[0].Seeds = append(o.Agents[0].Seeds, mustParse(t, server.URL+path))
	}
	o.Agents[0].Hosts = []string{"127.0.0.1"}
	s := ran(t, o)
	for path, want := range map[string]string{
		"/circle": "redirect-bad loop", "/self": "redirect-bad loop",
		"/pdf":       "redirect-lost excluded by the settings: " + server.URL + "/x.pdf",
		"/forbidden": "redirect-lost to " + server.URL + "/private: robots forbidden by robots.txt",
		"/gone":      "redirect-lost to " + server.URL + "/404: status 404",
		"/chain0":    "redirect-bad more than 5 redirects", "/chain5": "redirect-bad more than 5 redirects",
		"/out": "redirect-external " + named(server, "/"),
	} {
		v := visited(t, s, path)
		got := site.Entry{URL: v.URL, State: v.State, Reason: v.Reason, Status: v.Status}.Outcome()
		console.Equal(t, got, want, path)
	}
	if s.Agents[0].Energy != 4.5 { // only the missing page was processed
		t.Errorf("energy %v", s.Agents[0].Energy)
	}
}

func TestHostPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, url string
		want         bool
	}{
		{"example.org", "http://example.org:8080/", true},
		{"Example.ORG", "https://example.org/", true},
		{"example.org", "http://www.example.org/", false},
		{"example.org:80", "http://example.org/", true},
		{"example.org:80", "https://example.org/", false},
		{"*.example.org", "http://a.b.example.org:8080/", true},
		{"*.example.org", "http://example.org/", false},
		{"*.example.org", "http://badexample.org/", false},
		{"*.example.org:8080", "http://a.example.org:8080/", true},
		{"*.example.org:8080", "http://a.example.org/", false},
		{"[::1]", "http://[::1]:8080/", true},
		{"[::1]:8080", "http://[::1]:8080/", true},
		{"[::1]:8080", "http://[::1]/", false},
		{"xn--e1afmkfd.xn--p1ai", "http://пример.рф/", true},
		{"*", "http://[::1]/", true},
	} {
		var r hostRules
		r.add(c.pattern)
		console.Equal(t, r.match(mustParse(t, c.url)), c.want, c.pattern, "matches", c.url)
	}
}

// A seed on a host that its agent may not visit is reported.
func TestSeedElsewhere(t *testing.T) {
	server := serve(t, world{"/": "a0.9"})
	o := options(t, server, defaults("a"))
	o.Agents[0].Seeds = []site.URL{mustParse(t, "http://elsewhere.example/"), mustParse(t, server.URL+"/")}
	o.Agents[0].Hosts = []string{"127.0.0.1"}
	s := ran(t, o)
	const want = `seed http://elsewhere.example/ of topic "a" is on none of its hosts: add its host, or leave hosts out`
	if len(s.Visits) != 1 || !slices.Equal(s.Notes, []string{want}) {
		t.Errorf("%d visits, notes %q", len(s.Visits), s.Notes)
	}
}

// A URL goes to the agent that values it most on any page.
func TestLinksOfTwoCommonSeeds(t *testing.T) {
	server := serve(t, world{"/1": "<a href=/x>a0.5 b0.3</a>", "/2": "<a href=/x>b0.8</a>", "/x": "b1"})
	o := options(t, server, defaults("a", "b"))
	o.Seeds = []site.URL{mustParse(t, server.URL+"/1"), mustParse(t, server.URL+"/2")}
	v := visited(t, ran(t, o), "/x")
	if v.Agent != 1 || v.Estimate != 0.8 || v.Link != 2 || v.Anchor != "b0.8" {
		t.Errorf("%+v", v)
	}
}

// Equal links are counted, however many there are.
func TestEqualLinks(t *testing.T) {
	const equal = 3000
	server := serve(t, world{"/": strings.Repeat("<a href=/x>a0.5</a> ", equal) +
		"<a href=/x>a0.6</a> <a href=/y>y</a>"})
	o := options(t, server, defaults("a"))
	o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/")}
	s, links, err := Run(t.Context(), o)
	must(t, err)
	counts := map[string]int{}
	for key, n := range links(1) {
		counts[strings.TrimPrefix(key, server.URL)] = n
	}
	if counts["/x"] != equal+1 || counts["/y"] != 1 || visited(t, s, "/x").Anchor != "a0.6" {
		t.Errorf("links %v, followed %q", counts, visited(t, s, "/x").Anchor)
	}
}

// The account says that robots.txt was unavailable, also when the search resumes from its journal without asking again.
func TestUnavailableRobots(t *testing.T) {
	server := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }))
	o := options(t, server, defaults("a"))
	o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/")}
	for range 2 {
		s := ran(t, o)
		if len(s.Robots) != 1 || s.Robots[0].Status != 503 || len(s.Visits) != 1 {
			t.Errorf("%d visits, robots.txt: %+v", len(s.Visits), s.Robots)
		}
	}
}

// After a host refuses 32 pages, only requests decided by then are still made to it, and the rest costs nothing. The
// search resumes from its journal unchanged.
func TestHostPauses(t *testing.T) {
	for _, lookahead := range []int{1, 8} {
		w, asked := world{"/": "portal"}, atomic.Int64{}
		for i := range 100 {
			w["/"] += fmt.Sprintf(" <a href=/%02d>a0.9</a>", i)
			w[fmt.Sprintf("/%02d", i)] = "denied"
		}
		server := serve(t, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/robots.txt" {
				asked.Add(1)
			}
			w.ServeHTTP(out, r)
		}))
		o := options(t, server, defaults("a"))
		o.Lookahead, o.Limits.Refused, o.Agents[0].Energy = lookahead, 0.5, 1000
		o.Seeds = []site.URL{mustParse(t, server.URL+"/")}
		s, _, err := Run(t.Context(), o)
		must(t, err)
		if n := int(asked.Load()); n != 32+lookahead-1 || len(s.Visits) != 101 || len(s.Notes) != 1 {
			t.Errorf("lookahead %d: %d requests, %d visits, %q", lookahead, n, len(s.Visits), s.Notes)
		}
		last := s.Visits[100]
		if last.State != site.StateLimit || !last.Free || last.Reason.Limit != site.LimitRefused {
			t.Errorf("%+v", last)
		}
		again, _, err := Run(t.Context(), o)
		must(t, err)
		console.Equal(t, show(again, server), show(s, server), "again", strings.Join(show(again, server), "\n"))
		console.Equal(t, again.Notes, s.Notes, "again", strings.Join(show(again, server), "\n"))
	}
}

// Failed pages are requested again, and the search goes on as if they had never failed.
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
	console.Equal(t, strings.Join(show(ran(t, o), server), ", "), "a / page stored, a /1 status")
	down = false
	o.Values = words{[]string{"a"}, new(int)}
	if s := ran(t, o); s.Asked != 0 || len(s.Visits) != 2 {
		t.Errorf("%d requests, %d visits", s.Asked, len(s.Visits))
	}
	for range 2 {
		o.Parts.RetryFailed, o.Agents[0].Energy = !o.Parts.RetryFailed, 2
		o.Values = words{[]string{"a"}, new(int)}
		got := strings.Join(show(ran(t, o), server), ", ")
		console.Equal(t, got, "a / page stored, a /1 page stored, a /3 page stored")
	}
}
