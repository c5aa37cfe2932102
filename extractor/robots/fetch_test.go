package robots

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/temoto/robotstxt"

	"sitegraph/site"
)

// web answers by URL; other addresses are not found.
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
		name             string
		web              web
		url, verdict     string
		status           int
		a, b, retry      bool
		wantTextNonEmpty bool
	}{
		{"rules", one(site.Response{Status: 200, Body: rules}), homeRobots, "rules", 200, false, true, false, true},
		{"empty", one(site.Response{Status: 204}), homeRobots, "rules", 204, true, true, false, false},
		{"application", one(site.Response{Status: 200, Body: []byte("<!doctype html>\n<div id=app></div>\n" +
			"<script src=/a.js></script>\nDisallow: /\n")}), homeRobots, "rules", 200, true, true, false, true},
		{"page, accepted", one(site.Response{Status: 202, Body: []byte("<html><body>wait")}), homeRobots,
			"rules", 202, true, true, false, true},
		{"page around rules", one(site.Response{Status: 200, Body: []byte("<!doctype html><pre>\n" + string(rules) +
			"\n</pre>")}), homeRobots, "rules", 200, false, true, false, true},
		{"header of a service", one(site.Response{Status: 202, Refused: "AWS WAF"}), homeRobots,
			"forbid all: refused by AWS WAF", 202, false, false, true, false},
		{"page of a service", one(site.Response{Status: 200, Body: []byte(
			"<title>Request Rejected</title>The requested URL was rejected. Your support ID is: 1")}), homeRobots,
			"forbid all: refused by F5", 200, false, false, true, true},
		{"page of a site about it", one(site.Response{Status: 200, Body: []byte("<title>Request Rejected</title>" +
			"The requested URL was rejected. Your support ID is: 1 <a href=/>Home</a>")}), homeRobots,
			"rules", 200, true, true, false, true},
		{"not found", web{}, homeRobots, "allow all: status 404", 404, true, true, false, false},
		{"forbidden", one(site.Response{Status: 403}), homeRobots, "allow all: status 403", 403, true, true, false,
			false},
		{"not found, broken body", failed(404, site.FailTruncated, ""), homeRobots, "allow all: status 404", 404, true,
			true, false, false},
		{"too many", one(site.Response{Status: 429}), homeRobots, "forbid all: status 429", 429, false, false, true,
			false},
		{"unavailable", one(site.Response{Status: 503}), homeRobots, "forbid all: status 503", 503, false, false, true,
			false},
		{"strange status", one(site.Response{Status: 999}), homeRobots, "forbid all: status 999", 999, false, false,
			true, false},
		{"refused", failed(0, site.FailRefused, "connection refused"), homeRobots,
			"forbid all: refused: connection refused", 0, false, false, true, false},
		{"timeout", failed(0, site.FailTimeout, ""), homeRobots, "forbid all: timeout", 0, false, false, true, false},
		{"broken body", failed(200, site.FailTruncated, "3 of 9 bytes"), homeRobots,
			"forbid all: truncated: 3 of 9 bytes", 200, false, false, true, false},
		{"not modified", one(site.Response{Status: 304, Location: "/r"}), homeRobots, "allow all: status 304", 304,
			true, true, false, false},
		{"no location", one(site.Response{Status: 301}), homeRobots, "allow all: status 301", 301, true, true, false,
			false},
		{"no web address", one(site.Response{Status: 301, Location: "ftp://b.example/"}), homeRobots,
			"allow all: unusable redirect: scheme ftp", 301, true, true, false, false},
		{"relative", web{homeRobots: {Status: 307, Location: "r"},
			"https://a.example:8443/r": {Status: 200, Body: rules}}, "https://a.example:8443/r", "rules", 200, false,
			true, false, true},
		{"to a failure", web{homeRobots: {Status: 308, Location: "//b.example/r"},
			"https://b.example/r": {Status: 500}}, "https://b.example/r", "forbid all: status 500", 500, false, false,
			true, false},
		{"five redirects", chain(5), "http://b4.example/r", "rules", 200, false, false, false, true},
		{"six redirects", chain(6), "http://b4.example/r", "allow all: more than 5 redirects", 302, true, true, false,
			false},
		{"loop", one(site.Response{Status: 301, Location: "/robots.txt"}), homeRobots,
			"allow all: more than 5 redirects", 301, true, true, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Fetch(t.Context(), c.web.get, home)
			if s.URL != c.url || s.Verdict() != c.verdict || s.Status != c.status ||
				(s.Text != "") != c.wantTextNonEmpty {
				t.Errorf("got %+v", s)
			}
			r, err := Rule(ClassRFC9309, s, agent, time.Minute)
			if r.Retry != c.retry {
				t.Errorf("retry %v, want %v", r.Retry, c.retry)
			}
			if err != nil || r.Rules.Allowed("/a") != c.a || r.Rules.Allowed("/b") != c.b ||
				!r.Rules.Allowed("/robots.txt") {
				t.Errorf("a %v, b %v, error %v", r.Rules.Allowed("/a"), r.Rules.Allowed("/b"), err)
			}
			if free, err := Rule(ClassNone, s, agent, time.Minute); err != nil || !free.Rules.Allowed("/a") {
				t.Error("class none forbids", err)
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
	r, err := Rule(ClassRFC9309, site.RobotsSeen{}, agent, time.Minute)
	if err != nil || !r.Retry || r.Rules.Allowed("/a") {
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

// temoto's status policy is sound for 2xx, 4xx but 429, and 5xx.
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
		r, err := Rule(ClassRFC9309, s, agent, time.Minute)
		must(t, err)
		for _, path := range []string{"/a", "/b"} {
			if r.Rules.Allowed(path) != want.TestAgent(path, agent) {
				t.Errorf("status %d: %s judged otherwise", status, path)
			}
		}
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
