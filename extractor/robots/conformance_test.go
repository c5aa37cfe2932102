package robots

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/temoto/robotstxt"

	"sitegraph/internal/console"
	"sitegraph/site"
)

type verdict struct {
	ID, Agent, Robots, URL string
	Robots64               string `json:"robots_base64"`
	Allowed                bool
	GoogleOnly             bool `json:"google_only"`
}

func suite(t *testing.T) []verdict {
	folder := os.Getenv("SITEGRAPH_CONFORMANCE")
	if folder == "" {
		t.Skip("SITEGRAPH_CONFORMANCE is not set")
	}
	data, err := os.ReadFile(filepath.Join(folder, "robots_cases.json"))
	must(t, err)
	var cases []verdict
	must(t, json.Unmarshal(data, &cases))
	return cases
}

func (v verdict) text(t *testing.T) []byte {
	if v.Robots64 == "" {
		return []byte(v.Robots)
	}
	b, err := base64.StdEncoding.DecodeString(v.Robots64)
	if err != nil {
		t.Fatal(v.ID, err)
	}
	return b
}

// target returns what the suite's matcher compares: path and query as written, without a fragment.
func (v verdict) target() string {
	_, rest, _ := strings.Cut(v.URL, "://")
	_, path, found := strings.Cut(rest, "/")
	if !found {
		return "/"
	}
	path, _, _ = strings.Cut(path, "#")
	return "/" + path
}

func failing(t *testing.T, cases []verdict, class string, bare bool) []string {
	var ids []string
	for _, c := range cases {
		rules := parsed(class, string(c.text(t)), c.Agent).Rules
		if bare {
			rules = rules.(exceptItself).Rules
		}
		if rules.Allowed(c.target()) != c.Allowed {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// These cases forbid /robots.txt itself, which RFC 9309 section 2.2.2 allows.
var aboutItself = []string{"stress/327748#6", "stress/369883#6", "stress/369883#10", "stress/860237#10"}

// Here "Allow: /x/index.html" does not allow /x/.
var indexPage = []string{"GoogleOnly_IndexHTMLisDirectory#1", "correctness/index-page#1"}

// temoto/robotstxt prefers the first of equally long rules, measures the regular expression instead of the rule, and
// compares escapes as written.
var temotos = []string{
	"ID_LongestMatch#5", "ID_LongestMatch#8", "ID_LongestMatch#11", "ID_Encoding#2", "ID_Encoding#3",
	"correctness/most-specific-match#5", "correctness/most-specific-match#8", "correctness/most-specific-match#11",
	"correctness/non-ascii-paths#2", "correctness/non-ascii-paths#3", "stress/308278#6",
}

func TestConformance(t *testing.T) {
	cases := suite(t)
	byRFC := slices.DeleteFunc(slices.Clone(cases), func(v verdict) bool { return v.GoogleOnly })
	googles := slices.DeleteFunc(slices.Clone(cases), func(v verdict) bool { return !v.GoogleOnly })
	if len(byRFC) != 460 || len(googles) != 95 {
		t.Fatalf("%d and %d cases, not 460 and 95", len(byRFC), len(googles))
	}
	for _, c := range []struct {
		name  string
		cases []verdict
		class string
		bare  bool
		want  []string
	}{
		{"RFC 9309, the matcher", byRFC, ClassRFC9309, true, nil},
		{"RFC 9309, as used", byRFC, ClassRFC9309, false, aboutItself},
		{"Google's own", googles, ClassRFC9309, false, indexPage},
		{"temoto, RFC 9309", byRFC, ClassTemoto, true, temotos},
		{"temoto, Google's own", googles, ClassTemoto, false, indexPage},
	} {
		console.Equal(t, failing(t, c.cases, c.class, c.bare), c.want, c.name)
	}
}

// web maps URLs to answers. Other URLs are not found.
type web map[string]site.Response

func (w web) get(_ context.Context, u site.URL) site.Response {
	r, ok := w[u.String()]
	if !ok {
		r.Status = 404
	}
	r.URL = u
	return r
}

var home = site.URL{Scheme: "https", Host: "a.example", Port: "8443", Path: "/x", Query: "q", HasQuery: true}

const homeRobots = "https://a.example:8443/robots.txt"

func chain(n int) web {
	w := web{}
	at := homeRobots
	for i := range n {
		next := fmt.Sprintf("http://b%d.example/r", i)
		w[at] = site.Response{Status: 302, Location: next}
		at = next
	}
	w[at] = site.Response{Status: 200, Body: []byte("User-agent: *\nDisallow: /")}
	return w
}

func TestFetch(t *testing.T) {
	rules := []byte("User-agent: *\nDisallow: /a")
	one := func(r site.Response) web { return web{homeRobots: r} }
	failed := func(status int, class site.FailureClass, detail string) web {
		return one(site.Response{Status: status, Failure: site.Failure{Class: class, Detail: detail}})
	}
	for _, c := range []struct {
		name         string
		web          web
		url, verdict string
		status       int
		want         string // verdicts on /a and /b, whether to request it again, whether it has a text
	}{
		{"rules", one(site.Response{Status: 200, Body: rules}), homeRobots, "rules", 200, "-a +b text"},
		{"empty", one(site.Response{Status: 204}), homeRobots, "rules", 204, "+a +b"},
		{"application", one(site.Response{Status: 200, Body: []byte("<!doctype html>\n<div id=app></div>\n" +
			"<script src=/a.js></script>\nDisallow: /\n")}), homeRobots, "rules", 200, "+a +b text"},
		{"page, accepted", one(site.Response{Status: 202, Body: []byte("<html><body>wait")}), homeRobots, "rules", 202,
			"+a +b text"},
		{"page around rules", one(site.Response{Status: 200, Body: []byte("<!doctype html><pre>\n" + string(rules) +
			"\n</pre>")}), homeRobots, "rules", 200, "-a +b text"},
		{"header of a service", one(site.Response{Status: 202, Refused: "AWS WAF"}), homeRobots,
			"forbid all: refused by AWS WAF", 202, "-a -b retry"},
		{"page of a service", one(site.Response{Status: 200,
			Body: []byte("<title>Request Rejected</title>The requested URL was rejected. Your support ID is: 1")}),
			homeRobots, "forbid all: refused by F5", 200, "-a -b retry text"},
		{"page of a site about it", one(site.Response{Status: 200, Body: []byte("<title>Request Rejected</title>" +
			"The requested URL was rejected. Your support ID is: 1 <a href=/>Home</a>")}), homeRobots, "rules", 200,
			"+a +b text"},
		{"not found", web{}, homeRobots, "allow all: status 404", 404, "+a +b"},
		{"forbidden", one(site.Response{Status: 403}), homeRobots, "allow all: status 403", 403, "+a +b"},
		{"not found, broken body", failed(404, site.FailTruncated, ""), homeRobots, "allow all: status 404", 404,
			"+a +b"},
		{"too many", one(site.Response{Status: 429}), homeRobots, "forbid all: status 429", 429, "-a -b retry"},
		{"unavailable", one(site.Response{Status: 503}), homeRobots, "forbid all: status 503", 503, "-a -b retry"},
		{"strange status", one(site.Response{Status: 999}), homeRobots, "forbid all: status 999", 999, "-a -b retry"},
		{"refused", failed(0, site.FailRefused, "connection refused"), homeRobots,
			"forbid all: refused: connection refused", 0, "-a -b retry"},
		{"timeout", failed(0, site.FailTimeout, ""), homeRobots, "forbid all: timeout", 0, "-a -b retry"},
		{"broken body", failed(200, site.FailTruncated, "3 of 9 bytes"), homeRobots,
			"forbid all: truncated: 3 of 9 bytes", 200, "-a -b retry"},
		{"not modified", one(site.Response{Status: 304, Location: "/r"}), homeRobots, "allow all: status 304", 304,
			"+a +b"},
		{"no location", one(site.Response{Status: 301}), homeRobots, "allow all: status 301", 301, "+a +b"},
		{"no web address", one(site.Response{Status: 301, Location: "ftp://b.example/"}), homeRobots,
			"allow all: unusable redirect: scheme ftp", 301, "+a +b"},
		{"relative", web{homeRobots: {Status: 307, Location: "r"}, "https://a.example:8443/r": {Status: 200,
			Body: rules}}, "https://a.example:8443/r", "rules", 200, "-a +b text"},
		{"to a failure", web{homeRobots: {Status: 308, Location: "//b.example/r"},
			"https://b.example/r": {Status: 500}}, "https://b.example/r", "forbid all: status 500", 500,
			"-a -b retry"},
		{"five", chain(5), "http://b4.example/r", "rules", 200, "-a -b text"},
		{"six", chain(6), "http://b4.example/r", "allow all: unusable redirect: more than 5 redirects", 302, "+a +b"},
		{"loop", one(site.Response{Status: 301, Location: "/robots.txt"}), homeRobots,
			"allow all: unusable redirect: loop", 301, "+a +b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Fetch(t.Context(), c.web.get, home)
			r := Rule(ClassRFC9309, s, agent, time.Minute)
			got := judged(r, "?/a ?/b")
			if r.Retry {
				got += " retry"
			}
			if s.Text != "" {
				got += " text"
			}
			if got = strings.ReplaceAll(got, "/", ""); got != c.want || s.URL != c.url || s.Verdict() != c.verdict ||
				s.Status != c.status || !r.Rules.Allowed("/robots.txt") {
				t.Errorf("%s: %+v", got, s)
			}
			if !Rule(ClassNone, s, agent, time.Minute).Rules.Allowed("/a") {
				t.Error("class none forbids")
			}
		})
	}
}

func TestFetchCutsTheText(t *testing.T) {
	body := []byte(strings.Repeat("Disallow: /\n", MaxBytes))
	s := Fetch(t.Context(), web{homeRobots: {Status: 200, Body: body}}.get, home)
	if len(s.Text) > MaxBytes || !strings.HasSuffix(s.Text, "/\n") {
		t.Errorf("%d bytes kept", len(s.Text))
	}
}

func TestFetched(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := Fetch(t.Context(), web{homeRobots: {Status: 200, Started: start, Elapsed: time.Second}}.get, home)
	if !s.Fetched.Equal(start.Add(time.Second)) {
		t.Errorf("fetched %v", s.Fetched)
	}
	r := Rule(ClassRFC9309, site.RobotsSeen{}, agent, time.Minute)
	if !r.Retry || r.Rules.Allowed("/a") {
		t.Error("a file never fetched is taken for known")
	}
}

func TestSeenAsJSON(t *testing.T) {
	s := Fetch(t.Context(), web{homeRobots: {Status: 200, Started: time.Unix(9, 0).UTC(),
		Body: []byte("User-agent: *\nDisallow: /é")}}.get, home)
	b, err := json.Marshal(s)
	must(t, err)
	var back site.RobotsSeen
	if err := json.Unmarshal(b, &back); err != nil || back != s {
		t.Errorf("%s comes back as %+v, %v", b, back, err)
	}
}

// The status policy of temoto is sound for 2xx, 5xx, and 4xx except 429.
func TestStatusAsTemoto(t *testing.T) {
	body := "User-agent: *\nDisallow: /a"
	for status := 200; status < 600; status++ {
		if status >= 300 && status < 400 || status == 429 {
			continue
		}
		want, err := robotstxt.FromStatusAndString(status, body)
		if err != nil {
			t.Fatal(status, err)
		}
		s := Fetch(t.Context(), web{homeRobots: {Status: status, Body: []byte(body)}}.get, home)
		r := Rule(ClassRFC9309, s, agent, time.Minute)
		for _, path := range []string{"/a", "/b"} {
			console.Equal(t, r.Rules.Allowed(path), want.TestAgent(path, agent), "status", status, path)
		}
	}
}

var must = console.Must
